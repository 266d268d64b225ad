package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/wire"
)

// flagValue is a pflag.Value that validates its input while the command line is parsed.
type flagValue struct {
	typeName string // shown in the help
	alone    string // value of the flag without an argument; empty if it needs one
	raw      string
	parse    func(string) error
}

// String returns the input.
func (u *flagValue) String() string { return u.raw }

// Type returns the name of the value in the help.
func (u *flagValue) Type() string { return u.typeName }

// Set parses the input.
func (u *flagValue) Set(typed string) error {
	err := u.parse(typed)
	if err == nil {
		u.raw = typed
	}
	return err
}

// intFlag parses a whole number from least to most.
func intFlag(least, most int64, set func(int64)) *flagValue {
	return &flagValue{typeName: "number", parse: func(typed string) error {
		n, err := strconv.ParseInt(typed, 10, 64)
		switch {
		case (err != nil || n < least || n > most) && most == largestID:
			return fmt.Errorf("it must be a number from %d", least)
		case err != nil || n < least || n > most:
			return fmt.Errorf("it must be a number from %d to %d", least, most)
		}
		set(n)
		return nil
	}}
}

const largestID = 1<<63 - 1

// idFlag parses a record's id.
func idFlag(into *wire.LooseInt) *flagValue {
	return intFlag(1, largestID, func(n int64) { *into = wire.NewLooseInt(n) })
}

// boolFlag parses a bool, true if the flag has no value.
func boolFlag[Bool ~bool](into *Bool) *flagValue {
	return &flagValue{typeName: "bool", alone: "true", parse: func(typed string) error {
		said, err := strconv.ParseBool(typed)
		*into = Bool(said)
		return err
	}}
}

// pairFlag parses NAME=VALUE into a block of custom fields; the flag can be repeated.
func pairFlag(into *wire.CustomFields) *flagValue {
	return &flagValue{typeName: "NAME=VALUE", parse: func(typed string) error {
		name, value, ok := strings.Cut(strings.ToValidUTF8(typed, "\ufffd"), "=")
		if !ok || strings.TrimSpace(name) == "" {
			return errors.New("it must be NAME=VALUE")
		}
		if _, twice := (*into)[name]; twice {
			return fmt.Errorf("%q is given twice", name)
		}
		quoted, err := jsontext.AppendQuote(nil, value)
		if err != nil {
			return err
		}
		if *into == nil {
			*into = wire.CustomFields{}
		}
		(*into)[name] = quoted
		return nil
	}}
}

// attributeFlag parses N=VALUE into the filters attr1 to attr15; the flag can be repeated.
func attributeFlag(a *wire.Attributes) *flagValue {
	all := []*string{
		&a.Attr1, &a.Attr2, &a.Attr3, &a.Attr4, &a.Attr5, &a.Attr6, &a.Attr7, &a.Attr8,
		&a.Attr9, &a.Attr10, &a.Attr11, &a.Attr12, &a.Attr13, &a.Attr14, &a.Attr15,
	}
	return &flagValue{typeName: "N=VALUE", parse: func(typed string) error {
		number, value, _ := strings.Cut(typed, "=")
		n, err := strconv.Atoi(strings.TrimPrefix(number, "attr"))
		switch {
		case err != nil || n < 1 || n > len(all) || strings.TrimSpace(value) == "":
			return fmt.Errorf("it must be N=VALUE, N from 1 to %d", len(all))
		case *all[n-1] != "":
			return fmt.Errorf("attribute %d is given twice", n)
		}
		*all[n-1] = value
		return nil
	}}
}
