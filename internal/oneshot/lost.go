package oneshot

import (
	"context"
	"fmt"
	"time"

	"frontdesk/internal/client"
)

// lookTime is for finding out, also after an interrupt.
const lookTime = 10 * time.Second

// findings are what could be found out about a write whose answer was lost, by nothing but reads.
type findings struct {
	said   string // what was found, or what to do
	record any    // what was written, for scripts; nil unless it is known to be there
	words  func() // the same for people
}

// verifyContext is a context for finding out. What is known of a write is worth these seconds to who interrupted it, too; a
// second signal ends the process.
func verifyContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), lookTime)
}

// recordingClient is a client whose answers are kept as they come.
func recordingClient(c *client.Client) (*client.Client, *responseLog, error) {
	kept := &responseLog{}
	config := c.CurrentConfig()
	config.OnResponse = kept.hear
	made, err := client.New(config)
	return made, kept, err
}

// lost says what was found out after err. What is there is printed as if the answer had come, and is no failure.
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
