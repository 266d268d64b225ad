// Package presence says which agents edit which records, so that others can be warned, and which tickets they have
// taken, so that others are given different ones. It locks no record.
//
// Of other hosts it hears by what those hold, see package lease. The words of a key are hashes if they are not plain:
//
//	claim.ACCOUNT.KIND.RECORD   a ticket that an agent has taken
//	edit.ACCOUNT.MEMBER         the form that a console has open, if any
package presence

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
	"frontdesk/internal/lease"
	"frontdesk/internal/safetext"
)

// Resource is a form that is being filled in; the zero Resource is none.
type Resource struct{ Kind, Record string }

// Options holds the parameters of a Group; the zero Options are those of a host alone.
type Options struct {
	Lease   *lease.Session
	Account string
	Now     func() time.Time // the clock of the consoles; time.Now when nil
	Log     *slog.Logger     // slog's default when nil
}

// Group is the consoles of an account that know of one another. It is safe for concurrent use.
type Group struct {
	Options
	stop func() // ends what the group hears and does by itself

	mu       sync.Mutex // guards the fields below, and the members; never held during a request
	joined   uint64     // members so far
	members  map[*Member]struct{}
	watching map[Resource]map[*Member]struct{}
	editors  map[Resource]map[string]safetext.Line // names, by the key of the console
	forms    map[string]Resource                   // the open forms of other hosts, by the key of the console
	held     map[Resource]*claim                   // of the consoles of this host
	others   map[string]holding                    // of other hosts, by key
	claims   map[Resource]holding                  // all that stand; a map is not changed once it is set
	counts   Counts
}

