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

// openNumber opens a ticket by its number, which is asked for at the service if it is not known here.
func (c *Console) openNumber(id desk.ID) tea.Cmd {
	if _, known := c.cmds.Cache.Snapshot().Ticket(id); known {
		return c.openFrom(single(id), id)
	}
	c.typed = id
	c.notify(levelTransient, "searching the service for ticket "+id.Display().String()+"…")
	return c.cmds.ReadTicket(id)
}

// onTypedTicket opens the ticket that openNumber has asked for, or says why it cannot. An agent who has gone on with
// something else stays there.
func (c *Console) onTypedTicket(msg backend.TicketLoadedMsg) tea.Cmd {
	if c.typed.IsZero() || msg.ID != c.typed {
		return nil
	}
	c.typed = desk.ID{}
	number := msg.ID.Display().String()
	isBusy := len(c.overlays) > 0 || c.scope() == keymap.Form || c.scope() == keymap.Call
	switch {
	case backend.IsNotFound(msg.Err):
		c.notify(levelWarning, "the service has no ticket "+number)
	case msg.Detail == nil:
		c.notify(levelWarning, "ticket "+number+" could not be loaded, "+backend.ErrorText(msg.Err))
	case isBusy:
		c.notify(levelTransient, "ticket "+number+" was found and is loaded")
	default:
		c.notification.clearTransient()
		return c.openFrom(single(msg.ID), msg.ID)
	}
	return nil
}

// doorAction begins the name of the action of a door in the palette; the rest says what it opens.
const doorAction = "door "

// doorItems returns what the palette offers for a number: the doors of the service, and what is known here.
func (c *Console) doorItems(typed string) []overlay.MenuItem {
	typed = strings.TrimLeft(strings.TrimSpace(safetext.Searched(typed)), "#")
	snapshot := c.cmds.Cache.Snapshot()
	doors := backend.Doors(typed, true)
	if len(doors) > 0 { // only then is it worth a look at all tickets
		doors = backend.Doors(typed, snapshot.IsLikeTicket(typed))
	}
	if len(doors) == 0 && !desk.IsPhone(typed) {
		return nil
	}
	item := func(name, label string) overlay.MenuItem {
		b, _ := c.Keys.Lookup(keymap.Global, keymap.FindCustomer)
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
func (c *Console) openDoor(name string) tea.Cmd {
	name, typed, _ := strings.Cut(name, " ")
	switch name {
	case "ticket":
		return c.openNumber(desk.NewID(typed))
	case "orders":
		return c.findOrders(typed)
	}
	return c.findTyped(typed)
}
