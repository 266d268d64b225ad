package main

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// outcome is what a writer was told of a write.
type outcome string

// The outcomes of writes.
const (
	open         outcome = "open"         // it is being written, or was not sent yet
	acknowledged outcome = "acknowledged" // by the answer, or by the console's word that it is saved
	refused      outcome = "refused"      // nothing was changed, it says
	unknown      outcome = "unknown"      // the answer was lost, and nothing more is known
	foundThere   outcome = "found there"  // the answer was lost, and the console found that it is saved
	notFound     outcome = "not found"    // the answer was lost, and the console did not find it; it may still arrive
	discarded    outcome = "discarded"    // it was never sent
)

// way is how something is written.
type way string

// The ways of writing.
const (
	byConsole  way = "console"
	byCommand  way = "command over SSH"
	byHTTP     way = "HTTP"
	byBalancer way = "the balancer"
)

// write is one write of one writer, found in the desk by its mark and its author.
type write struct {
	mark    string
	by      string // who writes
	author  string // the name of the key, which the desk gives as the author; empty of the shared key
	way     way
	adds    bool // a ticket, and not a comment
	outcome outcome
	sent    time.Time // zero if it was never sent
	told    time.Time
	why     string // the last that was said of it
	mixed   bool   // the balancer has played a trick on it
	trail   []string
}

// isKept reports whether its writer was told, or has found, that it is saved.
func (w *write) isKept() bool { return w.outcome == acknowledged || w.outcome == foundThere }

// isLost reports whether its writer does not know what became of it.
func (w *write) isLost() bool { return w.outcome == unknown || w.outcome == notFound }

// writeKey identifies a write: several writers may write the same text.
type writeKey struct{ mark, by string }

// ledger is all writes. It is safe for concurrent use.
type ledger struct {
	mu     sync.Mutex
	writes map[writeKey]*write
	count  int
	run    string // in all marks, so that a mark is a word of its own
}

// page is what one writer writes, by one way and with one key.
type page struct {
	ledger *ledger
	by     string
	author string
	way    way
}

// page returns the page of a writer. Its entries in the desk bear the name of its key; that of the shared key is empty.
func (l *ledger) page(by, author string, w way) *page { return &page{l, by, author, w} }

// begin notes a write before it is sent, and returns its mark.
func (p *page) begin(adds bool) string {
	p.ledger.mu.Lock()
	p.ledger.count++
	mark := fmt.Sprintf("kr%sx%05dq", p.ledger.run, p.ledger.count)
	p.ledger.mu.Unlock()
	p.join(mark, adds)
	return mark
}

// join notes a write before it is sent that has the text of another writer.
func (p *page) join(mark string, adds bool) {
	p.ledger.mu.Lock()
	defer p.ledger.mu.Unlock()
	p.ledger.writes[writeKey{mark, p.by}] = &write{
		mark: mark, by: p.by, author: p.author, way: p.way, adds: adds, outcome: open,
	}
}

// with does something with the writer's write of a mark, if there is one.
func (p *page) with(mark string, do func(w *write)) {
	p.ledger.mu.Lock()
	defer p.ledger.mu.Unlock()
	if w := p.ledger.writes[writeKey{mark, p.by}]; w != nil {
		do(w)
	}
}

// send notes that a write is being sent.
func (p *page) send(mark string) {
	p.with(mark, func(w *write) {
		if w.sent.IsZero() {
			w.sent = time.Now()
		}
	})
}

// settle notes what was said of a write. What was acknowledged stays acknowledged.
func (p *page) settle(mark string, o outcome, why string) {
	p.with(mark, func(w *write) {
		w.trail = append(w.trail, fmt.Sprintf("%s %s: %s", clockOf(time.Now()), o, why))
		if !w.isKept() {
			w.outcome, w.why, w.told = o, why, time.Now()
		}
	})
}

// note notes what happened to a write, for who reads of a violation.
func (p *page) note(mark, what string) {
	p.with(mark, func(w *write) { w.trail = append(w.trail, clockOf(time.Now())+" "+what) })
}

// outcomeOf returns what is known of a write.
func (p *page) outcomeOf(mark string) (known outcome) {
	p.with(mark, func(w *write) { known = w.outcome })
	return known
}

// trailOf returns what happened to a write.
func (p *page) trailOf(mark string) (trail []string) {
	p.with(mark, func(w *write) { trail = slices.Clone(w.trail) })
	return trail
}

// writers returns how many write the text of a mark.
func (l *ledger) writers(mark string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key := range l.writes {
		if key.mark == mark {
			n++
		}
	}
	return n
}

// mix notes a trick of the balancer with the writes of a mark. It cannot tell which of its writers has sent it.
func (l *ledger) mix(mark string, t trick) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range l.writes {
		if w.mark == mark {
			w.mixed = true
			w.trail = append(w.trail, clockOf(time.Now())+" the balancer: "+string(t))
		}
	}
}
