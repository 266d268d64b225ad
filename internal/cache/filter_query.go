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
	faulty  bool
	isTyped bool // by the agent who sees the list
}

func parse(text string) parsed {
	f, err := filter.Parse(text)
	var fault *filter.Fault
	return parsed{Filter: f, faulty: errors.As(err, &fault) && !fault.Incomplete}
}

// parsedView is the filters of a view: its words, its own filter, and for the view that is shown what is typed.
type parsedView []parsed

func parseView(v *desk.View, typed string) parsedView {
	all := parsedView{{Filter: filter.Words(v.Text)}}
	for i, text := range []string{v.Filter, typed} {
		if p := parse(text); p.faulty || !p.IsEmpty() {
			p.isTyped = i == 1
			all = append(all, p)
		}
	}
	return all
}

// split parts what is typed from the view's own filters.
func (v parsedView) split() (own, typed parsedView) {
	if last := len(v) - 1; v[last].isTyped {
		return v[:last], v[last:]
	}
	return v, nil
}

// any reports whether one of the filters holds for has.
func (v parsedView) any(has func(filter.Filter) bool) bool {
	for i := range v {
		if has(v[i].Filter) {
			return true
		}
	}
	return false
}

// preparedQuery is a query whose filters were read, with the records beside tickets that they search.
type preparedQuery struct {
	Query
	view      parsedView
	counted   []parsedView
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
	p := &preparedQuery{view: parseView(&q.View, q.Text), texts: &textSnapshot{}, customers: &customerList{}}
	for i := range q.CountViews {
		p.counted = append(p.counted, parseView(&q.CountViews[i], ""))
	}
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	q.Now = q.Now.Truncate(time.Minute).In(q.Zone)
	if p.uses(filter.Filter.HasText) {
		p.texts = s.cache.readTexts.snapshot()
	}
	if p.uses(func(f filter.Filter) bool { _, has := f.Uses(filter.Customer); return has || f.HasText() }) {
		p.customers = s.cache.customerSnapshot()
	}
	p.Query = q
	shared := q
	own := q.Own.Key
	shared.Own = Own{}
	if !q.dependsOnNow() && !p.uses(filter.Filter.DependsOnNow) {
		shared.Now = time.Time{}
	}
	if !p.uses(func(f filter.Filter) bool { _, has := f.Uses(filter.Assignee, filter.Me); return has }) {
		shared.Agent = ""
	}
	if !p.uses(usesOwn) {
		own = ""
	}
	// the zone by its address, which is sufficient
	keyOf := func(q Query) string {
		return fmt.Sprintf("%#v %q %d %d", q, own, p.texts.version, p.customers.version)
	}
	p.key = keyOf(shared)
	shared.View, shared.Text, shared.Sort = desk.View{}, "", desk.Sort{}
	p.countKey = keyOf(shared)
	return p
}

// dependsOnNow reports whether time alone changes the list or its counts, whatever the filters.
func (q *Query) dependsOnNow() bool {
	return q.View.DependsOnNow() || q.Sort.DependsOnNow() ||
		slices.ContainsFunc(q.CountViews, func(v desk.View) bool { return v.DependsOnNow() })
}

func usesOwn(f filter.Filter) bool {
	_, draft := f.Uses(filter.Has, filter.Draft)
	_, unread := f.Uses(filter.Is, filter.Unread)
	return draft || unread
}

// uses reports whether one of the filters holds for has.
func (p *preparedQuery) uses(has func(filter.Filter) bool) bool {
	if p.view.any(has) {
		return true
	}
	for _, v := range p.counted {
		if v.any(has) {
			return true
		}
	}
	return false
}
