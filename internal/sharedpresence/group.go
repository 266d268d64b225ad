// Package sharedpresence keeps in a cluster which agents edit which records and which tickets they have taken, so that
// the consoles of several hosts know of one another.
//
// A claim is a key that only one host can create. Its host renews it while the session lives; otherwise the servers
// remove it after Times.Limit. A host that cannot renew a claim stops believing in it before that, so that no two
// agents have one claim at any time, also in a network that is parted.
package sharedpresence

import (
	"context"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

// Times says how long what a host has said is valid without its saying so again.
type Times struct {
	Limit time.Duration // after it, what a host that is gone has said is removed
}

// DefaultLimit is how long the claims of a host that was killed stay.
const DefaultLimit = 30 * time.Second

// belief is how long a host believes in a claim that it could not renew. The rest of the limit is for the clocks of the
// servers, which may differ by as much.
func (t Times) belief() time.Duration { return t.Limit * 2 / 3 }

// renewal is how long after its last renewal a claim is renewed.
func (t Times) renewal() time.Duration { return t.Limit / 6 }

// look is the interval at which claims are checked for renewal and expiry.
func (t Times) look() time.Duration { return t.Limit / 20 }

// Options holds the parameters of a Group.
type Options struct {
	Cluster cluster.Connection
	Account string
	Times   Times            // the limit is DefaultLimit when 0
	Now     func() time.Time // the clock of the consoles; time.Now when nil
	Log     *slog.Logger     // slog's default when nil
}

// Group is the consoles of an account on all hosts of a cluster, seen from one host.
type Group struct {
	Options
	local  *presence.Tracker // the consoles of this host; editors elsewhere join it too
	ctx    context.Context   //nolint:containedctx // it lasts as long as the group
	cancel context.CancelFunc
	done   <-chan error
	stop   func() // ends the observation of the cluster
	wake   chan struct{}

	mu      sync.Mutex // guards the fields below; never held during a request
	joined  uint64
	held    map[string]*held    // claims of this host, by key
	pending map[string]struct{} // keys that are being created
	edits   map[string]*edit    // forms of this host, by key
	seen    map[string]sighting // what the servers hold, by key
	ghosts  map[string]presence.Member
	strays  map[string]uint64 // entries of this host that it does not know, with their revision
	counts  Counts
	watch   watching
}

// Counts is what a group has counted.
type Counts struct {
	Held    int    // claims that consoles of this host have now
	Taken   uint64 // claims that were made
	Refused uint64 // claims that were refused because the cluster is away
	Lost    uint64 // claims that ended because they could not be renewed
}

// bucketKind is the kind of the bucket; the servers keep it on disk, so that a restart of all of them frees no claim.
const bucketKind = "presence"

// do runs requests on the bucket of the group.
func (g *Group) do(ctx context.Context, work func(ctx context.Context, kept jetstream.KeyValue) error) error {
	return cluster.In(
		ctx, g.Cluster, cluster.Bucket{Account: g.Account, Kind: bucketKind, TTL: g.Times.Limit}, work,
	)
}

// New returns the group of an account. Close ends it.
func New(o Options) *Group {
	if o.Times.Limit == 0 {
		o.Times.Limit = DefaultLimit
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	g := &Group{
		Options: o, local: presence.New(), wake: make(chan struct{}, 1),
		held: map[string]*held{}, pending: map[string]struct{}{}, edits: map[string]*edit{},
		seen: map[string]sighting{}, ghosts: map[string]presence.Member{}, strays: map[string]uint64{},
	}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	g.stop = o.Cluster.Observe(func(s cluster.State) {
		if s.Connected {
			g.watch.renew.Store(true) // what was missed is read again
		}
		g.poke()
	})
	g.done = guard.Start(g.run)
	return g
}

// poke wakes the goroutine that writes to the servers.
func (g *Group) poke() {
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// Close frees everything that consoles of this host have, and ends the group.
func (g *Group) Close() error {
	g.stop()
	g.cancel()
	return <-g.done
}

// Counts returns what the group has counted.
func (g *Group) Counts() Counts {
	g.mu.Lock()
	defer g.mu.Unlock()
	counts := g.counts
	for _, h := range g.held {
		if g.isValid(h) {
			counts.Held++
		}
	}
	return counts
}

// Join registers a console of this host.
func (g *Group) Join(who safetext.Line) presence.Member {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.joined++
	id := g.Cluster.HostID() + "." + strconv.FormatUint(g.joined, 10)
	return &member{Member: g.local.JoinAs(id, who), group: g, id: id, name: who}
}

// member is a console of this host. What it edits and sees is what the local tracker knows.
type member struct {
	presence.Member
	group *Group
	id    string
	name  safetext.Line

	left bool                // guarded by the group
	lost []presence.Resource // likewise
}

// SetEditing sets the resource that the member is editing. Consoles of this host see it at once, other hosts soon.
func (m *member) SetEditing(at presence.Resource) {
	m.Member.SetEditing(at)
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	if !m.left {
		m.group.setEdit(m, at)
	}
}

// Leave ends the registration and the member's claims.
func (m *member) Leave() {
	g := m.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if m.left {
		return
	}
	m.left = true
	g.setEdit(m, presence.Resource{})
	for _, h := range g.held {
		h.over = h.over || h.member == m
	}
	m.Member.Leave()
	g.publish()
	g.poke()
}
