package wire

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/safetext"
)

// lenient keeps what outsiders write: the same member twice and broken UTF-8 are theirs to answer for.
var lenient = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// CheckResponse says whether an answer of whatever operation is a success: nil, a *Refusal or an *Unreadable. A list is
// one, since records have a status of their own, unless a failure is all that it holds.
func CheckResponse(body []byte) error {
	v, err := first(body)
	if err != nil {
		return err
	}
	if v.Kind() == '[' {
		records := elementsOf(v)
		if len(records) == 1 && strings.EqualFold(scalar(RawMember(records[0], "status")), StatusFailed) {
			return &Failure{Message: safetext.LineFromHTML(scalar(RawMember(records[0], "message")))}
		}
		return nil
	}
	a := &responseDecoder{dec: jsontext.NewDecoder(bytes.NewReader(v), lenient...)}
	return a.decodeEnvelope(func(string) (bool, error) { return true, a.dec.SkipValue() })
}

// RawRecords lists the records of a successful answer as they came, each compact on one line: the elements of what
// Records names, or the answer itself. One thing where many are meant is a list of one, nothing an empty list.
func (i OperationInfo) RawRecords(body []byte) ([]jsontext.Value, error) {
	v, err := first(body)
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(strings.Trim(i.RecordsPath, "."), ".") {
		if name != "" {
			v = RawMember(v, name)
		}
	}
	records := []jsontext.Value{v}
	switch kind := v.Kind(); {
	case i.RecordsPath == "", kind == '{':
	case kind == '[':
		records = elementsOf(v)
	default:
		return nil, nil
	}
	for n, record := range records {
		records[n] = record.Clone()
		if err := records[n].Compact(lenient...); err != nil {
			return nil, &DecodeError{err}
		}
	}
	return records, nil
}

// RawMember is the value of an object's member, its name in any case; the last one when there are several, nil
// when there is none. It shares the object's memory.
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
			found = read(object, dec, v)
		}
		return err
	})
	return found
}

// RawText reads any value as text: null, [] and {} as nothing, numbers and booleans as written. It is not cleaned.
func RawText(v jsontext.Value) string { return scalar(v.Clone()) }

// first is the JSON value that a body begins with.
func first(body []byte) (jsontext.Value, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(body), lenient...)
	v, err := dec.ReadValue()
	if err != nil {
		return nil, &DecodeError{err}
	}
	return read(body, dec, v), nil
}

// elementsOf are the objects in a list; they share its memory.
func elementsOf(list jsontext.Value) []jsontext.Value {
	var all []jsontext.Value
	walk(list, '[', func(dec *jsontext.Decoder) error {
		v, err := dec.ReadValue()
		if v.Kind() == '{' {
			all = append(all, read(list, dec, v))
		}
		return err
	})
	return all
}

// read is the value that the decoder has just read, in the memory that it reads from: its own is used again.
func read(from []byte, dec *jsontext.Decoder, v jsontext.Value) jsontext.Value {
	end := int(dec.InputOffset())
	return from[end-len(v) : end : end]
}

// walk calls take at the beginning of each element or member of a value that was read before.
func walk(v jsontext.Value, kind jsontext.Kind, take func(*jsontext.Decoder) error) {
	if v.Kind() != kind {
		return
	}
	dec := jsontext.NewDecoder(bytes.NewReader(v), lenient...)
	_, err := dec.ReadToken()
	for end := kind + 2; err == nil && dec.PeekKind() != end; { // "]" and "}" stand two after what they close
		err = take(dec)
	}
}
