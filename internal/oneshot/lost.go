package oneshot

import (
	"context"
	"fmt"
	"time"

	"frontdesk/internal/client"
)

// lookTime is the timeout of a verification, which runs even after an interrupt.
const lookTime = 10 * time.Second

// findings is the result of verifying a write whose response was lost. Verification only reads.
type findings struct {
	said   string // what was found, or what to do
	record any    // the response for scripts; nil unless the write is confirmed
	words  func() // prints the response as text
}

// verifyContext returns a context for a verification. An interrupt does not cancel it; a second signal ends the
// process.
func verifyContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), lookTime)
}

// recordingClient returns a client that records its raw responses.
func recordingClient(c *client.Client) (*client.Client, *responseLog, error) {
	kept := &responseLog{}
	config := c.CurrentConfig()
	config.OnResponse = kept.hear
	made, err := client.New(config)
	return made, kept, err
}

// lost reports the result of a verification after err. A confirmed write is printed like a normal response and is no
// error.
func (s *Invocation) lost(err error, found findings) error {
	s.Notef("%v", err)
	if found.record == nil {
		return &ExitError{ExitUnknown, fmt.Errorf("the outcome is not known and nothing is sent again: %s", found.said)}
	}
	s.Notef("the answer was lost, but it is done: %s", found.said)
	if s.JSON {
		return s.object(found.record)
	}
	found.words()
	return nil
}
