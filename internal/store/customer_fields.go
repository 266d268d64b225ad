package store

import (
	"reflect"
	"strings"
)

// customerField is a field of Customer with a column of its own.
type customerField struct {
	index   int    // of the field
	member  string // of the customer record
	column  string
	isPlace bool
}

// customerFields are read from the tags of Customer, and customerPlaces are their columns of places.
var customerFields, customerPlaces = func() (fields []customerField, places map[Column]bool) {
	places = map[Column]bool{}
	customer := reflect.TypeFor[Customer]()
	for i := range customer.NumField() {
		tag := customer.Field(i).Tag
		if column, kind, _ := strings.Cut(tag.Get("column"), ","); column != "" {
			f := customerField{i, tag.Get("record"), column, kind == "place"}
			fields = append(fields, f)
			places["c."+Column(column)] = f.isPlace
		}
	}
	return fields, places
}()

// CustomerColumn returns the column that shows a member of the customer record; empty for none.
func CustomerColumn(member string) Column {
	for _, f := range customerFields {
		if f.member == member {
			return "c." + Column(f.column)
		}
	}
	return ""
}
