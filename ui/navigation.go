package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	callpane "frontdesk/ui/call"
	"frontdesk/ui/editor"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// route says where the agent is: what the window shows and what has the focus.
type route struct {
	focus   layout.Slot
	detail  keymap.Scope // the pane in the detail slot
	answers bool         // the FAQ is open, beside the detail pane or the form
	zoom    bool         // the focused part fills the window
	source  source       // what the ticket was opened from

	// What the panes showed when the agent went on from here.
	ticket   desk.ID
	customer backend.CustomerRef
}

// source is what a ticket was opened from; next and previous move within it.
type source struct {
	name string    // for display; empty if it has one ticket by its nature
	keys []desk.ID // nil for the inbox, which has its own order
}

// single is the source of a ticket that was opened by itself, such as by its number or from its draft.
func single(id desk.ID) source { return source{keys: []desk.ID{id}} }

// customerRoute is a customer over the whole width.
var customerRoute = route{focus: layout.Detail, detail: keymap.Customer, zoom: true}

// formRoute is the form, whatever is beside it.
var formRoute = route{focus: layout.Editor}

// home is the inbox with the ticket under its cursor.
var home = route{focus: layout.List, detail: keymap.Ticket}

// detailRoute returns the route of a focused detail pane.
func detailRoute(p keymap.Scope) route { return route{focus: layout.Detail, detail: p} }

// isAt reports whether a route leads to the same screen as another one.
func (r route) isAt(other route) bool {
	return r.focus == other.focus && (r.focus != layout.Detail || r.detail == other.detail)
}

// screens are the panes and the form, and where the agent is among them.
type screens struct {
	shell
	table       []screen // of all that can have the focus
	panes       []pane.Screen
	inbox       *pane.Inbox
	ticket      *pane.Ticket
	customer    *pane.Customer
	faq         *pane.FAQ
	suggestions *pane.Suggestions
	call        *callpane.Pane
	figures     *pane.Board
	editor      *editor.Editor // the open form; nil for none

	at   route   // where the agent is
	back []route // where the agent was, the latest last
}

// scope returns the keymap scope of the focused part.
func (s *screens) scope() keymap.Scope { return s.screen().scope }

// here returns the route with what the panes show now.
func (s *screens) here() route {
	r := s.at
	r.customer = s.customer.Ref()
	if t := s.ticket.Summary(); t != nil {
		r.ticket = t.ID
	}
	return r
}

// goTo moves to a route; going back returns here.
func (s *screens) goTo(to route) {
	s.back = append(s.back, s.here())
	s.at = to
}

// visit shows a route with what its panes showed; going back returns here.
func (s *screens) visit(r route) tea.Cmd {
	s.back = append(s.back, s.here())
	return s.enter(r)
}

// goBack returns to the previous route that looks different.
func (w *window) goBack() tea.Cmd {
	from, to := w.here(), home
	for n := len(w.back); n > 0; n = len(w.back) {
		to, w.back = w.back[n-1], w.back[:n-1]
		if w.wide() || !to.isAt(from) || to.customer != from.customer || !from.zoom && !from.answers {
			break
		}
	}
	return w.enter(to)
}

// enter shows a route with what its panes showed. The list itself shows what belongs to the ticket under its cursor.
func (s *screens) enter(r route) tea.Cmd {
	now := s.here()
	s.at = r
	switch {
	case r.focus == layout.List:
		s.inbox.StopReading()
	case r.detail == keymap.Board:
		return s.figures.Count()
	case r.detail == keymap.Ticket && !r.ticket.IsZero() && r.ticket != now.ticket:
		return s.ticket.Show(s.cmds.CachedTicket(r.ticket), true)
	case r.detail == keymap.Customer && r.customer != (backend.CustomerRef{}) && r.customer != now.customer:
		return s.customer.ShowRef(r.customer)
	}
	return nil
}

// goHome returns to the inbox, and keeps the pane beside it.
func (s *screens) goHome(detail keymap.Scope) tea.Cmd {
	s.back = nil
	return s.enter(route{focus: layout.List, detail: detail})
}

// showInbox returns to the list with the ticket beside it. A form in the list's place is closed and kept as a draft.
func (f *forms) showInbox() tea.Cmd {
	if f.editor.IsSubmitting() {
		f.notify(levelTransient, "the form is being sent: wait for the answer")
		return f.backToForm()
	}
	if f.editor != nil {
		f.noteDraft()
		f.closed.keep(f.editor)
		f.editor = nil
	}
	return f.goHome(keymap.Ticket)
}

// focusNextPane moves the focus to the pane beside the current one, or in a narrow window to the hidden one.
func (w *window) focusNextPane() tea.Cmd {
	switch {
	case w.at.focus == layout.List && w.inbox.Selected() == nil:
		w.notify(levelTransient, "no ticket is listed")
		return nil
	case w.at.focus == layout.List && w.at.answers:
		w.at.focus = layout.Detail
		return nil
	case w.at.focus == layout.List && w.at.detail == keymap.Customer:
		w.at.detail = keymap.Ticket // going back closes the customer
		w.goTo(detailRoute(keymap.Customer))
		return nil
	case w.at.focus == layout.List:
		return w.openSelected()
	case w.editor != nil:
		return w.backToForm()
	case w.hasSide() && w.focusedSlot() == layout.Detail:
		w.goTo(detailRoute(keymap.Customer))
		return nil
	case w.at.answers && w.at.zoom:
		return w.goBack()
	case w.at.focus == layout.Answers:
		w.at.focus = layout.Detail
		return nil
	case w.at.answers:
		w.at.focus = layout.Answers
		return nil
	}
	return w.goHome(w.at.detail)
}

