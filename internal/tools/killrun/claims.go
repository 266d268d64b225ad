package main

import (
	"fmt"
	"regexp"
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

// overlaps returns the claims of one ticket that two agents had at the same time.
func (c *claims) overlaps() (found []violation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, a := range c.all {
		for _, b := range c.all[i+1:] {
			if a.ticket != b.ticket || a.agent == b.agent || !a.from.Before(b.to) || !b.from.Before(a.to) {
				continue
			}
			from := a.from
			if b.from.After(from) {
				from = b.from
			}
			found = append(found, violation{from, "two agents on one claim", fmt.Sprintf(
				"%s is taken by %s on %s (%s to %s) and by %s on %s (%s to %s)", a.ticket,
				a.agent, a.host, clockOf(a.from), clockOf(a.to), b.agent, b.host, clockOf(b.from), clockOf(b.to))})
		}
	}
	return found
}

func (c *claims) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}

func clockOf(t time.Time) string { return t.Format("15:04:05.000") }
