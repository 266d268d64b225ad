package wire

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Failure is an error response: one whose status is failed (PROTOCOL.md 5.1).
type Failure struct {
	Message  safetext.Line
	Status   string // as sent: failed, what another program writes there, or empty if the response has none
	NotFound bool   // the shape of the response means no such record, whatever its HTTP code
}

// Error returns the service's message, sanitised.
func (f *Failure) Error() string {
	switch {
	case !f.Message.IsEmpty():
		return "the service refused: " + f.Message.String()
	case f.NotFound:
		return "the service has no such record"
	}
	return "the service refused and did not say why"
}

// DecodeError is returned for a response that is not JSON of the expected shape.
type DecodeError struct{ Err error }

// Error describes what could not be decoded. Text from the response is sanitised.
func (e *DecodeError) Error() string {
	return "the answer cannot be read: " + safetext.LineFromText(e.Err.Error()).String()
}

// Unwrap returns the cause.
func (e *DecodeError) Unwrap() error { return e.Err }

var errShape = errors.New("it has neither a status nor the expected content")

// responseDecoder decodes a response in one pass.
type responseDecoder struct {
	DecodeOptions
	dec     *jsontext.Decoder
	status  string
	message safetext.Line
	payload bool // some of the requested content has been decoded
	allowed *allowance
	path    valuePath   // where the decoder is
	shape   *ShapeError // the first value that stands where a list belongs and is none
}

