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
	byConsole way = "console"
	byCommand way = "command over SSH"
	byHTTP    way = "HTTP"
)

// write is one write, found in the desk by its mark.
type write struct {
	mark    string
	way     way
	adds    bool // a ticket, and not a comment
	outcome outcome
	sent    time.Time // zero if it was never sent
	told    time.Time
	why     string // the last that was said of it
	trail   []string
}

// ledger is all writes. It is safe for concurrent use.
type ledger struct {
	mu     sync.Mutex
	writes map[string]*write
	count  int
	run    string // in all marks, so that a mark is a word of its own
}

// begin notes a write before it is sent, and returns its mark.
func (l *ledger) begin(w way, adds bool) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count++
	mark := fmt.Sprintf("kr%sx%05dq", l.run, l.count)
	l.writes[mark] = &write{mark: mark, way: w, adds: adds, outcome: open}
	return mark
}

// send notes that a write is being sent.
func (l *ledger) send(mark string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.writes[mark]; w != nil && w.sent.IsZero() {
		w.sent = time.Now()
	}
}

// settle notes what was said of a write. What was acknowledged stays acknowledged.
func (l *ledger) settle(mark string, o outcome, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.writes[mark]
	if w == nil {
		return
	}
	w.trail = append(w.trail, fmt.Sprintf("%s %s: %s", clockOf(time.Now()), o, why))
	if w.outcome == acknowledged || w.outcome == foundThere {
		return
	}
	w.outcome, w.why, w.told = o, why, time.Now()
}

// note notes what happened to a write, for who reads of a violation.
func (l *ledger) note(mark, what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.writes[mark]; w != nil {
		w.trail = append(w.trail, clockOf(time.Now())+" "+what)
	}
}

// outcomeOf returns what is known of a write.
func (l *ledger) outcomeOf(mark string) outcome {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.writes[mark]; w != nil {
		return w.outcome
	}
	return ""
}

// trailOf returns what happened to a write.
func (l *ledger) trailOf(mark string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.writes[mark]; w != nil {
		return slices.Clone(w.trail)
	}
	return nil
}
