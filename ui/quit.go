package ui

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// leaving ends the console, after questions about what goes on.
type leaving struct {
	part
	hold  *holding
	bulk  *bulkUpdates
	calls *calls
	asked *overlay.Box // whether to leave during the call; nil until then
}

// quitOrBack quits from the list, and goes back elsewhere, so that leaving a ticket does not end the session.
func (c *Console) quitOrBack() tea.Cmd {
	if c.screen().isList {
		return c.Leave()
	}
	return c.dispatch(keymap.Back)
}

// quit saves pending drafts, then quits.
func (l *leaving) quit() tea.Cmd {
	if l.call.IsOn() && !l.call.IsEmpty() {
		l.calls.save() // how long it has lasted; what is pending is saved below
	}
	return backend.Do(context.Background(), func() backend.Then { // also when the console ends meanwhile
		err := l.cmds.FlushDrafts()
		return func() tea.Cmd { return l.onFlushed(err) }
	})
}

func (l *leaving) onFlushed(err error) tea.Cmd {
	if err == nil {
		return tea.Quit
	}
	l.confirm("What you typed could not be saved", overlay.Paragraphs(backend.ErrorText(err)),
		overlay.Choice{Action: keymap.Quit, Label: "Leave anyway", Run: func() tea.Cmd { return tea.Quit }})
	return nil
}

// afterHeld ends the console. If updates are about to be sent, the agent decides what becomes of them, and nothing
// is sent meanwhile.
func (l *leaving) afterHeld() tea.Cmd {
	waiting := l.hold.waiting()
	if len(waiting) == 0 {
		return l.quit()
	}
	said := make([]string, 0, len(waiting))
	for _, h := range waiting {
		said = append(said, h.verb()+" "+l.cmds.RecordLabel(h.draft()))
	}
	title := "An update is about to be sent"
	if n := len(waiting); n > 1 {
		title = strconv.Itoa(n) + " updates are about to be sent"
	}
	l.hold.asked = overlay.NewConfirm(l.Keys, title,
		overlay.Items(said, "Nothing is sent while this question is open."),
		overlay.Choice{Action: keymap.Overwrite, Label: "Send now, then leave", Run: l.sendAndLeave},
		overlay.Choice{Action: keymap.KeepDrafts, Label: "Keep as drafts and leave", Run: l.keepAndLeave})
	l.open(l.hold.asked)
	return nil
}

// isAskedToLeave reports whether the question about leaving is open.
func (g *holding) isAskedToLeave() bool { return g.isOpen(g.asked) }

// sendAndLeave sends what is held back at once, and leaves when all is saved.
func (l *leaving) sendAndLeave() tea.Cmd {
	for _, h := range l.hold.waiting() {
		h.due = l.cmds.Now()
	}
	l.hold.leaving = true
	return tea.Batch(l.hold.sendDue(), l.whenSent())
}

// whenSent leaves when the agent wants to and nothing is on its way any more.
func (l *leaving) whenSent() tea.Cmd {
	if !l.hold.leaving || len(l.hold.updates) > 0 {
		return nil
	}
	l.hold.leaving = false
	return l.quit()
}

// keepAndLeave keeps what is held back as ordinary drafts, and leaves.
func (l *leaving) keepAndLeave() tea.Cmd {
	for _, h := range l.hold.waiting() {
		l.hold.remove(h)
		d := h.draft()
		d.HeldUntil = time.Time{}
		l.cmds.SaveDraft(d) // written by quit
	}
	return l.quit()
}

// askDuringRun asks before the console is left while a run is being sent.
func (l *leaving) askDuringRun(run backend.BulkRun) tea.Cmd {
	l.confirm("Leave while tickets are being updated?",
		overlay.Paragraphs(
			run.Title+": "+runCounts(run)+".",
			"The one being sent is finished first. The rest stay on disk; the next start offers to continue.",
		),
		overlay.Choice{Action: keymap.Quit, Label: "Leave", Run: l.quit})
	return nil
}

// Leave ends the console, after a question if a call is on or something is about to be sent. It answers with tea.Quit.
func (c *Console) Leave() tea.Cmd { return c.leaving.afterCall(c.leaving.afterRun) }

// afterCall leaves the console, after a question if a call is on.
func (l *leaving) afterCall(leave func() tea.Cmd) tea.Cmd {
	if !l.call.IsOn() || l.call.IsEmpty() {
		return leave()
	}
	l.asked = overlay.NewConfirm(l.Keys, "A call is on",
		overlay.Items(
			[]string{strings.TrimSpace(l.call.Badge() + " " + l.cmds.RecordLabel(l.call.Draft()))},
			"Its notes are not sent. "+l.Keys.KeyLabel(keymap.Global, keymap.AnswerCall)+" at the next start continues it.",
		),
		overlay.Choice{Action: keymap.KeepDrafts, Label: "Keep the call as a draft and leave", Run: leave})
	l.open(l.asked)
	return nil
}

// afterRun ends the console, after a question if something is about to be sent.
func (l *leaving) afterRun() tea.Cmd {
	if run, active := l.bulk.active(); active {
		return l.askDuringRun(run)
	}
	return l.afterHeld()
}

// LeaveAtOnce ends the console when what was typed is saved. During a call it asks first: the second time it leaves.
func (c *Console) LeaveAtOnce() tea.Cmd {
	if c.isOpen(c.leaving.asked) {
		return c.leaving.quit()
	}
	return c.leaving.afterCall(c.leaving.quit)
}

// isOpen reports whether a question or a list is over the panes.
func (s *shell) isOpen(o *overlay.Box) bool { return slices.Contains(s.overlays, o) }
