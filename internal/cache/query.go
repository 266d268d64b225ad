package cache

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

// Query selects and sorts the tickets of a list.
//
// A ticket belongs to Span by its creation day in Zone or, without a readable date, by the day whose pull returned it.
// With any:day the open tickets of other days belong to it, too, as far as they are known.
//
// The text and the view's filter are read by package filter. Words must occur in the id, the title, a name or a contact
// of the ticket, in its texts where they were read, or in its customer's where known.
type Query struct {
	View       string // the filter of a view
	Text       string // a filter, as typed
	Sort       desk.Sort
	Span       desk.DateRange
	Zone       *time.Location // the cache's when nil
	CountViews []string       // filters of views to count, without those of the query
	Now        time.Time      // to the minute, for conditions of time; the machine's when zero
	Agent      string         // whom assignee:me means
	Own        Own            // for is:unread and has:draft
	Forgiving  bool           // a word of Text that no ticket has stands for those one typo away, as List.Notes says
}

// Own is what the agent's own console knows of tickets. Listings that use it are not shared with other agents.
type Own struct {
	Key       string        // another one whenever the rest says something else
	ReadSince desk.UnixTime // activity up to this time is read
	HasDraft  func(id string) bool
	IsUnread  func(id string, lastTalk int64, talks int32, touched desk.UnixTime) bool
}

// unread reports whether a ticket has news that the agent has not read.
func (o *Own) unread(r *packedTicket) bool {
	touched := r.touched()
	return touched > o.ReadSince && o.IsUnread(r.id(), r.lastTalk, r.talks, touched)
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
