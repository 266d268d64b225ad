// Package cluster connects a host to the NATS servers that several hosts share, and says whether they answer.
//
// Data is stored in JetStream key-value buckets, one set per account. The connection is retried without end: while the
// cluster is away, consoles show that, and the host goes on working.
package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/guard"
)

// Servers are the settings of a cluster's servers, which stand in the configuration.
type Servers struct {
	URLs            string // such as nats://a.example.com:4222; several are separated by commas
	CredentialsFile string // with a JWT, an nkey's seed or USER:PASSWORD; mode 0600; empty for none
	CA              string // file of the authorities that sign the servers' certificates; empty for the system's
	Cert            string // file of the certificate that this host shows; empty for none
	Key             string // file of its private key
	AllowPlain      bool   // connect beyond this machine without TLS
}

// Options says how to connect to a cluster.
type Options struct {
	Servers
	Times Times // DefaultTimes when empty

	Name string           // of this host, for others; that of the machine when empty
	Log  *slog.Logger     // slog's default when nil
	Now  func() time.Time // time.Now when nil
}

// publisher is jetstream's PublishMsg.
type publisher func(context.Context, *nats.Msg, ...jetstream.PublishOpt) (*jetstream.PubAck, error)

// Timing of the connection.
const (
	reconnectWait = 200 * time.Millisecond
	pingsOut      = 2
)

// Times says how long servers are waited for until they count as away.
type Times struct {
	Connect time.Duration
	Ping    time.Duration // interval of pings; a server that does not answer two of them is gone
	Request time.Duration
	Check   time.Duration // interval at which the buckets are checked
	Limit   time.Duration // after it a host that is gone loses what it holds; all hosts have the same
}

// DefaultTimes are the times of hosts that are given none. Tests in which no server is lost set longer ones before they
// start a host: on a busy machine, a server may be late.
var DefaultTimes = Times{
	Connect: 5 * time.Second, Ping: 2 * time.Second, Request: 2 * time.Second, Check: 10 * time.Second,
	Limit: 15 * time.Second,
}

// Cluster is the connection of one host. It is safe for concurrent use.
type Cluster struct {
	conn  *nats.Conn
	js    jetstream.JetStream
	urls  string // for people
	times Times
	log   *slog.Logger
	now   func() time.Time
	host  string
	id    string
	entry Entry
	end   context.CancelFunc
	done  <-chan error

	wake    chan struct{} // wakes probeRegularly
	opening chan struct{} // held while a bucket is opened or checked

	mu        sync.Mutex // guards the fields below
	state     State
	observers map[*func(State)]struct{}
	opened    map[string]openedBucket // by name
	away      error                   // why the servers cannot be reached; nil while they can
	sections  map[string]string       // the last section of each bucket that was joined, by name
	begun     map[string]int          // the break after which this host has begun a section, by name of the bucket
	fault     string                  // of the connection, that was logged last
	relapses  int                     // how often it was away again soon after it had come back
	publish   publisher               // stores a message; tests put faults before it
	linked    context.Context         //nolint:containedctx // ends when the connection is lost
	unlink    context.CancelFunc
}

