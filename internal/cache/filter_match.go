package cache

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

// filterMatcher is filters prepared for one snapshot: what many rows share is tested once, not once for each row.
type filterMatcher struct {
	has           filter.Test
	anyDay        bool // open tickets of all days belong to it
	isOfCallbacks bool
	notes         []string // names that no ticket has, in sentences
}

// lists reports whether a row, of the window or not, belongs to the view.
func (m *filterMatcher) lists(number uint32, row *packedTicket, inWindow bool) bool {
	return (inWindow || m.anyDay && !row.Marks.Has(desk.Closed)) && m.has(number, &row.Row)
}

// newFilterMatcher prepares a filter, of which words may forgive typos.
func (s *Snapshot) newFilterMatcher(q *preparedQuery, f parsed, forgives bool) filterMatcher {
	m := filterMatcher{isOfCallbacks: f.IsOfCallbacks(), anyDay: isOfAnyDay(f)}
	b := matcherBuilder{snapshot: s, query: q, env: s.env(q), forgives: forgives}
	var conditions, texts, own []filter.Test
	if f.faulty {
		conditions = append(conditions, filter.Never)
	}
	for _, t := range f.Terms {
		switch {
		case t.Name == filter.Any: // read above
		case t.Name == "":
			texts = append(texts, b.text(t))
		case t.Needs(filter.OfOwn):
			own = append(own, t.Test(b.env))
		default:
			conditions = append(conditions, t.Test(b.env))
		}
	}
	m.has = filter.All(slices.Concat(conditions, texts, own)) // the cheapest first
	m.notes = b.env.Notes
	return m
}

// env returns what conditions are tested with.
func (s *Snapshot) env(q *preparedQuery) *filter.Env {
	v := &s.words
	e := &filter.Env{
		Now: q.Now, Agent: q.Agent, SubStatuses: v.subStatuses.all, Queues: v.queues.all, Priorities: v.priorities.all,
		Assignees: v.assignees.all, Dispositions: v.dispositions.all, Sources: v.sources.all,
		Customers: func(words []string) map[int64]bool {
			return q.customers.with(func(c *customerEntry) bool { return c.isNamed(words) })
		},
		HasOrder: func(number uint32, _ *filter.Row) bool { return s.rows[number].part(partOrder) != "" },
	}
	if has := q.Own.HasDraft; has != nil {
		e.HasDraft = func(number uint32, _ *filter.Row) bool { return has(s.rows[number].id()) }
	}
	if q.Own.IsUnread != nil {
		e.Unread = func(number uint32, _ *filter.Row) bool { return q.Own.unread(s.rows[number]) }
	}
	return e
}

// isNamed reports whether each word occurs in the names or the code of the customer.
func (s *customerEntry) isNamed(words []string) bool {
	for _, word := range words {
		if !strings.Contains(s.names, word) && !strings.Contains(s.code, word) {
			return false
		}
	}
	return len(words) > 0
}

// text returns the test of a term that is a text.
func (b *matcherBuilder) text(t filter.Term) filter.Test {
	occurs := b.occurrence(t)
	return func(number uint32, _ *filter.Row) bool { return occurs(number, b.snapshot.rows[number]) != t.Not }
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
	return code.in(s.part(partTitle)) || code.ends(s.part(partOrder))
}

// occurs tests whether a folded text occurs in the fields of a ticket, in its texts where they were read, or in the
// names and e-mails of its customer where that is known.
func (b *matcherBuilder) occurs(folded string) rowTest {
	w := newTermMatcher(folded, &b.snapshot.words)
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
	phone := row.part(partPhone)
	if phone == "" {
		return false
	}
	var room [32]byte
	if bytes.Contains(safetext.Digits(room[:0], phone), m.digits) {
		return true
	}
	return m.whole != 0 && m.whole.Match(row.phoneNumber) >= desk.PartialMatch
}

// shortestNear is the length from which a word of a filter is searched with a typo, and mostNear how many words it may
// stand for.
const (
	shortestNear = 3
	mostNear     = 8
)

// orNear returns the test of a word, or that of the words in titles that are one typo away if no ticket has the word.
// The note says which these are.
func (b *matcherBuilder) orNear(typed, folded string, occurs rowTest) rowTest {
	isWord := strings.IndexFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
	if len(folded) < shortestNear || !isWord || b.anyRow(occurs) {
		return occurs
	}
	near := b.nearWords(folded)
	if len(near) == 0 {
		return occurs
	}
	b.note("no ticket has “%s”, listed are those with %s", safetext.LineFromText(typed), phrase.Join(" or ", near...))
	return func(_ uint32, row *packedTicket) bool {
		return slices.ContainsFunc(near, func(word string) bool { return occursIn(row.part(partTitle), word) })
	}
}

// anyRow reports whether a test holds for any ticket.
func (b *matcherBuilder) anyRow(holds rowTest) bool {
	for i, row := range b.snapshot.rows {
		if holds(uint32(i), row) {
			return true
		}
	}
	return false
}

