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
	"frontdesk/ui/pane"
)

var _ accessible.Model = (*Console)(nil)

// notSpoken are the actions that accessible mode does not offer, with the reason: it has no screen, no cursor and
// nothing beside anything.
var notSpoken = map[keymap.Action]string{
	keymap.Up:             "rows are chosen by their numbers",
	keymap.Down:           "rows are chosen by their numbers",
	keymap.HalfPageUp:     "what was read stays above; again reads from the start",
	keymap.HalfPageDown:   "Enter reads on",
	keymap.Top:            "again reads from the start",
	keymap.Bottom:         "the newest message is read first",
	keymap.Search:         "the terminal searches what was read; in the FAQ words are typed at once",
	keymap.NextMatch:      "goes with the search on the screen",
	keymap.PrevMatch:      "goes with the search on the screen",
	keymap.Focus:          "there is one thing in front of the agent at a time",
	keymap.Zoom:           "there is nothing beside anything",
	keymap.Preview:        "there is nothing below anything",
	keymap.Unfold:         "the whole text is read",
	keymap.Theme:          "nothing is coloured",
	keymap.NextField:      "fields are chosen by their names or numbers",
	keymap.PrevField:      "fields are chosen by their names or numbers",
	keymap.ToggleAdvanced: "fields lists every field",
	keymap.Palette:        "every command can be typed; ? lists them",
	keymap.Help:           "? lists the commands",
	keymap.Suspend:        "the terminal's own keys suspend the program where lines are typed",
	keymap.Yank:           "no key wipes a part of a text",
	keymap.ExternalEditor: "another program would take the terminal",
}

// notInList are the actions that accessible mode does not offer in the list of tickets, with the reason.
var notInList = map[keymap.Action]string{
	keymap.Next:     "tickets are chosen by their numbers; next works in a ticket",
	keymap.Previous: "tickets are chosen by their numbers; previous works in a ticket",
}

// spokenHelp is the help of actions whose own help is about the screen.
var spokenHelp = map[keymap.Action]string{
	keymap.Open:         "Open it; its number alone does the same",
	keymap.ShowCustomer: "The ticket's customer",
	keymap.Filter:       "List only the tickets with some words, or conditions such as is:open",
	keymap.Sort:         "Choose how the list is sorted",
	keymap.Mark:         "Mark the tickets with these numbers for one update of all, or unmark them",
	keymap.Next:         "The next ticket",
	keymap.Categories:   "The categories of the FAQ",
	keymap.Insert:       "Insert the part of the article that matches into the comment",
	keymap.Choose:       "List the article, its sections, its lines and its link, to insert some of it",
	keymap.StepBack:     "Back to the list of articles, or to the categories",
	keymap.Copy:         "Print it as lines to be copied",
	keymap.CopyMore:     "Print the phone, e-mail, link, text or markdown of the ticket, to be copied",
	keymap.EditOrder:    "Edit an order",
	keymap.SearchFAQ:    "Search the FAQ and insert an answer",
}

// maxUnsaid is how many notices wait to be read out; older ones go.
const maxUnsaid = 20

// sayNotice keeps a notice until accessible mode reads it out.
func (c *Console) sayNotice(text string) {
	if !c.Accessible || text == "" {
		return
	}
	c.unsaid = append(c.unsaid, text)
	c.unsaid = c.unsaid[max(len(c.unsaid)-maxUnsaid, 0):]
}

// Notices returns the notices that were not read out yet.
func (c *Console) Notices() []string {
	all := c.unsaid
	c.unsaid = nil
	return all
}

// Place describes what is in front of the agent, with its commands.
func (c *Console) Place() accessible.Place {
	if n := len(c.overlays); n > 0 {
		if o, ok := c.overlays[n-1].(overlay.Describer); ok {
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
			return spokenHelpOf(it.Binding) + ". Type back, then " + name + "."
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
	return spokenHelpOf(nearest[0].Binding) + ".", nearest[:1]
}

// spokenHelpOf returns the help of an action as it is read out.
func spokenHelpOf(b keymap.Binding) string {
	return cmp.Or(spokenHelp[b.Action], overlay.SpokenHelp(b.Description))
}

// leastAsked is how long a word is that is looked for in what the commands do, if none has that name.
const leastAsked = 4

// describeFocus describes the form or the pane that has the focus.
func (c *Console) describeFocus() accessible.Place {
	if c.scope() == keymap.Form {
		place := c.forms.editor.Describe()
		place.IsOver = true
		place.Form.Set = func(name, value string) tea.Cmd {
			c.forms.editor.Answer(name, value)
			return tea.Batch(c.forms.complete(), c.forms.saveDraft())
		}
		place.Form.Add = func(name string) tea.Cmd {
			c.forms.editor.AddElement(name)
			return nil
		}
		return place
	}
	if p, ok := c.focusedPane().(pane.Describer); ok {
		return p.Describe(c.dispatch)
	}
	return accessible.Place{Name: "frontdesk", Title: "frontdesk"}
}

// Waiting returns what is being read or sent where the agent is; empty for nothing.
func (c *Console) Waiting() string {
	if n := len(c.overlays); n > 0 {
		if o, ok := c.overlays[n-1].(overlay.Describer); ok {
			return o.Waiting()
		}
	}
	if c.scope() == keymap.Form {
		return c.forms.editor.Waiting()
	}
	if p, ok := c.focusedPane().(pane.Describer); ok {
		return p.Waiting()
	}
	return ""
}

// commands returns the actions of the focused part and of the console, as the palette lists them.
func (c *Console) commands() []accessible.Command {
	var all []accessible.Command
	count := c.target(markedTickets).Marked
	marked := count > 0
	for _, it := range c.items() {
		a, known := c.action(it.Action)
		if !known || notSpoken[it.Action] != "" || c.scope() == keymap.Inbox && notInList[it.Action] != "" {
			continue
		}
		command := accessible.Command{
			Action: a.id, Label: it.Help().Desc, Key: overlay.LetterOf(it.Binding), Off: it.DisabledReason,
			Help: spokenHelpOf(it.Binding),
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
func (c *Console) isOnRow(a action, marked bool) bool {
	switch c.scope() {
	case keymap.Inbox:
		takesTicket := a.takes == aTicket || a.takes == oneTicket || a.takes == markedTickets && !marked
		return takesTicket || a.id == keymap.Mark || a.id == keymap.Open
	case keymap.Customer:
		return a.takes == anOrder || a.id == keymap.Open
	}
	return false
}

// News returns what the header and the footer show of things that change by themselves.
func (c *Console) News() []accessible.Fact {
	facts := []accessible.Fact{
		{Key: "account", Text: unless(c.Accounts == nil, "account "+c.Account)},
		{Key: "connection", Text: c.connectionStatus()},
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
