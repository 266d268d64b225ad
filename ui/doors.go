package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// lookups is what opens what a typed or pasted number names, and searches for the rest.
type lookups struct {
	part
	startCall func(number string) tea.Cmd

	typed  desk.ID // the number of a ticket that was typed and is asked for; zero for none
	pasted desk.ID // the number that the service is asked for as a ticket's; zero for none
}

// openTicket opens a ticket by its number, which is asked for at the service if it is not known here.
func (l *lookups) openTicket(id desk.ID) tea.Cmd {
	if _, known := l.cmds.Cache.Snapshot().Ticket(id); known {
		return l.openFrom(single(id), id)
	}
	l.typed = id
	l.notify(levelTransient, "searching the service for ticket "+id.Display().String()+"…")
	return l.cmds.ReadTicket(id)
}

// onTypedTicket opens the ticket that openTicket has asked for, or says why it cannot. An agent who has gone on with
// something else stays there.
func (l *lookups) onTypedTicket(msg backend.TicketLoaded) tea.Cmd {
	if l.typed.IsZero() || msg.Of != l.typed {
		return nil
	}
	l.typed = desk.ID{}
	number := msg.Of.Display().String()
	isBusy := len(l.overlays) > 0 || l.scope().HasOwnKeysOnly()
	switch {
	case backend.IsNotFound(msg.Err):
		l.notify(levelWarning, "the service has no ticket "+number)
	case msg.Value == nil:
		l.notify(levelWarning, "ticket "+number+" could not be loaded, "+backend.ErrorText(msg.Err))
	case isBusy:
		l.notify(levelTransient, "ticket "+number+" was found and is loaded")
	default:
		l.notification.clearTransient()
		return l.openFrom(single(msg.Of), msg.Of)
	}
	return nil
}

// doorAction begins the name of the action of a door in the palette; the rest says what it opens.
const doorAction = "door "

// doorItems returns what the palette offers for a number: the doors of the service, and what is known here.
func (l *lookups) doorItems(typed string) []overlay.MenuItem {
	typed = strings.TrimLeft(strings.TrimSpace(safetext.Searched(typed)), "#")
	snapshot := l.cmds.Cache.Snapshot()
	doors := backend.Doors(typed, true)
	if len(doors) > 0 { // only then is it worth a look at all tickets
		doors = backend.Doors(typed, snapshot.IsLikeTicket(typed))
	}
	if len(doors) == 0 && !desk.IsPhone(typed) {
		return nil
	}
	item := func(name, label string) overlay.MenuItem {
		b, _ := l.Keys.Lookup(keymap.Global, keymap.FindCustomer)
		b.Action, b.Description = keymap.Action(doorAction+name+" "+typed), label
		b.SetKeys("") // none, but it can be chosen
		return overlay.NewMenuItem(b, "")
	}
	shown := safetext.LineFromText(typed).String()
	items := []overlay.MenuItem{item("find", "Find "+shown+" among customers, orders and tickets")}
	for _, door := range doors {
		name := "ticket"
		label := door.DoorLabel()
		if door.Orders != "" {
			name = "orders"
		} else if _, known := snapshot.Ticket(door.Ticket); known {
			label = "Open ticket " + door.Ticket.Display().String()
			items = append([]overlay.MenuItem{item(name, label)}, items...)
			continue
		}
		items = append(items, item(name, label))
	}
	return items
}

// openDoor does what the palette offers for a number.
func (l *lookups) openDoor(name string) tea.Cmd {
	name, typed, _ := strings.Cut(name, " ")
	switch name {
	case "ticket":
		return l.openTicket(desk.NewID(typed))
	case "orders":
		return l.findOrders(typed)
	}
	return l.find(typed)
}

// findCustomer opens the customer finder; for a ticket without a known customer the initial query is the ticket's
// contact.
func (l *lookups) findCustomer() tea.Cmd {
	typed := ""
	if l.at.detail == keymap.Customer {
		typed = l.customer.SearchHint()
	}
	if typed == "" {
		typed = l.inbox.SearchHint()
	}
	return l.find(typed)
}

// find opens the finder for what was typed elsewhere.
func (l *lookups) find(typed string) tea.Cmd {
	f := overlay.NewFinder(l.cmds, l.Keys, typed, l.openCustomer, l.openTicket)
	l.open(f.Box)
	return f.Search()
}

// findOrders opens the finder and searches the service for the orders of a code.
func (l *lookups) findOrders(code string) tea.Cmd {
	f := overlay.NewFinder(l.cmds, l.Keys, code, l.openCustomer, l.openTicket)
	l.open(f.Box)
	return tea.Batch(f.Search(), f.SearchOrders(code))
}
