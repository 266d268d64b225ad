package service

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/wire"
)

// template is a record that our service writes from what it stores, and from what it makes of that:
//
//	{"id": 0, "cmId": 0, "name": "", …}    every member in its order, and what it is where no struct has it
//	Name string `record:"name"`            a field of a struct that is written as this member
type template struct{ members []templateMember }

type templateMember struct {
	name          string // with its comma and colon: ,"name":
	empty         json.RawMessage
	source, field int // the struct that has the member, and which of its fields; -1 for none
}

// newTemplate returns the template of a record that is written from structs. The tags of that name say which member a
// field is. It is made at its first use: of all commands, only a service writes records.
func newTemplate(record, tag string, sources ...any) func() *template {
	return sync.OnceValue(func() *template { return makeTemplate(record, tag, sources) })
}

func makeTemplate(record, tag string, sources []any) *template {
	t := &template{}
	dec := json.NewDecoder(strings.NewReader(record))
	_, err := dec.Token()
	for err == nil && dec.More() {
		name, _ := dec.Token() // a string, or Decode fails
		var empty json.RawMessage
		err = dec.Decode(&empty)
		t.members = append(t.members, templateMember{fmt.Sprintf(",%q:", name), empty, -1, -1})
	}
	if err != nil {
		panic(err)
	}
	for source := range sources {
		fields := reflect.TypeOf(sources[source])
		for i := range fields.NumField() {
			if name := fields.Field(i).Tag.Get(tag); name != "" {
				name = fmt.Sprintf(",%q:", name)
				at := slices.IndexFunc(t.members, func(m templateMember) bool { return m.name == name })
				t.members[at].source, t.members[at].field = source, i
			}
		}
	}
	return t
}

// record returns the record of what structs hold, to which it is given pointers in their order. A member that is nil
// there, or null in the template, is left out.
func (t *template) record(sources ...any) templateRecord {
	values := make([]reflect.Value, len(sources))
	for i, source := range sources {
		values[i] = reflect.ValueOf(source).Elem()
	}
	return templateRecord{t, values}
}

type templateRecord struct {
	*template
	sources []reflect.Value
}

// MarshalJSON writes the record.
func (r templateRecord) MarshalJSON() ([]byte, error) { return r.append(nil) }

// append writes the record behind what is there.
func (r templateRecord) append(b []byte) ([]byte, error) {
	start := len(b)
	var err error
	for i := range r.members {
		m := &r.members[i]
		if m.field < 0 {
			if string(m.empty) != "null" {
				b = append(append(b, m.name...), m.empty...)
			}
			continue
		}
		value := r.sources[m.source].Field(m.field)
		if value.Kind() == reflect.Interface && value.IsNil() {
			continue // is left out
		}
		if b, err = appendJSON(append(b, m.name...), value); err != nil {
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
	case reflect.Bool:
		return strconv.AppendBool(b, value.Bool()), nil
	}
	switch v := value.Interface().(type) {
	case []templateRecord:
		return appendRecords(b, v)
	case []wire.Answer:
		if len(v) == 0 {
			return append(b, "[]"...), nil
		}
	}
	text, err := jsonv2.Marshal(value.Interface())
	return append(b, text...), err
}

func appendRecords(b []byte, records []templateRecord) ([]byte, error) {
	b = append(b, '[')
	for i, r := range records {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = r.append(b); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}
