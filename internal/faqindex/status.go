package faqindex

import (
	"context"
	"sync"
)

// Status is what is known of the index as a whole.
type Status struct {
	Loaded   bool // the articles on disk are known; Articles is 0 before
	Articles int  // known
	Complete bool // a prefetch was complete: these were all
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

// publish updates the status after a change, and wakes those who wait for that; mu is held.
func (x *Index) publish() {
	p := &x.public
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.Status
	p.Status = Status{x.loaded || x.file == nil, len(x.byID) - x.gone, !x.complete.IsZero()}
	if p.Status != before && p.changed != nil {
		close(p.changed)
		p.changed = nil
	}
}
