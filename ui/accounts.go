package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/phrase"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// Accounts are the accounts of an agent who has several. Its methods are called from the event loop.
type Accounts interface {
	List() []overlay.Account
	// GoTo returns a command that shows another account in this one's place.
	GoTo(name string) tea.Cmd
}

// accountsReason leaves the action out of a console with one account.
func accountsReason(c *Console, _ pane.Target) string { return unless(c.Accounts != nil, reasonAbsent) }

// openAccounts opens the list of accounts.
func (s *shell) openAccounts() tea.Cmd {
	s.open(overlay.NewAccounts(s.Accounts.List(), s.Keys, s.Accounts.GoTo))
	return nil
}

// Hide tells the console that another account is shown in its place.
func (c *Console) Hide() {
	c.sync.hidden = true
	c.unsaid = nil // such as that the other account is being opened
}

// Show tells the console that it is on the screen again, where nothing has changed but what came in meanwhile. Rows
// that are older than usual are asked for again.
func (c *Console) Show() tea.Cmd {
	wasHidden := c.sync.hidden
	c.sync.hidden = false
	if !wasHidden || c.sync.err != nil || c.sync.answered.IsZero() || c.Refresh < 0 {
		return nil
	}
	if left := c.Refresh - c.cmds.Now().Sub(c.sync.answered); left > 0 {
		return c.sync.refreshIn(left)
	}
	return c.sync.onTimer(backend.TimerMsg{Timer: timerRefresh, Seq: c.sync.seq})
}

// Notify shows a notice about another account; one of a failure stays until the next.
func (s *shell) Notify(text string, failed bool) {
	if failed {
		s.notify(levelError, text)
		return
	}
	s.notify(levelTransient, text)
}

// Activity describes the console for the list of accounts: its call, its unsent updates, its due, new and
// marked tickets, and its open form.
func (c *Console) Activity() string {
	fresh := ""
	if n := c.inbox.Snapshot().New; n > 0 {
		fresh = fmt.Sprintf("● %d new", n)
	}
	held := ""
	if n := len(c.hold.updates); n > 0 {
		held = fmt.Sprintf("⧗ %d to send", n)
	}
	due := ""
	if n := c.reminders.due; n > 0 {
		due = fmt.Sprintf("☎ %d due", n)
	}
	marks := ""
	if n, _ := c.inbox.Marks.Counts(); n > 0 {
		marks = fmt.Sprintf("✓ %d marked", n)
	}
	form := wordIf(c.editor != nil, "form open")
	return phrase.Join("  ", c.call.Badge(), held, c.bulk.badge(), c.outbox.badge(), due, fresh, marks, form)
}

// IsBusy reports whether something goes on that ends with the console: a call, a form or an update that is being sent,
// or an update of many tickets.
func (c *Console) IsBusy() bool {
	_, runs := c.bulk.active()
	return runs || len(c.hold.updates) > 0 || c.call.IsOn() || c.outbox.sending != "" ||
		c.editor.IsSubmitting()
}

// HasUnfinished reports whether the agent has left something open that a new start would not show: a form, marks, or a
// question.
func (s *screens) HasUnfinished() bool {
	marked, _ := s.inbox.Marks.Counts()
	return s.editor != nil || marked > 0 || s.IsAsking()
}

// IsAsking reports whether something is open over the panes, such as a question.
func (s *shell) IsAsking() bool { return len(s.overlays) > 0 }

// Remaining says what is kept for the next start: drafts, the outbox and updates of many tickets; empty for nothing.
func (c *Console) Remaining() string {
	count := func(n int, one, more string) string {
		if n == 0 {
			return ""
		}
		return phrase.CountOf(n, one, more)
	}
	runs := 0
	for _, run := range c.bulk.runs {
		if run.Count(backend.BulkUnsent) > 0 {
			runs++
		}
	}
	return phrase.Join(", ", count(len(c.drafts.kept), "draft", "drafts"),
		count(len(c.outbox.items), "form in the outbox", "forms in the outbox"),
		count(runs, "update of many tickets", "updates of many tickets"))
}
