package service

import (
	"fmt"
	"net/http"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// How large a record may grow. Every part of a ticket is in a pull of its day, and an answer that no client takes any
// more would hide the whole day.
const (
	maxMembers  = 256 << 10 // bytes of an account's own members in one block of a record
	maxComments = 2000      // updates of a ticket after which none with a comment is taken
	maxUpdates  = 4000      // and none at all: until then a ticket can be closed
	maxHistory  = 4 << 20   // bytes of a ticket's history with which no comment is taken
	maxContacts = 500       // of a customer
	maxGiven    = 100       // contacts in one request: each is compared with all that are there
)

var (
	errMembers  = &apiError{http.StatusBadRequest, "an account's own members would be larger than 256 KiB together"}
	errGiven    = &apiError{http.StatusBadRequest, fmt.Sprintf("at most %d contacts are taken in one request", maxGiven)}
	errContacts = &apiError{http.StatusBadRequest, fmt.Sprintf("a customer has at most %d contacts", maxContacts)}
	errUpdates  = &apiError{http.StatusBadRequest, fmt.Sprintf("the ticket has %d updates, more are not taken: go on in a new ticket", maxUpdates)}
	errComments = &apiError{http.StatusBadRequest, fmt.Sprintf(
		"the ticket's history is full (%d updates or 4 MiB): no comment is taken, but an update without one; go on in a new ticket", maxComments)}
)

// roomFor says what keeps a ticket from taking an update.
func roomFor(req wire.UpdateTicketRequest, t *store.Ticket) error {
	switch {
	case t.NoteCount >= maxUpdates:
		return errUpdates
	case !isBlank(req.Comment) && (t.NoteCount >= maxComments || t.NoteBytes+len(req.Comment) > maxHistory):
		return errComments
	}
	return nil
}
