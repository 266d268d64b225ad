package cluster

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

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
