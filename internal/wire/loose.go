package wire

import (
	"errors"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// This file holds the members of requests that the document lets come in two types
// (PROTOCOL.md 4.3, 4.4 and 4.7): numbers that may be text, booleans that may be text.

// LooseInt is a whole number of a request that may come as a number or as numeric text. Blank text
// means none, since filters that are not used are sent empty. It is written as a number.
type LooseInt struct {
	Value int64
	Valid bool
}

// NewLooseInt is a number to be sent.
func NewLooseInt(n int64) LooseInt { return LooseInt{n, true} }

// ParseLooseInt reads numeric text with nothing around it; blank text is no number and no error.
func ParseLooseInt(s string) (LooseInt, error) {
	if strings.TrimSpace(s) == "" {
		return LooseInt{}, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || s[0] == '+' {
		return LooseInt{}, errNumber
	}
	return NewLooseInt(n), nil
}

var (
	errNumber = errors.New("it is not a whole number or one as text")
	errFlag   = errors.New("it is neither true nor false")
)

// UnmarshalJSONFrom reads a number or text, and nothing else.
func (n *LooseInt) UnmarshalJSONFrom(in *jsontext.Decoder) error {
	s, err := scalarOf(in, "\"0", errNumber)
	if err == nil {
		*n, err = ParseLooseInt(s)
	}
	return err
}

// MarshalJSONTo writes a number, and empty text where there is none.
func (n LooseInt) MarshalJSONTo(out *jsontext.Encoder) error {
	if !n.Valid {
		return out.WriteToken(jsontext.String(""))
	}
	return out.WriteToken(jsontext.Int(n.Value))
}

// LooseBool is a boolean of a request that may come as a boolean or as the text true or false; blank
// text is false. It is written as a boolean.
type LooseBool bool

// UnmarshalJSONFrom reads a boolean or text, and nothing else.
func (f *LooseBool) UnmarshalJSONFrom(in *jsontext.Decoder) error {
	s, err := scalarOf(in, "\"tf", errFlag)
	switch {
	case err != nil:
		return err
	case s == "true":
		*f = true
	case s == "false", strings.TrimSpace(s) == "":
		*f = false
	default:
		return errFlag
	}
	return nil
}

// scalarOf reads a value of one of the kinds as text.
func scalarOf(in *jsontext.Decoder, kinds string, otherwise error) (string, error) {
	v, err := in.ReadValue()
	if err != nil {
		return "", err
	}
	if !strings.ContainsRune(kinds, rune(v.Kind())) {
		return "", otherwise
	}
	return scalar(v), nil
}
