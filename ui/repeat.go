package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/pane"
)

// lastAction is what the agent has done last to a ticket, or to many, and can repeat on another.
type lastAction struct {
	label string // what it does, for the palette
	run   func(*Console, *desk.Ticket) tea.Cmd
}

// maxRepeatLabel is the width of what the palette shows of the last action.
const maxRepeatLabel = 60

// remember keeps what an update of a ticket changes, as it was typed, so that it can be repeated.
func (c *Console) remember(form *editor.Editor) {
	if form.Kind != backend.KindUpdate || isOfCall(form.Copy) { // a call is noted once
		return
	}
	values := form.Changes()
	namesTicket := strings.Contains(values[backend.FieldComment], form.Record.Raw())
	c.last = &lastAction{label: c.changesLabel(values), run: func(c *Console, t *desk.Ticket) tea.Cmd {
		return c.repeatUpdate(t, values, namesTicket)
	}}
}

// rememberMacro keeps a macro, so that it can be repeated: it is filled in for each ticket.
func (c *Console) rememberMacro(m macro.Macro) {
	c.last = &lastAction{label: "macro " + m.Name, run: func(c *Console, t *desk.Ticket) tea.Cmd {
		return c.repeatMacro(t, m)
	}}
}

// rememberMany keeps an update of many tickets, so that it can be repeated on another one. The variables of a typed
// comment are filled in for that one.
func (c *Console) rememberMany(change backend.BulkChange) {
	m := change.Macro
	switch {
	case m == nil:
		c.last = &lastAction{label: c.changesLabel(change.Values), run: func(c *Console, t *desk.Ticket) tea.Cmd {
			return c.repeatUpdate(t, change.Values, false)
		}}
	case m.Name != "":
		c.rememberMacro(*m)
	default:
		c.last = &lastAction{
			label: c.changesLabel(editor.Filled(valuesOf(*m))),
			run:   func(c *Console, t *desk.Ticket) tea.Cmd { return c.repeatTyped(t, *m) },
		}
	}
}

// changesLabel words changed values in one line: Sub-status: Closed · Comment: Refund sent.
func (c *Console) changesLabel(values map[string]string) string {
	var said []string
	for _, d := range c.cmds.Diff(backend.Submission{Form: backend.Form{Kind: backend.KindUpdate, Values: values}}) {
		said = append(said, d.Label+": "+d.Mine)
	}
	return termwidth.Truncate(strings.Join(strings.Fields(strings.Join(said, " · ")), " "), maxRepeatLabel)
}

// describe returns the description of an action that depends on what was done before; empty for the usual one.
func (c *Console) describe(id keymap.Action) string {
	switch {
	case id == keymap.Repeat && c.last != nil:
		return "Repeat on this ticket · " + c.last.label
	case id == keymap.Zoom:
		return ""
	case id == keymap.Back && c.listsBar():
		return "Back to the board, at the same bar"
	case c.shortLabel(id) != "":
		return "Check the form and look at what changes of each ticket; nothing is sent yet"
	}
	return ""
}

// shortLabel returns the label in the footer of an action that does something else than usual; empty for the usual one.
func (c *Console) shortLabel(id keymap.Action) string {
	if id == keymap.Send && c.scope() == keymap.Form && c.editor.Kind == backend.KindUpdateMany {
		return "preview"
	}
	if id == keymap.Zoom && c.zoomHides() {
		return "show all"
	}
	if id == keymap.Unfold && c.ticket.IsUnfolded() {
		return "fold"
	}
	if id == keymap.Back && c.listsBar() {
		return "board"
	}
	return ""
}

var repeatReason = off(
	func(c *Console, _ pane.Target) bool { return c.last != nil },
	"nothing to repeat: you have updated no ticket since the start",
)

// repeat does to a ticket what was done to the last one.
func (c *Console) repeat(t *desk.Ticket) tea.Cmd {
	if c.hold.find(backend.KindUpdate, t.ID) != nil {
		c.notify(levelTransient, "not repeated: about to be sent")
		return nil
	}
	return c.last.run(c, t)
}

// repeatMacro sends a macro for a ticket. Where it cannot be sent without a look, it is shown in the list of macros.
func (c *Console) repeatMacro(t *desk.Ticket, m macro.Macro) tea.Cmd {
	listed := c.openMacros(t, m.Name)
	if c.HoldBack == 0 || m.Needs().Customer && !c.macroTarget.named || len(c.fillMacro(m).Problems) > 0 {
		return listed
	}
	c.overlays = c.overlays[:len(c.overlays)-1]
	return tea.Batch(listed, c.chooseMacro(m))
}

// repeatTyped sends what was typed for many tickets, with its variables filled in for another one.
func (c *Console) repeatTyped(t *desk.Ticket, m macro.Macro) tea.Cmd {
	filled := c.cmds.FillMacro(m, c.cmds.MacroSubject(t), c.Agent)
	if len(filled.Problems) > 0 {
		c.notify(levelTransient, "not repeated: "+filled.Problems[0])
		return nil
	}
	return c.repeatUpdate(t, filled.Values, false)
}

// repeatUpdate sets values on a ticket. While updates are held back, and so can be undone, it is handed over at once;
// else, or when the comment names the ticket that it was written for, the filled form opens. A draft of the ticket is
// opened and left as it is.
func (c *Console) repeatUpdate(t *desk.Ticket, values map[string]string, namesTicket bool) tea.Cmd {
	if c.drafts.hasUpdate(t.ID) {
		opened := c.openUpdate(t, backend.FieldComment, nil)
		c.notify(levelTransient, "not repeated: this was typed here before")
		return opened
	}
	opened := c.openUpdate(t, backend.FieldComment, values)
	if c.HoldBack == 0 || namesTicket || !c.editor.Validate() || len(c.editor.Cut()) > 0 {
		return tea.Batch(opened, c.saveDraft())
	}
	repeated := c.last
	sent := c.submitUpdate(c.editor)
	c.last = repeated // all of it, also what this ticket had already
	return tea.Batch(opened, sent)
}
