package draft

import "time"

// State is how far an item of the outbox has come.
type State string

// The states. None of them is left by itself: everything but waiting waits for the agent.
const (
	Waiting State = "waiting" // nothing was sent
	Sending State = "sending" // it may be leaving at this moment
	Unknown State = "unknown" // it was or may have been sent, and nothing tells whether it was carried out
	Refused State = "refused" // the service said no, and changed nothing
)

// Item is a form that could not be sent when the agent wanted it, and waits for their word.
type Item struct {
	ID     string `json:"id"` // orders items by when they were put here
	Draft  Draft  `json:"draft"`
	State  State  `json:"state"`
	Reason string `json:"reason,omitempty"` // why it is in this state, as a clean line for people

	QueuedAt     time.Time `json:"put"`
	LastAttempt  time.Time `json:"tried,omitzero"`  // when it was last sent, or about to be
	LastVerified time.Time `json:"looked,omitzero"` // when the record last did not show it
}

// Since is when it came into its state.
func (i Item) Since() time.Time {
	switch {
	case i.State == Unknown && !i.LastVerified.IsZero():
		return i.LastVerified
	case !i.LastAttempt.IsZero():
		return i.LastAttempt
	}
	return i.QueuedAt
}
