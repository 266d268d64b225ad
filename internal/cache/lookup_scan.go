package cache

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// hit is a customer or a ticket that matches.
type hit struct {
	rank     rank
	created  desk.UnixTime // hits of the same rank are kept by this, newest first
	customer int64         // of a customer
	row      uint32        // of a ticket
	own      bool          // it matches by its number, its order or its title, rather than by whose it is
}

// maxHits is how many hits each goroutine of a look-up keeps. A letter or two match almost everything.
const maxHits = 500

// hits holds the best hits of one goroutine.
type hits struct {
	all  []hit
	last hit  // of those kept when there were too many; a worse one is not kept
	more bool // others match too
}

func (h *hits) add(one hit) {
	if h.more && one.compare(h.last) >= 0 {
		return
	}
	if h.all = append(h.all, one); len(h.all) == 2*maxHits {
		slices.SortFunc(h.all, hit.compare)
		h.all, h.more = h.all[:maxHits], true
		h.last = h.all[maxHits-1]
	}
}

func (h hit) compare(other hit) int {
	return cmp.Or(cmp.Compare(other.rank, h.rank), cmp.Compare(other.created, h.created))
}

// scan looks through the customers and the tickets concurrently, and calls add with each hit, the customers' first. It
// reports whether others match too.
func (q *lookupQuery) scan(
	ctx context.Context,
	customers []*customerEntry,
	s *Snapshot,
	add func(hit),
) (more bool, err error) {
	people, tickets, creators := make([]hits, s.parts()), make([]hits, s.parts()), q.creators(s)
	err = s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		for i, entry := range customers[len(customers)*part/len(people) : len(customers)*(part+1)/len(people)] {
			if i%rowsPerCheck == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if fit := q.record(entry.fields); fit != 0 {
				people[part].add(hit{rank: fit, created: entry.record.Created, customer: entry.record.ID})
			}
		}
		if !q.isNumbered && q.mail == "" && creators == nil {
			return nil
		}
		for number := from; number < to; number++ {
			if number%rowsPerCheck == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			row := s.rows[number]
			if fit, own := q.ticket(row, creators); fit != 0 {
				tickets[part].add(hit{rank: fit, created: row.Created, row: uint32(number), own: own})
			}
		}
		return nil
	})
	for _, found := range slices.Concat(people, tickets) {
		more = more || found.more
		for _, h := range found.all {
			add(h)
		}
	}
	return more, err
}

// ticket returns how well a row matches, and whether by its own number, order or title, rather than by whose it is.
func (q *lookupQuery) ticket(row *packedTicket, creators []rank) (best rank, own bool) {
	if creators != nil {
		best = creators[row.creator]
	}
	best = max(best, q.phoneNumber(row.phoneNumber, "", nil))
	if q.mail != "" {
		best = max(best, q.email(row.part(partEmail), nil))
	}
	if !q.isNumbered {
		return best, false
	}
	fit := max(q.number(row.id(), nil), q.order(row.part(partOrder), nil))
	if !q.code.isZero() {
		fit = max(fit, q.title(row.part(partTitle), nil))
	}
	if fit != 0 && fit >= best {
		return fit, true
	}
	return best, false
}

// creators returns how well each label matches as the name of a creator; nil when none does. The names of agents do not
// match: they create tickets for customers.
func (q *lookupQuery) creators(s *Snapshot) (fits []rank) {
	if q.phone != 0 {
		return nil
	}
	var agents map[string]bool
	for label, folded := range s.cache.labels.of(s) {
		fit := q.creator(folded, nil)
		if fit == 0 || folded == "" {
			continue
		}
		if fits == nil {
			fits, agents = make([]rank, len(s.words.labels.all)), s.assigneeNames()
		}
		if !agents[strings.ToLower(s.words.labels.all[label].String())] {
			fits[label] = fit
		}
	}
	return fits
}

// of returns the folded labels of a snapshot.
func (f *foldedLabels) of(s *Snapshot) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rows != s.index {
		f.rows, f.folded = s.index, nil
	}
	for i := len(f.folded); i < len(s.words.labels.all); i++ {
		f.folded = append(f.folded, foldedTerm(s.words.labels.all[i]))
	}
	return f.folded[:len(s.words.labels.all)]
}

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
