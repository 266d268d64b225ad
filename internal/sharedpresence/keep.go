package sharedpresence

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
	"frontdesk/internal/presence"
)

// edit is the form that a console of this host has open.
type edit struct {
	entry entry
	sent  stamp // when it was last said
	dirty bool
	over  bool // it is closed
}

// setEdit changes which form a console has open. g.mu is held.
func (g *Group) setEdit(m *member, at presence.Resource) {
	where := editKey(m.id)
	known := g.edits[where]
	closes := at == presence.Resource{}
	if known == nil && closes {
		return
	}
	if known == nil {
		known = &edit{}
		g.edits[where] = known
	}
	if !closes {
		known.entry = entry{
			Host: g.Cluster.HostID(), Member: m.id, Name: m.name.String(), Kind: at.Kind, Record: at.Record,
		}
	}
	known.over, known.dirty = closes, true
	g.poke()
}

// run keeps what the servers hold as it should be, until the group is closed.
func (g *Group) run() error {
	ticker := time.NewTicker(g.Times.look())
	defer ticker.Stop()
	for g.ctx.Err() == nil {
		if err := guard.Run(func() error { g.keep(g.ctx); return nil }); err != nil {
			g.Log.Error("presence is not kept", "fault", err.Error())
		}
		select {
		case <-g.ctx.Done():
		case <-ticker.C:
		case <-g.wake:
		}
	}
	return guard.Run(g.end)
}

// end removes everything of this host.
func (g *Group) end() error {
	g.watch.end()
	g.mu.Lock()
	for _, h := range g.held {
		h.over = true
	}
	for _, e := range g.edits {
		e.over, e.dirty = true, true
	}
	g.mu.Unlock()
	ctx, stop := context.WithTimeout(context.Background(), g.Cluster.RequestTimeout())
	defer stop()
	g.writeAll(ctx)
	return nil
}

// keep does what is due.
func (g *Group) keep(ctx context.Context) {
	g.endClaims()
	g.forgetGone()
	if !g.Cluster.State().Connected {
		return
	}
	if err := g.look(ctx); err != nil {
		g.Log.Warn("presence of other hosts is not known", "fault", err.Error())
		return
	}
	g.writeAll(ctx)
}

// look watches the bucket. It begins anew if the servers have another one than before.
func (g *Group) look(ctx context.Context) error {
	return g.do(ctx, func(_ context.Context, kept jetstream.KeyValue) error {
		if g.watch.renew.Swap(false) || g.watch.of != kept || !g.watch.isRunning() {
			if g.watch.of != nil && g.watch.of != kept {
				g.forgetRevisions()
			}
			g.startWatch(kept) //nolint:contextcheck // it lasts as long as the group
		}
		return nil
	})
}

// forgetRevisions has everything of this host be written again: another bucket counts its entries anew.
func (g *Group) forgetRevisions() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, h := range g.held {
		h.revision, h.dirty = 0, true
	}
	for _, e := range g.edits {
		e.dirty = true
	}
}

// writeAll writes new claims and edits to the servers, renews those that are due and removes those that have ended.
// Only one goroutine calls it, so that no two requests change one key at a time.
func (g *Group) writeAll(ctx context.Context) {
	g.mu.Lock()
	claims, edits, strays := map[string]held{}, map[string]edit{}, g.strays
	for at, h := range g.held {
		if h.over || h.dirty || h.sent.age() >= g.Times.renewal() {
			claims[at] = *h
			h.dirty = false
		}
	}
	for at, e := range g.edits {
		if e.dirty || e.sent.age() >= g.Times.renewal() {
			edits[at] = *e
			e.dirty = false
		}
	}
	g.strays = map[string]uint64{}
	g.mu.Unlock()
	for at, h := range claims {
		g.writeClaim(ctx, at, h)
	}
	for at, e := range edits {
		g.writeEdit(ctx, at, e)
	}
	for at, revision := range strays {
		_ = g.do(ctx, func(ctx context.Context, kept jetstream.KeyValue) error {
			return remove(ctx, kept, at, revision)
		})
	}
}

// writeClaim renews or removes a claim.
func (g *Group) writeClaim(ctx context.Context, at string, h held) {
	sent, revision := stampNow(), h.revision
	err := g.do(ctx, func(ctx context.Context, kept jetstream.KeyValue) error {
		if h.over {
			return remove(ctx, kept, at, h.revision)
		}
		renewed, err := kept.Update(ctx, at, h.entry.encode(g.Now()), h.revision)
		if err == nil {
			revision = renewed // after an error it would be 0, with which anybody's claim could be deleted
		}
		return err
	})
	if errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		err = g.compare(ctx, at, h, &revision)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.held[at]
	if now == nil || now.entry.Claim != h.entry.Claim {
		return
	}
	now.revision = revision
	switch {
	case h.over && (err == nil || h.sent.age() > g.Times.Limit):
		delete(g.held, at)
		g.findStray(at)
	case errors.Is(err, errTaken):
		if !now.over {
			g.lose(now)
		}
		delete(g.held, at)
		g.publish()
	case err != nil:
		now.dirty = !h.over
	case revision != h.revision:
		now.sent = sent
	}
}

// remove removes a claim, unless the servers hold another revision of it: it may belong to another member meanwhile.
func remove(ctx context.Context, kept jetstream.KeyValue, at string, revision uint64) error {
	if revision == 0 { // any revision to the servers
		return jetstream.ErrKeyRevisionMismatch
	}
	return kept.Delete(ctx, at, jetstream.LastRevision(revision))
}

// errTaken is the error of a claim that the servers do not hold any more.
var errTaken = errors.New("the claim has ended")

// compare finds out why the entry of a claim is not the one that was expected: the answer to the last renewal may have
// been lost, and then its revision is another one. If there is no entry, the servers have lost it, and nobody has the
// claim: it is made again.
func (g *Group) compare(ctx context.Context, at string, h held, revision *uint64) error {
	var found jetstream.KeyValueEntry
	err := g.do(ctx, func(ctx context.Context, kept jetstream.KeyValue) (err error) {
		found, err = kept.Get(ctx, at)
		if errors.Is(err, jetstream.ErrKeyNotFound) && !h.over {
			*revision, err = kept.Create(ctx, at, h.entry.encode(g.Now()))
		}
		return err
	})
	switch {
	case cluster.IsTaken(err), errors.Is(err, jetstream.ErrKeyNotFound):
		return errTaken
	case err != nil || found == nil:
		return err
	}
	e, ok := decode(at, found.Value(), g.Now())
	if !ok || e.Claim != h.entry.Claim {
		if found.Revision() < h.revision {
			return errors.New("a server answered that is behind") // the next renewal asks again
		}
		return errTaken
	}
	*revision = max(found.Revision(), h.revision)
	return errors.New("the claim is renewed next time")
}

// writeEdit says which form is open, or that it is closed.
func (g *Group) writeEdit(ctx context.Context, at string, e edit) {
	sent := stampNow()
	err := g.do(ctx, func(ctx context.Context, kept jetstream.KeyValue) error {
		if e.over {
			return kept.Delete(ctx, at)
		}
		_, err := kept.Put(ctx, at, e.entry.encode(g.Now()))
		return err
	})
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.edits[at]
	switch {
	case now == nil:
	case err != nil && (!e.over || e.sent.age() <= g.Times.Limit):
		now.dirty = true
	case e.over && now.over:
		delete(g.edits, at)
	default:
		now.sent = sent
	}
}
