package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
)

// company is who else works on what is worked on here.
type company struct {
	at     command.DraftForm // the form that the others were told of
	others string            // what is said about them, empty when there are none
}

// mind tells the others which form is filled in here, and looks who else fills in that one, or the one of the ticket
// that is read.
func (c *Console) mind() {
	at := command.DraftForm{}
	if c.sheet != nil {
		at = command.DraftForm{Kind: c.sheet.Kind, Record: c.sheet.Record.Raw()}
	}
	if at != c.company.at {
		c.company.at = at
		c.cmds.WorkOn(at)
	}
	if t := c.ticket.Row(); c.sheet == nil && t != nil {
		at = command.DraftForm{Kind: command.KindUpdate, Record: t.ID.Raw()}
	}
	c.company.others = c.editing(at)
}

// maxNamed is how many of the others are named.
const maxNamed = 3

// editing names who else fills in a form.
func (c *Console) editing(at command.DraftForm) string {
	others := c.cmds.Others(at)
	if len(others) == 0 {
		return ""
	}
	names := make([]string, len(others))
	for i, name := range others {
		names[i] = name.String()
		if names[i] == c.Agent {
			names[i] = "your other console"
		}
	}
	if more := len(names) - maxNamed; more > 1 {
		names = append(names[:maxNamed], strconv.Itoa(more)+" others")
	}
	is := " is"
	if len(names) > 1 {
		is = " are"
	}
	return "✎ " + strings.Join(names, ", ") + is + " editing " + desk.NewKey(at.Record).Line().String()
}

// met looks who has come or gone, and waits for the next.
func (c *Console) met() tea.Cmd { return c.cmds.Company }

// footnote is what the last line says: who else works here, and what there is to say besides.
func (c *Console) footnote() notice {
	n := c.notice
	switch {
	case c.company.others == "":
	case n.says == "":
		n = notice{mood: warned, says: c.company.others}
	case n.mood == failed:
		n.says += " · " + c.company.others
	default:
		n = notice{mood: warned, says: c.company.others + " · " + n.says}
	}
	return n
}
