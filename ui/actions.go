package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// dispatch runs an action on what is selected or marked, or shows why it is disabled.
func (c *Console) dispatch(id keymap.Action) tea.Cmd {
	a, ok := c.action(id)
	if !ok {
		return nil
	}
	if c.editor == nil { // who types has not looked at the footer
		c.sync.endNews()
	}
	t := c.target(a.takes)
	switch why := c.disabledReason(a, t); why {
	case "":
		return a.run(c, t)
	case reasonAbsent:
	default:
		c.notify(levelTransient, why)
	}
	return nil
}

// action returns an action of the focused part, or of the console.
func (s *screens) action(id keymap.Action) (action, bool) {
	for _, scope := range []keymap.Scope{s.scope(), keymap.Global} {
		if a, ok := actionsIn[scope][id]; ok {
			return a, true
		}
	}
	return action{}, false
}

// target returns what an action would be done to in the focused pane.
func (s *screens) target(of takes) pane.Target {
	p := s.focusedPane()
	selector, ok := p.(pane.Selector)
	if !ok {
		return pane.Target{}
	}
	t := selector.Target()
	if m, marks := p.(pane.Marker); of == markedTickets && marks && t.Marked > 0 && t.Marked <= maxBulk {
		t.Tickets = m.Marked()
	} else if of == markedTickets && t.Ticket != nil {
		t.Tickets = []desk.ID{t.Ticket.ID}
	}
	return t
}

// reasonAbsent is the reason of an action that does not exist in the present state: help and palette leave it out.
const reasonAbsent = "absent"

// noOrderReason says that no order is chosen, and how one is.
func (s *screens) noOrderReason() string {
	if s.Accessible {
		return "that row is no order: the rows that are begin with Order"
	}
	return "no order is under the cursor: " + s.Keys.KeyLabel(s.scope(), keymap.Down) + " goes to one"
}

// disabledReason returns why an action is disabled; empty if it is not.
func (c *Console) disabledReason(a action, t pane.Target) string {
	if c.ReadOnly && a.writes {
		return readOnlyReason
	}
	switch why := c.ticketsReason(a, t); {
	case why != "":
		return why
	case a.takes == aCustomer && t.Customer == nil:
		return "the customer is still loading"
	case a.takes == anOrder && t.Order == nil:
		return c.noOrderReason()
	case a.off == nil:
		return ""
	}
	return a.off(c, t)
}

// ticketsReason returns why an action cannot be done to the chosen or the marked tickets; empty if it can, or takes
// none.
func (s *screens) ticketsReason(a action, t pane.Target) string {
	takesMarked := a.takes == markedTickets && t.Marked > 0
	clearKey := s.Keys.KeyLabel(s.scope(), keymap.Back)
	switch needsTicket := a.takes == aTicket || a.takes == oneTicket || a.takes == markedTickets; {
	case needsTicket && t.Ticket == nil && !takesMarked:
		return "no ticket is chosen"
	case a.takes == oneTicket && t.Marked == 1 && !t.IsMarked:
		return "another ticket is marked: " + clearKey + " unmarks it"
	case a.takes == oneTicket && t.Marked > 1:
		return fmt.Sprintf("%d are marked, but this works on one: %s unmarks them", t.Marked, clearKey)
	case takesMarked && t.Marked > maxBulk:
		return tooManyMarked(t.Marked)
	}
	return ""
}

// items returns the actions of the focused part and of the console with their keys, for help and palette.
func (c *Console) items() overlay.KeyList {
	return c.keyList(func(keymap.Binding, action) bool { return true })
}

// keyList returns the actions that are wanted, with their keys. A form and a call offer some of the console's by name
// alone, because their keys are letters.
func (c *Console) keyList(wanted func(keymap.Binding, action) bool) overlay.KeyList {
	var items overlay.KeyList
	here, t := c.Keys.ForScope(c.scope()), c.target(nothing)
	for _, bindings := range [][]keymap.Binding{here, c.globalKeys()} {
		for _, b := range bindings {
			a, ok := c.action(b.Action)
			if !ok || !wanted(b, a) {
				continue
			}
			if why := c.disabledReason(a, t); why != reasonAbsent {
				items = append(items, overlay.NewMenuItem(c.labelled(b, a), why))
			}
		}
	}
	return items
}

// globalKeys returns the bindings that hold everywhere. In a form and a call they are the names of a few actions.
func (s *screens) globalKeys() []keymap.Binding {
	if !s.scope().HasOwnKeysOnly() {
		return s.Keys.ForScope(keymap.Global)
	}
	var names []keymap.Binding
	for _, a := range actionTable {
		if b, ok := s.Keys.Lookup(keymap.Global, a.id); ok && a.inForms {
			b.SetHelp(b.Help().Key, "") // not a key of the footer: it would be text
			b.SetKeys([]string{}...)
			names = append(names, b)
		}
	}
	return names
}

// labelled returns a binding with the label and the help of what its action does now.
func (c *Console) labelled(b keymap.Binding, a action) keymap.Binding {
	if a.name == nil {
		return b
	}
	label, help := a.name(c)
	b.Description = cmp.Or(help, b.Description)
	b.SetHelp(b.Help().Key, cmp.Or(label, b.Help().Desc))
	return b
}

func (c *Console) openPalette() tea.Cmd {
	items := slices.Concat(c.items(), c.macroItems(), c.own.items())
	c.open(overlay.NewPalette(items, c.Keys, c.lookups.doorItems, c.missingCommand, c.runPaletteItem))
	return nil
}

func (c *Console) openHelp() tea.Cmd {
	note := c.cmds.Zones.Explain(c.cmds.Now())
	if legend := c.screen().legend; legend != nil {
		note = strings.TrimSpace(note + "\n" + legend())
	}
	c.open(overlay.NewHelp(c.scope(), c.items(), c.Keys, note, c.dispatch))
	return nil
}

func (c *Console) openDates() tea.Cmd {
	zone := c.cmds.Zones.Explain(c.cmds.Now())
	c.open(overlay.NewDateRange(c.inbox.Span(), c.cmds.Today(), zone, c.th, c.sync.showDays))
	return nil
}

// clear ends the zoom, clears the filter or the marks of the inbox, or else closes the customer beside it. From the
// tickets of a bar it goes back to the board.
func (c *Console) clear() tea.Cmd {
	if c.zoomHides() {
		return c.unzoom()
	}
	if c.at.answers {
		return c.leaveFAQ()
	}
	if marked, _ := c.inbox.Marks.Counts(); c.board.listsBar() && marked == 0 {
		return c.board.backToBar()
	} else if c.board.listsBar() {
		c.inbox.Marks.Clear()
		return nil
	}
	if c.inbox.CanClear() {
		return c.inbox.Clear()
	}
	c.at.detail = keymap.Ticket
	return nil
}

// openSelectedRow opens the ticket under the cursor of the customer pane, or expands the order.
func (s *screens) openSelectedRow() tea.Cmd {
	id := s.customer.Ticket()
	if id.IsZero() {
		s.customer.Toggle()
		return nil
	}
	return s.openFrom(source{"this customer", s.customer.TicketKeys()}, id)
}

// wordIf returns a word while something holds.
func wordIf(holds bool, word string) string {
	if holds {
		return word
	}
	return ""
}
