package faqindex

import (
	"context"
	"errors"
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
)

// Pace of a prefetch.
const (
	prefetchDelay = 10 * time.Second // after the start of the program
	prefetchPace  = 2 * time.Second  // between two searches
	busyPause     = 500 * time.Millisecond
	lockedPause   = time.Minute // until it is looked again whether another console does it
	firstPause    = time.Minute // after an error; it doubles with each further one
	longestPause  = time.Hour
	roundPause    = 7 * 24 * time.Hour // from one complete round to the next one
	savedEach     = 20                 // searches
	maxRefused    = 50                 // refused searches after which a service without an answer is left alone
)

// Prefetch searches for all articles of an account, one search at a time.
type Prefetch struct {
	Index *Index
	// Search searches for a key and puts the articles into the index.
	Search func(ctx context.Context, key string) (articles int, err error)
	// Categories returns the names and descriptions of the categories, whose words and letters titles may have too.
	Categories func(ctx context.Context) (string, error)
	// Busy reports whether other requests are under way, for which the prefetch waits.
	Busy func() bool
	// IsRefused reports whether an error is about what was searched for, so that the next search may succeed.
	IsRefused func(error) bool
	// Reason words an error for an agent.
	Reason func(error) string
	Now    func() time.Time
}

// Run searches until ctx ends or the index is closed. Among the processes that share a file one does it.
func (p *Prefetch) Run(ctx context.Context) {
	ctx, done, ok := p.Index.lifetime.begin(ctx)
	if !ok {
		return
	}
	defer done()
	p.Index.setPrefetch(PrefetchWaiting, "")
	if !guard.Sleep(ctx, prefetchDelay) {
		return
	}
	p.Index.Load() // so that the first search of an agent need not
	for {
		pause, err := p.runLocked(ctx)
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, filestore.ErrLocked) {
			p.Index.setPrefetch(PrefetchWaiting, "")
		} else if err != nil {
			p.Index.setPrefetch(PrefetchStopped, p.Reason(err))
		}
		if !guard.Sleep(ctx, pause) {
			return
		}
	}
}

// runLocked goes on where the last prefetch has ended, and returns how long to wait until there is something to do
// again. The error says what has stopped it.
func (p *Prefetch) runLocked(ctx context.Context) (pause time.Duration, err error) {
	release, err := p.Index.lockPrefetch()
	if err != nil {
		return lockedPause, err
	}
	defer release()
	p.Index.Load()
	next := p.Index.plan()
	if wait := next.Complete.Add(roundPause).Sub(p.Now()); !next.Complete.IsZero() && next.isDone() && wait > 0 {
		p.Index.setPrefetch(PrefetchComplete, "")
		return min(wait, longestPause), nil
	}
	if next.Started.IsZero() || next.isDone() {
		next.begin(p.Now())
	}
	return p.round(ctx, &next)
}

// round searches for what is planned. An error that persists ends it, and the next one goes on.
func (p *Prefetch) round(ctx context.Context, next *plan) (pause time.Duration, err error) {
	defer func() { p.Index.savePlan(next) }()
	pause = firstPause
	for !next.isDone() || p.planMore(ctx, next) {
		p.Index.setPrefetch(PrefetchRunning, "")
		if !p.waitForOthers(ctx) {
			return 0, ctx.Err()
		}
		articles, err := p.Search(ctx, next.Pending[0])
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case err == nil:
			next.answered(articles)
			pause = firstPause
		case p.IsRefused(err) && (next.Found > 0 || next.Refused < maxRefused):
			next.refused()
		default:
			p.Index.setPrefetch(PrefetchStopped, p.Reason(err))
			p.Index.savePlan(next)
			if !guard.Sleep(ctx, pause) {
				return 0, ctx.Err()
			}
			pause = min(2*pause, longestPause)
		}
		if next.Searches%savedEach == 0 {
			p.Index.savePlan(next)
		}
	}
	next.Complete, next.Pending, next.Asked = p.Now(), nil, nil
	p.Index.setPrefetch(PrefetchComplete, "")
	return longestPause, nil
}

// waitForOthers waits for the pace, and until no other request is under way.
func (p *Prefetch) waitForOthers(ctx context.Context) bool {
	if !guard.Sleep(ctx, prefetchPace) {
		return false
	}
	for p.Busy() {
		if !guard.Sleep(ctx, busyPause) {
			return false
		}
	}
	return true
}

// planMore plans what the categories and the known articles add when everything planned was searched for: letters that
// are not plain ones or, where letters bring nothing, whole words.
func (p *Prefetch) planMore(ctx context.Context, next *plan) bool {
	if next.Searches >= maxSearches {
		return false
	}
	next.ByWords = next.ByWords || next.Found == 0
	keys := firstLetters
	if next.ByWords {
		keys = wholeWords
	}
	if text, err := p.Categories(ctx); err == nil {
		next.addKeys(keys(text))
	}
	for _, title := range p.Index.titles() {
		next.addKeys(keys(title))
	}
	return !next.isDone()
}

// lockPrefetch takes the file's prefetch for this process.
func (x *Index) lockPrefetch() (release func(), err error) {
	if x.path == "" {
		return func() {}, nil
	}
	lock, err := x.lockFile(prefetchLock, filestore.TryLock)
	if err != nil {
		return nil, err
	}
	return func() { _ = lock.Release() }, nil
}

// plan returns how far the prefetch has come.
func (x *Index) plan() plan {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.planned
}

// savePlan notes how far the prefetch has come. If it cannot be written, a later prefetch searches for more than it
// would have to.
func (x *Index) savePlan(p *plan) {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.publish()
	_ = x.update(
		func() []byte { return appendRecord(nil, planRecord, p.encode()) },
		func() { x.planned = *p },
	)
}

// titles returns the titles of all articles.
func (x *Index) titles() []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var all []string
	for i := range x.articles {
		if a := &x.articles[i]; !a.gone {
			all = append(all, a.title.String())
		}
	}
	return all
}
