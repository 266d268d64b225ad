package faqindex

import (
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
}

// Status returns how many articles are known and whether these may be all. It never waits.
func (x *Index) Status() Status {
	x.public.mu.Lock()
	defer x.public.mu.Unlock()
	return x.public.Status
}

// publish updates the status after a change; mu is held.
func (x *Index) publish() {
	x.public.mu.Lock()
	defer x.public.mu.Unlock()
	x.public.Loaded = x.loaded || x.path == ""
	x.public.Articles = len(x.articles) - x.gone
	x.public.Complete = x.planned.Complete
}

// fail notes whether articles can be kept on disk.
func (x *Index) fail(err error) {
	x.public.mu.Lock()
	defer x.public.mu.Unlock()
	x.public.Err = err
}

// setPrefetch notes how far the prefetch has come.
func (x *Index) setPrefetch(state PrefetchState, reason string) {
	x.public.mu.Lock()
	defer x.public.mu.Unlock()
	x.public.Prefetch, x.public.Reason = state, safetext.LineFromText(reason)
}
