// Package desk defines the types of a support desk and their rules: tickets, customers, orders, articles,
// sub-statuses, dates and time zones. Text for display is sanitised; identifiers are kept unchanged.
package desk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unique"

	"frontdesk/internal/safetext"
)

// ID is an identifier exactly as the service sent it: a ticket id, a sub-status key or a queue key. Only Display may
// be shown.
type ID struct{ raw string }

// NewID returns an ID for an identifier from the service or the agent.
func NewID(raw string) ID { return ID{raw} }

// NumericID returns the ID of a customer, a contact or an order that has a number; the zero ID for 0.
func NumericID(n int64) ID {
	if n == 0 {
		return ID{}
	}
	return ID{strconv.FormatInt(n, 10)}
}

// Raw returns the identifier as it is sent to the service. It must never be shown.
func (id ID) Raw() string { return id.raw }

// Display returns the sanitised identifier.
func (id ID) Display() safetext.Line { return safetext.LineFromText(id.raw) }

// DisplayIDs returns identifiers for display.
func DisplayIDs(ids []ID) []string {
	shown := make([]string, len(ids))
	for i, id := range ids {
		shown[i] = id.Display().String()
	}
	return shown
}

// shortDigits is how many digits of a ticket number agents tell tickets apart by.
const shortDigits = 6

// Short returns the end of a long identifier, such as …310519, and a short one whole.
func (id ID) Short() safetext.Line {
	all := id.Display()
	if r := []rune(all.String()); len(r) > shortDigits+1 {
		return safetext.LineFromText("…" + string(r[len(r)-shortDigits:]))
	}
	return all
}

// IsZero reports whether the identifier is empty.
func (id ID) IsZero() bool { return id.raw == "" }

// Compare orders identifiers by length, then alphabetically, so that numbers sort by value.
func (id ID) Compare(other ID) int {
	return cmp.Or(cmp.Compare(len(id.raw), len(other.raw)), cmp.Compare(id.raw, other.raw))
}

// InternedLine is a short text shared by many records, such as a status or a queue name, stored once per process.
type InternedLine struct{ h unique.Handle[string] }

// NewInternedLine interns a sanitised line.
func NewInternedLine(l safetext.Line) InternedLine {
	if l.IsEmpty() {
		return InternedLine{}
	}
	return InternedLine{unique.Make(l.String())}
}

// String returns the text, empty for the zero InternedLine.
func (l InternedLine) String() string {
	if l == (InternedLine{}) {
		return ""
	}
	return l.h.Value()
}

// IsEmpty reports whether the text is empty.
func (l InternedLine) IsEmpty() bool { return l == (InternedLine{}) }

// Code is a key with its display name: a sub-status or a queue. It is small and comparable, because hundreds of
// thousands of rows hold one.
type Code struct {
	key    unique.Handle[string]
	name   InternedLine
	closes bool // see Closing
}

// NewCode returns a code, the zero Code if key and name are both empty.
func NewCode(key string, name safetext.Line) Code {
	if key == "" && name.IsEmpty() {
		return Code{}
	}
	return Code{key: unique.Make(key), name: NewInternedLine(name)}
}

// Key returns the key as it is sent to the service.
func (c Code) Key() ID {
	if c.key == (unique.Handle[string]{}) {
		return ID{}
	}
	return ID{c.key.Value()}
}

// IsZero reports whether key and name are both empty.
func (c Code) IsZero() bool { return c == Code{} }

// Label returns the display name, or the sanitised key if the name is not known.
func (c Code) Label() string {
	if !c.name.IsEmpty() {
		return c.name.String()
	}
	return c.Key().Display().String()
}

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
