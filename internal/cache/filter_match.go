package cache

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
)

// rowTest reports whether a row meets a term; number is the row's.
type rowTest func(number uint32, row *packedTicket) bool

// filterMatcher is filters prepared for one snapshot: what many rows share is tested once, not once for each row.
type filterMatcher struct {
	isFaulty bool      // no row matches
	tests    []rowTest // all must hold; the cheapest first
	notes    []string  // names that no ticket has, in sentences
}

func (m *filterMatcher) has(number uint32, row *packedTicket) bool {
	if m.isFaulty {
		return false
	}
	for _, test := range m.tests {
		if !test(number, row) {
			return false
		}
	}
	return true
}

// The costs of terms, by which they are ordered.
const (
	cheap = iota
	textual
	personal
	costs
)

// newFilterMatcher prepares the filters of a view.
func (s *Snapshot) newFilterMatcher(q *preparedQuery, all parsedView) filterMatcher {
	var m filterMatcher
	b := matcherBuilder{snapshot: s, query: q}
	var byCost [costs][]rowTest
	for _, f := range all {
		m.isFaulty = m.isFaulty || f.faulty
		b.forgives = q.Forgiving && f.isTyped
		for _, t := range f.Terms {
			if t.Name == filter.Any {
				continue // it says which days a view has, see isOfAnyDay
			}
			test, cost := b.term(t)
			if t.Not {
				holds := test
				test = func(number uint32, row *packedTicket) bool { return !holds(number, row) }
			}
			byCost[cost] = append(byCost[cost], test)
		}
	}
	m.tests = slices.Concat(byCost[:]...)
	m.notes = b.notes
	return m
}

// matcherBuilder makes the tests of terms.
type matcherBuilder struct {
	snapshot *Snapshot
	query    *preparedQuery
	notes    []string
	forgives bool // typos
}

func (b *matcherBuilder) note(format string, args ...any) {
	b.notes = append(b.notes, fmt.Sprintf(format, args...))
}

// term returns the test of a term, before its negation.
func (b *matcherBuilder) term(t filter.Term) (rowTest, int) {
	v := &b.snapshot.values
	switch t.Name {
	case "":
		return b.text(t), textual
	case filter.Queue:
		return byTable(b.codes(t, "queue", v.queues), func(r *packedTicket) uint32 { return r.queue }), cheap
	case filter.SubStatus:
		return byTable(b.codes(t, "sub-status", v.subStatuses), func(r *packedTicket) uint32 { return r.subStatus }), cheap
	case filter.Disposition:
		return byTable(b.dispositions(t), func(r *packedTicket) uint32 { return r.disposition }), cheap
	case filter.FixedAtOnce:
		return b.fixedAtOnce(t), cheap
	case filter.Turnaround:
		return b.turnaround(t), cheap
	case filter.Hour:
		return b.hour(t), cheap
	case filter.Assignee:
		return byTable(b.people(t), func(r *packedTicket) uint32 { return r.assignee }), cheap
	case filter.Priority:
		return byTable(b.priorities(t), func(r *packedTicket) uint32 { return r.priority }), cheap
	case filter.Source:
		return byTable(b.sources(t), func(r *packedTicket) uint32 { return r.source }), cheap
	case filter.Customer:
		return b.customer(t), cheap
	case filter.Is, filter.Has:
		return b.state(t)
	}
	return b.time(t), cheap
}

// byTable returns the test of a value that many rows share.
func byTable(table matchTable, of func(*packedTicket) uint32) rowTest {
	return func(_ uint32, row *packedTicket) bool { return table.yes(of(row)) }
}

// named returns which of n names each value of a term means: those equal to it, or else those that are the same but for
// spaces and hyphens, or else those in which its words begin words. texts returns the texts of a name; the first name
// is that of rows without one.
func (b *matcherBuilder) named(t filter.Term, what string, n int, texts func(int) []string) matchTable {
	table := make(matchTable, n)
	for _, value := range t.Values {
		if value.Compare != "" {
			continue
		}
		folded := safetext.Fold(value.Text)
		is := func(text string) bool { return strings.Join(strings.Fields(safetext.Fold(text)), " ") == folded }
		isSame := func(text string) bool { return filter.SameName(text, folded) }
		begins := func(text string) bool { return filter.BeginsWord(text, folded) }
		if !addNamed(table, texts, is) && !addNamed(table, texts, isSame) && !addNamed(table, texts, begins) {
			b.note("no ticket has the %s “%s”", what, safetext.LineFromText(value.Text))
		}
	}
	return table
}

// addNamed adds the names with a text that fits, and reports whether there are any.
func addNamed(table matchTable, texts func(int) []string, fits func(string) bool) (found bool) {
	for i := 1; i < len(table); i++ {
		if slices.ContainsFunc(texts(i), fits) {
			table[i], found = true, true
		}
	}
	return found
}

func (b *matcherBuilder) codes(t filter.Term, what string, all []desk.Code) matchTable {
	return b.orNone(t, func(t filter.Term) matchTable {
		return b.named(t, what, len(all), func(i int) []string { return []string{all[i].Key().Raw(), all[i].Label()} })
	})
}

// orNone returns which names a term means, of which the value none means rows without one.
func (b *matcherBuilder) orNone(t filter.Term, named func(filter.Term) matchTable) matchTable {
	isNone := func(v filter.Value) bool { return v.Text == filter.None }
	others := t
	others.Values = slices.DeleteFunc(slices.Clone(t.Values), isNone)
	table := named(others)
	table[0] = slices.ContainsFunc(t.Values, isNone)
	return table
}

