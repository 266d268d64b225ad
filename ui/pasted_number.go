package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
)

// maxNumber is the length of the longest number that is looked for when it is pasted.
const maxNumber = 64

// openPasted opens what a pasted text is the number of: a ticket, or else a call. A number that looks like those of
// known tickets is asked for at the service first.
func (c *Console) openPasted(pasted string) tea.Cmd {
	number := strings.TrimSpace(safetext.Searched(pasted))
	if number == "" || len(number) > maxNumber {
		return nil
	}
	c.pasted = desk.ID{}
	id := desk.NewID(number)
	if _, known := c.cmds.Cache.Snapshot().Ticket(id); known {
		return c.openPastedTicket(id)
	}
	return c.cmds.InspectNumber(number)
}

func (c *Console) openPastedTicket(id desk.ID) tea.Cmd {
	return c.openFrom(single(id), id)
}

// onPastedNumber asks the service for a ticket that is not known here, or begins a call.
func (c *Console) onPastedNumber(msg backend.PastedNumberMsg) tea.Cmd {
	if !msg.IsLikeTicket {
		return c.callPasted(msg.Number)
	}
	c.pasted = desk.NewID(msg.Number)
	c.notify(levelTransient, "searching the service for ticket "+c.pasted.Display().String()+"…")
	return c.cmds.ReadTicket(c.pasted)
}

// onPastedTicket opens a ticket whose number was pasted, or says what became of the number. An agent who has gone on
// with something else stays there.
func (c *Console) onPastedTicket(msg backend.TicketLoadedMsg) tea.Cmd {
	if c.pasted.IsZero() || msg.ID != c.pasted {
		return nil
	}
	c.pasted = desk.ID{}
	number := msg.ID.Display().String()
	isHere := c.scope() == keymap.Inbox && len(c.overlays) == 0
	said := "no ticket is " + number
	switch {
	case msg.Detail != nil && isHere:
		return c.openPastedTicket(msg.ID)
	case msg.Detail != nil:
		c.notify(levelTransient, "ticket "+number+" was found: paste its number into the inbox to open it")
		return nil
	case !backend.IsNotFound(msg.Err):
		said = "not searched among tickets, " + backend.ErrorText(msg.Err)
	}
	if !isHere || !desk.IsPhone(msg.ID.Raw()) || c.call.IsOn() {
		c.notify(levelWarning, said)
		return nil
	}
	begun := c.callPasted(msg.ID.Raw())
	c.notify(levelWarning, "taken for a caller's number: "+said)
	return begun
}

// callPasted begins a call with a phone number.
func (c *Console) callPasted(number string) tea.Cmd {
	switch {
	case !desk.IsPhone(number) && len(backend.Doors(number, false)) > 0:
		return c.findTyped(number)
	case !desk.IsPhone(number):
		return nil
	case c.call.IsOn():
		c.notify(levelTransient, "a call is on: "+c.Keys.KeyLabel(keymap.Global, keymap.AnswerCall)+" goes back to it")
		return nil
	}
	return c.startCall(number)
}
