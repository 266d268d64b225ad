package faqindex

import (
	"context"
	"sync"
	"time"

	"frontdesk/internal/safetext"
)

// PrefetchState is how far the search for all articles has come.
type PrefetchState int

// The states of a prefetch.
const (
	PrefetchOff      PrefetchState = iota // turned off, or this program does none
	PrefetchWaiting                       // about to begin, or another console does it
	PrefetchRunning                       // under way
	PrefetchComplete                      // every planned search was answered
	PrefetchStopped                       // an error has stopped it for now; Reason names it
)

// Status is what is known of the index as a whole.
type Status struct {
	Loaded   bool // the articles on disk are known; Articles is 0 before
	Articles int  // known
	Prefetch PrefetchState
	Reason   safetext.Line // why the prefetch has stopped
	Complete time.Time     // when a prefetch was last complete; zero for never
	Err      error         // why articles cannot be kept on disk; nil if they can
}

// publicStatus is a Status that can be read while the index is busy.
type publicStatus struct {
	mu sync.Mutex
	Status
	changed chan struct{} // closed when the status changes; nil while nobody waits
}

// Status returns how many articles are known and whether these may be all. It never waits.
func (x *Index) Status() Status {
	x.public.mu.Lock()
	defer x.public.mu.Unlock()
	return x.public.Status
}

// WaitForChange returns another status than one that is known, or the same when ctx ends.
func (x *Index) WaitForChange(ctx context.Context, known Status) Status {
	for {
		now, changed := x.public.wait()
		if now != known {
			return now
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return now
		}
	}
}

// wait returns the status and what is closed when it changes.
func (p *publicStatus) wait() (Status, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.changed == nil {
		p.changed = make(chan struct{})
	}
	return p.Status, p.changed
}

// change changes the status and wakes those who wait for that.
func (p *publicStatus) change(to func(*Status)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.Status
	to(&p.Status)
	if p.Status != before && p.changed != nil {
		close(p.changed)
		p.changed = nil
	}
}

// publish updates the status after a change; mu is held.
func (x *Index) publish() {
	x.public.change(func(s *Status) {
		s.Loaded = x.loaded || x.path == ""
		s.Articles = len(x.articles) - x.gone
		s.Complete = x.planned.Complete
	})
}

// fail notes whether articles can be kept on disk.
func (x *Index) fail(err error) {
	x.public.change(func(s *Status) { s.Err = err })
}

// setPrefetch notes how far the prefetch has come.
func (x *Index) setPrefetch(state PrefetchState, reason string) {
	x.public.change(func(s *Status) { s.Prefetch, s.Reason = state, safetext.LineFromText(reason) })
}
