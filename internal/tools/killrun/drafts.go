package main

import (
	"fmt"
	"sync"
	"time"
)

// form is a form that an agent is filling in.
type form struct {
	mark   string
	ticket string
	words  []time.Time // when each word was on the screen; the first is the mark
	sent   bool
}

// comparison is a draft after a session was lost.
type comparison struct {
	agent, host string // the host that was lost
	means       means
	lost        time.Time
	mark        string
	typed       int
	offered     int // words; 0 if there was no draft
	elsewhere   bool
	age         time.Duration // of the first word that is missing, when the session was lost
	clusterHurt bool          // or said to be away: the draft waits on the host that was lost
}

// compare notes what was offered of a form after its session was lost.
func (c *comparison) compare(f *form, offered int) {
	c.mark, c.typed, c.offered = f.mark, len(f.words), offered
	if offered < len(f.words) {
		c.age = max(0, c.lost.Sub(f.words[offered]))
	}
}

// draftLimit is how old a draft may be.
const draftLimit = time.Second

// drafts is all comparisons. It is safe for concurrent use.
type drafts struct {
	mu  sync.Mutex
	all []comparison
}

func (d *drafts) add(c comparison) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, c)
}

// tooOld returns the drafts that were older than they may be.
func (d *drafts) tooOld() (found []violation) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.all {
		if c.age > draftLimit && !c.clusterHurt {
			found = append(found, violation{c.lost, "draft too old", fmt.Sprintf(
				"%s on %s (%s) had typed %d words of %s and was offered %d: %s old",
				c.agent, c.host, c.means, c.typed, c.mark, c.offered, c.age.Round(time.Millisecond))})
		}
	}
	return found
}
