package ui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// quitOrBack quits from the list, and goes back elsewhere, so that leaving a ticket does not end the session.
func (c *Console) quitOrBack() tea.Cmd {
	if c.scope() == keymap.Inbox {
		return c.Leave()
	}
	return c.dispatch(keymap.Back)
}

// flushedMsg is the result of flushing the drafts before quitting.
type flushedMsg struct{ err error }

// quit saves pending drafts, then quits.
func (c *Console) quit() tea.Cmd {
	if c.call.IsOn() && !c.call.IsEmpty() {
		c.saveCall() // how long it has lasted; what is pending is saved below
	}
	return func() tea.Msg { return flushedMsg{c.cmds.FlushDrafts()} }
}

func (c *Console) onFlushed(msg flushedMsg) tea.Cmd {
	if msg.err == nil {
		return tea.Quit
	}
	c.confirm("What you typed could not be saved", overlay.Paragraphs(backend.ErrorText(msg.err)),
		overlay.Choice{Action: keymap.Quit, Label: "Leave anyway", Run: func() tea.Cmd { return tea.Quit }})
	return nil
}

// leaveAfterHeld ends the console. If updates are about to be sent, the agent decides what becomes of them, and nothing
// is sent meanwhile.
func (c *Console) leaveAfterHeld() tea.Cmd {
	waiting := c.hold.waiting()
	if len(waiting) == 0 {
		return c.quit()
	}
	said := make([]string, 0, len(waiting))
	for _, h := range waiting {
		said = append(said, h.verb()+" "+c.cmds.RecordLabel(h.draft()))
	}
	title := "An update is about to be sent"
	if n := len(waiting); n > 1 {
		title = strconv.Itoa(n) + " updates are about to be sent"
	}
	c.hold.asked = overlay.NewConfirm(c.Keys, title,
		overlay.Items(said, "Nothing is sent while this question is open."),
		overlay.Choice{Action: keymap.Overwrite, Label: "Send now, then leave", Run: c.sendAndLeave},
		overlay.Choice{Action: keymap.KeepDrafts, Label: "Keep as drafts and leave", Run: c.keepAndLeave})
	c.open(c.hold.asked)
	return nil
}

// isAskedToLeave reports whether the question about leaving is open.
func (g *holding) isAskedToLeave() bool { return g.isOpen(g.asked) }

// sendAndLeave sends what is held back at once, and leaves when all is saved.
func (c *Console) sendAndLeave() tea.Cmd {
	for _, h := range c.hold.waiting() {
		h.due = c.cmds.Now()
	}
	c.hold.leaving = true
	return tea.Batch(c.hold.sendDue(), c.leaveWhenSent())
}

// leaveWhenSent leaves when the agent wants to and nothing is on its way any more.
func (c *Console) leaveWhenSent() tea.Cmd {
	if !c.hold.leaving || len(c.hold.updates) > 0 {
		return nil
	}
	c.hold.leaving = false
	return c.quit()
}

// keepAndLeave keeps what is held back as ordinary drafts, and leaves.
func (c *Console) keepAndLeave() tea.Cmd {
	for _, h := range c.hold.waiting() {
		c.hold.remove(h)
		d := h.draft()
		d.HeldUntil = time.Time{}
		c.cmds.SaveDraft(d) // written by quit
	}
	return c.quit()
}

// quitDuringRun asks before the console is left while a run is being sent.
func (c *Console) quitDuringRun(run backend.BulkRun) tea.Cmd {
	c.confirm("Leave while tickets are being updated?",
		overlay.Paragraphs(
			run.Title+": "+runCounts(run)+".",
			"The one being sent is finished first. The rest stay on disk; the next start offers to continue.",
		),
		overlay.Choice{Action: keymap.Quit, Label: "Leave", Run: c.quit})
	return nil
}

// Leave ends the console, after a question if a call is on or something is about to be sent. It answers with tea.Quit.
func (c *Console) Leave() tea.Cmd { return c.afterCall(c.leaveAfterRun) }

// afterCall leaves the console, after a question if a call is on.
func (c *Console) afterCall(leave func() tea.Cmd) tea.Cmd {
	if !c.call.IsOn() || c.call.IsEmpty() {
		return leave()
	}
	c.callAsked = overlay.NewConfirm(c.Keys, "A call is on",
		overlay.Items(
			[]string{strings.TrimSpace(c.call.Badge() + " " + c.cmds.RecordLabel(c.call.Draft()))},
			"Its notes are not sent. "+c.Keys.KeyLabel(keymap.Global, keymap.AnswerCall)+" at the next start continues it.",
		),
		overlay.Choice{Action: keymap.KeepDrafts, Label: "Keep the call as a draft and leave", Run: leave})
	c.open(c.callAsked)
	return nil
}

// leaveAfterRun ends the console, after a question if something is about to be sent.
func (c *Console) leaveAfterRun() tea.Cmd {
	if run, active := c.bulk.active(); active {
		return c.quitDuringRun(run)
	}
	return c.leaveAfterHeld()
}

// LeaveAtOnce ends the console when what was typed is saved. During a call it asks first: the second time it leaves.
func (c *Console) LeaveAtOnce() tea.Cmd {
	if c.isOpen(c.callAsked) {
		return c.quit()
	}
	return c.afterCall(c.quit)
}

// isOpen reports whether a question or a list is over the panes.
func (c *Console) isOpen(o overlay.Overlay) bool { return slices.Contains(c.overlays, o) }
