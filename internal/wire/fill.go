package wire

import (
	"fmt"
	"reflect"
	"strings"
)

// Values are what is said in a write request, as text, by the paths of its asks; for an object of a block that is an
// array the path is Element's. What is absent or blank says nothing.
type Values = map[string]string

// fill puts values into a request by the paths of what it can be told, blocks that are arrays apart.
func fill(request any, blocks []Record, values Values) error {
	for _, b := range blocks {
		if b.Repeated {
			continue
		}
		into := memberOf(reflect.ValueOf(request).Elem(), b.Path)
		if err := b.fill(into, b.Path, values); err != nil {
			return err
		}
	}
	return nil
}

// fill puts the values under a path into a block, or into an object of one.
func (b Record) fill(into reflect.Value, under string, values Values) error {
	for _, a := range b.Asks {
		value := strings.TrimSpace(values[join(under, a.Key)])
		if value == "" {
			continue
		}
		if err := put(memberOf(into, a.Key), value); err != nil {
			return fmt.Errorf("%s: %w", a.Label, err)
		}
	}
	return nil
}

func put(into reflect.Value, value string) error {
	switch into.Kind() {
	case reflect.Bool:
		into.SetBool(value == "true")
	case reflect.Map:
		pairs, err := parsePairs(value)
		if err != nil {
			return err
		}
		into.Set(reflect.ValueOf(pairs))
	default:
		into.SetString(value)
	}
	return nil
}

// readValues is the values of a request by their paths, blocks that are arrays apart; what says nothing is left out.
func readValues(request any, blocks []Record) Values {
	out := Values{}
	for _, b := range blocks {
		if !b.Repeated {
			b.read(memberOf(reflect.ValueOf(request), b.Path), b.Path, out)
		}
	}
	return out
}

func (b Record) read(from reflect.Value, under string, out Values) {
	for _, a := range b.Asks {
		value := ""
		switch member := memberOf(from, a.Key).Interface().(type) {
		case string:
			value = member
		case bool:
			if member {
				value = "true"
			}
		case CustomFields:
			value = ownPairs(member)
		}
		if value != "" {
			out[join(under, a.Key)] = value
		}
	}
}

// memberOf is the member of a struct that JSON calls name, the struct itself when name is empty.
func memberOf(v reflect.Value, name string) reflect.Value {
	if name == "" {
		return v
	}
	for i := range v.NumField() {
		if tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); tag == name {
			return v.Field(i)
		}
	}
	panic("no member is called " + name) // the descriptions are held to the requests by a test
}

func join(under, path string) string {
	if under == "" {
		return path
	}
	return under + "." + path
}
