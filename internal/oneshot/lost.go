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

// looking is a context for finding out. What is known of a write is worth these seconds to who interrupted it, too; a
// second signal ends the process.
func looking(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), lookTime)
}

// listening is a client whose answers are kept as they come.
func listening(c *client.Client) (*client.Client, *answers, error) {
	kept := &answers{}
	config := c.Current()
	config.Heard = kept.hear
	made, err := client.New(config)
	return made, kept, err
}

// lost says what was found out after err. What is there is printed as if the answer had come, and is no failure.
func (s *Session) lost(err error, found findings) error {
	s.Note("%v", err)
	if found.record == nil {
		return &Failure{Unknown, fmt.Errorf("the outcome is not known and nothing is sent again: %s", found.said)}
	}
	s.Note("the answer was lost, but it is done: %s", found.said)
	if s.JSON {
		return s.object(found.record)
	}
	found.words()
	return nil
}
