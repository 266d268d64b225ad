package wire

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// eachRecord reads a list of records in any form of PROTOCOL.md 3 and calls take for each of them. Whatever is neither
// empty nor read is kept as an error, because it must not count as nothing.
func (d *responseDecoder) eachRecord(s *listShape, take func() error) error {
	return d.listValue(s, "a list", 0, take)
}

func (d *responseDecoder) listValue(s *listShape, wanted string, depth int, take func() error) error {
	kind := d.dec.PeekKind()
	if kind == '[' && depth < maxNesting {
		n := -1
		return d.elements(func() error {
			n++
			return d.atStep(pathStep{number: n}, func() error {
				if d.dec.PeekKind() == '{' {
					return take()
				}
				return d.listValue(s, s.one(), depth+1, take)
			})
		})
	}
	v, err := d.value()
	if err != nil {
		return err
	}
	text, isJSON := textAsJSON(v)
	switch {
	case kind == 'n', kind == '"' && saysNone(scalar(v)):
	case depth >= maxNesting, kind != '{' && !isJSON:
		d.odd(v, wanted)
	case isJSON:
		return d.within(text, func() error { return d.listValue(s, wanted, depth+1, take) })
	default:
		return d.listObject(s, v, depth, take)
	}
	return nil
}

// listObject reads an object that stands where a list belongs.
func (d *responseDecoder) listObject(s *listShape, v jsontext.Value, depth int, take func() error) error {
	parts, areRecords := s.parts(v)
	if len(parts) == 0 && len(membersOf(v)) > 0 {
		d.oddShape("is an object without a list of " + s.many())
	}
	for _, m := range parts {
		read := take
		if !areRecords {
			read = func() error { return d.listMember(s, m, depth+1, take) }
		}
		if m.name != "" {
			named := read
			read = func() error { return d.at(m.name, named) }
		}
		if err := d.within(m.value, read); err != nil {
			return err
		}
	}
	return nil
}

// listMember reads a member of an object: a list, or one record of a list with numbered keys.
func (d *responseDecoder) listMember(s *listShape, m objectMember, depth int, take func() error) error {
	if isNumber(m.name) {
		if m.value.Kind() == '{' {
			return take()
		}
		return d.listValue(s, s.one(), depth, take)
	}
	return d.listValue(s, "a list", depth, take)
}

// listAnswer reads an answer that has a list of records.
type listAnswer struct {
	*responseDecoder
	shape  *listShape
	take   func() error
	total  int            // totalCount; -1 if it is absent
	found  bool           // a list, even an empty one
	text   jsontext.Value // message, if it is a text or another scalar
	others []objectMember // values that may be the list if nothing else is
	isMore bool           // there are other lists or objects
	isBare bool           // the answer is a list of records without anything around it
}

// readList reads an answer with the records of a list, and returns its totalCount. take reads one record and reports
// whether it was one, or empty.
func (d *responseDecoder) readList(s *listShape, take func() (bool, error)) (total int, err error) {
	records, odd := 0, 0
	a := &listAnswer{responseDecoder: d, shape: s, total: -1, take: func() error {
		d.allowed.record()
		is, err := take()
		if records++; !is {
			odd++
		}
		return err
	}}
	err = a.read()
	if err == nil && !a.isBare && !strings.EqualFold(d.status, StatusFailed) {
		err = a.lookElsewhere()
	}
	if odd > 0 && odd == records {
		d.oddShape(fmt.Sprintf("has %d records, and none is %s with a number", odd, s.one()))
	}
	return a.total, d.result(err)
}

// read reads all members of the answer.
func (a *listAnswer) read() error {
	if a.dec.PeekKind() != '[' {
		return a.eachMember(a.member)
	}
	n := -1
	return a.elements(func() error {
		n++
		v, err := a.value()
		if err != nil {
			return err
		}
		return a.within(v, func() error { return a.atStep(pathStep{number: n}, a.element) })
	})
}

// element reads an element of an answer that is a list: a record, or the answer itself.
func (a *listAnswer) element() error {
	if a.dec.PeekKind() != '{' {
		return a.listValue(a.shape, a.shape.one(), 1, a.take)
	}
	v, err := a.value()
	if err != nil {
		return err
	}
	isRecord := a.shape.isRecord(namesOf(membersOf(v)))
	a.isBare, a.payload = a.isBare || isRecord, a.payload || isRecord
	return a.within(v, func() error {
		if isRecord {
			return a.take()
		}
		return a.eachMember(a.member)
	})
}

func (a *listAnswer) member(name string) error {
	lower := strings.ToLower(name)
	switch {
	case lower == "status":
		return a.keepEnvelopeMember(lower)
	case lower == "message" && a.isScalar():
		v, err := a.value()
		a.text = v.Clone()
		a.setMessage(a.text)
		return err
	case lower == "totalcount":
		v, err := a.value()
		if n, whole := wholeNumber(v); err == nil && whole {
			a.total = int(n)
		}
		a.payload = true
		return err
	case lower == "message", a.shape.hasList(name) && !a.isScalar():
		a.found, a.payload = true, true
		return a.at(name, func() error { return a.eachRecord(a.shape, a.take) })
	case isNumber(name) && !a.isScalar():
		a.found, a.payload = true, true
		return a.at(name, func() error { return a.listValue(a.shape, a.shape.one(), 1, a.take) })
	}
	a.isMore = a.isMore || !a.isScalar()
	v, err := a.value()
	if m := (objectMember{name, v}); err == nil && a.mayBeList(m) {
		m.value = v.Clone()
		a.others = append(a.others, m)
	}
	return err
}

// mayBeList reports whether a member may have the list if no other member has it.
func (a *listAnswer) mayBeList(m objectMember) bool {
	switch kind := m.value.Kind(); {
	case a.shape.hasList(m.name):
		return true
	case a.shape.anyObject && kind == '{':
		names := namesOf(membersOf(m.value))
		isKnown := func(name string) bool { return a.shape.hasList(name) || a.shape.known(name) }
		return isNumbered(names) || slices.ContainsFunc(names, isKnown)
	default:
		return a.shape.anyObject && kind == '['
	}
}

// lookElsewhere looks for the list in what is left, once the answer has ended without one.
func (a *listAnswer) lookElsewhere() error {
	if len(a.text) > 0 {
		_, isJSON := textAsJSON(a.text)
		if !a.found && (isJSON || a.text.Kind() != '"' || len(a.others) == 0) {
			a.found = true
			return a.within(a.text, func() error {
				return a.at("message", func() error { return a.eachRecord(a.shape, a.take) })
			})
		}
	}
	for _, m := range a.others {
		if a.found {
			return nil
		}
		a.found, a.payload = true, true
		if err := a.within(m.value, func() error {
			return a.at(m.name, func() error { return a.eachRecord(a.shape, a.take) })
		}); err != nil {
			return err
		}
	}
	isUndefined := a.shape.anyObject && !a.isMore // the interface defines no more than the status
	if !a.found && a.total != 0 && a.status != "" && !isUndefined {
		a.oddShape("has no list of " + a.shape.many())
	}
	return nil
}
