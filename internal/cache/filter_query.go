package cache

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

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
		q.Zone = s.zone
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