// New returns a group. Close ends it.
func New(o Options) *Group {
	if o.Lease == nil {
		o.Lease = lease.Alone()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	g := &Group{
		Options: o, members: map[*Member]struct{}{}, watching: map[Resource]map[*Member]struct{}{},
		editors: map[Resource]map[string]safetext.Line{}, forms: map[string]Resource{},
		held: map[Resource]*claim{}, others: map[string]holding{},
	}
	ctx, cancel := context.WithCancel(context.Background())
	stopClaims := o.Lease.Watch(g.key("claim"), g.hearClaim)
	stopForms := o.Lease.Watch(g.key("edit"), g.hearForm)
	g.stop = func() {
		cancel()
		stopClaims()
		stopForms()
	}
	if o.Lease.IsShared() {
		guard.Go(func() {
			for guard.Sleep(ctx, o.Lease.Limit()/20) {
				g.endLost()
			}
		})
	}
	return g
}

// Close frees everything that consoles of this host have.
func (g *Group) Close() {
	g.stop()
	g.mu.Lock()
	members := slices.Collect(maps.Keys(g.members))
	g.mu.Unlock()
	for _, m := range members {
		m.Leave()
	}
}

// IsShared reports whether the consoles of other hosts are in the group, too.
func (g *Group) IsShared() bool { return g.Lease.IsShared() }

// key returns a key of the account.
func (g *Group) key(kind string, words ...string) string {
	all := []string{kind, cluster.Token(g.Account)}
	for _, word := range words {
		all = append(all, cluster.Token(word))
	}
	if len(words) == 0 {
		all = append(all, "") // what all keys of the kind begin with
	}
	return strings.Join(all, ".")
}

// note is what other hosts are told of a claim or of an open form. Its words come from outside: they are sanitised
// when they are read.
type note struct {
	Name   string `json:"name"`
	Kind   string `json:"kind,omitempty"`
	Record string `json:"record,omitempty"`

	// Left is how long a claim lasts, in milliseconds. The clocks of hosts differ, so no host is told another's time.
	Left int64 `json:"left,omitzero"`
}

func (n note) resource() Resource { return Resource{n.Kind, n.Record} }

// Member is one console's registration with a group; Leave ends it. Take and WaitChange alone wait for anything: a
// console may call the other methods while it draws.
type Member struct {
	group   *Group
	key     string // no other console has it
	name    safetext.Line
	form    *lease.Hold   // what other hosts are told of the open form; nil before the first
	editing Resource      // the resource being edited
	watch   Resource      // the resource being watched
	changed chan struct{} // holds at most one pending notification
	lost    []Resource
	left    bool
}

// Join registers a console of an agent.
func (g *Group) Join(who safetext.Line) *Member {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.joined++
	m := &Member{
		group: g, name: who, changed: make(chan struct{}, 1),
		key: g.key("edit", g.Lease.HostID()+"-"+strconv.FormatUint(g.joined, 10)),
	}
	g.members[m] = struct{}{}
	return m
}

// SetEditing sets the resource that the member is editing. Consoles of this host see it at once, other hosts soon.
func (m *Member) SetEditing(at Resource) {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	if m.editing == at || m.left {
		return
	}
	m.group.move(m.key, m.name, m.editing, at)
	m.editing = at
	told := note{Name: m.name.String(), Kind: at.Kind, Record: at.Record}
	if m.form == nil {
		m.form = m.group.Lease.Want(m.key, told)
	} else {
		m.form.Note(told)
	}
}

// move changes which resource a console edits, and notifies the members that watch the old or the new one. g.mu is
// held.
func (g *Group) move(key string, name safetext.Line, from, to Resource) {
	if from != (Resource{}) {
		if delete(g.editors[from], key); len(g.editors[from]) == 0 {
			delete(g.editors, from)
		}
	}
	if to != (Resource{}) {
		if g.editors[to] == nil {
			g.editors[to] = map[string]safetext.Line{}
		}
		g.editors[to][key] = name
	}
	for _, at := range []Resource{from, to} {
		for m := range g.watching[at] {
			if m.key != key {
				m.signal()
			}
		}
	}
}

// hearForm takes over which form a console of another host has open.
func (g *Group) hearForm(key string, by lease.Holder, isHeld bool) {
	var told note
	if isHeld && by.Read(&told) != nil {
		told = note{}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.move(key, safetext.LineFromText(told.Name), g.forms[key], told.resource())
	if g.forms[key] = told.resource(); told.resource() == (Resource{}) {
		delete(g.forms, key)
	}
}

// signal leaves a notification for the member, unless one is waiting already. It never blocks.
func (m *Member) signal() {
	select {
	case m.changed <- struct{}{}:
	default:
	}
}

// Watch returns the names of the other members that are editing a resource, without duplicates, and subscribes to
// its changes. An agent's own second console is included.
func (m *Member) Watch(at Resource) []safetext.Line {
	g := m.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if m.watch != at && !m.left {
		m.setWatch(at)
	}
	return m.editors(at)
}

// setWatch changes which resource the member watches. The group is locked.
func (m *Member) setWatch(at Resource) {
	watching := m.group.watching
	if delete(watching[m.watch], m); len(watching[m.watch]) == 0 {
		delete(watching, m.watch)
	}
	m.watch = at
	if at == (Resource{}) {
		return
	}
	if watching[at] == nil {
		watching[at] = map[*Member]struct{}{}
	}
	watching[at][m] = struct{}{}
}

// Editors is Watch without the subscription.
func (m *Member) Editors(at Resource) []safetext.Line {
	m.group.mu.Lock()
	defer m.group.mu.Unlock()
	return m.editors(at)
}

// editors returns the names of the other members that are editing a resource. The group is locked.
func (m *Member) editors(at Resource) []safetext.Line {
	var names []safetext.Line
	for key, name := range m.group.editors[at] {
		if key != m.key && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b safetext.Line) int { return strings.Compare(a.String(), b.String()) })
	return names
}

// errLeft is returned by WaitChange after Leave.
var errLeft = errors.New("the console has left")

// WaitChange waits until another member has started or stopped editing the watched resource, or the claims have
// changed, since it last returned. Otherwise it returns the context's error or errLeft.
func (m *Member) WaitChange(ctx context.Context) error {
	select {
	case _, open := <-m.changed:
		if !open {
			return errLeft
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave ends the registration and the member's claims; it may be called twice.
func (m *Member) Leave() {
	g := m.group
	g.mu.Lock()
	defer g.mu.Unlock()
	if m.left {
		return
	}
	m.left = true
	m.setWatch(Resource{})
	g.move(m.key, m.name, m.editing, Resource{})
	if m.form != nil {
		m.form.Release()
	}
	delete(g.members, m)
	for r, c := range g.held {
		if c.member == m {
			g.release(r, c)
		}
	}
	close(m.changed)
}
