package wire

import (
	"bytes"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/safetext"
)

// lenient accepts duplicate members and invalid UTF-8, which responses may contain.
var lenient = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// CheckResponse returns nil if the response of any operation is a success, else a *Failure or a *DecodeError. An
// array is a success, since records have a status of their own, unless a failure is its only element.
func CheckResponse(body []byte) error {
	v, err := firstValue(body)
	if err != nil {
		return err
	}
	if v.Kind() == '[' {
		records := elementsOf(v, 2)
		if len(records) == 1 && strings.EqualFold(scalar(RawMember(records[0], "status")), StatusFailed) {
			return &Failure{
				Message: safetext.LineFromEscaped(scalar(RawMember(records[0], "message"))),
				Status:  StatusFailed,
			}
		}
		return nil
	}
	d := &responseDecoder{dec: jsontext.NewDecoder(bytes.NewReader(v), lenient...)}
	return d.decodeEnvelope(func(string) (bool, error) { return true, d.dec.SkipValue() })
}

// RawRecords returns the records of a successful response unchanged, each compacted to one line: those of its list, or
// the response itself. A list is found as Decode finds it, so that both have the same records in the same order. More
// records than the limit are an error.
func (i OperationInfo) RawRecords(body []byte) ([]jsontext.Value, error) {
	var records []jsontext.Value
	var err error
	switch {
	case i.list != nil:
		records, err = i.rawList(body)
	default:
		var v jsontext.Value
		v, err = firstValue(body)
		records = []jsontext.Value{v.Clone()}
	}
	if err != nil {
		return nil, err
	}
	for n := range records {
		if err := records[n].Compact(lenient...); err != nil {
			return nil, &DecodeError{err}
		}
	}
	return records, nil
}

func (i OperationInfo) rawList(body []byte) (records []jsontext.Value, err error) {
	d := i.newDecoder(bytes.NewReader(body), DecodeOptions{})
	if err := d.unwrapAnswer(); err != nil {
		return nil, err
	}
	_, err = d.readList(i.list, func() (bool, error) {
		v, err := d.value()
		records = append(records, v.Clone())
		return true, err
	})
	return records, err
}

// RawObjects returns the objects of a request body, which is one or an array of them.
func RawObjects(body []byte) []jsontext.Value {
	v, err := firstValue(body)
	if err != nil || v.Kind() == '{' {
		return []jsontext.Value{v}
	}
	return elementsOf(v, MaxTicketIDs)
}

// RawMember returns the value of an object's member, matching the name case-insensitively. It returns the last of
// several and nil if there is none. The result shares the object's memory.
func RawMember(object jsontext.Value, name string) jsontext.Value {
	var found jsontext.Value
	walk(object, '{', func(dec *jsontext.Decoder) error {
		token, err := dec.ReadToken()
		if err != nil {
			return err
		}
		wanted := strings.EqualFold(token.String(), name)
		v, err := dec.ReadValue()
		if wanted {
			found = rawSlice(object, dec, v)
		}
		return err
	})
	return found
}

// RawText returns any value as text: null, [] and {} as "", numbers and booleans as written. The text is not
// sanitised.
func RawText(v jsontext.Value) string { return scalar(v.Clone()) }

// firstValue returns the first JSON value of a body.
func firstValue(body []byte) (jsontext.Value, error) {
	body, err := safetext.WithoutMark(body)
	if err != nil {
		return nil, &DecodeError{err}
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(body), lenient...) // without a copy; it only reads
	v, err := dec.ReadValue()
	if err != nil {
		return nil, &DecodeError{err}
	}
	return rawSlice(body, dec, v), nil
}

// elementsOf returns the first objects in a list, up to a number. They share its memory.
func elementsOf(list jsontext.Value, most int) []jsontext.Value {
	var all []jsontext.Value
	walk(list, '[', func(dec *jsontext.Decoder) error {
		v, err := dec.ReadValue()
		if len(all) == most {
			return io.EOF
		}
		if v.Kind() == '{' {
			all = append(all, rawSlice(list, dec, v))
		}
		return err
	})
	return all
}

// rawSlice returns the value just decoded as a slice of the input, because the decoder reuses its own buffer.
func rawSlice(from []byte, dec *jsontext.Decoder, v jsontext.Value) jsontext.Value {
	end := int(dec.InputOffset())
	return from[end-len(v) : end : end]
}

// walk calls take for each element or member of a value that is known to be valid JSON.
func walk(v jsontext.Value, kind jsontext.Kind, take func(*jsontext.Decoder) error) {
	if v.Kind() != kind {
		return
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(v), lenient...)
	_, err := dec.ReadToken()
	for end := kind + 2; err == nil && dec.PeekKind() != end; { // the codes of "]" and "}" are two above "[" and "{"
		err = take(dec)
	}
}
