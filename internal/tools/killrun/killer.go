package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"frontdesk/internal/guard"
)

// means is how a part is hurt.
type means string

// The ways in which parts are hurt.
const (
	killed means = "killed"               // all its processes at once
	parted means = "parted"               // from everything: its link is down
	cutOff means = "cut off from cluster" // a host from all NATS nodes, while agents still reach it
)

// fault is what was done to a part.
type fault struct {
	part  *part
	means means
	from  time.Time
	to    time.Time // zero while it lasts
}

// killer hurts parts at random, at most one of each kind at a time, or all that keep the cluster's store.
type killer struct {
	in     *installation
	random *rand.Rand                         // of its goroutine alone
	stores storeFaults                        // of the goroutine that hurts NATS alone
	say    func(format string, values ...any) // writes to the log of the run
	hosts  sync.Mutex                         // is held while a host is hurt

	mu     sync.Mutex // guards the fields below
	faults []*fault
}

func newKiller(in *installation, seed uint64, say func(format string, values ...any)) *killer {
	return &killer{in: in, random: randomOf(seed, 1), stores: storeFaults{random: randomOf(seed, 2)}, say: say}
}

// servers returns how many NATS servers there are.
func (k *killer) servers() int { return len(k.in.parts[kindNATS]) }

// work hurts parts of each kind until ctx ends, and heals everything then.
func (k *killer) work(ctx context.Context) error {
	var hurting guard.Group
	for i, of := range []kind{kindHost, kindService, kindNATS, kindPostgres} {
		random := randomOf(k.random.Uint64(), i)
		hurting.Go(func() error { return k.hurtKind(ctx, of, random) })
	}
	return hurting.Wait()
}

// hurtKind hurts one part of a kind after the other. A single NATS server is hurt less often: it is away at each fault.
func (k *killer) hurtKind(ctx context.Context, of kind, random *rand.Rand) error {
	parts, most := k.in.parts[of], 12*time.Second
	if of == kindNATS && len(parts) == 1 {
		most = 24 * time.Second
	}
	for n := 0; guard.Sleep(ctx, between(random, 3*time.Second, most)); n++ {
		p, m := parts[random.IntN(len(parts))], meansOf(of, random)
		if of == kindNATS && n%2 == 1 {
			m = k.stores.next(len(parts))
		}
		if err := k.hurt(ctx, p, m, random); err != nil {
			return err
		}
		if m.isOfStore() {
			k.waitFilled(ctx)
		}
	}
	return nil
}

// refilling is how long the cluster is left alone at most after it lost what it stored.
const refilling = 90 * time.Second

// waitFilled waits until the hosts have given the cluster what they have: before, agents whose host was lost can only
// wait for it.
func (k *killer) waitFilled(ctx context.Context) {
	for until := time.Now().Add(refilling); time.Now().Before(until) && !k.isFilled(time.Now()); {
		if !guard.Sleep(ctx, time.Second) {
			return
		}
	}
}

// meansOf chooses how a part is hurt: more often it is killed.
func meansOf(of kind, random *rand.Rand) means {
	switch n := random.IntN(6); {
	case n < 4:
		return killed
	case n == 4 && of == kindHost:
		return cutOff
	}
	return parted
}

// pause is how long a part stays away. A host is sometimes away for longer than the claims of its agents last.
func pause(p *part, m means, random *rand.Rand) time.Duration {
	if p.kind == kindHost && m != killed && random.IntN(2) == 0 {
		return between(random, 32*time.Second, 45*time.Second)
	}
	return between(random, 500*time.Millisecond, 12*time.Second)
}

// hurt hurts a part, and heals it after a random pause.
func (k *killer) hurt(ctx context.Context, p *part, m means, random *rand.Rand) error {
	if p.kind == kindHost || m == moved || m == remade {
		k.hosts.Lock()
		defer k.hosts.Unlock()
	}
	f := k.note(p, m)
	heal, err := k.begin(context.WithoutCancel(ctx), f, random)
	if err != nil {
		return err
	}
	guard.Sleep(ctx, pause(p, m, random))
	err = heal() // also at the end
	k.end(f)
	return err
}

