package wire

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/text"
)

// Refusal is an answer whose status is failed (PROTOCOL.md 5.1).
type Refusal struct {
	Message text.Line
	Missing bool // by its shape the answer says that there is no such record, whatever its HTTP code
}

// Error is the service's own words, cleaned.
func (r *Refusal) Error() string {
	switch {
	case !r.Message.IsEmpty():
		return "the service refused: " + r.Message.String()
	case r.Missing:
		return "the service has no such record"
	}
	return "the service refused and did not say why"
}

// Unreadable is an answer that is no JSON of the document's shape.
type Unreadable struct{ Err error }

// Error says what could not be read; parts of the answer in it are cleaned.
func (u *Unreadable) Error() string {
	return "the answer cannot be read: " + text.PlainLine(u.Err.Error()).String()
}

// Unwrap is the cause.
func (u *Unreadable) Unwrap() error { return u.Err }

var errShape = errors.New("it has neither a status nor the expected content")

// answer is an answer being read, once, from front to back.
type answer struct {
	Reading
	dec     *jsontext.Decoder
	status  string
	message text.Line
	payload bool // something of what was asked for has been seen
}

// members reads an object and hands each member to take, which must read exactly its value.
// An array is read as the objects that it holds; anything else is passed over.
func (a *answer) members(take func(name string) error) error {
	switch a.dec.PeekKind() {
	case '[':
		return a.elements(func() error { return a.members(take) })
	case '{':
	default:
		return a.dec.SkipValue()
	}
	if _, err := a.dec.ReadToken(); err != nil {
		return err
	}
	for a.dec.PeekKind() == '"' {
		name, err := a.name()
		if err != nil {
			return err
		}
		if err := take(name); err != nil {
			return err
		}
	}
	_, err := a.dec.ReadToken()
	return err
}

// name reads a member's name.
func (a *answer) name() (string, error) {
	v, err := a.dec.ReadValue()
	if err != nil {
		return "", err
	}
	if known, is := nameOf[string(v[1:len(v)-1])]; is {
		return known, nil
	}
	return scalar(v), nil
}

// nameOf holds those of the document's members, so that reading one needs no memory of its own.
var nameOf = map[string]string{}

// named notes a name of the document.
func named(name string) string {
	nameOf[name] = name
	return name
}

// noted notes the names of members by which something is looked up.
func noted[V any](byName map[string]V) map[string]V {
	for name := range byName {
		named(name)
	}
	return byName
}

// elements reads an array and calls take at each element; a lone object counts as an array of one.
func (a *answer) elements(take func() error) error {
	switch a.dec.PeekKind() {
	case '{':
		return take()
	case '[':
	default:
		return a.dec.SkipValue()
	}
	if _, err := a.dec.ReadToken(); err != nil {
		return err
	}
	for k := a.dec.PeekKind(); k != ']'; k = a.dec.PeekKind() {
		if k == jsontext.KindInvalid {
			break // ReadToken below names the fault
		}
		if err := take(); err != nil {
			return err
		}
	}
	_, err := a.dec.ReadToken()
	return err
}

// value reads one whole value; it is valid until the next read.
func (a *answer) value() (jsontext.Value, error) { return a.dec.ReadValue() }

// envelope reads a whole answer. Status and message are kept here in either spelling; every other
// member, and a message that is no text, goes to take, which returns false to have it passed over.
func (a *answer) envelope(take func(name string) (bool, error)) error {
	err := a.members(func(name string) error {
		lower := strings.ToLower(name)
		if lower == "status" || lower == "message" && a.isScalar() {
			return a.keep(lower)
		}
		taken, err := take(lower)
		if err != nil {
			return err
		}
		if !taken {
			return a.dec.SkipValue()
		}
		a.payload = true
		return nil
	})
	return a.verdict(err)
}

func (a *answer) isScalar() bool {
	kind := a.dec.PeekKind()
	return kind != '[' && kind != '{'
}

func (a *answer) keep(member string) error {
	v, err := a.value()
	if err != nil {
		return err
	}
	if member == "status" {
		a.status = scalar(v)
	} else {
		a.message = text.CleanLine(scalar(v))
	}
	return nil
}

// verdict decides whether the answer is a success: by its status, and where there is none by its shape.
func (a *answer) verdict(err error) error {
	switch {
	case err != nil:
		return &Unreadable{fmt.Errorf("at byte %d: %w", a.dec.InputOffset(), err)}
	case strings.EqualFold(a.status, "success"), a.status == "" && a.payload:
		return nil
	case a.status == "" && a.message.IsEmpty():
		return &Unreadable{errShape}
	default:
		return &Refusal{Message: a.message}
	}
}
