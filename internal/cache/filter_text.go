package cache

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
)

// text returns the test of a term that is a text.
func (b *matcherBuilder) text(t filter.Term) filter.Test {
	occurs := b.occurrence(t)
	return func(number uint32, _ *filter.Row) bool { return occurs(number, b.snapshot.row(number)) != t.Not }
}

// occurrence returns the test of a text that must occur.
func (b *matcherBuilder) occurrence(t filter.Term) rowTest {
	if !t.Number {
		folded := safetext.Fold(t.Text)
		occurs, code := b.occurs(folded), newNumberCode(strings.Fields(folded))
		if code.isZero() && b.forgives && !t.Not {
			return b.orNear(t.Text, folded, occurs)
		}
		if code.isZero() {
			return occurs
		}
		return func(number uint32, row *packedTicket) bool { return occurs(number, row) || row.names(code) }
	}
	var words []rowTest
	for word := range strings.FieldsSeq(t.Text) {
		words = append(words, b.occurs(safetext.Fold(word)))
	}
	phone := newPhoneMatcher(t.Text, b.query.customers)
	return func(number uint32, row *packedTicket) bool {
		for _, word := range words {
			if !word(number, row) {
				return phone.in(row)
			}
		}
		return true
	}
}

// names reports whether the order of a ticket ends with the number of a code, or its title names it.
func (s *packedTicket) names(code numberCode) bool {
	return code.in(s.title()) || code.ends(s.order())
}

// occurs tests whether a folded text occurs in the fields of a ticket, in its texts where they were read, or in the
// names and e-mails of its customer where that is known.
func (b *matcherBuilder) occurs(folded string) rowTest {
	w := newTermMatcher(folded, &b.snapshot.values)
	w.inTexts = b.query.texts.with(b.snapshot, folded)
	w.customers = b.query.customers.with(func(s *customerEntry) bool {
		return occursIn(s.names, folded) || s.hasEmail(folded)
	})
	w.number, _ = strconv.ParseInt(folded, 10, 64)
	return w.in
}

// with returns the ids of the customers that fit, nil when there are none.
func (l *customerList) with(fits func(*customerEntry) bool) map[int64]bool {
	var found map[int64]bool
	for _, s := range l.entries {
		if fits(s) {
			if found == nil {
				found = map[int64]bool{}
			}
			found[s.record.ID] = true
		}
	}
	return found
}

// Fewest digits that are compared with phone numbers: fewer occur in too many of them, and a number without its
// beginning is compared from the end.
const (
	minNumberDigits = 4
	minWholePhone   = 7
)

// phoneMatcher finds a phone number however it and the records' numbers are written.
type phoneMatcher struct {
	digits    []byte     // as typed
	whole     desk.Phone // zero when too short for a number of its own
	customers map[int64]bool
}

func newPhoneMatcher(typed string, customers *customerList) *phoneMatcher {
	m := &phoneMatcher{digits: safetext.Digits(nil, typed)}
	if len(m.digits) < minNumberDigits {
		m.digits = nil
		return m
	}
	if len(m.digits) >= minWholePhone {
		m.whole = desk.NewPhone(typed)
		m.customers = customers.with(func(s *customerEntry) bool {
			isIt := func(f field) bool { return m.whole.Match(f.phone) >= desk.PartialMatch }
			return slices.ContainsFunc(s.fields, isIt)
		})
	}
	return m
}

// in reports whether the ticket or its customer has the number.
func (m *phoneMatcher) in(row *packedTicket) bool {
	if m.digits == nil {
		return false
	}
	if m.customers[row.Customer] {
		return true
	}
	_, phone, _, _ := row.contact()
	if phone == "" {
		return false
	}
	var room [32]byte
	if bytes.Contains(safetext.Digits(room[:0], phone), m.digits) {
		return true
	}
	return m.whole != 0 && m.whole.Match(row.phoneNumber) >= desk.PartialMatch
}