func (b *matcherBuilder) lines(t filter.Term, what string, all []desk.InternedLine) matchTable {
	return b.named(t, what, len(all), func(i int) []string { return []string{all[i].String()} })
}

// dispositions returns which dispositions a term means: those that are or begin with its levels, or else those with its
// words.
func (b *matcherBuilder) dispositions(t filter.Term) matchTable {
	all := b.snapshot.values.dispositions
	return b.orNone(t, func(t filter.Term) matchTable {
		return b.named(t, "disposition", len(all), func(i int) []string { return desk.DispositionLevels(all[i].String()) })
	})
}

// people tests the assignee.
func (b *matcherBuilder) people(t filter.Term) matchTable {
	all := b.snapshot.values.assignees
	byName := t
	byName.Values = nil
	isNone := false
	for _, v := range t.Values {
		switch {
		case v.Text == filter.None:
			isNone = true
		case v.Text == filter.Me && b.query.Agent == "":
			b.note("assignee:me needs your name as agent in the configuration")
		case v.Text == filter.Me:
			for i := 1; i < len(all); i++ {
				if safetext.Fold(all[i].String()) == safetext.Fold(b.query.Agent) {
					byName.Values = append(byName.Values, filter.Value{Text: b.query.Agent})
				}
			}
		default:
			byName.Values = append(byName.Values, v)
		}
	}
	table := b.lines(byName, "assignee", all)
	table[0] = isNone
	return table
}

// priorities tests the priority by its name or rank.
func (b *matcherBuilder) priorities(t filter.Term) matchTable {
	all := b.snapshot.values.priorities
	table := b.lines(t, "priority", all)
	for i := range all {
		rank, ranked := desk.PriorityRank(all[i])
		for _, v := range t.Values {
			if ranked && isCompared(v, rank) {
				table[i] = true
			}
		}
	}
	return table
}

// isCompared reports whether a rank meets a comparison; a smaller rank is more urgent.
func isCompared(v filter.Value, rank int) bool {
	switch v.Compare {
	case ">=":
		return rank <= v.Rank
	case ">":
		return rank < v.Rank
	case "<=":
		return rank >= v.Rank
	case "<":
		return rank > v.Rank
	}
	return false
}

// sources tests the source. Sources are kept with names of many other kinds, of which only those of sources count.
func (b *matcherBuilder) sources(t filter.Term) matchTable {
	isSource := make([]bool, len(b.snapshot.values.labels))
	for p, page := range b.snapshot.pages {
		for _, row := range page.rows[:min(pageSize, b.snapshot.n-p*pageSize)] {
			isSource[row.source] = true
		}
	}
	all := b.snapshot.values.labels
	return b.named(t, "source", len(all), func(i int) []string {
		if !isSource[i] {
			return nil
		}
		return []string{all[i].String()}
	})
}

// customer tests the customer by number, or by the name of a known one.
func (b *matcherBuilder) customer(t filter.Term) rowTest {
	ids := map[int64]bool{}
	for _, v := range t.Values {
		found := false
		if id, err := strconv.ParseInt(v.Text, 10, 64); err == nil && id > 0 {
			ids[id], found = true, true
		}
		words := strings.Fields(safetext.Fold(v.Text))
		for _, entry := range b.query.customers.entries {
			if entry.isNamed(words) {
				ids[entry.record.ID], found = true, true
			}
		}
		if !found {
			b.note("no known customer is called “%s”", safetext.LineFromText(v.Text))
		}
	}
	return func(_ uint32, row *packedTicket) bool { return row.customer != 0 && ids[row.customer] }
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

// state tests flags and what belongs to a ticket; the agent's own state is asked last.
func (b *matcherBuilder) state(t filter.Term) (rowTest, int) {
	var tests []rowTest
	cost := cheap
	own := &b.query.Own
	for _, v := range t.Values {
		test := stateTests[v.Text]
		switch {
		case v.Text == filter.Late || v.Text == filter.Risk:
			test = b.urgency(v.Text)
		case v.Text == filter.Draft && own.HasDraft != nil:
			test, cost = func(_ uint32, r *packedTicket) bool { return own.HasDraft(r.id()) }, personal
		case v.Text == filter.Unread && own.IsUnread != nil:
			test, cost = own.unread, personal
		case test == nil:
			b.note("%s:%s is known in the console only", t.Name, v.Text)
			continue
		}
		tests = append(tests, test)
	}
	return anyOf(tests), cost
}

var stateTests = map[string]rowTest{
	filter.Open:      func(_ uint32, r *packedTicket) bool { return !r.marks.Has(desk.Closed) },
	filter.Closed:    func(_ uint32, r *packedTicket) bool { return r.marks.Has(desk.Closed) },
	filter.Escalated: func(_ uint32, r *packedTicket) bool { return r.marks.Has(desk.Escalated) },
	filter.Callback:  func(_ uint32, r *packedTicket) bool { return r.awaitsCall() },
	filter.Order:     func(_ uint32, r *packedTicket) bool { return r.parts()[partOrder] != "" },
}

func (o *Own) unread(_ uint32, r *packedTicket) bool {
	touched := r.touched()
	return touched > o.ReadSince && o.IsUnread(r.id(), r.lastTalk, r.talks, touched)
}

// anyOf returns the test that holds when one of the tests does.
func anyOf(tests []rowTest) rowTest {
	if len(tests) == 1 {
		return tests[0]
	}
	return func(number uint32, row *packedTicket) bool {
		return slices.ContainsFunc(tests, func(test rowTest) bool { return test(number, row) })
	}
}
