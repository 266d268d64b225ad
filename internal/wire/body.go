package wire

import (
	"io"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
)

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
