package presence

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"frontdesk/internal/lease"
	"frontdesk/internal/safetext"
)

// Claims end by themselves, so that a ticket whose agent was called away is offered to the others again.
const (
	ClaimTime = 10 * time.Minute // since the claim was made or renewed
	graceTime = time.Minute      // since its agent has taken another ticket: the answer may still be on its way
	RenewTime = time.Minute      // between two renewals of a claim whose agent is at work
)

// Claim says who has taken a record, so that the others are given different ones. Claims exist among the consoles of a
// group alone, because the interface assigns nobody.
type Claim struct {
	By     safetext.Line
	Until  time.Time
	IsMine bool // made by this console, not by another one of the same agent
}

// holding is a claim as it is shown.
type holding struct {
	of    Resource
	by    safetext.Line
	until time.Time
	mine  *Member // that has it; nil for a member of another host
}

// claim is a claim of a console of this host. While it lasts, the host holds its key.
type claim struct {
	member *Member
	hold   *lease.Hold
	until  time.Time
}

// Counts is what a group has counted.
type Counts struct {
	Held    int    // claims that consoles of this host have now
	Taken   uint64 // claims that were made
	Refused uint64 // claims that were refused because the cluster is away
	Lost    uint64 // claims that ended because the host was cut off
}

// Counts returns what the group has counted.
func (g *Group) Counts() Counts {
	g.endClaims(g.Now())
	g.mu.Lock()
	defer g.mu.Unlock()
	counts := g.counts
	counts.Held = len(g.held)
	return counts
}

// Take claims the first of the given records that nobody has claimed or is editing, this member included, and returns
// it. The member's earlier claims end a minute later. It reports false if none is left. With an error nothing is
// claimed.
func (m *Member) Take(
	ctx context.Context, offered iter.Seq[Resource], now time.Time,
) (r Resource, ok bool, err error) {
	g := m.group
	g.endClaims(now)
	for r := range offered {
		if !g.isFree(m, r, now) {
			continue
		}
		until := now.Add(ClaimTime)
		hold, err := g.Lease.Take(ctx, g.claimKey(r), m.note(r, until, now))
		if err == nil {
			return r, g.claim(r, &claim{m, hold, until}, now), nil
		}
		if !errors.Is(err, lease.ErrTaken) {
			return Resource{}, false, g.refused(err)
		}
	}
	return Resource{}, false, nil
}

// refused counts a claim that failed and returns the error that the agent sees.
func (g *Group) refused(err error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.counts.Refused++
	return fmt.Errorf("cannot take the ticket: %w", err)
}

func (g *Group) claimKey(r Resource) string { return g.key("claim", r.Kind, r.Record) }

// note returns what other hosts are told of a claim.
func (m *Member) note(r Resource, until, now time.Time) note {
	return note{m.name.String(), r.Kind, r.Record, max(1, until.Sub(now).Milliseconds())}
}

// isFree reports whether a member may try to claim a record.
func (g *Group) isFree(m *Member, r Resource, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	known, isClaimed := g.claims[r]
	return !m.left && len(g.editors[r]) == 0 && (!isClaimed || !now.Before(known.until))
}

// claim notes a claim whose key is held; it reports false if the member has left meanwhile.
func (g *Group) claim(r Resource, c *claim, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c.member.left {
		c.hold.Release()
		return false
	}
	for other, earlier := range g.held {
		if earlier.member == c.member && earlier.until.After(now.Add(graceTime)) {
			earlier.extend(other, now.Add(graceTime), now)
		}
	}
	g.held[r] = c
	g.counts.Taken++
	g.publish()
	return true
}

// extend changes when a claim ends. The group is locked.
func (c *claim) extend(r Resource, until, now time.Time) {
	c.until = until
	c.hold.Note(c.member.note(r, until, now))
}

// Renew extends a claim of this member while its agent works on the record. It does nothing for other records.
func (m *Member) Renew(r Resource, now time.Time) {
	g := m.group
	g.endClaims(now)
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.held[r]
	if c == nil || c.member != m || c.until.Sub(now) > ClaimTime-RenewTime {
		return
	}
	c.extend(r, now.Add(ClaimTime), now)
	g.publish()
}

// Release ends a claim of this member, here at once and for other hosts soon.
func (m *Member) Release(r Resource, _ time.Time) {
	g := m.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if c := g.held[r]; c != nil && c.member == m {
		g.release(r, c)
	}
}

// release ends a claim. g.mu is held.
func (g *Group) release(r Resource, c *claim) {
	c.hold.Release()
	delete(g.held, r)
	g.publish()
}

// endClaims ends the claims of this host whose time is up, and those that could not be kept.
func (g *Group) endClaims(now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for r, c := range g.held {
		switch {
		case !now.Before(c.until):
			g.release(r, c)
		case !c.hold.Valid():
			c.member.lost = append(c.member.lost, r)
			g.counts.Lost++
			g.Log.Warn("a claim could not be kept", "ticket", r.Record, "agent", c.member.name.String())
			g.release(r, c)
		}
	}
}

// endLost ends the claims that could not be kept. A host alone loses none.
func (g *Group) endLost() {
	if g.IsShared() {
		g.endClaims(g.Now())
	}
}

// hearClaim takes over a claim of another host, or that one has ended; of this host, too, if it was lost.
func (g *Group) hearClaim(key string, by lease.Holder, isHeld bool) {
	var told note
	isClaim := isHeld && by.Read(&told) == nil && key == g.claimKey(told.resource())
	left := time.Duration(told.Left) * time.Millisecond
	if left <= 0 || left > ClaimTime {
		left = ClaimTime
	}
	now := g.Now()
	g.endClaims(now)
	g.mu.Lock()
	defer g.mu.Unlock()
	if delete(g.others, key); isClaim {
		g.others[key] = holding{
			of: told.resource(), by: safetext.LineFromText(told.Name), until: now.Add(left - by.Age()),
		}
	}
	g.publish()
}

// publish shows all claims to all members. g.mu is held.
func (g *Group) publish() {
	all := make(map[Resource]holding, len(g.held)+len(g.others))
	for _, h := range g.others {
		all[h.of] = h
	}
	for r, c := range g.held {
		all[r] = holding{r, c.member.name, c.until, c.member}
	}
	g.claims = all
	for m := range g.members {
		m.signal()
	}
}

// LostClaims returns which claims of this member have ended before their time since it was last called.
func (m *Member) LostClaims() []Resource {
	m.group.endLost()
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	lost := m.lost
	m.lost = nil
	return lost
}

// Claims are the claims of an account at one time, as one member sees them.
type Claims struct {
	of  *Member
	all map[Resource]holding
}

// Claims returns the claims as they stand now.
func (m *Member) Claims() Claims {
	m.group.endLost()
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	return Claims{m, m.group.claims}
}

// On returns who has claimed a record. It reports false if nobody has, or no longer.
func (c Claims) On(r Resource, now time.Time) (Claim, bool) {
	found, known := c.all[r]
	if !known || !now.Before(found.until) {
		return Claim{}, false
	}
	return Claim{By: found.by, Until: found.until, IsMine: found.mine == c.of}, true
}

// Count returns how many claims of a member there are that have not ended, of this member or of the others.
func (c Claims) Count(mine bool, now time.Time) int {
	n := 0
	for _, found := range c.all {
		if (found.mine == c.of) == mine && now.Before(found.until) {
			n++
		}
	}
	return n
}