// goToWhole goes to what has the window for itself, unless the agent is there.
func (s *screens) goToWhole(to route) {
	if !s.at.isAt(to) {
		s.goTo(to)
	}
	s.at.zoom = true
}

// openSelected opens the ticket under the cursor of the inbox.
func (s *screens) openSelected() tea.Cmd {
	s.goTo(detailRoute(keymap.Ticket))
	s.inbox.StartReading()
	return s.ticket.Show(s.inbox.Selected(), true)
}

// openFrom opens a ticket from another source than the inbox.
func (s *screens) openFrom(from source, id desk.ID) tea.Cmd {
	s.goTo(route{focus: layout.Detail, detail: keymap.Ticket, source: from})
	return s.ticket.Show(s.cmds.CachedTicket(id), true)
}

// openNeighbour shows the next or previous ticket of the source, without leaving the ticket pane.
func (s *screens) openNeighbour(by int) tea.Cmd {
	from := s.at.source
	if from.keys == nil || s.at.focus == layout.List {
		t := s.inbox.Step(by)
		if t != nil && s.at.focus == layout.List {
			return nil // the list shows what is under its cursor
		}
		if t != nil {
			return s.ticket.Show(t, false)
		}
		from.name = "the list"
	} else if i := slices.Index(from.keys, s.here().ticket); i >= 0 && i+by >= 0 && i+by < len(from.keys) {
		return s.ticket.Show(s.cmds.CachedTicket(from.keys[i+by]), false)
	}
	end, beyond := "last", "next"
	if by < 0 {
		end, beyond = "first", "previous"
	}
	if from.name == "" {
		s.notify(levelTransient, "no "+beyond+" ticket here · "+s.Keys.KeyLabel(keymap.Ticket, keymap.Back)+" goes back")
		return nil
	}
	s.notify(levelTransient, "this is the "+end+" ticket of "+from.name)
	return nil
}

// showCustomer moves to the customer beside the ticket, or shows it in the ticket's place. It shows it over the whole
// width when it is there already or the window is too narrow.
func (w *window) showCustomer(t *desk.Ticket) tea.Cmd {
	switch {
	case w.hasSide():
		w.goTo(detailRoute(keymap.Customer))
	case w.at.detail == keymap.Customer, !w.wide():
		w.goTo(customerRoute)
	case w.at.focus == layout.Detail:
		w.goTo(detailRoute(keymap.Customer))
	default:
		w.at.detail = keymap.Customer
	}
	return w.customer.ShowForTicket(t, true)
}

// openCustomer shows a found customer over the whole width, or beside the form: by id, or the customer of t if id is 0.
func (s *screens) openCustomer(id int64, t *desk.Ticket) tea.Cmd {
	to := customerRoute
	to.zoom = s.editor == nil
	if s.at.isAt(to) && (s.at.zoom || s.editor != nil) {
		s.at = to
	} else {
		s.goTo(to)
	}
	if id == 0 {
		return s.customer.ShowForTicket(t, true)
	}
	return s.customer.Show(id)
}

// backToForm returns to the open form. The ticket or the customer that was read beside it stays.
func (s *screens) backToForm() tea.Cmd {
	i := len(s.back) - 1
	for s.back[i].focus != layout.Editor {
		i--
	}
	to := s.back[i]
	s.back = s.back[:i]
	to.detail, to.ticket, to.customer = s.at.detail, desk.ID{}, backend.CustomerRef{}
	return s.enter(to)
}

// goToForm gives the form that was opened the focus.
func (s *screens) goToForm() {
	if s.at.focus == layout.Editor {
		return
	}
	to := s.here()
	to.focus, to.zoom = layout.Editor, false
	s.goTo(to)
}

// leaveScreen returns to where the agent was before a screen, which is gone, and forgets the ways back to it.
func (w *window) leaveScreen(gone route) tea.Cmd {
	w.back = slices.DeleteFunc(w.back, gone.isAt)
	if gone.isAt(w.at) {
		return w.goBack()
	}
	return nil
}

// besideList returns the ticket that is shown beside the list, itself or as its customer, while that pane has the
// focus; zero otherwise.
func (s *screens) besideList() desk.ID {
	if of := s.screen().ticket; of != nil && of() != nil && s.at.focus == layout.Detail {
		return of().ID
	}
	return desk.ID{}
}

// reading returns the ticket of the ticket pane while that has the focus; else nil.
func (s *screens) reading() *desk.Ticket {
	if s.scope() != keymap.Ticket {
		return nil
	}
	return s.ticket.Summary()
}