// nearWords returns the words of titles that are one typo away from a word, those that most titles have first.
func (b *matcherBuilder) nearWords(typed string) []string {
	found := map[string]int{}
	isNoLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	for _, row := range b.snapshot.rows {
		for word := range strings.FieldsFuncSeq(row.part(partTitle), isNoLetter) {
			if isNear(typed, word) {
				found[word]++
			}
		}
	}
	words := make([]string, 0, len(found))
	for word := range found {
		words = append(words, word)
	}
	slices.SortFunc(words, func(x, y string) int {
		if found[x] != found[y] {
			return found[y] - found[x]
		}
		return strings.Compare(x, y)
	})
	return words[:min(len(words), mostNear)]
}

// isNear reports whether a word is one typo away. Of a short one only a letter may be missing, between the same ends:
// it is close to too many others.
func isNear(typed, word string) bool {
	isShort := len(typed) < minFuzzyLen
	if isShort && (len(word) != len(typed)+1 || word[0] != typed[0] || word[len(word)-1] != typed[len(typed)-1]) {
		return false
	}
	return phrase.IsTypo(typed, word)
}

// minHyphened is the length from which a word is searched with a hyphen in it.
const minHyphened = 4

// occursIn reports whether a folded text has a folded word. Words with and without a hyphen are one: wifi and Wi-Fi.
func occursIn(text, word string) bool {
	if strings.Contains(text, word) {
		return true
	}
	if len(word) < minHyphened || strings.ContainsAny(word, "0123456789 @.") {
		return false
	}
	if strings.Contains(word, "-") {
		word = strings.ReplaceAll(word, "-", "")
		return len(word) >= minHyphened && strings.Contains(text, word)
	}
	for from := 0; ; {
		at := strings.IndexByte(text[from:], '-')
		if at < 0 {
			return false
		}
		at += from
		for n := 1; n < len(word); n++ { // letters before the hyphen
			if n <= at && text[at-n:at] == word[:n] && strings.HasPrefix(text[at+1:], word[n:]) {
				return true
			}
		}
		from = at + 1
	}
}

// termMatcher is one text of a filter, with the interned values and the records that contain it.
type termMatcher struct {
	typed                                   string
	subStatuses, queues, priorities, people matchTable // nil where no value contains it
	inTexts                                 map[uint32]bool
	customers                               map[int64]bool
	number                                  int64 // the text as a number; 0 for none
}

func newTermMatcher(typed string, v *interners) *termMatcher {
	code := func(c desk.Code) bool { return occursIn(foldedCode(c), typed) }
	term := func(t desk.InternedLine) bool { return occursIn(foldedTerm(t), typed) }
	return &termMatcher{
		typed:       typed,
		subStatuses: evalAll(v.subStatuses.all, code), queues: evalAll(v.queues.all, code),
		priorities: evalAll(v.priorities.all, term), people: evalAll(v.assignees.all, term),
	}
}

func (w *termMatcher) in(number uint32, row *packedTicket) bool {
	return w.subStatuses.yes(row.SubStatus) || w.queues.yes(row.Queue) || w.priorities.yes(row.Priority) ||
		w.people.yes(row.Assignee) || occursIn(row.searchText(), w.typed) || w.inTexts != nil && w.inTexts[number] ||
		w.customers != nil && w.customers[row.Customer] || w.number != 0 && w.number == row.number
}

// matchTable holds the result of a predicate for each interned value, by number; nil if it holds for none.
type matchTable []bool

func (a matchTable) yes(number uint32) bool { return len(a) > 0 && a[number] }

// evalAll evaluates a predicate for each value.
func evalAll[T any](values []T, has func(T) bool) (all matchTable) {
	for i, v := range values {
		if has(v) {
			if all == nil {
				all = make(matchTable, len(values))
			}
			all[i] = true
		}
	}
	return all
}

// rowTest reports whether a row has a text; number is the row's.
type rowTest func(number uint32, row *packedTicket) bool

// matcherBuilder makes the tests of texts.
type matcherBuilder struct {
	snapshot *Snapshot
	query    *preparedQuery
	env      *filter.Env
	forgives bool // typos
}

func (b *matcherBuilder) note(format string, args ...any) {
	b.env.Notes = append(b.env.Notes, fmt.Sprintf(format, args...))
}

// with returns the rows whose texts contain a folded text, nil when there are none.
func (t *textSnapshot) with(s *Snapshot, folded string) map[uint32]bool {
	var found map[uint32]bool
	for i, text := range t.texts {
		if row, known := s.at(t.ids[i]); known && occursIn(text, folded) {
			if found == nil {
				found = map[uint32]bool{}
			}
			found[row] = true
		}
	}
	return found
}

// count returns how many of the texts are of the rows for which has holds.
func (t *textSnapshot) count(s *Snapshot, has rowTest) int {
	n := 0
	for _, id := range t.ids {
		if number, known := s.at(id); known && has(number, s.rows[number]) {
			n++
		}
	}
	return n
}