// note notes a fault that begins.
func (k *killer) note(p *part, m means) *fault {
	f := &fault{part: p, means: m, from: time.Now()}
	k.mu.Lock()
	k.faults = append(k.faults, f)
	k.mu.Unlock()
	k.say("%s %s", p.name, m)
	return f
}

// end notes that a fault has ended.
func (k *killer) end(f *fault) {
	k.mu.Lock()
	f.to = time.Now()
	k.mu.Unlock()
	k.say("%s is back", f.part.name)
}

// begin hurts a part, and returns what heals it.
func (k *killer) begin(ctx context.Context, f *fault, random *rand.Rand) (heal func() error, err error) {
	p, servers := f.part, k.in.parts[kindNATS]
	switch f.means {
	case parted:
		return func() error { return setLink(ctx, p, true) }, setLink(ctx, p, false)
	case cutOff:
		return func() error { return setRoutes(ctx, p, servers, true) }, setRoutes(ctx, p, servers, false)
	case killed:
		p.kill()
		return func() error { return p.start(ctx) }, nil
	case emptiedOne:
		p.kill()
		return func() error { return p.start(ctx) }, changeStore(p, emptiedOne, false)
	case remade:
		return k.remake(ctx, random)
	}
	return k.loseStores(ctx, f.means)
}

// remake cuts a host off from the cluster and deletes buckets, which the other hosts make again.
func (k *killer) remake(ctx context.Context, random *rand.Rand) (heal func() error, err error) {
	hosts, servers := k.in.parts[kindHost], k.in.parts[kindNATS]
	cut := k.note(hosts[random.IntN(len(hosts))], cutOff)
	if err := setRoutes(ctx, cut.part, servers, false); err != nil {
		return nil, err
	}
	if err := k.deleteBuckets(ctx, random); err != nil {
		k.say("the buckets are not deleted: %v", err)
	}
	return func() error {
		defer k.end(cut)
		return setRoutes(ctx, cut.part, servers, true)
	}, nil
}

// loseStores hurts all NATS servers at once.
func (k *killer) loseStores(ctx context.Context, m means) (heal func() error, err error) {
	var stopped []*fault
	if m == moved {
		stopped = k.stopHosts()
	}
	return func() error {
		for _, p := range k.in.parts[kindNATS] {
			if err := p.start(ctx); err != nil {
				return fmt.Errorf("after its data was changed: %w", err)
			}
		}
		return k.startHosts(ctx, stopped)
	}, k.loseStore(m)
}

func between(random *rand.Rand, least, most time.Duration) time.Duration {
	return least + time.Duration(random.Int64N(int64(most-least)))
}

// all returns the faults until now.
func (k *killer) all() []fault {
	k.mu.Lock()
	defer k.mu.Unlock()
	var found []fault
	for _, f := range k.faults {
		found = append(found, *f)
	}
	return found
}

// lossOf returns when a session on a host was lost: when the latest fault of that host began. Without one it was lost
// when its agent noticed.
func (k *killer) lossOf(host *part, noticed time.Time) (at time.Time, m means) {
	at = noticed
	for _, f := range k.all() {
		lasted := f.to.IsZero() || f.to.After(noticed.Add(-time.Minute))
		if f.part == host && f.means != cutOff && lasted && f.from.Before(noticed) {
			at, m = f.from, f.means
		}
	}
	return at, m
}

// isAway reports whether the cluster may not keep what a host gives it at a moment.
func (k *killer) isAway(host *part, at time.Time) bool {
	_, isAway := spellAt(spells(k.all(), host, k.servers()), at)
	return isAway
}

// isFilled reports whether the cluster has everything that the hosts have.
func (k *killer) isFilled(at time.Time) bool {
	return isFilled(k.all(), k.in.parts[kindHost], at, k.servers())
}
