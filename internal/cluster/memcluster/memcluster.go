// Package memcluster stands in for the servers that hosts share, in the memory of a test. The suites of tests that hold
// on real servers hold on it too. Test files alone import it.
package memcluster

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/cluster"
)

// Servers keep what hosts store, and pass on what hosts tell each other.
type Servers struct {
	mu        sync.Mutex // guards the fields below, and all buckets
	number    uint64     // of the last version of anything
	buckets   map[string]*bucket
	documents map[string]cluster.Version // by account, agent and name
	deleted   map[string]uint64          // likewise
	receivers map[*receiver]struct{}
	hosts     int
}

// receiver is a subscription of a host.
type receiver struct {
	host    *Host
	subject string
	receive func([]byte)
}

// New returns servers that hold nothing.
func New() *Servers {
	return &Servers{
		buckets: map[string]*bucket{}, documents: map[string]cluster.Version{}, deleted: map[string]uint64{},
		receivers: map[*receiver]struct{}{},
	}
}

// Purge empties all buckets as an administrator would: nobody is told.
func (s *Servers) Purge() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, kept := range s.buckets {
		clear(kept.entries)
	}
}

// Stall has all requests wait until they are released.
func (s *Servers) Stall() (release func()) {
	s.mu.Lock()
	return s.mu.Unlock
}

// next returns the number of a new version. s.mu is held.
func (s *Servers) next() uint64 {
	s.number++
	return s.number
}

// Host is the connection of one host. It implements cluster.Connection.
type Host struct {
	servers *Servers
	name    string

	entry cluster.Entry

	mu           sync.Mutex // guards the fields below
	state        cluster.State
	atNextChange func() // its answer is lost; nil if it is not
	observers    map[*func(cluster.State)]struct{}
}

// Connect connects another host.
func (s *Servers) Connect() *Host {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hosts++
	return &Host{
		servers: s, name: fmt.Sprint("host-", s.hosts), observers: map[*func(cluster.State)]struct{}{},
		state: cluster.State{Connected: true, Since: time.Now()},
	}
}

// Cut cuts the host off from the servers.
func (h *Host) Cut() { h.set(false) }

// LoseAnswer has the answer to the next change of a document be lost: it is carried out, and the host is not told.
func (h *Host) LoseAnswer() { h.onNextChange(func() {}) }

// CutAtAnswer cuts the host off when the next change of a document was carried out, before it is told.
func (h *Host) CutAtAnswer() { h.onNextChange(h.Cut) }

func (h *Host) onNextChange(f func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.atNextChange = f
}

// loseAnswer reports whether the answer to this change is lost.
func (h *Host) loseAnswer() bool {
	h.mu.Lock()
	f := h.atNextChange
	h.atNextChange = nil
	h.mu.Unlock()
	if f != nil {
		f()
	}
	return f != nil
}

// Mend ends Cut.
func (h *Host) Mend() { h.set(true) }

func (h *Host) set(connected bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.state = cluster.State{Connected: connected, Since: time.Now()}
	for f := range h.observers {
		(*f)(h.state)
	}
}

// HostID returns the id of the host.
func (h *Host) HostID() string { return h.name }

// HostName returns the name of the host.
func (h *Host) HostName() string { return h.name }

// State returns whether the host reaches the servers.
func (h *Host) State() cluster.State {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state
}

// Observe calls f with the state, now and whenever it changes, until stop is called.
func (h *Host) Observe(f func(cluster.State)) (stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.observers[&f] = struct{}{}
	f(h.state)
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.observers, &f)
	}
}

// Term returns the term of the host, which a host that reaches the servers renews first.
func (h *Host) Term() cluster.Term {
	if term := h.entry.Term(); !h.State().Connected || time.Since(term.Sent) < h.Limit()/6 {
		return term
	}
	kept, err := h.Holds(context.Background())
	if err == nil {
		err = h.entry.Renew(context.Background(), kept)
	}
	if err != nil {
		panic(err) // nothing can go wrong
	}
	return h.entry.Term()
}

// Limit returns how long after its last sign of life a host loses what it holds.
func (*Host) Limit() time.Duration { return cluster.DefaultTimes.Limit }

// RequestTimeout returns how long a request may take.
func (*Host) RequestTimeout() time.Duration { return time.Second }

// Do runs requests, unless the host is cut off.
func (h *Host) Do(ctx context.Context, work func(context.Context) error) error {
	if !h.State().Connected {
		return cluster.ErrNotSent
	}
	return work(ctx)
}

