package cluster

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// NoteConfirmation notes that the cluster has confirmed what was kept.
func (c *Cluster) NoteConfirmation() { c.set(true, nil) }

// Probe finds out whether the cluster can store data.
func (c *Cluster) Probe(ctx context.Context) { c.probe(ctx) }

// IntervalAway returns the pause before the next probe while the cluster is away.
func (c *Cluster) IntervalAway() time.Duration { return c.intervalAway() }

// BetweenRenewals calls f while this host does not renew its entry: a message to a bucket that is being removed is lost.
func (c *Cluster) BetweenRenewals(f func()) {
	c.entry.renewing.Lock()
	defer c.entry.renewing.Unlock()
	f()
}

// OnNextMessage has f send the next message that is to be stored, and say what came of it.
func (c *Cluster) OnNextMessage(f func(send func() (*jetstream.PubAck, error)) (*jetstream.PubAck, error)) {
	var used atomic.Bool
	publish := c.js.PublishMsg
	c.mu.Lock()
	defer c.mu.Unlock()
	c.publish = func(ctx context.Context, m *nats.Msg, o ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
		if used.Swap(true) {
			return publish(ctx, m, o...)
		}
		return f(func() (*jetstream.PubAck, error) { return publish(ctx, m, o...) })
	}
}
