package wire

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Failure is an answer whose status is failed (PROTOCOL.md 5.1).
type Failure struct {
	Message  safetext.Line
	NotFound bool // by its shape the answer says that there is no such record, whatever its HTTP code
}

// Error is the service's own words, cleaned.
func (r *Failure) Error() string {
	switch {
	case !r.Message.IsEmpty():
		return "the service refused: " + r.Message.String()
	case r.NotFound:
		return "the service has no such record"
	}
	return "the service refused and did not say why"
}

// DecodeError is an answer that is no JSON of the document's shape.
type DecodeError struct{ Err error }

// Error says what could not be read; parts of the answer in it are cleaned.
func (u *DecodeError) Error() string {
	return "the answer cannot be read: " + safetext.LineFromText(u.Err.Error()).String()
}

// Unwrap is the cause.
func (u *DecodeError) Unwrap() error { return u.Err }

var errShape = errors.New("it has neither a status nor the expected content")

// responseDecoder is an answer being read, once, from front to back.
type responseDecoder struct {
	DecodeOptions
	dec     *jsontext.Decoder
	status  string
	message safetext.Line
	payload bool // something of what was asked for has been seen
}

// eachMember reads an object and hands each member to take, which must read exactly its value.
// An array is read as the objects that it holds; anything else is passed over.
func (a *responseDecoder) eachMember(take func(name string) error) error {
	switch a.dec.PeekKind() {
	case '[':
		return a.elements(func() error { return a.eachMember(take) })
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
func (a *responseDecoder) name() (string, error) {
	v, err := a.dec.ReadValue()
	if err != nil {
		return "", err
	}
	if known, is := knownNames[string(v[1:len(v)-1])]; is {
		return known, nil
	}
	return scalar(v), nil
}

// knownNames holds those of the document's members, so that reading one needs no memory of its own.
var knownNames = map[string]string{}

// internName notes a name of the document.
func internName(name string) string {
	knownNames[name] = name
	return name
}

// internNames notes the names of members by which something is looked up.
func internNames[V any](byName map[string]V) map[string]V {
	for name := range byName {
		internName(name)
	}
	return byName
}

// elements reads an array and calls take at each element; a lone object counts as an array of one.
func (a *responseDecoder) elements(take func() error) error {
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
func (a *responseDecoder) value() (jsontext.Value, error) { return a.dec.ReadValue() }

// decodeEnvelope reads a whole answer. Status and message are kept here in either spelling; every other
// member, and a message that is no text, goes to take, which returns false to have it passed over.
func (a *responseDecoder) decodeEnvelope(take func(name string) (bool, error)) error {
	err := a.eachMember(func(name string) error {
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
	return a.result(err)
}

func (a *responseDecoder) isScalar() bool {
	kind := a.dec.PeekKind()
	return kind != '[' && kind != '{'
}

func (a *responseDecoder) keep(member string) error {
	v, err := a.value()
	if err != nil {
		return err
	}
	if member == "status" {
		a.status = scalar(v)
	} else {
		a.message = safetext.LineFromHTML(scalar(v))
	}
	return nil
}

// result decides whether the answer is a success: by its status, and where there is none by its shape.
func (a *responseDecoder) result(err error) error {
	switch {
	case err != nil:
		return &DecodeError{fmt.Errorf("at byte %d: %w", a.dec.InputOffset(), err)}
	case strings.EqualFold(a.status, "success"), a.status == "" && a.payload:
		return nil
	case a.status == "" && a.message.IsEmpty():
		return &DecodeError{errShape}
	default:
		return &Failure{Message: a.message}
	}
}

// encodeOptions writes broken UTF-8, which a paste can bring, as U+FFFD: a form must not be lost to it.
// Members of an account's own come in one order, so that what is shown before sending is what is sent.
var encodeOptions = json.JoinOptions(jsontext.AllowInvalidUTF8(true), json.Deterministic(true))

// Encode writes the request as the document shapes it: an object, an array of one object, or nil
// for an operation without a body.
func (o Operation[Req, Ans]) Encode(req Req) ([]byte, error) {
	switch o.Body {
	case NoBody:
		return nil, nil
	case BodyArray:
		return json.Marshal([]Req{req}, encodeOptions)
	default:
		return json.Marshal(req, encodeOptions)
	}
}

// DecodeOptions says how an answer is read: in which zone its dates are meant, and who wants the tickets
// of a pull as they come.
type DecodeOptions struct {
	Zone      *time.Location      // UTC when nil
	OnTickets func([]desk.Ticket) // called with some rows at a time while Pull Ticket is read; may be nil
}

// Decode reads an answer leniently: numbers as text and text as numbers, nulls, absent members, one
// thing where many are meant and many where one is meant. A body that says failed is a *Refusal,
// one that cannot be read an *Unreadable.
func (o Operation[Req, Ans]) Decode(r io.Reader, in DecodeOptions) (Ans, error) {
	if in.Zone == nil {
		in.Zone = time.UTC
	}
	return o.read(&responseDecoder{
		DecodeOptions: in,
		dec:           jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)),
	})
}
