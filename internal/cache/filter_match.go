package cache

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
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

// isNamed reports whether each word occurs in the names or the code of the customer.
func (s *customerEntry) isNamed(words []string) bool {
	for _, word := range words {
		if !strings.Contains(s.names, word) && !strings.Contains(s.code, word) {
			return false
		}
	}
	return len(words) > 0
}

// unread reports whether a ticket has news that the agent has not read.
func (o *Own) unread(r *packedTicket) bool {
	touched := r.touched()
	return touched > o.ReadSince && o.IsUnread(r.id(), r.lastTalk, r.talks, touched)
}

// Own is what the agent's own console knows of tickets. Listings that use it are not shared with other agents.
type Own struct {
	Key       string        // another one whenever the rest says something else
	ReadSince desk.UnixTime // activity up to this time is read
	HasDraft  func(id string) bool
	IsUnread  func(id string, lastTalk int64, talks int32, touched desk.UnixTime) bool
}

// parsed is a filter that was read. A faulty one matches nothing, except when only its end is not typed yet.
type parsed struct {
	filter.Filter
	faulty bool
}

func parse(text string) parsed {
	f, err := filter.Parse(text)
	var fault *filter.Fault
	return parsed{f, errors.As(err, &fault) && !fault.Incomplete}
}

// IsOfAnyDay reports whether a view with a filter has open tickets of other days than those that are shown.
func IsOfAnyDay(view, typed string) bool { return isOfAnyDay(parse(view), parse(typed)) }

// isOfAnyDay reports whether filters that all hold ask for tickets of any day: the last one that says so, or not.
func isOfAnyDay(all ...parsed) bool {
	for _, f := range slices.Backward(all) {
		if anyDay, isSaid := f.SaysAnyDay(); isSaid {
			return anyDay
		}
	}
	return false
}

// preparedQuery is a query whose filters were read, with the records beside tickets that they search.
type preparedQuery struct {
	Query
	view      parsed
	typed     parsed
	counted   []parsed
	texts     *textSnapshot
	customers *customerList
	key       string // equal for queries with the same result
	countKey  string // equal for queries with the same counts
}

// prepare reads the filters of a query. What no filter uses is left out, so that listings can be shared.
func (s *Snapshot) prepare(q Query) *preparedQuery {
	if q.Zone == nil {
		q.Zone = s.cache.Zone
	}
	p := &preparedQuery{view: parse(q.View), typed: parse(q.Text), texts: &textSnapshot{}, customers: &customerList{}}
	for _, view := range q.CountViews {
		p.counted = append(p.counted, parse(view))
	}
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	q.Now = q.Now.Truncate(time.Minute).In(q.Zone)
	if p.needs(filter.OfTexts) {
		p.texts = s.cache.readTexts.snapshot()
	}
	if p.needs(filter.OfCustomers) {
		p.customers = s.cache.customerSnapshot()
	}
	p.Query = q
	shared := q
	own := q.Own.Key
	shared.Own = Own{}
	if !q.Sort.DependsOnNow() && !p.needs(filter.OfTime) {
		shared.Now = time.Time{}
	}
	if !p.needs(filter.OfAgent) {
		shared.Agent = ""
	}
	if !p.needs(filter.OfOwn) {
		own = ""
	}
	// the zone by its address, which is sufficient
	keyOf := func(q Query) string {
		return fmt.Sprintf("%#v %q %d %d", q, own, p.texts.version, p.customers.version)
	}
	p.key = keyOf(shared)
	shared.View, shared.Text, shared.Sort = "", "", desk.Sort{}
	p.countKey = keyOf(shared)
	return p
}

// needs reports whether one of the filters needs something.
func (p *preparedQuery) needs(what filter.Needs) bool {
	uses := func(f parsed) bool { return f.Needs(what) }
	return uses(p.view) || uses(p.typed) || slices.ContainsFunc(p.counted, uses)
}
