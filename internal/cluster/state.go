package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/guard"
)

// State says whether the cluster can store data.
type State struct {
	Connected bool      // a majority of the servers answers, so that data can be stored
	Since     time.Time // when that began
}

// Errors of requests. After ErrAway a request may have arrived; after ErrNotSent, which is an ErrAway, it has not.
var (
	ErrAway    = errors.New("the cluster is away")
	ErrNotSent = fmt.Errorf("%w, and nothing was sent", ErrAway)
)

// errDisconnected is the reason for being away after the connection was lost.
var errDisconnected = errors.New("the connection was lost")

// Pauses between two probes while the cluster is away. While it is there, each probe renews the entry of this host, six
// times within the limit. A cluster that comes back and is away again within relapseTime, such as one that has no room
// for some of its buckets, is probed after ever longer pauses: agents are not told every few seconds that it is back.
const (
	probeIntervalAway = 500 * time.Millisecond
	maxIntervalAway   = 30 * time.Second
	relapseTime       = time.Minute
)

// intervalAway returns the pause before the next probe while the cluster is away.
func (c *Cluster) intervalAway() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	pause := probeIntervalAway
	for range c.relapses {
		pause = min(2*pause, maxIntervalAway)
	}
	return pause
}

// noteRelapse counts how often the cluster was away again soon after it had come back. c.mu is held.
func (c *Cluster) noteRelapse(connected bool) {
	switch {
	case connected:
	case c.now().Sub(c.state.Since) < relapseTime:
		c.relapses++
	default:
		c.relapses = 0
	}
}

// State returns the state of the cluster.
func (c *Cluster) State() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

// Observe calls f with the state, now and whenever it changes, until stop is called. f must return quickly.
func (c *Cluster) Observe(f func(State)) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := &f
	c.observers[key] = struct{}{}
	f(c.state)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.observers, key)
	}
}

// Do runs requests within RequestTimeout. While the cluster is away it returns ErrNotSent at once. An error that shows
// that the cluster is away changes the state.
func (c *Cluster) Do(ctx context.Context, work func(context.Context) error) error {
	if !c.State().Connected {
		return fmt.Errorf("%w: %s", ErrNotSent, c.describeAway())
	}
	ctx, stop := c.limit(ctx)
	defer stop()
	err := c.attempt(ctx, work)
	if err != nil && errors.Is(context.Cause(ctx), errDisconnected) {
		err = fmt.Errorf("%w: %w", errDisconnected, err)
	}
	if c.Report(err) {
		return fmt.Errorf("%w: %w", ErrAway, err)
	}
	return err
}

// attempt runs requests. If a bucket is missing, they run once more: opening it creates it again. In a missing bucket
// nothing was stored.
func (c *Cluster) attempt(ctx context.Context, work func(context.Context) error) error {
	err := work(ctx)
	if !isMissing(err) {
		return err
	}
	c.mu.Lock()
	c.checkBuckets()
	c.mu.Unlock()
	return work(ctx)
}

// isMissing reports whether a request failed because there is no such bucket. Servers that have not chosen a leader of
// a bucket do not answer what is to be stored in it either.
func isMissing(err error) bool {
	return errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, jetstream.ErrStreamNotFound) ||
		errors.Is(err, jetstream.ErrBucketNotFound)
}

// limit returns a context for requests: it ends with the time for them, or when the connection is lost, after which no
// answer comes.
func (c *Cluster) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	c.mu.Lock()
	linked := c.linked
	c.mu.Unlock()
	ctx, stop := context.WithTimeout(ctx, c.times.Request)
	ctx, end := context.WithCancelCause(ctx)
	unhook := guard.AfterEnd(linked, func() { end(errDisconnected) })
	return ctx, func() {
		unhook()
		end(nil)
		stop()
	}
}

// relink ends the requests of a connection that was lost.
func (c *Cluster) relink() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unlink()
	c.linked, c.unlink = context.WithCancel(context.Background())
}

// Report takes the outcome of a request into the state, and reports whether it shows that the cluster is away. Do calls
// it.
func (c *Cluster) Report(err error) (away bool) {
	if !isAway(err) {
		return false
	}
	c.set(false, err)
	c.probeSoon()
	return true
}

// isAway reports whether an error means that the servers do not answer, or are too few to store data.
func isAway(err error) bool {
	for _, sign := range []error{
		ErrAway, errDisconnected, context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders,
		nats.ErrConnectionClosed, nats.ErrConnectionReconnecting, nats.ErrDisconnected, nats.ErrNoServers,
		nats.ErrReconnectBufExceeded, jetstream.ErrNoStreamResponse,
	} {
		if errors.Is(err, sign) {
			return true
		}
	}
	var refused *jetstream.APIError
	return errors.As(err, &refused) && refused.Code == serviceUnavailable
}

// serviceUnavailable is the error code of a server that cannot work now, for example because it has no leader.
const serviceUnavailable = 503

func (c *Cluster) set(connected bool, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !errors.Is(why, errDisconnected) || c.state.Connected { // says less than what was found before
		c.away = why
	}
	if c.state.Connected == connected {
		return
	}
	c.noteRelapse(connected)
	c.state = State{Connected: connected, Since: c.now()}
	c.checkBuckets()
	c.fault = ""
	if connected {
		c.log.Info("connected to the cluster", "host", c.host, "servers", c.urls)
	} else {
		c.log.Warn("disconnected from the cluster", "host", c.host, "error", c.urls+": "+reason(why))
	}
	for f := range c.observers {
		(*f)(c.state)
	}
}

// describeAway returns the addresses of the servers, and why they cannot be reached.
func (c *Cluster) describeAway() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.away == nil {
		return c.urls
	}
	return c.urls + ": " + reason(c.away)
}

// probeSoon starts a probe without waiting for the next one.
func (c *Cluster) probeSoon() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// probeAnew is probeSoon after the connection was made again: the servers may have been mended.
func (c *Cluster) probeAnew() {
	c.mu.Lock()
	c.relapses = 0
	c.mu.Unlock()
	c.probeSoon()
}

// probeRegularly probes the servers until ctx ends.
func (c *Cluster) probeRegularly(ctx context.Context) error {
	for ctx.Err() == nil {
		pause := c.times.Limit / 6
		if !c.State().Connected {
			pause = c.intervalAway()
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-c.wake:
			// The pause limits how often the state changes: while the bucket of a request has no leader and the probed
			// one has, the cluster would be away and back ten times a second.
			if !c.State().Connected {
				c.pause(ctx, c.intervalAway())
			}
		}
		timer.Stop()
		c.probe(ctx)
	}
	return nil
}

func (c *Cluster) pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// probe finds out whether the cluster can store data, by renewing this host's entry. Only a majority of the servers can
// confirm a write, so a host on the smaller side of a divided network learns that it is cut off.
func (c *Cluster) probe(ctx context.Context) {
	if c.conn.Status() != nats.CONNECTED {
		c.logFault(c.conn.LastError())
		c.set(false, errDisconnected) // the last confirmation may have been noted after the connection was lost
		return
	}
	timed, stop := c.limit(ctx)
	defer stop()
	err := c.attempt(timed, func(ctx context.Context) error {
		kept, err := c.Holds(ctx)
		if err == nil {
			err = c.entry.Renew(ctx, kept)
		}
		return err
	})
	switch {
	case ctx.Err() != nil, IsTaken(err): // the servers are still storing the last renewal
	case err == nil:
		c.set(true, nil)
	case isAway(err), errors.Is(context.Cause(timed), errDisconnected):
		c.set(false, err)
	default:
		c.set(false, err)
		c.logUnusable(err)
	}
}
