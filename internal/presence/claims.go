package presence

import (
	"iter"
	"maps"
	"time"

	"frontdesk/internal/safetext"
)

// Claims end by themselves, so that a ticket whose agent was called away is offered to the others again.
const (
	ClaimTime = 10 * time.Minute // since the claim was made or renewed
	graceTime = time.Minute      // since its agent has taken another ticket: the answer may still be on its way
	renewTime = time.Minute      // between two renewals of a claim whose agent is at work
)

// Claim says who has taken a record, so that the others are given different ones. Claims exist on the host alone,
// because the interface assigns nobody.
type Claim struct {
	By     safetext.Line
	Until  time.Time
	IsMine bool // made by this console, not by another one of the same agent
}

// claim is a claim as the tracker holds it.
type claim struct {
	by    *Member
	until time.Time
}

// claims are the claims of an account. A map is never changed once it is set, so that consoles can read it unlocked.
type claims map[Resource]claim

// Take claims the first of the given records that nobody has claimed or is editing, this member included, and returns
// it. The member's earlier claims end a minute later. It reports false if none is left.
func (m *Member) Take(offered iter.Seq[Resource], now time.Time) (Resource, bool) {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	if m.left {
		return Resource{}, false
	}
	for r := range offered {
		if m.tracker.claims.at(r, now) || len(m.tracker.editing[r]) > 0 {
			continue
		}
		m.change(now, func(all claims) {
			for other, c := range all {
				if c.by == m && c.until.After(now.Add(graceTime)) {
					all[other] = claim{m, now.Add(graceTime)}
				}
			}
			all[r] = claim{m, now.Add(ClaimTime)}
		})
		return r, true
	}
	return Resource{}, false
}

// at reports whether a record is claimed.
func (all claims) at(r Resource, now time.Time) bool {
	c, known := all[r]
	return known && now.Before(c.until)
}

// Renew extends a claim of this member while its agent works on the record. It does nothing for other records.
func (m *Member) Renew(r Resource, now time.Time) {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	c := m.tracker.claims[r]
	if c.by != m || !now.Before(c.until) || c.until.Sub(now) > ClaimTime-renewTime {
		return
	}
	m.change(now, func(all claims) { all[r] = claim{m, now.Add(ClaimTime)} })
}

// Release ends a claim of this member.
func (m *Member) Release(r Resource, now time.Time) {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	if m.tracker.claims[r].by == m {
		m.change(now, func(all claims) { delete(all, r) })
	}
}

// change replaces the claims by a changed copy without those that have ended, and notifies the other members. The
// caller holds the lock.
func (m *Member) change(now time.Time, edit func(claims)) {
	all := make(claims, len(m.tracker.claims)+1)
	for r, c := range m.tracker.claims {
		if now.Before(c.until) {
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
func (m *Member) releaseAll() {
	for _, c := range m.tracker.claims {
		if c.by == m {
			m.change(time.Time{}, func(all claims) {
				maps.DeleteFunc(all, func(_ Resource, c claim) bool { return c.by == m })
			})
			return
		}
	}
}

// Claims returns the claims as they stand now.
func (m *Member) Claims() Claims {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	return Claims{m, m.tracker.claims}
}

// Claims are the claims of an account at one time.
type Claims struct {
	of  *Member
	all claims
}

// On returns who has claimed a record. It reports false if nobody has, or no longer.
func (c Claims) On(r Resource, now time.Time) (Claim, bool) {
	found, known := c.all[r]
	if !known || !now.Before(found.until) {
		return Claim{}, false
	}
	return Claim{By: found.by.name, Until: found.until, IsMine: found.by == c.of}, true
}

// Count returns how many claims of a member there are that have not ended, of this member or of the others.
func (c Claims) Count(mine bool, now time.Time) int {
	n := 0
	for _, found := range c.all {
		if (found.by == c.of) == mine && now.Before(found.until) {
			n++
		}
	}
	return n
}
