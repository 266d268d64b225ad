package presence

import (
	"context"
	"iter"
	"maps"
	"time"

	"frontdesk/internal/safetext"
)

// Claims end by themselves, so that a ticket whose agent was called away is offered to the others again.
const (
	ClaimTime = 10 * time.Minute // since the claim was made or renewed
	GraceTime = time.Minute      // since its agent has taken another ticket: the answer may still be on its way
	RenewTime = time.Minute      // between two renewals of a claim whose agent is at work
)

// Claim says who has taken a record, so that the others are given different ones. Claims exist among the consoles of a
// group alone, because the interface assigns nobody.
type Claim struct {
	By     safetext.Line
	Until  time.Time
	IsMine bool // made by this console, not by another one of the same agent
}

// Holding is a claim as a group keeps it.
type Holding struct {
	Member string // the id of the member that has it
	By     safetext.Line
	Until  time.Time
}

// claims are the claims of an account. A map is never changed once it is set, so that consoles can read it unlocked.
type claims map[Resource]Holding

// Take implements Member; it never fails.
func (m *member) Take(
	_ context.Context, offered iter.Seq[Resource], now time.Time,
) (r Resource, ok bool, err error) {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	if m.left {
		return Resource{}, false, nil
	}
	for r := range offered {
		if m.tracker.claims.at(r, now) || len(m.tracker.editing[r]) > 0 {
			continue
		}
		m.change(now, func(all claims) {
			for other, c := range all {
				if c.Member == m.id && c.Until.After(now.Add(GraceTime)) {
					all[other] = Holding{m.id, m.name, now.Add(GraceTime)}
				}
			}
			all[r] = Holding{m.id, m.name, now.Add(ClaimTime)}
		})
		return r, true, nil
	}
	return Resource{}, false, nil
}

// at reports whether a record is claimed.
func (all claims) at(r Resource, now time.Time) bool {
	c, known := all[r]
	return known && now.Before(c.Until)
}

// Renew implements Member.
func (m *member) Renew(r Resource, now time.Time) {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	c := m.tracker.claims[r]
	if c.Member != m.id || !now.Before(c.Until) || c.Until.Sub(now) > ClaimTime-RenewTime {
		return
	}
	m.change(now, func(all claims) { all[r] = Holding{m.id, m.name, now.Add(ClaimTime)} })
}

// Release implements Member.
func (m *member) Release(r Resource, now time.Time) {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	if m.tracker.claims[r].Member == m.id {
		m.change(now, func(all claims) { delete(all, r) })
	}
}

// change replaces the claims by a changed copy without those that have ended, and notifies the other members. The
// caller holds the lock.
func (m *member) change(now time.Time, edit func(claims)) {
	all := make(claims, len(m.tracker.claims)+1)
	for r, c := range m.tracker.claims {
		if now.Before(c.Until) {
			all[r] = c
		}
	}
	edit(all)
	m.tracker.claims = all
	for other := range m.tracker.members {
		if other != m {
			other.signal()
		}
	}
}

// releaseAll ends the claims of a member that leaves. The caller holds the lock.
func (m *member) releaseAll() {
	for _, c := range m.tracker.claims {
		if c.Member == m.id {
			m.change(time.Time{}, func(all claims) {
				maps.DeleteFunc(all, func(_ Resource, c Holding) bool { return c.Member == m.id })
			})
			return
		}
	}
}

// Claims implements Member.
func (m *member) Claims() Claims {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	return Claims{m.id, m.tracker.claims}
}

// LostClaims implements Member: within a process no claim ends before its time.
func (*member) LostClaims() []Resource { return nil }

// SetClaims replaces all claims, for groups that keep them elsewhere, and notifies every member. The caller must not
// change the map afterwards.
func (t *Tracker) SetClaims(all map[Resource]Holding) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.claims = all
	for m := range t.members {
		m.signal()
	}
}

// IsEdited reports whether a member edits a resource.
func (t *Tracker) IsEdited(r Resource) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.editing[r]) > 0
}

// Claims are the claims of an account at one time, as one member sees them.
type Claims struct {
	of  string // the member's id
	all claims
}

// On returns who has claimed a record. It reports false if nobody has, or no longer.
func (c Claims) On(r Resource, now time.Time) (Claim, bool) {
	found, known := c.all[r]
	if !known || !now.Before(found.Until) {
		return Claim{}, false
	}
	return Claim{By: found.By, Until: found.Until, IsMine: found.Member == c.of}, true
}

// Count returns how many claims of a member there are that have not ended, of this member or of the others.
func (c Claims) Count(mine bool, now time.Time) int {
	n := 0
	for _, found := range c.all {
		if (found.Member == c.of) == mine && now.Before(found.Until) {
			n++
		}
	}
	return n
}
