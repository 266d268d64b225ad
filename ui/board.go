package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/stats"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// boardRoute is the board over the whole width.
var boardRoute = route{focus: layout.Detail, detail: keymap.Board, zoom: true}

// charts is what the board counts, and what it has opened in the inbox.
type charts struct {
	part
	forms  *forms
	view   string     // the name of the view whose tickets are counted; empty for all tickets
	opened *openedBar // nil unless the inbox lists the tickets of a bar
}

// openedBar is a bar whose tickets the inbox lists, and what the inbox listed before.
type openedBar struct {
	view, filter             string
	viewBefore, filterBefore string
	cursorBefore             desk.ID
}

// request returns what the board counts: the tickets of a view in the days of the inbox.
func (b *charts) request() stats.Request {
	r := stats.Request{
		Days: b.inbox.Span(), Agent: b.Agent, Own: b.cmds.OwnState(b.forms.drafts.tickets()),
	}
	if v, found := b.inbox.ViewNamed(b.view); found {
		r.View = v
	}
	return r
}

// show goes to the board. From the tickets of a bar it goes back to that bar.
func (b *charts) show() tea.Cmd {
	b.notification.clearSuccess()
	if b.listsBar() {
		return b.backToBar()
	}
	b.goToWhole(boardRoute)
	return b.figures.Count()
}

// openBar lists the tickets of the bar under the cursor in the inbox.
func (b *charts) openBar() tea.Cmd {
	bar, _ := b.figures.Bar()
	if b.editor.IsSubmitting() {
		return b.forms.showInbox()
	}
	view := b.view
	if view == "" {
		view = pane.AllView
	}
	opened := &openedBar{view: view, filter: bar.Filter}
	opened.viewBefore, opened.filterBefore = b.inbox.CurrentView().Name, b.inbox.FilterText()
	opened.cursorBefore = b.inbox.CursorTicket()
	b.opened = opened
	home := b.forms.showInbox()
	return tea.Batch(home, b.inbox.ShowFiltered(view, bar.Filter, desk.ID{}))
}

// barReason says why the bar under the cursor lists no tickets.
func barReason(c *Console, _ pane.Target) string {
	bar, ok := c.figures.Bar()
	switch {
	case !ok:
		return "there is no bar under the cursor"
	case bar.Filter == "":
		return "no filter lists these tickets"
	}
	return ""
}

// figuresReason says why there are no charts to go to.
func figuresReason(c *Console, _ pane.Target) string {
	return unless(c.figures.HasFigures(), "there are no figures yet")
}

// listsBar reports whether the inbox lists the tickets of a bar as the board has opened them.
func (b *charts) listsBar() bool {
	opened := b.opened
	return opened != nil && b.at.focus == layout.List && b.inbox.CurrentView().Name == opened.view &&
		b.inbox.FilterText() == opened.filter
}

// backToBar goes back to the bar whose tickets are listed. The inbox lists again what it listed before.
func (b *charts) backToBar() tea.Cmd {
	opened := b.opened
	b.opened = nil
	list := b.inbox.ShowFiltered(opened.viewBefore, opened.filterBefore, opened.cursorBefore)
	b.goTo(boardRoute)
	return tea.Batch(list, b.figures.Count())
}

// countView counts the tickets of the view with a digit; 0 stands for all tickets.
func (b *charts) countView(digit byte) tea.Cmd {
	i := int(digit) - '1'
	switch {
	case digit == '0':
		b.view = ""
	case digit < '0' || digit > '9' || !b.hasView(digit):
		return nil
	default:
		b.view = b.inbox.ViewAt(i).Name
	}
	if b.view == pane.AllView {
		b.view = ""
	}
	return b.figures.Count()
}
