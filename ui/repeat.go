package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/macro"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/pane"
)

// repeating is what the agent has done last to a ticket, or to many, and can do to another.
type repeating struct {
	part
	forms   *forms
	sending *sending
	macros  *macroList
	last    *lastUpdate // nil for nothing
}

// lastUpdate is such an update.
type lastUpdate struct {
	label       string            // what it does, for the palette
	values      map[string]string // as they were typed; nil for a macro
	namesTicket bool              // its comment has the number of the ticket
	macro       *macro.Macro      // filled in for each ticket; without a name it was typed for many
}

// maxRepeatLabel is the width of what the palette shows of the last action.
const maxRepeatLabel = 60

// note keeps what an update of a ticket changes, as it was typed.
func (r *repeating) note(form *editor.Editor) {
	if form.Kind != backend.KindUpdate || isOfCall(form.Copy) { // a call is noted once
		return
	}
	values := form.Changes()
	r.last = &lastUpdate{
		label: r.changesLabel(values), values: values,
		namesTicket: strings.Contains(values[backend.FieldComment], form.Record.Raw()),
	}
}

// noteMacro keeps a macro.
func (r *repeating) noteMacro(m macro.Macro) {
	r.last = &lastUpdate{label: "macro " + m.Name, macro: &m}
}

// noteMany keeps an update of many tickets. The variables of a typed comment are filled in for the next one.
func (r *repeating) noteMany(change backend.BulkChange) {
	switch m := change.Macro; {
	case m == nil:
		r.last = &lastUpdate{label: r.changesLabel(change.Values), values: change.Values}
	case m.Name != "":
		r.noteMacro(*m)
	default:
		r.last = &lastUpdate{label: r.changesLabel(editor.Filled(valuesOf(*m))), macro: m}
	}
}

// changesLabel words changed values in one line: Sub-status: Closed · Comment: Refund sent.
func (r *repeating) changesLabel(values map[string]string) string {
	var said []string
	for _, d := range r.cmds.Diff(backend.Submission{Form: backend.Form{Kind: backend.KindUpdate, Values: values}}) {
		said = append(said, d.Label+": "+d.Mine)
	}
	return termwidth.Truncate(strings.Join(strings.Fields(strings.Join(said, " · ")), " "), maxRepeatLabel)
}

var repeatReason = off(
	func(c *Console, _ pane.Target) bool { return c.repeats.last != nil },
	"nothing to repeat: you have updated no ticket since the start",
)

// repeat does to a ticket what was done to the last one.
func (r *repeating) repeat(t *desk.Ticket) tea.Cmd {
	switch l := r.last; {
	case r.forms.hold.find(backend.KindUpdate, t.ID) != nil:
		r.notify(levelTransient, "not repeated: about to be sent")
		return nil
	case l.macro == nil:
		return r.set(t, l.values, l.namesTicket)
	case l.macro.Name != "":
		return r.macros.repeat(t, *l.macro)
	default:
		return r.fillIn(t, *l.macro)
	}
}

// fillIn sends what was typed for many tickets, with its variables filled in for another one.
func (r *repeating) fillIn(t *desk.Ticket, m macro.Macro) tea.Cmd {
	filled := r.cmds.FillMacro(m, r.cmds.MacroSubject(t), r.Agent)
	if len(filled.Problems) > 0 {
		r.notify(levelTransient, "not repeated: "+filled.Problems[0])
		return nil
	}
	return r.set(t, filled.Values, false)
}

// set sets values on a ticket. While updates are held back, and so can be undone, it is handed over at once;
// else, or when the comment names the ticket that it was written for, the filled form opens. A draft of the ticket is
// opened and left as it is.
func (r *repeating) set(t *desk.Ticket, values map[string]string, namesTicket bool) tea.Cmd {
	if r.forms.drafts.hasUpdate(t.ID) {
		opened := r.forms.openUpdate(t, backend.FieldComment, nil)
		r.notify(levelTransient, "not repeated: this was typed here before")
		return opened
	}
	opened := r.forms.openUpdate(t, backend.FieldComment, values)
	if r.HoldBack == 0 || namesTicket || !r.editor.Validate() || len(r.editor.Cut()) > 0 {
		return tea.Batch(opened, r.forms.saveDraft())
	}
	repeated := r.last
	sent := r.sending.submitUpdate(r.editor)
	r.last = repeated // all of it, also what this ticket had already
	return tea.Batch(opened, sent)
}
