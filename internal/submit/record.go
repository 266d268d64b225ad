package submit

import "frontdesk/internal/client"

// Prior is what the service held before a write was sent, limited to records that resemble the write's result.
type Prior struct {
	IsKnown bool // the service was queried and returned all of it
	// IDs are those of records that match an add, or of timeline entries that match an update: the ones with its
	// comment, or all if it has none. That the ticket showed all values of the update is one of them, too.
	IDs []string
}

// Recorder records on disk that a write is about to be sent, with what the service held before. After an error nothing
// is sent.
type Recorder func(Prior) error

// unlessAnswered returns the error of a service that fails to answer when the record of a change is read: its answer to
// the change could not be told from an earlier one. A record that the service does not show is left out.
func unlessAnswered(err error) error {
	if client.IsUnanswered(err) {
		return err
	}
	return nil
}
