package agentstate

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// SetLockAge sets how long the locks of a host that has died stay.
func (s *Shared) SetLockAge(age time.Duration) { s.lockAge = age }

// PutAndDie is the first Put of a document by a host that is killed when the servers have it, before their answer.
func PutAndDie(in Store, name string, content []byte) error {
	s := in.(*sharedStore) //nolint:errcheck,forcetypeassert // the test has opened it
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.beginPut(name, content, None)
	if err == nil {
		_, err = s.remote.put(name, content, 0)
	}
	return err
}

// RefuseNext makes the servers refuse the next version of a document, as they do while they are storing another one.
func RefuseNext(in Store) {
	r := in.(*sharedStore).remote //nolint:errcheck,forcetypeassert // the test has opened it
	publish := r.publish
	r.publish = func(context.Context, *nats.Msg, ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
		r.publish = publish
		return nil, &jetstream.APIError{
			Code: 400, ErrorCode: jetstream.JSErrCodeStreamWrongLastSequenceConstant, Description: "wrong last sequence",
		}
	}
}
