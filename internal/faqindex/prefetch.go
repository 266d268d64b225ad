package faqindex

import (
	"context"
	"path/filepath"
	"time"
	"unicode/utf8"

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
	maxRefused    = 10                 // refused searches after which a service without an answer is left alone
)

// Prefetch searches for all articles of an account, one search at a time. The interface searches titles alone and has
// no pages (PROTOCOL.md 4.12), so that it goes through the beginnings of words: single letters and digits first, then
// longer ones where an answer was cut short, then the other letters of categories and titles.
type Prefetch struct {
	Index *Index
	// Search searches for a key and puts the articles into the index.
	Search func(ctx context.Context, key string) (articles int, err error)
	// Categories returns the names and descriptions of the categories, whose letters titles may have too.
	Categories func(ctx context.Context) (string, error)
	// Busy reports whether other requests are under way, for which the prefetch waits.
	Busy func() bool
	// IsRefused reports whether an error is about what was searched for, so that the next search may succeed.
	IsRefused func(error) bool
	Now       func() time.Time
}

// Run searches until ctx ends. Among the processes that share a file one does it. A round that is interrupted begins
// again: it takes minutes.
func (p *Prefetch) Run(ctx context.Context) {
	for pause := prefetchDelay; guard.Sleep(ctx, pause); {
		pause = p.runLocked(ctx)
	}
}

// runLocked searches if it is time to, and returns how long to wait until it is again.
func (p *Prefetch) runLocked(ctx context.Context) (pause time.Duration) {
	x := p.Index
	x.Load() //nolint:contextcheck // a use of the file is short; the first search of an agent need not do it then
	if x.file != nil {
		dir := filepath.Dir(x.file.Path)
		if filestore.MakePrivateDir(dir) != nil {
			return lockedPause
		}
		lock, err := filestore.TryLock(filepath.Join(dir, "lock-prefetch"))
		if err != nil {
			return lockedPause
		}
		defer func() { _ = lock.Release() }()
	}
	x.mu.RLock()
	wait := x.complete.Add(roundPause).Sub(p.Now())
	x.mu.RUnlock()
	if wait > 0 || !p.round(ctx) {
		return min(wait, longestPause)
	}
	_ = x.setComplete(p.Now()) //nolint:contextcheck // short; without it the next start searches again
	return longestPause
}

// round is a search for all articles.
type round struct {
	pending []string // the next one first
	asked   map[string]bool
	full    []string // those with as many articles in an answer as any
	largest int      // articles in one answer: one with fewer was not cut short
	found   int      // articles in answers
	refused int      // searches
}

const (
	plainKeys   = "abcdefghijklmnopqrstuvwxyz0123456789"
	maxKey      = 4     // characters of the longest beginning of a word
	fewInAnswer = 10    // articles; no service cuts answers shorter
	maxSearches = 5_000 // of one round
)

// round searches for everything. It tries again when an error persists, and returns false when ctx ends.
func (p *Prefetch) round(ctx context.Context) bool {
	r := round{asked: map[string]bool{}}
	r.plan("", plainKeys)
	pause := firstPause
	for len(r.pending) > 0 || p.planMore(ctx, &r) {
		if !p.waitForOthers(ctx) {
			return false
		}
		articles, err := p.Search(ctx, r.pending[0])
		switch {
		case ctx.Err() != nil:
			return false
		case err == nil:
			r.answered(articles)
			pause = firstPause
		case p.IsRefused(err) && (r.found > 0 || r.refused < maxRefused):
			r.refused++
			r.pending = r.pending[1:]
		default:
			if !guard.Sleep(ctx, pause) {
				return false
			}
			pause = min(2*pause, longestPause)
		}
	}
	return true
}

// plan plans keys that were not planned yet: a beginning with each of some letters behind it.
func (r *round) plan(beginning, letters string) {
	for _, letter := range letters {
		key := beginning + string(letter)
		if !r.asked[key] && len(r.asked) < maxSearches {
			r.asked[key] = true
			r.pending = append(r.pending, key)
		}
	}
}

// answered notes the number of articles that the search for the next key has brought.
func (r *round) answered(articles int) {
	key := r.pending[0]
	r.pending = r.pending[1:]
	r.found += articles
	if articles > r.largest {
		r.largest, r.full = articles, nil
	}
	if articles == r.largest && articles >= fewInAnswer && utf8.RuneCountInString(key) < maxKey {
		r.full = append(r.full, key)
	}
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

// planMore plans longer keys where an answer was cut short, and then the letters of categories and titles that are not
// plain ones.
func (p *Prefetch) planMore(ctx context.Context, r *round) bool {
	for _, key := range r.full {
		r.plan(key, plainKeys)
	}
	if r.full = nil; len(r.pending) > 0 {
		return true
	}
	if text, err := p.Categories(ctx); err == nil {
		r.plan("", firstLetters(text))
	}
	p.Index.mu.RLock()
	defer p.Index.mu.RUnlock()
	for i := range p.Index.articles {
		r.plan("", firstLetters(p.Index.articles[i].title.String()))
	}
	return len(r.pending) > 0
}

// firstLetters returns the letters with which words of a title begin, other than plain ones. They are as they stand
// there, in case the service distinguishes accents.
func firstLetters(title string) string {
	var all []rune
	w := words{text: title}
	for word := w.next(); word != nil; word = w.next() {
		if r, _ := utf8.DecodeRuneInString(title[w.from:]); r >= utf8.RuneSelf {
			all = append(all, r)
		}
	}
	return string(all)
}

// setComplete notes that a prefetch was complete.
func (x *Index) setComplete(now time.Time) error {
	x.mu.Lock()
	x.complete = now
	x.publish()
	x.mu.Unlock()
	_, err := x.write(now, func(tx transaction) error {
		_, err := tx.ExecContext(untilDone, "INSERT OR REPLACE INTO prefetch VALUES (1, ?)", now.UnixMicro())
		return err
	})
	return err
}
