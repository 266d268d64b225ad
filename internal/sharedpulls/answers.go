package sharedpulls

import (
	"crypto/rand"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// answer is an answer of the service that hosts share.
type answer struct {
	cache.Answer
	id string // another one for each answer of the service
}

// answers are the newest ones that this host has, its own and those of other hosts: whichever host pulls next can still
// give what the last one has read.
type answers map[desk.Date]answer

// Limits of the answers that are kept.
const (
	maxKept    = 96 << 20 // bytes of all of them
	maxKeptAge = 30 * time.Minute
)

// put keeps an answer and drops what is too old or too much, oldest first.
func (all answers) put(day desk.Date, a answer) {
	all[day] = a
	for size := all.size(); ; size = all.size() {
		oldest, at := day, a.Read
		for d, other := range all {
			if other.Read.Before(at) {
				oldest, at = d, other.Read
			}
		}
		if size <= maxKept && age(at) <= maxKeptAge {
			return
		}
		delete(all, oldest)
		if oldest == day {
			return
		}
	}
}

func (all answers) size() (size int) {
	for _, a := range all {
		size += len(a.Body)
	}
	return size
}

// Pulled implements cache.Peers: it keeps an answer, and the host that pulls for all tells the others of it.
func (g *Group) Pulled(day desk.Date, a cache.Answer) {
	own := answer{a, rand.Text()}
	leads := g.leads()
	g.mu.Lock()
	isOurs := !a.Asked.Before(g.scope.since) // not asked for with the last credential
	if isOurs && a.Body != nil {
		g.answers.put(day, own)
	} else {
		delete(g.answers, day)
	}
	g.mu.Unlock()
	if isOurs && leads && a.Body != nil {
		g.announce(day, own.id)
	}
}

// answerOf returns the answer that is kept of a day.
func (g *Group) answerOf(day desk.Date) (a answer, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a, ok = g.answers[day]
	return a, ok
}
