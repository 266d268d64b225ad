package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/wire"
)

// understood is a flag that is read while the command line is: what it cannot mean is a wrong usage at once.
type understood struct {
	kind  string // as help names it
	alone string // what the flag says without a value; empty when it needs one
	typed string
	read  func(string) error
}

// String is what was typed.
func (u *understood) String() string { return u.typed }

// Type is how help names what is typed.
func (u *understood) Type() string { return u.kind }

// Set reads what is typed.
func (u *understood) Set(typed string) error {
	err := u.read(typed)
	if err == nil {
		u.typed = typed
	}
	return err
}

// figure reads a whole number from least to most.
func figure(least, most int64, set func(int64)) *understood {
	return &understood{kind: "number", read: func(typed string) error {
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

// id reads an id of the service's.
func id(into *wire.Number) *understood {
	return figure(1, largestID, func(n int64) { *into = wire.NewNumber(n) })
}

// yes is a flag that says something by being there.
func yes[Bool ~bool](into *Bool) *understood {
	return &understood{kind: "bool", alone: "true", read: func(typed string) error {
		said, err := strconv.ParseBool(typed)
		*into = Bool(said)
		return err
	}}
}

// fields reads NAME=VALUE, as often as it comes, into a block of an account's own members.
func fields(into *wire.Extra) *understood {
	return &understood{kind: "NAME=VALUE", read: func(typed string) error {
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
			*into = wire.Extra{}
		}
		(*into)[name] = quoted
		return nil
	}}
}

// attributes reads N=VALUE, as often as it comes, into the filters attr1 to attr15.
func attributes(a *wire.Attributes) *understood {
	all := []*string{
		&a.Attr1, &a.Attr2, &a.Attr3, &a.Attr4, &a.Attr5, &a.Attr6, &a.Attr7, &a.Attr8,
		&a.Attr9, &a.Attr10, &a.Attr11, &a.Attr12, &a.Attr13, &a.Attr14, &a.Attr15,
	}
	return &understood{kind: "N=VALUE", read: func(typed string) error {
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
