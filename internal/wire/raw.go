package wire

import (
	"bytes"
	"iter"
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
	d := OperationInfo{}.newDecoder(bytes.NewReader(v), DecodeOptions{})
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
	for member, v := range members(object) {
		if strings.EqualFold(member, name) {
			found = v
		}
	}
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

// elementsOf returns the first objects in a list, up to a number.
func elementsOf(list jsontext.Value, most int) (all []jsontext.Value) {
	for v := range elements(list) {
		if len(all) == most {
			break
		}
		if v.Kind() == '{' {
			all = append(all, v)
		}
	}
	return all
}

// rawSlice returns the value just decoded as a slice of the input, because the decoder reuses its own buffer.
func rawSlice(from []byte, dec *jsontext.Decoder, v jsontext.Value) jsontext.Value {
	end := int(dec.InputOffset())
	return from[end-len(v) : end : end]
}

// members yields the members of an object that is known to be valid JSON, by name. They share its memory. Another value
// has none.
func members(object jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		dec := jsontext.NewDecoder(bytes.NewBuffer(object), lenient...)
		for start, _ := dec.ReadToken(); start.Kind() == '{' && dec.PeekKind() == '"'; {
			quoted, _ := dec.ReadValue()
			name := memberName(quoted)
			v, err := dec.ReadValue()
			if err != nil || !yield(name, rawSlice(object, dec, v)) {
				return
			}
		}
	}
}

// elements yields the elements of an array in the same way.
func elements(array jsontext.Value) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		dec := jsontext.NewDecoder(bytes.NewBuffer(array), lenient...)
		for start, _ := dec.ReadToken(); start.Kind() == '[' && dec.PeekKind() != ']'; {
			v, err := dec.ReadValue()
			if err != nil || !yield(rawSlice(array, dec, v)) {
				return
			}
		}
	}
}

// isScalar reports whether a value is neither an object nor an array.
func isScalar(v jsontext.Value) bool { return v.Kind() != '{' && v.Kind() != '[' }

// membersIn yields the members of an object in any form: also of one that is written as JSON in a text, and of each
// object in a list. Any other value has none.
func membersIn(v jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		v, _ = textAsJSON(v)
		if v.Kind() == '{' {
			members(v)(yield)
			return
		}
		for element := range elements(v) {
			for name, member := range members(element) {
				if !yield(name, member) {
					return
				}
			}
		}
	}
}

// elementsIn yields the elements of a list in any form: also of one that is written as JSON in a text, or as an object
// with numbered keys. A single object counts as a list of one; any other value has none.
func elementsIn(v jsontext.Value) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		v, _ = textAsJSON(v)
		switch {
		case isNumberedObject(v):
			for _, element := range members(v) {
				if !yield(element) {
					return
				}
			}
		case v.Kind() == '{':
			yield(v)
		default:
			elements(v)(yield)
		}
	}
}

// isNumberedObject reports whether a value is an object with numbered keys.
func isNumberedObject(v jsontext.Value) bool {
	isAny := false
	for name := range members(v) {
		if !isNumber(name) {
			return false
		}
		isAny = true
	}
	return isAny
}
