package sharedpulls

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
)

// lease is the lease of this host; the zero lease for none.
type lease struct {
	revision uint64    // of the entry that the servers hold
	sent     time.Time // when the last renewal that succeeded was sent
}

// holder is what the servers hold of a lease. It comes from other hosts.
type holder struct {
	Host string `json:"host"` // its id
	Name string `json:"name"` // for people who look at the servers
}

// maxHolder is the largest entry, maxHostID the longest id of a host.
const (
	maxHolder = 4 << 10
	maxHostID = 200
)

// leads reports whether this host pulls for all.
func (g *Group) leads() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.lease.revision > 0 && age(g.lease.sent) < g.Times.belief()
}

// age returns how long ago a moment was.
func age(at time.Time) time.Duration { return between(at, time.Now()) }

// between returns the time between two moments. A machine that was asleep knows it by the wall clock alone, and one
// whose wall clock was set back by the other.
func between(first, second time.Time) time.Duration {
	return max(second.Sub(first), second.Round(0).Sub(first.Round(0)))
}

// decide returns the host that pulls for all. If there is none, or it is gone, this host tries to be the one.
func (g *Group) decide(ctx context.Context, gone string) (host string, err error) {
	g.deciding.Lock()
	defer g.deciding.Unlock()
	if g.leads() {
		return g.Cluster.HostID(), nil
	}
	for range maxHosts {
		found, revision, err := g.find(ctx)
		if err != nil || revision > 0 && found != gone && found != g.Cluster.HostID() {
			return found, err
		}
		if err = g.take(ctx, revision); !cluster.IsTaken(err) {
			return g.Cluster.HostID(), err
		}
	}
	return "", errTaken
}

var errTaken = errors.New("other hosts were faster")

// do runs a request with the bucket of leases and the key of this account's.
func (g *Group) do(
	ctx context.Context, work func(ctx context.Context, leases jetstream.KeyValue, key string) error,
) error {
	key := g.currentScope().name
	return g.Cluster.Do(ctx, func(ctx context.Context) error {
		leases, err := g.Cluster.Open(ctx, cluster.Bucket{Account: g.Account, Kind: "pulls", TTL: g.Times.Lease})
		if err != nil {
			return err
		}
		return work(ctx, leases, key)
	})
}

// find returns the holder of the lease; revision is 0 if there is none.
func (g *Group) find(ctx context.Context) (host string, revision uint64, err error) {
	err = g.do(ctx, func(ctx context.Context, leases jetstream.KeyValue, key string) error {
		found, err := leases.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		var by holder
		revision = found.Revision()
		if len(found.Value()) <= maxHolder && json.Unmarshal(found.Value(), &by) == nil && len(by.Host) <= maxHostID {
			host = by.Host // else nobody can be asked, as if that host were gone
		}
		return nil
	})
	return host, revision, err
}

// take takes or renews the lease, unless the servers hold another revision of it than the given one.
func (g *Group) take(ctx context.Context, revision uint64) error {
	content, err := json.Marshal(holder{Host: g.Cluster.HostID(), Name: g.Cluster.HostName()})
	if err != nil {
		return err
	}
	sent := time.Now()
	err = g.do(ctx, func(ctx context.Context, leases jetstream.KeyValue, key string) (err error) {
		if revision == 0 {
			revision, err = leases.Create(ctx, key, content)
		} else {
			revision, err = leases.Update(ctx, key, content, revision)
		}
		return err
	})
	g.mu.Lock()
	defer g.mu.Unlock()
	if err == nil {
		g.lease = lease{revision, sent}
	} else if cluster.IsTaken(err) {
		g.lease = lease{}
	}
	return err
}

// giveBack lets another host have the lease. g.deciding is held.
func (g *Group) giveBack() {
	g.mu.Lock()
	had := g.lease
	g.lease = lease{}
	g.mu.Unlock()
	if had.revision == 0 {
		return
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(g.ctx), g.Cluster.RequestTimeout())
	defer stop()
	_ = g.do(ctx, func(ctx context.Context, leases jetstream.KeyValue, key string) error {
		return leases.Delete(ctx, key, jetstream.LastRevision(had.revision))
	}) // else it ends by itself
}

// keepLease renews the lease until the group is closed, and then gives it back.
func (g *Group) keepLease() error {
	ticker := time.NewTicker(g.Times.renewal())
	defer ticker.Stop()
	for {
		select {
		case <-g.ctx.Done():
			g.deciding.Lock()
			g.giveBack()
			g.deciding.Unlock()
			return nil
		case <-ticker.C:
			if err := guard.Do(g.renew); err != nil {
				g.Log.Error("the lease of an account is not renewed", "fault", err.Error())
			}
		}
	}
}

func (g *Group) renew() {
	g.deciding.Lock()
	defer g.deciding.Unlock()
	g.mu.Lock()
	revision := g.lease.revision
	g.mu.Unlock()
	if revision > 0 {
		_ = g.take(g.ctx, revision) // after an error the lease ends, and the next pull decides anew
	}
}
