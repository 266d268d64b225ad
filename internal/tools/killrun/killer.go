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

// killer hurts parts at random, at most one of each kind at a time.
type killer struct {
	in     *installation
	random *rand.Rand                         // of its goroutine alone
	say    func(format string, values ...any) // writes to the log of the run

	mu     sync.Mutex // guards the fields below
	faults []*fault
}

// work hurts parts of each kind until ctx ends, and heals everything then.
func (k *killer) work(ctx context.Context) error {
	var hurting guard.Group
	for i, of := range []kind{kindHost, kindService, kindNATS, kindPostgres} {
		random := rand.New(rand.NewPCG(k.random.Uint64(), uint64(i))) //nolint:gosec // a seed makes a run again
		hurting.Go(func() error { return k.hurtKind(ctx, of, random) })
	}
	return hurting.Wait()
}

// hurtKind hurts one part of a kind after the other.
func (k *killer) hurtKind(ctx context.Context, of kind, random *rand.Rand) error {
	parts := k.in.parts[of]
	for guard.Sleep(ctx, between(random, 3*time.Second, 12*time.Second)) {
		p := parts[random.IntN(len(parts))]
		if err := k.hurt(ctx, p, meansOf(of, random), random); err != nil {
			return err
		}
	}
	return nil
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
	f := &fault{part: p, means: m, from: time.Now()}
	k.mu.Lock()
	k.faults = append(k.faults, f)
	k.mu.Unlock()
	k.say("%s %s", p.name, m)
	if err := k.begin(ctx, f); err != nil {
		return err
	}
	guard.Sleep(ctx, pause(p, m, random))
	err := k.heal(context.WithoutCancel(ctx), f) // also at the end
	k.mu.Lock()
	f.to = time.Now()
	k.mu.Unlock()
	k.say("%s is back", p.name)
	return err
}

func (k *killer) begin(ctx context.Context, f *fault) error {
	ctx = context.WithoutCancel(ctx)
	switch f.means {
	case parted:
		return setLink(ctx, f.part, false)
	case cutOff:
		return setRoutes(ctx, f.part, k.in.parts[kindNATS], false)
	case killed:
		f.part.kill()
	}
	return nil
}

func (k *killer) heal(ctx context.Context, f *fault) error {
	switch f.means {
	case parted:
		return setLink(ctx, f.part, true)
	case cutOff:
		return setRoutes(ctx, f.part, k.in.parts[kindNATS], true)
	case killed:
		if err := f.part.start(ctx); err != nil {
			return fmt.Errorf("after it was killed: %w", err)
		}
	}
	return nil
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

// settling is how long NATS nodes may take, after one of them was hurt or came back, until they keep drafts again.
const settling = 6 * time.Second

// clusterHurt reports whether the cluster may not have kept what a host gave it shortly before a moment: a node or the
// host's way to it was hurt as well.
func (k *killer) clusterHurt(host *part, at time.Time) bool {
	for _, f := range k.all() {
		isCluster := f.part.kind == kindNATS || f.part == host && f.means == cutOff
		if isCluster && f.from.Before(at) && (f.to.IsZero() || f.to.Add(settling).After(at)) {
			return true
		}
	}
	return false
}
