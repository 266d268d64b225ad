package pane

import (
	"strconv"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/part"
)

// customerRenderer puts the lines of a customer together.
type customerRenderer struct {
	*Customer
	doc   ticketRenderer
	lines []line
}

func (p *Customer) newSheet(width int) *customerRenderer {
	return &customerRenderer{Customer: p, doc: ticketRenderer{th: p.th, look: part.Options{Width: width}, at: momentOf(p.cmds)}}
}

func (s *customerRenderer) width() int { return s.doc.look.Width }

// flush takes over what was drawn by the document.
func (s *customerRenderer) flush() {
	s.lines = append(s.lines, plainLines(s.doc.lines)...)
	s.doc.lines = nil
}

func (s *customerRenderer) heading(title string) {
	s.doc.heading(title)
	s.flush()
}

func (s *customerRenderer) writeLines(drawn ...string) {
	s.lines = append(s.lines, plainLines(drawn)...)
}

// writeText writes wrapped text in an ink.
func (s *customerRenderer) writeText(ink func(string) string, words string) {
	for _, l := range wrap(words, s.width()) {
		s.writeLines(ink(l))
	}
}

// head is who it is, or why that is not known.
func (s *customerRenderer) head() {
	switch {
	case s.record.Has:
		s.writeHeader(s.record.Value)
	case s.record.Busy:
		s.writePending()
		s.writeLines("", s.th.Muted.Render(safetext.Truncate("Fetching the customer…", s.width())))
	case backend.IsNotFound(s.record.Err):
		s.writePending()
		s.writeLines("")
		s.writeText(s.th.Warning.Render, "The service knows no customer "+strconv.FormatInt(s.id, 10)+".")
		s.writeText(s.th.Muted.Render, "“"+backend.ErrorText(s.record.Err)+"”")
		s.hint(s.keys.KeyLabel(keymap.Customer, keymap.FindCustomer) + " finds a customer by phone, e-mail or name")
	case s.record.Err != nil:
		s.writePending()
		s.writeLines("")
		s.writeText(s.th.Error.Render, "✗ "+backend.ErrorText(s.record.Err))
		s.hint(s.keys.KeyLabel(keymap.Customer, keymap.Refresh) + " asks again")
	case s.id == 0:
		s.writePending()
		s.writeLines("")
		s.writeText(s.th.Info.Render, "This ticket names no customer.")
		s.hint(s.keys.KeyLabel(keymap.Customer, keymap.FindCustomer) + " finds one by phone, e-mail or name")
	}
}

func (s *customerRenderer) hint(words string) {
	s.writeLines(s.th.Muted.Render(safetext.Truncate(words, s.width())))
}

// writePending is as much as is known of whose record is wanted.
func (s *customerRenderer) writePending() {
	title := "Customer"
	if s.of.ID != 0 {
		title += " " + strconv.FormatInt(s.of.ID, 10)
	}
	s.writeLines(s.th.Emphasis.Render(title))
	if s.row == nil {
		return
	}
	s.writeInline("of ticket "+s.row.ID.Display().String(), s.row.Email.String(), s.row.Phone.String())
}

// writeHeader is the name with what is looked at first.
func (s *customerRenderer) writeHeader(c *desk.Customer) {
	name := c.Name.String()
	if name == "" {
		name = "Customer without a name"
	}
	s.writeText(s.th.Emphasis.Render, name)
	s.writeInline(strconv.FormatInt(c.ID, 10), c.Code.String(), c.Type.String(), c.Classification.String(), c.Status.String(), c.City.String())
	if c.Deleted {
		s.writeText(s.th.Error.Render, "! Deleted")
	}
}

// writeInline sets what is there beside one another, on as many lines as that takes.
func (s *customerRenderer) writeInline(all ...string) {
	row := ""
	for _, b := range all {
		if next := joined(row, b); row == "" || safetext.Width(next) <= s.width() {
			row = next
			continue
		}
		s.writeText(s.th.Muted.Render, row)
		row = b
	}
	s.writeText(s.th.Muted.Render, row)
}

// groups are the record's members, all of them, in groups that read well.
func (s *customerRenderer) groups() {
	if !s.record.Has {
		return
	}
	for _, g := range s.grouped() {
		s.doc.heading(g.title)
		s.doc.pairs(g.pairs, "")
	}
	s.doc.blocks(s.record.Value.Groups)
	for i := range s.record.Value.Contacts {
		s.doc.blocks(s.record.Value.Contacts[i].Groups)
	}
	s.flush()
}

// contacts are the people to talk to.
func (s *customerRenderer) contacts() {
	if !s.record.Has {
		return
	}
	s.heading("Contacts")
	if len(s.record.Value.Contacts) == 0 {
		s.writeLines(s.th.Muted.Render(safetext.Truncate("The record holds no contact.", s.width())))
	}
	for i := range s.record.Value.Contacts {
		if i > 0 {
			s.writeLines("")
		}
		s.contact(&s.record.Value.Contacts[i])
	}
}
