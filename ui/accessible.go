package ui

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

var _ accessible.Model = (*Console)(nil)

// maxUnsaid is how many notices wait to be read out; older ones go.
const maxUnsaid = 20

// sayNotice keeps a notice until accessible mode reads it out.
func (s *shell) sayNotice(text string) {
	if !s.Accessible || text == "" {
		return
	}
	s.unsaid = append(s.unsaid, text)
	s.unsaid = s.unsaid[max(len(s.unsaid)-maxUnsaid, 0):]
}

// Notices returns the notices that were not read out yet.
func (s *shell) Notices() []string {
	all := s.unsaid
	s.unsaid = nil
	return all
}

// Place describes what is in front of the agent, with its commands.
func (c *Console) Place() accessible.Place {
	if n := len(c.overlays); n > 0 {
		if o := c.overlays[n-1]; o.IsSaid() {
			place := o.Describe(c.th, c.routeInput)
			place.IsOver = true
			place.Missing = c.missingBelow
			return place
		}
	}
	place := c.describeFocus()
	place.Missing = func(typed string) string {
		says, nearest := c.missingCommand(typed, 0)
		if says == "" {
			says, nearest = c.nearestTo(typed)
		}
		names := make([]string, len(nearest))
		for i, it := range nearest {
			names[i] = accessible.Words(string(it.Action))
		}
		if len(names) > 0 {
			says += " Type " + strings.Join(names, " or ") + "."
		}
		return says
	}
	place.Commands = append(c.commands(), place.Commands...)
	return place
}

// missingBelow says how a command is reached that only the screen below an overlay has.
func (c *Console) missingBelow(typed string) string {
	word, _, _ := strings.Cut(typed, " ")
	for _, it := range c.items() {
		if name := accessible.Words(string(it.Action)); strings.EqualFold(name, word) {
			return c.spokenHelp(it.Binding) + ". Type back, then " + name + "."
		}
	}
	return ""
}

// nearestTo returns the action that comes nearest to the first word of what was typed, and what it does.
func (c *Console) nearestTo(typed string) (says string, nearest []overlay.MenuItem) {
	word, _, _ := strings.Cut(typed, " ")
	if len(word) >= leastAsked {
		nearest = overlay.RankItems(c.items(), word)
	}
	if len(nearest) == 0 {
		return "", nil
	}
	return c.spokenHelp(nearest[0].Binding) + ".", nearest[:1]
}

// spokenHelp returns the help of an action as it is read out.
func (s *screens) spokenHelp(b keymap.Binding) string {
	a, _ := s.action(b.Action)
	return cmp.Or(a.said, overlay.SpokenHelp(b.Description))
}

// leastAsked is how long a word is that is looked for in what the commands do, if none has that name.
const leastAsked = 4

// describeFocus describes the form or the pane that has the focus.
func (c *Console) describeFocus() accessible.Place {
	if p := c.focusedPane(); p != nil {
		return p.Shown().Describe(c.dispatch)
	}
	place := c.editor.Describe()
	place.IsOver = true
	place.Form.Set = func(name, value string) tea.Cmd {
		c.editor.Answer(name, value)
		return tea.Batch(c.forms.complete(), c.forms.saveDraft())
	}
	place.Form.Add = func(name string) tea.Cmd {
		c.editor.AddElement(name)
		return nil
	}
	return place
}

// Waiting returns what is being read or sent where the agent is; empty for nothing.
func (s *screens) Waiting() string {
	if n := len(s.overlays); n > 0 {
		if o := s.overlays[n-1]; o.IsSaid() {
			return o.IsReading()
		}
	}
	if p := s.focusedPane(); p != nil {
		return p.Waiting()
	}
	return s.editor.Waiting()
}

// commands returns the actions of the focused part and of the console, as the palette lists them.
func (c *Console) commands() []accessible.Command {
	var all []accessible.Command
	count := c.target(markedTickets).Marked
	marked := count > 0
	for _, it := range c.items() {
		a, known := c.action(it.Action)
		if !known || a.onScreen || a.notInList && c.screen().isList {
			continue
		}
		command := accessible.Command{
			Action: a.id, Label: it.Help().Desc, Key: overlay.LetterOf(it.Binding), Off: it.DisabledReason,
			Help: c.spokenHelp(it.Binding),
			Run:  func() tea.Cmd { return c.dispatch(a.id) },
		}
		if marked && a.takes == markedTickets {
			command.Marked = fmt.Sprintf("%s applies to all %d marked tickets: back unmarks them", a.id, count)
		}
		if c.isOnRow(a, marked) {
			command.OnItem, command.Off = true, "" // the row decides, which is named with it
		}
		all = append(all, command)
	}
	return all
}

// isOnRow reports whether an action is done to a row of the place, whose number is typed with it.
func (s *screens) isOnRow(a action, marked bool) bool {
	takesTicket := a.takes == aTicket || a.takes == oneTicket || a.takes == markedTickets && !marked
	return a.onRow || takesTicket && s.screen().isList
}

// News returns what the header and the footer show of things that change by themselves.
func (c *Console) News() []accessible.Fact {
	facts := []accessible.Fact{
		{Key: "account", Text: unless(c.Accounts == nil, "account "+c.Account)},
		{Key: "connection", Text: c.sync.connectionStatus()},
		{Key: "others", Text: c.presence.others},
		{Key: "claim", Text: c.claimLabel()},
		{Key: "call", Text: unless(c.callBadge() == "", "a call is on: call goes back to it")},
	}
	counted := func(key string, n int, one, many string) {
		text := fmt.Sprintf(many, n)
		if n == 1 {
			text = one
		}
		facts = append(facts, accessible.Fact{Key: key, Text: unless(n == 0, text), Count: n})
	}
	counted("new", c.inbox.Snapshot().New, "1 ticket is new", "%d tickets are new")
	counted("due", c.reminders.due, "1 callback is due", "%d callbacks are due")
	counted("outbox", len(c.outbox.items), "1 form is in the outbox", "%d forms are in the outbox")
	counted("held", len(c.hold.waiting()), "1 update is about to be sent: undo stops it",
		"%d updates are about to be sent: undo stops the latest")
	for _, run := range c.bulk.runs {
		facts = append(facts, accessible.Fact{Key: "run " + run.ID, Text: run.Title + ": " + wordedProgress(run)})
	}
	return facts
}

// wordedProgress says how far a run is without its bar.
func wordedProgress(run backend.BulkRun) string {
	return strings.TrimSpace(accessible.Words(runProgress(run)))
}
