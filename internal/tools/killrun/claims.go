package main

import (
	"fmt"
	"regexp"
	"slices"
	"sync"
	"time"
)

// taken finds the tickets that the list marks as taken by the agent. Titles of tickets are codes or marks.
var taken = regexp.MustCompile(`◆ +(K\d{3}|kr\w+q)\b`)

// listShown tells whether the screen shows the list of tickets, by its head: its foot may say that it is out of date.
func listShown(text string) bool { return hasAny(text, "Clock▾") }

// claim is a time in which a console showed a ticket as taken by its agent.
type claim struct {
	agent, host, ticket string
	from, to            time.Time
}

// claims is what agents saw of their claims. It is safe for concurrent use.
type claims struct {
	mu   sync.Mutex
	open map[*agentSession]map[string]*claim
	all  []*claim

	excused int // overlaps after the cluster had lost its store
}

// agentSession identifies a console of an agent.
type agentSession struct{ agent, host string }

// see takes over what a console shows, as of the moment in which it was drawn.
func (c *claims) see(s *agentSession, text string, at time.Time) {
	if !listShown(text) {
		return
	}
	shown := map[string]bool{}
	for _, found := range taken.FindAllStringSubmatch(text, -1) {
		shown[found[1]] = true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	open := c.open[s]
	if open == nil {
		open = map[string]*claim{}
		c.open[s] = open
	}
	for ticket, known := range open {
		if !shown[ticket] {
			delete(open, ticket)
		} else if at.After(known.to) {
			known.to = at
		}
	}
	for ticket := range shown {
		if open[ticket] == nil {
			open[ticket] = &claim{s.agent, s.host, ticket, at, at}
			c.all = append(c.all, open[ticket])
		}
	}
}

// claimLife is how long a host shows a ticket as taken after the cluster confirmed it last.
const claimLife = 10 * time.Second

// overlaps returns the claims of one ticket that two agents had at the same time. If the cluster has lost what it
// stored, nobody knows the claims that were made before, so those end only when their hosts find that out.
func (c *claims) overlaps(faults []fault) (found []violation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.excused = 0
	for i, a := range c.all {
		for _, b := range c.all[i+1:] {
			if a.ticket != b.ticket || a.agent == b.agent || !a.from.Before(b.to) || !b.from.Before(a.to) {
				continue
			}
			both := span{from: a.from, to: sooner(a.to, b.to)}
			if b.from.After(both.from) {
				both.from = b.from
			}
			if isForgotten(faults, both) {
				c.excused++
				continue
			}
			found = append(found, violation{both.from, "two agents on one claim", fmt.Sprintf(
				"%s is taken by %s on %s (%s to %s) and by %s on %s (%s to %s)", a.ticket,
				a.agent, a.host, clockOf(a.from), clockOf(a.to), b.agent, b.host, clockOf(b.from), clockOf(b.to))})
		}
	}
	return found
}

// isForgotten reports whether the cluster had lost its store shortly before two agents had a claim, and they had it no
// longer than a host trusts what the cluster confirmed.
func isForgotten(faults []fault, both span) bool {
	return slices.ContainsFunc(faults, func(f fault) bool {
		return f.part.kind == kindNATS && f.means.isOfStore() && both.to.Before(both.from.Add(claimLife)) &&
			(span{f.from, (span{f.from, f.to}).until().Add(claimLife)}).has(both.from)
	})
}

func (c *claims) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}

func clockOf(t time.Time) string { return t.Format("15:04:05.000") }
