// Package presence tracks which agents edit which records, so that others can be warned, and which tickets they have
// taken, so that others are given different ones. It locks nothing, and what it knows of a session is removed when that
// ends. Tracker does so for the consoles of one host.
package presence

import (
	"context"
	"errors"
	"iter"
	"time"

	"frontdesk/internal/safetext"
)

// Resource is a form that is being filled in; the zero Resource is none.
type Resource struct{ Kind, Record string }

// Group is the consoles of an account that know of one another. It is safe for concurrent use.
type Group interface {
	// Join registers a console of an agent.
	Join(who safetext.Line) Member
}

// Member is one console's registration with a group; Leave ends it. Take and WaitChange alone wait for anything: a
// console may call the other methods while it draws.
type Member interface {
	// SetEditing sets the resource that the member is editing.
	SetEditing(at Resource)
	// Watch returns the names of the other members that are editing a resource, without duplicates, and subscribes to
	// its changes. An agent's own second console is included.
	Watch(at Resource) []safetext.Line
	// Editors is Watch without the subscription.
	Editors(at Resource) []safetext.Line
	// WaitChange waits until another member has started or stopped editing the watched resource, or the claims have
	// changed, since it last returned. Otherwise it returns the context's error or ErrLeft.
	WaitChange(ctx context.Context) error

	// Take claims the first of the given records that nobody has claimed or is editing, this member included, and
	// returns it. The member's earlier claims end a minute later. It reports false if none is left. With an error
	// nothing is claimed.
	Take(ctx context.Context, offered iter.Seq[Resource], now time.Time) (r Resource, ok bool, err error)
	// Renew extends a claim of this member while its agent works on the record. It does nothing for other records.
	Renew(r Resource, now time.Time)
	// Release ends a claim of this member.
	Release(r Resource, now time.Time)
	// Claims returns the claims as they stand now.
	Claims() Claims
	// LostClaims returns which claims of this member have ended before their time since it was last called.
	LostClaims() []Resource

	// Leave ends the registration and the member's claims; it may be called twice.
	Leave()
}

// ErrLeft is returned by WaitChange after Leave.
var ErrLeft = errors.New("the console has left")
