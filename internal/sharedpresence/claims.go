package sharedpresence

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/presence"
)

// held is a claim of a console of this host.
type held struct {
	entry    entry
	member   *member
	revision uint64 // of the entry that the servers hold
	sent     stamp  // when the last renewal that succeeded was sent
	dirty    bool   // the servers hold something older
	over     bool   // it has ended here, and is to be removed there
}

// isValid reports whether a claim stands. g.mu is held.
func (g *Group) isValid(h *held) bool {
	return !h.over && h.sent.age() < g.Times.belief() && g.Now().Before(h.entry.Until)
}

// ErrAway is returned by Take while the cluster cannot say who has a ticket.
var ErrAway = errors.New("cannot take the ticket: the other hosts are out of reach")

// Take claims the first of the given records that nobody has claimed or is editing.
func (m *member) Take(
	ctx context.Context, offered iter.Seq[presence.Resource], now time.Time,
) (r presence.Resource, ok bool, err error) {
	for r := range offered {
		if !m.group.reserve(m, r, now) {
			continue
		}
		h, err := m.group.create(ctx, m, r, now)
		if m.group.settle(r, h, now) {
			return r, true, nil
		}
		if err != nil && !cluster.IsTaken(err) {
			return presence.Resource{}, false, m.group.refused(err)
		}
	}
	return presence.Resource{}, false, nil
}

// reserve begins to claim a record, unless it is known that it is claimed or edited.
func (g *Group) reserve(m *member, r presence.Resource, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := claimKey(r)
	if _, pending := g.pending[at]; pending || m.left || g.held[at] != nil || g.local.IsEdited(r) {
		return false
	}
	if _, claimed := m.Member.Claims().On(r, now); claimed {
		return false
	}
	g.pending[at] = struct{}{}
	return true
}

// create creates the key of a claim, which fails if any host has it.
func (g *Group) create(ctx context.Context, m *member, r presence.Resource, now time.Time) (*held, error) {
	h := &held{member: m, sent: stampNow(), entry: entry{
		Host: g.Cluster.HostID(), Member: m.id, Name: m.name.String(), Kind: r.Kind, Record: r.Record,
		Until: now.Add(presence.ClaimTime), Claim: rand.Text(),
	}}
	err := g.do(ctx, func(ctx context.Context, kept jetstream.KeyValue) (err error) {
		h.revision, err = kept.Create(ctx, claimKey(r), h.entry.encode(g.Now()))
		return err
	})
	if err != nil {
		return nil, err
	}
	return h, nil
}

// settle ends what reserve began, and reports whether the record is claimed now. What a request whose answer was lost
// has created is removed when it is seen.
func (g *Group) settle(r presence.Resource, h *held, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := claimKey(r)
	delete(g.pending, at)
	if h == nil {
		g.findStray(at)
		return false
	}
	h.over = h.member.left
	g.held[at] = h
	valid := g.isValid(h)
	if valid {
		g.counts.Taken++
		for other, c := range g.held {
			if grace := now.Add(presence.GraceTime); other != at && c.member == h.member && c.entry.Until.After(grace) {
				c.entry.Until, c.dirty = grace, true
			}
		}
	}
	h.over = !valid
	g.publish()
	g.poke()
	return valid
}

// refused counts a claim that failed and returns the error that the agent sees.
func (g *Group) refused(err error) error {
	g.mu.Lock()
	g.counts.Refused++
	g.mu.Unlock()
	if errors.Is(err, cluster.ErrAway) {
		return ErrAway
	}
	return fmt.Errorf("cannot take the ticket: %w", err)
}

// Renew extends a claim of this member while its agent works on the record.
func (m *member) Renew(r presence.Resource, now time.Time) {
	g := m.group
	g.mu.Lock()
	defer g.mu.Unlock()
	h := g.held[claimKey(r)]
	if h == nil || h.member != m || !g.isValid(h) ||
		h.entry.Until.Sub(now) > presence.ClaimTime-presence.RenewTime {
		return
	}
	h.entry.Until, h.dirty = now.Add(presence.ClaimTime), true
	g.publish()
	g.poke()
}

// Release ends a claim of this member, here at once and for other hosts soon.
func (m *member) Release(r presence.Resource, _ time.Time) {
	g := m.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if h := g.held[claimKey(r)]; h != nil && h.member == m {
		h.over = true
		g.publish()
		g.poke()
	}
}

// Claims returns the claims as they stand now.
func (m *member) Claims() presence.Claims {
	m.group.endClaims()
	return m.Member.Claims()
}

// LostClaims returns which claims of this member could not be renewed.
func (m *member) LostClaims() []presence.Resource {
	m.group.endClaims()
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	lost := m.lost
	m.lost = nil
	return lost
}

// endClaims ends the claims of this host whose time is up, and those that could not be renewed.
func (g *Group) endClaims() {
	g.mu.Lock()
	defer g.mu.Unlock()
	changed := false
	for _, h := range g.held {
		if h.over || g.isValid(h) {
			continue
		}
		h.over, changed = true, true
		if g.Now().Before(h.entry.Until) {
			g.lose(h)
		}
	}
	if changed {
		g.publish()
		g.poke()
	}
}

// lose notes that a claim could not be kept. g.mu is held.
func (g *Group) lose(h *held) {
	h.over = true
	h.member.lost = append(h.member.lost, h.entry.resource())
	g.counts.Lost++
	g.Log.Warn("a claim could not be renewed", "ticket", h.entry.Record, "agent", h.entry.Name)
}

// publish gives the local tracker all claims. g.mu is held.
func (g *Group) publish() {
	all := make(map[presence.Resource]presence.Holding, len(g.held)+len(g.seen))
	for at, s := range g.seen {
		if isClaim(at) && s.entry.Host != g.Cluster.HostID() {
			all[s.entry.resource()] = s.entry.holding()
		}
	}
	for _, h := range g.held {
		if g.isValid(h) {
			all[h.entry.resource()] = h.entry.holding()
		}
	}
	g.local.SetClaims(all)
}
