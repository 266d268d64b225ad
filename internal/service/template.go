package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
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

// newTemplate returns the template of a record, whose members the tags of a stored record name.
func newTemplate(record string, stored any) *template {
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
		if name := reflect.TypeOf(stored).Field(i).Tag.Get("record"); name != "" {
			at := slices.IndexFunc(t.members, func(m templateMember) bool { return m.name == name })
			t.members[at].field = i
		}
	}
	return t
}

// record returns the record of what is stored, with the members that are not written as they are stored. One that is
// nil is left out.
func (t *template) record(stored any, others map[string]any) json.Marshaler {
	return templateRecord{t, reflect.ValueOf(stored), others}
}

type templateRecord struct {
	*template
	stored reflect.Value
	others map[string]any
}

// MarshalJSON writes the record.
func (r templateRecord) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	b.WriteByte('{')
	for _, m := range r.members {
		value, isOther := r.others[m.name]
		switch {
		case !isOther && m.field >= 0:
			value = r.stored.Field(m.field).Interface()
		case !isOther:
			value = m.empty
		case value == nil: // is left out
			continue
		}
		if b.Len() > len("{") {
			b.WriteByte(',')
		}
		b.WriteString(`"` + m.name + `":`)
		if err := enc.Encode(value); err != nil {
			return nil, err
		}
		b.Truncate(b.Len() - len("\n")) // Encode appends it
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
