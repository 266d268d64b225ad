package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
)

// The values of Config.AfterSave that go on by themselves.
const (
	afterSaveNext = "next" // to the next ticket, in the same pane
	afterSaveList = "list" // to the next ticket, in the list
)

// goesOn reports whether the console goes on to the next ticket after a save.
func (c *Config) goesOn() bool { return c.AfterSave == afterSaveNext || c.AfterSave == afterSaveList }

// handedOver goes on after the update of a ticket was handed over to be sent, or was saved. Its form is closed.
func (c *Console) handedOver(kind string, ticket desk.ID) tea.Cmd {
	if kind != backend.KindUpdate {
		return nil
	}
	c.inbox.HandOver(ticket)
	read := c.reading()
	switch reads := read != nil && read.ID == ticket; {
	case !c.goesOn():
	case c.at.focus == layout.List && c.inbox.CursorTicket() == ticket, reads && c.at.source.keys == nil:
		return c.showNextToDo()
	case reads:
		return c.showNextOfSource(ticket)
	}
	return nil
}

// showNextToDo shows the next open ticket of the view, or that none is left.
func (c *Console) showNextToDo() tea.Cmd {
	wasBack := c.inbox.IsBack()
	t := c.inbox.NextToDo()
	if t == nil {
		c.sayEnd()
		return nil
	}
	c.noteBack(wasBack)
	switch {
	case c.at.focus == layout.List:
		return nil // the list shows what is under its cursor
	case c.AfterSave == afterSaveList:
		return c.goHome(keymap.Ticket)
	}
	return c.ticket.Show(t, true)
}

// noteBack says that the list has come to its end and goes on with what was left.
func (c *Console) noteBack(wasBack bool) {
	if c.inbox.IsBack() && !wasBack {
		c.notify(levelTransient, "the end of the list: back to what was left open")
	}
}

// showNextOfSource shows the next open ticket of a customer or another source; at its end this one stays.
func (c *Console) showNextOfSource(ticket desk.ID) tea.Cmd {
	keys, after := c.at.source.keys, false
	for _, id := range keys {
		if t := c.cmds.CachedTicket(id); after && !t.Marks.Has(desk.Closed) {
			return c.ticket.Show(t, true)
		}
		after = after || id == ticket
	}
	return nil
}

// next goes to the next ticket. Where the console goes on by itself after a save, this skips the ticket.
func (c *Console) next() tea.Cmd {
	if !c.goesOn() || c.at.focus != layout.List && c.at.source.keys != nil {
		return c.openNeighbour(1)
	}
	wasBack := c.inbox.IsBack()
	t := c.inbox.Skip()
	if n := c.inbox.Pass().Done(); t == nil && n+c.inbox.Pass().Pending() > 0 {
		c.sayEnd()
		return nil
	}
	if t == nil {
		c.notify(levelTransient, "this is the last ticket of the list")
		return nil
	}
	c.noteBack(wasBack)
	if c.at.focus == layout.List {
		return nil
	}
	return c.ticket.Show(t, false)
}

// sayEnd says that the end of the view is reached, and what was done in it. Entering the view begins another pass.
func (c *Console) sayEnd() {
	p := c.inbox.Pass()
	p.Finish()
	var said []string
	for _, figure := range []struct {
		n    int
		text string
	}{{p.Done(), "%d done"}, {p.Pending(), "%d about to be sent"}, {c.inbox.Skipped(), "%d skipped"}} {
		if figure.n > 0 {
			said = append(said, fmt.Sprintf(figure.text, figure.n))
		}
	}
	c.notify(levelTransient, phrase.Join(" · ",
		"the end of "+c.inbox.ViewName()+": "+strings.Join(said, ", "), c.inbox.Unread()))
}

// passFigures returns where the agent is in the work of the view, from the whole text to its shortest; none where the
// console does not go on by itself. While a form is open for marked tickets, it returns how many those are.
func (c *Console) passFigures() []string {
	if c.editor != nil && c.editor.Kind == backend.KindUpdateMany {
		return []string{fmt.Sprintf("%s · %d marked", c.inbox.ViewName(), len(c.bulk.plan.targets.Tickets))}
	}
	place, of := c.inbox.Place(c.placed())
	if !c.goesOn() || of == 0 || place == 0 || c.at.focus != layout.List && c.at.source.keys != nil {
		return nil
	}
	figures := []string{fmt.Sprintf("%s · %d of %d", c.inbox.ViewName(), place, of)}
	done := c.inbox.Pass().Done()
	for _, figure := range []struct {
		n    int
		text string
	}{
		{done, fmt.Sprintf("%d done", done)},
		{c.inbox.Skipped(), fmt.Sprintf("%d skipped", c.inbox.Skipped())},
	} {
		if figure.n > 0 {
			figures = append(figures, figures[len(figures)-1]+" · "+figure.text)
		}
	}
	slices.Reverse(figures)
	return figures
}

// placed returns the ticket whose place in the list is shown: the one of the form if it is listed, else the one under
// the cursor.
func (c *Console) placed() desk.ID {
	if c.editor != nil && c.editor.Kind == backend.KindUpdate {
		if place, _ := c.inbox.Place(c.editor.Record); place > 0 {
			return c.editor.Record
		}
	}
	return c.inbox.CursorTicket()
}

// headerLeft returns the left part of the header for a number of columns: who works where and, if there is room, how
// far. While the agent works through a view, how far comes before who.
func (c *Console) headerLeft(room int) string {
	who := c.Account
	if c.ReadOnly {
		who = "read only · " + who
	}
	if c.Agent != "" {
		who += " · " + c.Agent
	}
	figures := c.passFigures()
	var choices []string
	for _, f := range figures {
		choices = append(choices, " frontdesk  "+who+"  "+f, " "+who+"  "+f, " "+c.Account+"  "+f, " "+f)
	}
	for _, s := range choices {
		if termwidth.Width(s) < room {
			return s
		}
	}
	return " frontdesk  " + who
}

// figuresWidth is the room that the header keeps for the figures.
func (c *Console) figuresWidth() int {
	if figures := c.passFigures(); len(figures) > 0 {
		return termwidth.Width(figures[0]) + 2
	}
	return minAccountWidth
}
