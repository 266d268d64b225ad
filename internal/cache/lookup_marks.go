package cache

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// TextRange is a part of a text, from a byte up to another.
type TextRange struct{ From, To int }

// explain says by which of its fields a record was found, and what of it to mark: by the field that matches best, else
// by one that has a word of what was typed, else by the name.
func (q *lookupQuery) explain(f *Match, fields []field) {
	const someWord rank = 1 // less than any match
	f.By = ByName
	best, bestRank := slices.IndexFunc(fields, func(f field) bool { return f.by == ByName }), rank(0)
	for i := range fields {
		fit := q.match(&fields[i], nil)
		if fit == 0 && q.anyWord(&fields[i], nil) {
			fit = someWord
		}
		if fit > bestRank || fit == bestRank && fit != 0 && fields[i].by < fields[best].by {
			best, bestRank = i, fit
		}
	}
	if best < 0 {
		return
	}
	is := fields[best]
	f.By, f.Value = is.by, is.line
	f.LastDigits = is.phone.IsMasked() && bestRank.level() == desk.PossibleMatch
	var found marks
	folded := safetext.FoldWithOrigins(is.line.String())
	is.text = folded.Text
	if q.match(&is, &found) == 0 {
		q.anyWord(&is, &found)
	}
	f.Ranges = found.in(folded)
}

// anyWord reports whether a field has one of the words, and marks those that it has.
func (q *lookupQuery) anyWord(f *field, m *marks) (has bool) {
	for i := range q.words {
		has = q.word(i, f, m) != 0 || has
	}
	return has
}

// marks collects what of a folded text to mark; a nil one collects nothing, as while many records are compared.
type marks []TextRange

func (m *marks) add(from, to int) {
	if m != nil {
		*m = append(*m, TextRange{from, to})
	}
}

// found marks a word where a text has it.
func (m *marks) found(text, word string) {
	if m == nil {
		return
	}
	if at := wordAt(text, word); at >= 0 {
		m.add(at, at+len(word))
	}
}

// digits marks those digits of a phone number that were typed: where they occur, or else the equal ones at its end, as
// far as they are shown.
func (m *marks) digits(written, typed string) {
	if m == nil {
		return
	}
	_, typed = desk.PhoneDigits(typed)
	at, digits := desk.PhoneDigits(written)
	from := strings.LastIndex(digits, typed)
	to := from + len(typed)
	if from < 0 {
		from, to = len(digits), len(digits)
		for i := len(typed) - 1; from > 0 && i >= 0 && (digits[from-1] == typed[i] || digits[from-1] == '?'); i-- {
			from--
		}
	}
	for i := from; i < to; i++ {
		switch {
		case digits[i] == '?':
		case i > from && digits[i-1] != '?':
			(*m)[len(*m)-1].To = at[i] + 1
		default:
			m.add(at[i], at[i]+1)
		}
	}
}

// in returns the parts of a line that what is marked of its folded form comes from, sorted, with those that touch
// joined.
func (m *marks) in(line safetext.Folded) (all []TextRange) {
	slices.SortFunc(*m, func(x, y TextRange) int { return x.From - y.From })
	for _, r := range *m {
		from, to := line.Origin(r.From, r.To)
		if n := len(all); n > 0 && from <= all[n-1].To {
			all[n-1].To = max(all[n-1].To, to)
			continue
		}
		all = append(all, TextRange{from, to})
	}
	return all
}