// Connect connects to a cluster. Servers that cannot be reached are no error: the state says that they are away, and
// Connect keeps trying in the background. A wrong setting, and a credential or certificate that is rejected, are
// errors.
func Connect(ctx context.Context, o Options) (*Cluster, error) {
	if o.Times == (Times{}) {
		o.Times = DefaultTimes
	}
	o.Times.Limit = cmp.Or(o.Times.Limit, DefaultTimes.Limit)
	c := &Cluster{
		urls: o.URLs, times: o.Times, log: o.Log, now: o.Now, host: o.Name, id: rand.Text(),
		wake: make(chan struct{}, 1), opening: make(chan struct{}, 1), observers: map[*func(State)]struct{}{},
		opened: map[string]openedBucket{}, sections: map[string]string{}, begun: map[string]int{},
	}
	c.setDefaults()
	c.entry.Name = c.host
	c.linked, c.unlink = context.WithCancel(context.Background())
	settings, err := o.natsOptions()
	if err != nil {
		return nil, err
	}
	settings = append(settings, nats.ErrorHandler(
		func(_ *nats.Conn, _ *nats.Subscription, err error) { c.logFault(err) },
	))
	rejected, away := try(o.URLs, settings)
	if rejected != nil {
		return nil, rejected
	}
	settings = append(
		settings,
		nats.Name("frontdesk "+c.host),
		nats.RetryOnFailedConnect(true),
		nats.DisconnectErrHandler(func(conn *nats.Conn, err error) {
			if !conn.IsClosed() {
				c.Report(errors.Join(errDisconnected, err))
				c.relink()
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { c.probeAnew() }),
		nats.ConnectHandler(func(*nats.Conn) { c.probeSoon() }),
	)
	if c.conn, err = nats.Connect(o.URLs, settings...); err != nil {
		return nil, fmt.Errorf("the cluster cannot be used: %w", err)
	}
	if c.js, err = jetstream.New(c.conn); err != nil {
		c.conn.Close()
		return nil, fmt.Errorf("the cluster cannot be used: %w", err)
	}
	c.publish = c.js.PublishMsg
	c.state, c.away = State{Since: c.now()}, away
	c.probe(ctx)
	if !c.State().Connected {
		c.log.Warn("not connected to the cluster", "host", c.host, "error", c.describeAway())
	}
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	c.end = end
	c.done = guard.Start(func() error { return c.probeRegularly(running) })
	return c, nil
}

// Check connects once, stores nothing, and returns why the cluster cannot be used.
func Check(ctx context.Context, o Options) error {
	settings, err := o.natsOptions()
	if err != nil {
		return err
	}
	if rejected, away := try(o.URLs, settings); rejected != nil || away != nil {
		return cmp.Or(rejected, fmt.Errorf("%s: %s", o.URLs, reason(away)))
	}
	conn, err := nats.Connect(o.URLs, settings...)
	if err != nil {
		return fmt.Errorf("%s: %s", o.URLs, reason(err))
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err == nil {
		_, err = js.AccountInfo(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: JetStream cannot be used: %s", o.URLs, reason(err))
	}
	return nil
}

func (c *Cluster) setDefaults() {
	if c.log == nil {
		c.log = slog.Default()
	}
	if c.now == nil {
		c.now = time.Now
	}
	if c.host == "" {
		c.host, _ = os.Hostname() // only for people who look at the servers
	}
}

// Close ends the connection.
func (c *Cluster) Close() error {
	c.end()
	err := <-c.done
	c.conn.Close()
	c.relink()
	return err
}

// RequestTimeout returns how long a request may take.
func (c *Cluster) RequestTimeout() time.Duration { return c.times.Request }

// JetStream returns the handle of the servers' streams and buckets.
func (c *Cluster) JetStream() jetstream.JetStream { return c.js }

// Conn returns the connection, for messages that are not stored. Publishing while the servers are away fails at
// once; nothing is sent later.
func (c *Cluster) Conn() *nats.Conn { return c.conn }

// HostID returns a random id of this process. After a restart the host has another one.
func (c *Cluster) HostID() string { return c.id }

// HostName returns the name of this host, for display.
func (c *Cluster) HostName() string { return c.host }

// Connection is how a host reaches what all hosts share: a Cluster or, in tests, a stand-in for it in memory.
type Connection interface {
	HostID() string
	HostName() string
	State() State
	Observe(f func(State)) (stop func())
	RequestTimeout() time.Duration
	Do(ctx context.Context, work func(context.Context) error) error
	Report(err error) (away bool)
	Open(ctx context.Context, b Bucket) (jetstream.KeyValue, error)
	Term() Term
	Limit() time.Duration
	Holds(ctx context.Context) (jetstream.KeyValue, error)
	Documents(account, agent string) Documents
	Publish(subject string, content []byte) error
	Subscribe(subject string, receive func(content []byte)) (stop func() error, err error)
}

// Publish sends a message that is not stored. It does not wait. While the servers are away it fails at once, and
// nothing is sent later.
func (c *Cluster) Publish(subject string, content []byte) error {
	return c.conn.Publish(subject, content)
}

// Subscribe calls receive with each message of a subject, in a goroutine of the NATS library, where a panic would end
// the process.
func (c *Cluster) Subscribe(subject string, receive func(content []byte)) (stop func() error, err error) {
	s, err := c.conn.Subscribe(subject, func(m *nats.Msg) { receive(m.Data) })
	if err != nil {
		return nil, err
	}
	return func() error {
		if err := s.Unsubscribe(); !errors.Is(err, nats.ErrConnectionClosed) {
			return err
		}
		return nil
	}, nil
}
