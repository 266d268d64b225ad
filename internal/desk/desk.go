// Package desk holds the nouns of a support desk and their rules: tickets, articles, sub-statuses,
// days and spans. Whatever can be shown is cleaned text; whatever is sent back is kept as it came.
package desk

import (
	"cmp"
	"unique"

	"frontdesk/internal/text"
)

// Key is an identifier exactly as the service wrote it (a ticket id, a sub-status key, a queue key);
// only its Line may be shown.
type Key struct{ raw string }

// NewKey keeps an identifier of the service or of the agent.
func NewKey(raw string) Key { return Key{raw} }

// Raw is the identifier as it is sent back to the service; never show it.
func (k Key) Raw() string { return k.raw }

// Line is the identifier made safe to show.
func (k Key) Line() text.Line { return text.PlainLine(k.raw) }

// IsZero says whether there is no identifier.
func (k Key) IsZero() bool { return k.raw == "" }

// Compare orders identifiers the way people read them: shorter numbers first, then by letters.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(len(k.raw), len(other.raw)), cmp.Compare(k.raw, other.raw))
}

// Term is a short text that many records share (a status, a queue's name), kept once per process.
type Term struct{ h unique.Handle[string] }

// NewTerm interns a cleaned line.
func NewTerm(l text.Line) Term {
	if l.IsEmpty() {
		return Term{}
	}
	return Term{unique.Make(l.String())}
}

// String is the term's text, empty for the zero Term.
func (t Term) String() string {
	if t == (Term{}) {
		return ""
	}
	return t.h.Value()
}

// IsEmpty says whether the record holds no such term.
func (t Term) IsEmpty() bool { return t == (Term{}) }

// Code is a key of the account's vocabulary with its display name: a sub-status or a queue.
// Codes are small and comparable, so that rows can hold them by the hundred thousand.
type Code struct {
	key  unique.Handle[string]
	name Term
}

// NewCode makes a code; an empty key makes the zero Code unless it has a name.
func NewCode(key string, name text.Line) Code {
	if key == "" && name.IsEmpty() {
		return Code{}
	}
	return Code{unique.Make(key), NewTerm(name)}
}

// Key is the code as it is sent to the service.
func (c Code) Key() Key {
	if c.key == (unique.Handle[string]{}) {
		return Key{}
	}
	return Key{c.key.Value()}
}

// IsZero says whether there is neither key nor name.
func (c Code) IsZero() bool { return c == Code{} }

// Label is the display name, or the key made safe where rows never taught a name.
func (c Code) Label() string {
	if !c.name.IsEmpty() {
		return c.name.String()
	}
	return c.Key().Line().String()
}
