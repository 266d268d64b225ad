// Package sharedpulls lets the hosts of a cluster pull an account once: one host at a time has the account's lease and
// asks the service, and the others ask that host.
//
// What it sends is the service's answer as it came, and each host reads, checks and cleans it as if it had asked. The
// servers keep the lease and no row. Nothing depends on clocks that agree: an answer's age is measured where it was
// read, and whoever asked subtracts it from the moment of asking, so that it counts as older than it is if anything.
package sharedpulls

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"frontdesk/internal/cache"
	"frontdesk/internal/cluster"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// Times says how long a host is waited for.
type Times struct {
	Lease   time.Duration // after it, the lease of a host that does not renew it ends
	Silence time.Duration // a host that says nothing for so long while it is asked is gone
}

// DefaultTimes are the times of hosts that are given none.
var DefaultTimes = Times{Lease: 15 * time.Second, Silence: 5 * time.Second}

// belief is how long a host believes in a lease that it could not renew.
func (t Times) belief() time.Duration { return t.Lease * 2 / 3 }

// renewal is the interval of renewing the lease.
func (t Times) renewal() time.Duration { return t.Lease / 6 }

// Cache is what a group needs of the account's cache.
type Cache interface {
	PullHere(ctx context.Context, day desk.Date, want cache.Want, isThere func() bool) error
	Adopt(ctx context.Context, day desk.Date, ask func(take func(cache.Answer) error))
}

// Options holds the parameters of a Group.
type Options struct {
	Cluster *cluster.Cluster
	Account string
	Scope   string // of Scope: hosts share what they pull if theirs is the same
	Cache   Cache
	Times   Times        // DefaultTimes when zero
	Log     *slog.Logger // slog's default when nil
}

// Group is the hosts that pull an account together, seen from one of them. It is the cache.Peers of the account.
type Group struct {
	Options
	ctx       context.Context //nolint:containedctx // it lasts as long as the group
	cancel    context.CancelFunc
	done      [2]<-chan error
	stop      func()        // ends the observation of the cluster
	announced chan struct{} // another host has told of an answer
	served    chan struct{} // holds one for each question being answered

	deciding sync.Mutex // held while it is decided who has the lease

	mu            sync.Mutex // guards the fields below; never held during a request
	scope         scope
	lease         lease
	answers       answers
	announcements map[desk.Date]announcement
	said          map[string]bool // why this host pulls by itself; each is logged once
	counts        Counts
	questions     guard.Group
	ended         bool
}

// scope is the name under which a group shares pulls, since when, and its subscriptions.
type scope struct {
	name  string
	since time.Time
	subs  []*nats.Subscription
}

// Counts is what a group has counted.
type Counts struct {
	Leads bool          // this host pulls for all
	Sent  uint64        // answers that other hosts were given
	Read  uint64        // answers of other hosts that were taken over
	Alone uint64        // pulls of this host although it does not pull for all
	Age   time.Duration // sum over the answers read: since they were complete
}

// maxServed is how many questions of other hosts are answered at a time.
const maxServed = 256

// New returns the group of an account. Close ends it.
func New(o Options) (*Group, error) {
	if o.Times == (Times{}) {
		o.Times = DefaultTimes
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	g := &Group{
		Options: o, announced: make(chan struct{}, 1), served: make(chan struct{}, maxServed),
		answers: answers{}, announcements: map[desk.Date]announcement{}, said: map[string]bool{},
	}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	if err := g.SetScope(o.Scope); err != nil {
		g.cancel()
		return nil, err
	}
	g.stop = o.Cluster.Observe(func(s cluster.State) {
		g.mu.Lock()
		defer g.mu.Unlock()
		clear(g.said)
		if !s.Connected {
			g.lease = lease{} // another host may have it when the cluster is back
		}
	})
	g.done = [2]<-chan error{guard.Start(g.keepLease), guard.Start(g.hear)}
	return g, nil
}

// SetScope changes with whom what is pulled is shared, when the account has another credential. What was pulled before
// is shared no more.
func (g *Group) SetScope(name string) error {
	g.deciding.Lock()
	defer g.deciding.Unlock()
	g.mu.Lock()
	old := g.scope
	g.mu.Unlock()
	if old.name == name {
		return nil
	}
	g.giveBack()
	left := unsubscribe(old.subs)
	now := scope{name: name, since: time.Now()}
	for subject, receive := range map[string]nats.MsgHandler{
		g.subject(name, g.Cluster.HostID()): g.receive,
		g.announcementSubject(name):         g.receiveAnnouncement,
	} {
		sub, err := g.Cluster.Conn().Subscribe(subject, receive)
		if err != nil {
			return errors.Join(left, err, unsubscribe(now.subs))
		}
		now.subs = append(now.subs, sub)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.scope = now
	clear(g.answers)
	clear(g.announcements)
	return left
}

func unsubscribe(subs []*nats.Subscription) (left error) {
	for _, s := range subs {
		if err := s.Unsubscribe(); !errors.Is(err, nats.ErrConnectionClosed) {
			left = errors.Join(left, err)
		}
	}
	return left
}

// subject returns the subject of questions to a host.
func (g *Group) subject(scope, host string) string {
	return cluster.Subject(g.Account, "pulls", scope, host)
}

// announcementSubject returns the subject on which hosts tell of answers.
func (g *Group) announcementSubject(scope string) string {
	return cluster.Subject(g.Account, "pulled", scope)
}

func (g *Group) currentScope() scope {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.scope
}

// Close gives back the lease and ends the group.
func (g *Group) Close() error {
	g.stop()
	g.mu.Lock()
	g.ended = true
	g.mu.Unlock()
	g.cancel()
	return errors.Join(unsubscribe(g.currentScope().subs), <-g.done[0], <-g.done[1], g.questions.Wait())
}

// Counts returns the counters of the group for its metrics.
func (g *Group) Counts() Counts {
	leads := g.leads()
	g.mu.Lock()
	defer g.mu.Unlock()
	counts := g.counts
	counts.Leads = leads
	return counts
}

// guesses is how many hashes it takes to try one credential against a scope, which others on the servers can see.
const guesses = 100_000

// Scope names what hosts have to have in common to share what they pull: the credential that the service is asked with,
// and everything else that decides what it answers, such as its address.
func Scope(credential string, more ...any) (string, error) {
	key, err := pbkdf2.Key(sha256.New, credential, fmt.Appendf(nil, "frontdesk pulls %q", more), guesses, 16)
	return hex.EncodeToString(key), err
}
