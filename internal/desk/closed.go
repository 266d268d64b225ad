package desk

import (
	"slices"
	"strings"
	"unicode"

	"frontdesk/internal/safetext"
)

// interfaceSubStatus is a sub-status that the interface defines, with its status.
type interfaceSubStatus struct{ Key, Name, Status, StatusName string }

// NewSubStatus is the sub-status of a new ticket (PROTOCOL.md 3.10).
var NewSubStatus = interfaceSubStatus{"US", "Unattended", "P", "Pending"}

// InterfaceSubStatuses are all that the interface defines (PROTOCOL.md 3.10).
var InterfaceSubStatuses = []interfaceSubStatus{
	{"P", "Pending", "P", "Pending"},
	{"PS", "Pending", "P", "Pending"},
	NewSubStatus,
	{closedKey, "Closed", ClosedStatus, "Complete"},
}

// closedKey is the sub-status that the interface itself has for closed tickets.
const closedKey = "CL"

// ClosedStatus is the code of the status of sub-statuses that close a ticket.
const ClosedStatus = "C"

// IsClosed reports whether a ticket is closed: its sub-status means so, here or in the account's vocabulary, or a
// status does, which may be a code or a name.
func IsClosed(is Code, vocabulary []Code, statuses ...string) bool {
	closes := func(c Code) bool { return c.Key() == is.Key() && c.MeansClosed() }
	return is.MeansClosed() || !is.Key().IsZero() && slices.ContainsFunc(vocabulary, closes) ||
		slices.ContainsFunc(statuses, func(s string) bool { return s == ClosedStatus || SaysClosed(s) })
}

// MeansClosed reports whether tickets with the sub-status are closed: by its key or its name, because the account says
// so, or because the tickets that are known are (Closing).
func (c Code) MeansClosed() bool {
	return c.closes || c.Key().Raw() == closedKey || SaysClosed(c.Label())
}

// MeansUnattended reports whether nobody has worked on tickets with the sub-status.
func (c Code) MeansUnattended() bool {
	return c.Key().Raw() == NewSubStatus.Key || safetext.Fold(c.Label()) == "unattended"
}

// Closing returns the sub-status as one that means closed.
func (c Code) Closing() Code {
	c.closes = !c.Key().IsZero()
	return c
}

// SaysClosed reports whether the name of a sub-status or a status says closed: it is complete or completed, or its
// first word is closed.
func SaysClosed(name string) bool {
	name = safetext.Fold(strings.TrimSpace(name))
	if name == "complete" || name == "completed" {
		return true
	}
	rest, begins := strings.CutPrefix(name, "closed")
	return begins && !strings.ContainsFunc(rest[:min(len(rest), 1)], unicode.IsLetter)
}
