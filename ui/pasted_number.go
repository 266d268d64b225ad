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
func (l *lookups) openPasted(pasted string) tea.Cmd {
	number := strings.TrimSpace(safetext.Searched(pasted))
	if number == "" || len(number) > maxNumber {
		return nil
	}
	l.pasted = desk.ID{}
	id := desk.NewID(number)
	if _, known := l.cmds.Cache.Snapshot().Ticket(id); known {
		return l.openFrom(single(id), id)
	}
	return backend.Do(l.cmds.Context, func() backend.Then { // it compares the numbers of all tickets
		isLikeTicket := l.cmds.Cache.Snapshot().IsLikeTicket(number)
		return func() tea.Cmd { return l.onPastedNumber(number, isLikeTicket) }
	})
}

// onPastedNumber asks the service for a ticket that is not known here, or begins a call.
func (l *lookups) onPastedNumber(number string, isLikeTicket bool) tea.Cmd {
	if !isLikeTicket {
		return l.callPasted(number)
	}
	l.pasted = desk.NewID(number)
	l.notify(levelTransient, "searching the service for ticket "+l.pasted.Display().String()+"…")
	return l.cmds.ReadTicket(l.pasted)
}

// onPastedTicket opens a ticket whose number was pasted, or says what became of the number. An agent who has gone on
// with something else stays there.
func (l *lookups) onPastedTicket(msg backend.TicketLoaded) tea.Cmd {
	if l.pasted.IsZero() || msg.Of != l.pasted {
		return nil
	}
	l.pasted = desk.ID{}
	number := msg.Of.Display().String()
	isHere := l.screen().isList && len(l.overlays) == 0
	said := "no ticket is " + number
	switch {
	case msg.Value != nil && isHere:
		return l.openFrom(single(msg.Of), msg.Of)
	case msg.Value != nil:
		l.notify(levelTransient, "ticket "+number+" was found: paste its number into the inbox to open it")
		return nil
	case !backend.IsNotFound(msg.Err):
		said = "not searched among tickets, " + backend.ErrorText(msg.Err)
	}
	if !isHere || !desk.IsPhone(msg.Of.Raw()) || l.call.IsOn() {
		l.notify(levelWarning, said)
		return nil
	}
	begun := l.callPasted(msg.Of.Raw())
	l.notify(levelWarning, "taken for a caller's number: "+said)
	return begun
}

// callPasted begins a call with a phone number.
func (l *lookups) callPasted(number string) tea.Cmd {
	switch {
	case !desk.IsPhone(number) && len(backend.Doors(number, false)) > 0:
		return l.find(number)
	case !desk.IsPhone(number):
		return nil
	case l.call.IsOn():
		l.notify(levelTransient, "a call is on: "+l.Keys.KeyLabel(keymap.Global, keymap.AnswerCall)+" goes back to it")
		return nil
	}
	return l.startCall(number)
}
