package service

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// template is a record that our service writes from one that it stores:
//
//	{"id": 0, "cmId": 0, "name": "", …}    every member in its order, and what it is where nothing is stored
//	Name string `record:"name"`            a field of the stored record that is written as it is
type template struct{ members []templateMember }

type templateMember struct {
	name  string
	empty json.RawMessage
	field int // of the stored record; -1 for none
}

// newTemplate returns the template of a record. The tags of that name say which member a field of a stored record is.
func newTemplate(record string, stored any, tag string) *template {
	t := &template{}
	dec := json.NewDecoder(strings.NewReader(record))
	_, err := dec.Token()
	for err == nil && dec.More() {
		name, _ := dec.Token() // a string, or Decode fails
		var empty json.RawMessage
		err = dec.Decode(&empty)
		t.members = append(t.members, templateMember{fmt.Sprint(name), empty, -1})
	}
	if err != nil {
		panic(err)
	}
	for i := range reflect.TypeOf(stored).NumField() {
		if name := reflect.TypeOf(stored).Field(i).Tag.Get(tag); name != "" {
			at := slices.IndexFunc(t.members, func(m templateMember) bool { return m.name == name })
			t.members[at].field = i
		}
	}
	return t
}

// record returns the record of what is stored, with the members that are not written as they are stored. One that is
// nil there, or null in the template, is left out.
func (t *template) record(stored any, others map[string]any) templateRecord {
	return templateRecord{t, reflect.ValueOf(stored), others}
}

type templateRecord struct {
	*template
	stored reflect.Value
	others map[string]any
}

// MarshalJSON writes the record.
func (r templateRecord) MarshalJSON() ([]byte, error) { return r.append(nil) }

// append writes the record behind what is there.
func (r templateRecord) append(b []byte) ([]byte, error) {
	start := len(b)
	var err error
	for _, m := range r.members {
		value, isOther := r.others[m.name]
		if isOther && value == nil || !isOther && m.field < 0 && string(m.empty) == "null" {
			continue // is left out
		}
		b = append(append(append(b, `,"`...), m.name...), `":`...)
		switch {
		case isOther:
			b, err = appendJSON(b, reflect.ValueOf(value))
		case m.field >= 0:
			b, err = appendJSON(b, r.stored.Field(m.field))
		default:
			b = append(b, m.empty...)
		}
		if err != nil {
			return b, err
		}
	}
	b[start] = '{'
	return append(b, '}'), nil
}

// appendJSON writes a value. Most are texts and numbers, and a pull writes hundreds of thousands.
func appendJSON(b []byte, value reflect.Value) ([]byte, error) {
	switch value.Kind() {
	case reflect.String:
		b, _ = jsontext.AppendQuote(b, value.String()) // what is not UTF-8 is replaced
		return b, nil
	case reflect.Int, reflect.Int64:
		return strconv.AppendInt(b, value.Int(), 10), nil
	}
	text, err := jsonv2.Marshal(value.Interface())
	return append(b, text...), err
}
