// Package desk holds the nouns of a support desk and their rules: tickets, articles, sub-statuses,
// days and spans. Whatever can be shown is cleaned text; whatever is sent back is kept as it came.
package desk

import (
	"cmp"
	"unique"

	"frontdesk/internal/safetext"
)

// ID is an identifier exactly as the service wrote it (a ticket id, a sub-status key, a queue key);
// only its Line may be shown.
type ID struct{ raw string }

// NewKey keeps an identifier of the service or of the agent.
func NewKey(raw string) ID { return ID{raw} }

// Raw is the identifier as it is sent back to the service; never show it.
func (k ID) Raw() string { return k.raw }

// Display is the identifier made safe to show.
func (k ID) Display() safetext.Line { return safetext.LineFromText(k.raw) }

// IsZero says whether there is no identifier.
func (k ID) IsZero() bool { return k.raw == "" }

// Compare orders identifiers the way people read them: shorter numbers first, then by letters.
func (k ID) Compare(other ID) int {
	return cmp.Or(cmp.Compare(len(k.raw), len(other.raw)), cmp.Compare(k.raw, other.raw))
}

// InternedLine is a short text that many records share (a status, a queue's name), kept once per process.
type InternedLine struct{ h unique.Handle[string] }

// NewTerm interns a cleaned line.
func NewTerm(l safetext.Line) InternedLine {
	if l.IsEmpty() {
		return InternedLine{}
	}
	return InternedLine{unique.Make(l.String())}
}

// String is the term's text, empty for the zero Term.
func (t InternedLine) String() string {
	if t == (InternedLine{}) {
		return ""
	}
	return t.h.Value()
}

// IsEmpty says whether the record holds no such term.
func (t InternedLine) IsEmpty() bool { return t == (InternedLine{}) }

// Code is a key of the account's vocabulary with its display name: a sub-status or a queue.
// Codes are small and comparable, so that rows can hold them by the hundred thousand.
type Code struct {
	key  unique.Handle[string]
	name InternedLine
}

// NewCode makes a code; an empty key makes the zero Code unless it has a name.
func NewCode(key string, name safetext.Line) Code {
	if key == "" && name.IsEmpty() {
		return Code{}
	}
	return Code{unique.Make(key), NewTerm(name)}
}

// Key is the code as it is sent to the service.
func (c Code) Key() ID {
	if c.key == (unique.Handle[string]{}) {
		return ID{}
	}
	return ID{c.key.Value()}
}

// IsZero says whether there is neither key nor name.
func (c Code) IsZero() bool { return c == Code{} }

// Label is the display name, or the key made safe where rows never taught a name.
func (c Code) Label() string {
	if !c.name.IsEmpty() {
		return c.name.String()
	}
	return c.Key().Display().String()
}