// Report says whether the host is cut off: nothing else can go wrong.
func (h *Host) Report(error) (away bool) { return !h.State().Connected }

// Publish passes a message to all hosts that reach the servers, before it returns.
func (h *Host) Publish(subject string, content []byte) error {
	if !h.State().Connected {
		return cluster.ErrNotSent
	}
	for _, r := range h.servers.receiversOf(subject) {
		if r.host.State().Connected {
			r.receive(content)
		}
	}
	return nil
}

func (s *Servers) receiversOf(subject string) (all []*receiver) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r := range s.receivers {
		if r.subject == subject {
			all = append(all, r)
		}
	}
	return all
}

// Subscribe calls receive with each message of a subject.
func (h *Host) Subscribe(subject string, receive func(content []byte)) (stop func() error, err error) {
	h.servers.mu.Lock()
	defer h.servers.mu.Unlock()
	r := &receiver{h, subject, receive}
	h.servers.receivers[r] = struct{}{}
	return func() error {
		h.servers.mu.Lock()
		defer h.servers.mu.Unlock()
		delete(h.servers.receivers, r)
		return nil
	}, nil
}

// documents are the documents of one agent.
type documents struct {
	host   *Host
	prefix string
}

// Documents returns the documents of an agent for an account.
func (h *Host) Documents(account, agent string) cluster.Documents {
	return &documents{h, account + "\x00" + agent + "\x00"}
}

// do runs a request with the servers' lock.
func (d *documents) do(work func(s *Servers) error) error {
	return d.host.Do(context.Background(), func(context.Context) error {
		d.host.servers.mu.Lock()
		defer d.host.servers.mu.Unlock()
		return work(d.host.servers)
	})
}

// change runs a request that changes a document.
func (d *documents) change(work func(s *Servers) error) error {
	err := d.do(work)
	if err == nil && d.host.loseAnswer() {
		err = cluster.ErrAway
	}
	return err
}

// Join implements cluster.Documents: these servers lose nothing.
func (d *documents) Join(known string, _ uint64) (now string, isSame bool, err error) {
	err = d.do(func(*Servers) error { return nil })
	return "the only one", known == "the only one", err
}

// Section implements cluster.Documents.
func (d *documents) Section() (string, error) {
	return "the only one", d.do(func(*Servers) error { return nil })
}

// Deleted implements cluster.Documents.
func (d *documents) Deleted(name string) (number uint64, err error) {
	err = d.do(func(s *Servers) error {
		number = s.deleted[d.prefix+name]
		return nil
	})
	return number, err
}

// Get implements cluster.Documents.
func (d *documents) Get(name string) (v cluster.Version, err error) {
	err = d.do(func(s *Servers) error {
		v = s.documents[d.prefix+name]
		return nil
	})
	return v, err
}

// Put implements cluster.Documents.
func (d *documents) Put(name string, content []byte, replaces uint64) (number uint64, err error) {
	err = d.change(func(s *Servers) error {
		if s.documents[d.prefix+name].Number != replaces {
			return cluster.ErrChanged
		}
		number = s.next()
		s.documents[d.prefix+name] = cluster.Version{Number: number, Content: content, Exists: true}
		return nil
	})
	return number, err
}

// Remove implements cluster.Documents.
func (d *documents) Remove(name string, replaces uint64) error {
	return d.change(func(s *Servers) error {
		if s.documents[d.prefix+name].Number != replaces {
			return cluster.ErrChanged
		}
		delete(s.documents, d.prefix+name)
		s.deleted[d.prefix+name] = s.next()
		return nil
	})
}

// Next implements cluster.Documents.
func (d *documents) Next(folder string, after uint64) (next cluster.Next, err error) {
	isNext := func(at string, number uint64) (name string, is bool) {
		name, isTheirs := strings.CutPrefix(at, d.prefix+folder+"/")
		return name, isTheirs && number > after && (next.Name == "" || number < next.Number)
	}
	err = d.do(func(s *Servers) error {
		for at, v := range s.documents {
			if name, is := isNext(at, v.Number); is {
				next = cluster.Next{Name: name, Version: v}
			}
		}
		for at, number := range s.deleted {
			if name, is := isNext(at, number); is {
				next = cluster.Next{Name: name, Version: cluster.Version{Number: number}, Of: number}
			}
		}
		return nil
	})
	return next, err
}

// Expire implements cluster.Documents.
func (d *documents) Expire(name string) error {
	return d.change(func(s *Servers) error {
		delete(s.documents, d.prefix+name)
		return nil
	})
}