// eachMember decodes an object, also one that is written as JSON in a text, and calls take for each member; take must
// read exactly one value. For an array it visits the members of each element; any other value is skipped.
func (d *responseDecoder) eachMember(take func(name string) error) error {
	switch d.dec.PeekKind() {
	case '[':
		return d.elements(func() error { return d.eachMember(take) })
	case '{':
	case '"':
		v, err := d.value()
		if inner, isJSON := textAsJSON(v); err == nil && isJSON {
			return d.within(inner, func() error { return d.eachMember(take) })
		}
		return err
	default:
		return d.dec.SkipValue()
	}
	if _, err := d.dec.ReadToken(); err != nil {
		return err
	}
	for d.dec.PeekKind() == '"' {
		if err := d.allowed.step(); err != nil {
			return err
		}
		quoted, err := d.dec.ReadValue()
		if err != nil {
			return err
		}
		if err := take(memberName(quoted)); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return err
}

// memberName returns the name of a member.
func memberName(quoted jsontext.Value) string {
	if known, is := knownNames[string(quoted[1:len(quoted)-1])]; is {
		return known
	}
	return scalar(quoted)
}

// knownNames holds the member names of the interface, so that decoding one does not allocate.
var knownNames = map[string]string{}

// internName adds a name to knownNames.
func internName(name string) string {
	knownNames[name] = name
	return name
}

// internNames adds the keys of a map to knownNames.
func internNames[V any](byName map[string]V) map[string]V {
	for name := range byName {
		internName(name)
	}
	return byName
}

// elements decodes an array and calls take for each element. So it does for an object with numbered keys, and for an
// array that is written as JSON in a text. A single object counts as an array of one; any other value is skipped.
func (d *responseDecoder) elements(take func() error) error {
	switch d.dec.PeekKind() {
	case '{', '"':
		return d.elementsOf(take)
	case '[':
	default:
		return d.dec.SkipValue()
	}
	if _, err := d.dec.ReadToken(); err != nil {
		return err
	}
	for k := d.dec.PeekKind(); k != ']'; k = d.dec.PeekKind() {
		if k == jsontext.KindInvalid {
			break // ReadToken below returns the error
		}
		if err := d.allowed.step(); err != nil {
			return err
		}
		if err := take(); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return err
}

// elementsOf decodes an array in another form.
func (d *responseDecoder) elementsOf(take func() error) error {
	v, err := d.value()
	for element := range elementsIn(v) {
		if err = d.allowed.step(); err == nil {
			err = d.within(element, take)
		}
		if err != nil {
			break
		}
	}
	return err
}

// value reads one complete value, which is valid until the next read.
func (d *responseDecoder) value() (jsontext.Value, error) { return d.dec.ReadValue() }

// decodeEnvelope decodes a complete response. It keeps status and a scalar message, whatever the case of their names,
// and calls take with the lower-case name of every other member. take returns false for a member to be skipped.
func (d *responseDecoder) decodeEnvelope(take func(name string) (bool, error)) error {
	err := d.eachMember(func(name string) error {
		lower := strings.ToLower(name)
		if lower == "status" || lower == "message" && d.isScalar() {
			return d.keepEnvelopeMember(lower)
		}
		taken, err := take(lower)
		if err != nil {
			return err
		}
		if !taken {
			return d.dec.SkipValue()
		}
		d.payload = true
		return nil
	})
	return d.result(err)
}

func (d *responseDecoder) isScalar() bool {
	kind := d.dec.PeekKind()
	return kind != '[' && kind != '{'
}

func (d *responseDecoder) keepEnvelopeMember(member string) error {
	v, err := d.value()
	if err != nil {
		return err
	}
	if said := scalar(v); member == "status" && d.status != "" && said != "" && !strings.EqualFold(said, d.status) {
		d.status += ", " + said // neither a success nor a failure
	} else if member == "status" {
		d.status = said
	} else {
		d.setMessage(v)
	}
	return nil
}

func (d *responseDecoder) setMessage(v jsontext.Value) {
	d.message = safetext.LineFromEscaped(scalar(v))
}

// result returns nil if the response is a success, judged by its status or, if it has none, by its shape.
func (d *responseDecoder) result(err error) error {
	err = cmp.Or(err, d.allowed.err)
	switch {
	case err != nil:
		return &DecodeError{fmt.Errorf("at byte %d: %w", d.dec.InputOffset(), err)}
	case strings.EqualFold(d.status, StatusSuccess), d.status == "" && d.payload:
		if d.shape != nil {
			return &DecodeError{d.shape}
		}
		return nil
	case d.status == "" && d.message.IsEmpty():
		return &DecodeError{errShape}
	default:
		return &Failure{Message: d.message, Status: d.status}
	}
}

// encodeOptions writes invalid UTF-8, which pasted text can contain, as U+FFFD, so that a form can still be sent.
// Custom fields are written in a fixed order, so that the preview equals the request.
var encodeOptions = json.JoinOptions(jsontext.AllowInvalidUTF8(true), json.Deterministic(true))

// Encode returns the request body: an object, an array of one object, or nil for an operation without a body.
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

// AnswerWith returns an answer with one record in its list, or the record if that is the answer.
func (i OperationInfo) AnswerWith(record jsontext.Value) []byte {
	if i.RecordsPath == "." {
		return record
	}
	answer := "[" + string(record) + "]"
	for _, name := range slices.Backward(strings.Split(i.RecordsPath, ".")) {
		answer = `{"` + name + `":` + answer + `}`
	}
	return []byte(`{"status":"success",` + answer[1:])
}

// DecodeOptions sets how a response is decoded.
type DecodeOptions struct {
	Zone        *time.Location      // zone of the dates; UTC if nil
	SubStatuses []desk.Code         // the account's, which say what closes a ticket; may be nil
	OnTickets   func([]desk.Ticket) // called with batches of rows while a Pull Ticket response is decoded; may be nil
	Ended       func() error        // returns an error once nobody waits for the answer any more; may be nil
}

// Decode decodes a response leniently. It accepts numbers as text, text as numbers, nulls, missing members, a single
// object for an array and an array for a single object. It returns a *Failure for an error response and a
// *DecodeError for one that cannot be decoded, also because it exceeds a limit (*TooLargeError).
func (o Operation[Req, Ans]) Decode(r io.Reader, in DecodeOptions) (Ans, error) {
	if in.Zone == nil {
		in.Zone = time.UTC
	}
	d := o.newDecoder(r, in)
	if err := d.unwrapAnswer(); err != nil {
		var none Ans
		return none, err
	}
	return o.read(d)
}

// unwrapAnswer goes on with the answer that a text contains as JSON.
func (d *responseDecoder) unwrapAnswer() error {
	if d.dec.PeekKind() != '"' {
		return nil
	}
	v, err := d.value()
	if inner, isJSON := textAsJSON(v); err == nil && isJSON {
		d.dec = jsontext.NewDecoder(bytes.NewBuffer(inner), lenient...)
		return nil
	}
	if err == nil {
		err = errShape
	}
	return d.result(err)
}
