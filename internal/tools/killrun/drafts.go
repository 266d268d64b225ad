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
	twin   *twin // of the same comment by another writer; nil if there is none
	young  bool  // its host was lost before it had to be on a disk
}

// comparison is a draft after a session was lost.
type comparison struct {
	agent    string
	host     *part // that was lost
	means    means
	lost     time.Time
	mark     string
	typed    int
	offered  int // words; 0 if there was no draft
	on       *part
	compared time.Time
	age      time.Duration // of the first word that is missing, when the session was lost
	saidAway time.Time     // since when the screen said that drafts are not shared; zero if it did not
}

// compare notes what was offered of a form after its session was lost.
func (c *comparison) compare(f *form, offered int, on *part, at time.Time) {
	c.mark, c.typed, c.offered, c.on, c.compared = f.mark, len(f.words), offered, on, at
	if offered < len(f.words) {
		c.age = max(0, c.lost.Sub(f.words[offered]))
	}
}

// draftLimit is how old a draft may be: a console brings what was typed to the disk of its host within a second. A
// cluster that works has it a moment later.
const draftLimit = time.Second

// limit returns how old the draft may have been, and whether that is because the cluster was away.
//
//   - The host that was lost has on its disk what was typed, whatever happens to the cluster. So it offers it, and
//     other hosts do when it was back for long enough to give it to them.
//   - Until then other hosts have what was typed before the cluster was away, and not what was typed since. Agents
//     compare only when the cluster works again and the hosts have given it what it has lost: nothing else is excused.
//   - If nobody has hurt the cluster and the screen said all the same that it was away, it may be as old as that.
func (c *comparison) limit(faults []fault, servers int) (limit time.Duration, wasAway bool) {
	if c.on == c.host || isBack(faults, c.host, c.lost, c.compared, servers) {
		return draftLimit, false
	}
	if s, is := spellAt(spells(faults, c.host, servers), c.lost); is {
		return draftLimit + c.lost.Sub(s.from), true
	}
	if !c.saidAway.IsZero() {
		return draftLimit + max(0, c.lost.Sub(c.saidAway)), true
	}
	return draftLimit, false
}

// wasAway reports whether the cluster may not have had what was typed when the host was lost: then it is on the disk of
// the host alone.
func (c *comparison) wasAway(faults []fault, servers int) bool {
	_, wasAway := c.limit(faults, servers)
	return wasAway
}

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
func (d *drafts) tooOld(faults []fault, servers int) (found []violation) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.all {
		if limit, _ := c.limit(faults, servers); c.age > limit {
			found = append(found, violation{c.lost, "draft too old", fmt.Sprintf(
				"%s on %s (%s) had typed %d words of %s and was offered %d on %s at %s: %s old, where %s may be",
				c.agent, c.host.name, c.means, c.typed, c.mark, c.offered, c.on.name, clockOf(c.compared),
				c.age.Round(time.Millisecond), limit.Round(time.Millisecond))})
		}
	}
	return found
}
