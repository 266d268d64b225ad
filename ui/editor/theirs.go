package editor

import (
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// theirChanges is what others have changed on the record of the form, and how the form says it.
type theirChanges struct {
	backend.TheirChanges
	said string
}

// Theirs returns what others have changed since the form was opened; false while nothing is known.
func (e *Editor) Theirs() (backend.TheirChanges, bool) {
	if e.theirs == nil {
		return backend.TheirChanges{}, false
	}
	return e.theirs.TheirChanges, true
}

// SetTheirs says above the fields what others have changed. What is typed stays.
func (e *Editor) SetTheirs(t backend.TheirChanges, said string) { e.theirs = &theirChanges{t, said} }

// SetOthers says above the fields who else edits the record; empty for nobody.
func (e *Editor) SetOthers(said string) { e.others = said }

// ForgetTheirs says no more that others have changed something.
func (e *Editor) ForgetTheirs() { e.theirs = nil }

// maxTheirLines is the most rows that the fields give up for what others have changed.
const maxTheirLines = 2

func (e *Editor) theirLines() []string {
	if e.theirs == nil {
		return nil
	}
	lines := termwidth.Wrap("! "+e.theirs.said, e.width)
	if len(lines) > maxTheirLines {
		lines = lines[:maxTheirLines]
		lines[maxTheirLines-1] = termwidth.Truncate(lines[maxTheirLines-1]+" …", e.width)
	}
	return lines
}
