package sharedpresence

import (
	"context"
	"maps"
	"sync/atomic"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/guard"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

// sighting is an entry of another host as the servers last reported it.
type sighting struct {
	entry    entry
	revision uint64
	heard    stamp
}

// watching is the watch of the bucket. Its methods are called by the goroutine of the group alone.
type watching struct {
	renew atomic.Bool // start anew
	of    jetstream.KeyValue
	stop  context.CancelFunc
	done  <-chan error
}

func (w *watching) isRunning() bool {
	if w.stop == nil {
		return false
	}
	select {
	case <-w.done: //nolint:errcheck // it is started again, whatever the error
		w.stop = nil
		return false
	default:
		return true
	}
}

// end ends the watch and waits for it.
func (w *watching) end() {
	if w.isRunning() {
		w.stop()
		<-w.done //nolint:errcheck // it was told to end
		w.stop = nil
	}
}

// startWatch watches the bucket from its present state on, and ends an earlier watch. It does not wait for the servers,
// because claims must be renewed meanwhile.
func (g *Group) startWatch(kept jetstream.KeyValue) {
	g.watch.end()
	isOther := g.watch.of != nil && g.watch.of != kept
	ctx, stop := context.WithCancel(g.ctx)
	g.watch.of, g.watch.stop = kept, stop
	g.watch.done = guard.Start(func() error {
		defer stop()
		watcher, err := kept.WatchAll(ctx)
		if err != nil {
			g.Cluster.Report(err)
			return err // keep starts it again
		}
		return g.follow(ctx, watcher, isOther)
	})
}

// follow takes over what a watch tells, first everything that there is. Another bucket than before does not have the
// claims of other hosts yet: they stand until their hosts have had the time to make them again.
func (g *Group) follow(ctx context.Context, watcher jetstream.KeyWatcher, isOther bool) error {
	defer func() { _ = watcher.Stop() }()
	fresh, isWhole := map[string]sighting{}, false
	if isOther {
		fresh = g.claimsSeen()
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case told, open := <-watcher.Updates():
			switch {
			case !open:
				return nil
			case told == nil && !isWhole:
				isWhole = true
				g.adopt(fresh)
			case told == nil:
			case isWhole:
				g.apply(told)
			default:
				g.note(fresh, told)
			}
		}
	}
}

// claimsSeen returns the claims that the servers held.
func (g *Group) claimsSeen() map[string]sighting {
	g.mu.Lock()
	defer g.mu.Unlock()
	claims := maps.Clone(g.seen)
	maps.DeleteFunc(claims, func(at string, _ sighting) bool { return !isClaim(at) })
	return claims
}

// note notes in a map what a watch tells.
func (g *Group) note(all map[string]sighting, told jetstream.KeyValueEntry) {
	e, ok := entry{}, false
	if told.Operation() == jetstream.KeyValuePut {
		e, ok = decode(told.Key(), told.Value(), g.Now())
	}
	if !ok {
		delete(all, told.Key())
		return
	}
	all[told.Key()] = sighting{e.since(all[told.Key()].entry), told.Revision(), stampNow()}
}

// adopt replaces what is known of the servers.
func (g *Group) adopt(fresh map[string]sighting) {
	g.mu.Lock()
	defer g.mu.Unlock()
	old := g.seen
	g.seen = fresh
	for at := range old {
		g.showEdit(at)
	}
	for at := range fresh {
		g.showEdit(at)
		g.findStray(at)
	}
	g.publish()
	g.poke()
}

// apply takes over one change.
func (g *Group) apply(told jetstream.KeyValueEntry) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := told.Key()
	was := g.seen[at]
	g.note(g.seen, told)
	is := g.seen[at]
	if was.entry == is.entry {
		return // renewed
	}
	g.showEdit(at)
	g.findStray(at)
	if isClaim(at) {
		g.publish()
	}
}

// forgetGone removes entries that other hosts have not renewed: the servers remove them without a message.
func (g *Group) forgetGone() {
	g.mu.Lock()
	defer g.mu.Unlock()
	changed := false
	for at, s := range g.seen {
		if s.heard.age() < g.Times.Limit+g.Times.look() {
			continue
		}
		delete(g.seen, at)
		g.showEdit(at)
		changed = true
	}
	if changed {
		g.publish()
	}
}

// showEdit shows the consoles of this host the form that a console of another host has open, or that it has none. g.mu
// is held.
func (g *Group) showEdit(at string) {
	if isClaim(at) {
		return
	}
	s, known := g.seen[at]
	ghost := g.ghosts[at]
	switch {
	case known && s.entry.Host == g.Cluster.HostID():
	case !known && ghost != nil:
		ghost.Leave()
		delete(g.ghosts, at)
	case known:
		if ghost == nil {
			ghost = g.local.JoinAs("at "+at, safetext.LineFromText(s.entry.Name))
			g.ghosts[at] = ghost
		}
		ghost.SetEditing(presence.Resource{Kind: s.entry.Kind, Record: s.entry.Record})
	}
}

// findStray notes a claim of this host that it does not know: a request whose answer was lost has made it. g.mu is
// held.
func (g *Group) findStray(at string) {
	s, known := g.seen[at]
	if !known || !isClaim(at) || s.entry.Host != g.Cluster.HostID() {
		return
	}
	if _, pending := g.pending[at]; pending || g.held[at] != nil {
		return
	}
	g.strays[at] = s.revision
	g.poke()
}
