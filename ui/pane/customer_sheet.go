package pane

import (
	"strconv"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
)

// customerSheet puts the lines of a customer together.
type customerSheet struct {
	*Customer
	doc   document
	lines []line
}

func (p *Customer) newSheet(width int) *customerSheet {
	return &customerSheet{Customer: p, doc: document{th: p.th, look: part.Look{Width: width}, at: momentOf(p.cmds)}}
}

func (s *customerSheet) width() int { return s.doc.look.Width }

// flush takes over what was drawn by the document.
func (s *customerSheet) flush() {
	s.lines = append(s.lines, plainLines(s.doc.lines)...)
	s.doc.lines = nil
}

func (s *customerSheet) heading(title string) {
	s.doc.heading(title)
	s.flush()
}

func (s *customerSheet) add(drawn ...string) { s.lines = append(s.lines, plainLines(drawn)...) }

// say writes wrapped text in an ink.
func (s *customerSheet) say(ink func(string) string, words string) {
	for _, l := range wrap(words, s.width()) {
		s.add(ink(l))
	}
}

// head is who it is, or why that is not known.
func (s *customerSheet) head() {
	switch {
	case s.record.Has:
		s.who(s.record.Value)
	case s.record.Busy:
		s.asked()
		s.add("", s.th.Muted.On(text.Cut("Fetching the customer…", s.width())))
	case command.IsUnknown(s.record.Err):
		s.asked()
		s.add("")
		s.say(s.th.Warn.On, "The service knows no customer "+strconv.FormatInt(s.id, 10)+".")
		s.say(s.th.Muted.On, "“"+command.Reason(s.record.Err)+"”")
		s.hint(s.keys.Key(keymap.Customer, keymap.FindCustomer) + " finds a customer by phone, e-mail or name")
	case s.record.Err != nil:
		s.asked()
		s.add("")
		s.say(s.th.Bad.On, "✗ "+command.Reason(s.record.Err))
		s.hint(s.keys.Key(keymap.Customer, keymap.Refresh) + " asks again")
	case s.id == 0:
		s.asked()
		s.add("")
		s.say(s.th.Info.On, "This ticket names no customer.")
		s.hint(s.keys.Key(keymap.Customer, keymap.FindCustomer) + " finds one by phone, e-mail or name")
	}
}

func (s *customerSheet) hint(words string) { s.add(s.th.Muted.On(text.Cut(words, s.width()))) }

// asked is as much as is known of whose record is wanted.
func (s *customerSheet) asked() {
	title := "Customer"
	if s.of.ID != 0 {
		title += " " + strconv.FormatInt(s.of.ID, 10)
	}
	s.add(s.th.Strong.On(title))
	if s.row == nil {
		return
	}
	s.bits("of ticket "+s.row.ID.Line().String(), s.row.Email.String(), s.row.Phone.String())
}

// who is the name with what is looked at first.
func (s *customerSheet) who(c *desk.Customer) {
	name := c.Name.String()
	if name == "" {
		name = "Customer without a name"
	}
	s.say(s.th.Strong.On, name)
	s.bits(strconv.FormatInt(c.ID, 10), c.Code.String(), c.Type.String(), c.Classification.String(), c.Status.String(), c.City.String())
	if c.Deleted {
		s.say(s.th.Bad.On, "! Deleted")
	}
}

// bits sets what is there beside one another, on as many lines as that takes.
func (s *customerSheet) bits(all ...string) {
	row := ""
	for _, b := range all {
		if next := joined(row, b); row == "" || text.Width(next) <= s.width() {
			row = next
			continue
		}
		s.say(s.th.Muted.On, row)
		row = b
	}
	s.say(s.th.Muted.On, row)
}

// groups are the record's members, all of them, in groups that read well.
func (s *customerSheet) groups() {
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
func (s *customerSheet) contacts() {
	if !s.record.Has {
		return
	}
	s.heading("Contacts")
	if len(s.record.Value.Contacts) == 0 {
		s.add(s.th.Muted.On(text.Cut("The record holds no contact.", s.width())))
	}
	for i := range s.record.Value.Contacts {
		if i > 0 {
			s.add("")
		}
		s.contact(&s.record.Value.Contacts[i])
	}
}
