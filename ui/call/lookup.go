package call

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"frontdesk/ui/layout"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// lookup finds the caller.
type lookup struct {
	*overlay.Lookup
	isOpen    bool // its results are shown in the place of tickets, orders and answers
	takesOnly bool // a caller that alone fits is taken at once
}

func (p *Pane) newLookup() lookup {
	hint := "phone, name, e-mail, order or ticket number of the caller"
	return lookup{Lookup: overlay.NewLookup(p.cmds, hint, overlay.LookupSpec{
		Digits: 9, Take: p.taking, More: p.withoutMatch, Stops: p.key(keymap.Back) + " stops · ",
	})}
}

// taking returns the act that takes a row of the look-up as the caller.
func (p *Pane) taking(row backend.SearchRow) overlay.Act {
	return overlay.Act{Action: keymap.Open, Run: func() tea.Cmd {
		switch {
		case row.ID != 0:
			return p.choose(caller{Identity: Identity{Customer: row.ID}})
		case !row.Ticket.IsZero():
			p.tickets.keep = row.Ticket
			return p.choose(caller{ticket: row.Ticket})
		}
		return p.chooseFound(row.Match)
	}}
}

// withoutMatch returns the rows of what can be done without a match.
func (p *Pane) withoutMatch() []overlay.Row {
	typed := p.lookup.Typed
	goOn := func() tea.Cmd { return p.choose(caller{Identity: p.lookup.typedCaller()}) }
	return []overlay.Row{
		{
			ID: "go on", Across: "☎ Take the call as “" + typed + "”, without a customer",
			Said: fmt.Sprintf("Take the call as %q, without a customer.", typed),
			Does: []overlay.Act{{Action: keymap.Open, Run: goOn}},
		},
		{
			ID: "add", Across: "+ Add this caller as a customer", Said: "Add this caller as a customer.",
			Does: []overlay.Act{{Action: keymap.Open, Run: p.AddCaller}},
		},
	}
}

// close hides the results; what was typed stays.
func (l *lookup) close() {
	l.Stop()
	l.isOpen = false
}

// isKnownToNobody reports whether what was typed was searched and nobody was found.
func (l *lookup) isKnownToNobody() bool {
	return l.Typed != "" && !l.IsWaiting() && len(l.Rows()) == 0
}

// looksUp reports whether the results of the look-up are shown.
func (p *Pane) looksUp() bool { return p.lookup.isOpen && p.at == layout.Caller }

// retype types into the field, which searches.
func (l *lookup) retype(msg tea.Msg) tea.Cmd {
	before := l.Typed
	cmd := l.Type(msg)
	if l.Typed == before && l.isOpen == (before != "") {
		return cmd
	}
	l.takesOnly = false
	return l.search()
}

// isNote reports whether a letter that is typed into the field of the caller belongs to the notes: what tells the
// caller is complete before it, or the service is being searched for them.
func (l *lookup) isNote(msg tea.Msg) bool {
	k, isKey := msg.(tea.KeyPressMsg)
	if !isKey || !l.isOpen || !l.List().Input().AtEnd() {
		return false
	}
	letter, _ := utf8.DecodeRuneInString(k.Text)
	return unicode.IsLetter(letter) && (l.IsSearching() || l.endsBefore(k.Text))
}

// endsBefore reports whether what was typed is complete before a letter: a phone number, a code or an address with a
// blank after it, a code by which orders were searched, or the number of a known record, unless that of another one
// goes on with the letter.
func (l *lookup) endsBefore(letter string) bool {
	typed, found := l.List().Input().Value(), l.Known.Value.Matches
	switch {
	case desk.IsPhone(l.Typed):
		return true
	case strings.HasSuffix(typed, " ") && (len(backend.Doors(typed, false)) > 0 || isAddress(l.Typed)):
		return true
	case l.Orders.IsDone():
		return true
	case l.IsWaiting() || len(found) == 0 || !endsInDigit(l.Typed) || !isNumbered(&found[0]):
		return false
	}
	return !strings.Contains(l.Known.Value.Next, safetext.Fold(letter))
}

// isNumbered reports whether a match has the number that was typed, whole or as that of a code such as ACM-258048.
func isNumbered(f *backend.Match) bool {
	switch f.By {
	case backend.ByTicket, backend.ByOrder, backend.ByTitle:
		return true
	}
	return f.Level == desk.ExactMatch
}

func endsInDigit(s string) bool { return strings.TrimRight(s, "0123456789") != s }

// isAddress reports whether a text is one word with an @, as an e-mail address is.
func isAddress(s string) bool { return strings.Contains(s, "@") && len(strings.Fields(s)) == 1 }

// search looks for what is typed now among everything known, and drops the results of the query before.
func (l *lookup) search() tea.Cmd {
	search := l.Find()
	l.isOpen = l.Typed != ""
	return search
}

// onFound takes over results, and the caller who was chosen before they had arrived or who alone fits.
func (p *Pane) onFound(msg tea.Msg) tea.Cmd {
	if _, isChange := msg.(backend.StoreChangedMsg); isChange && !p.lookup.isOpen {
		return nil
	}
	cmd, opens := p.lookup.Update(msg)
	switch {
	case opens:
		return p.lookup.Open()
	case p.lookup.takesOnly:
		return tea.Batch(cmd, p.chooseOnly())
	}
	return cmd
}

// beginNotes moves the focus to the notes, and takes the only caller who has what was typed.
func (p *Pane) beginNotes() tea.Cmd {
	taken := p.chooseOnly()
	if found := p.lookup.Known.Value.Matches; taken == nil && len(found) == 1 && isNumbered(&found[0]) {
		taken = p.chooseFound(&found[0])
	}
	p.notes.enter(0)
	p.focus(layout.Notes)
	return taken
}

// chooseOnly takes the caller if exactly one person has what was typed, and nobody else may be meant.
func (p *Pane) chooseOnly() tea.Cmd {
	found := p.lookup.Known.Value.Matches
	if p.lookup.IsWaiting() || len(found) != 1 || found[0].Level != desk.ExactMatch {
		return nil
	}
	return p.chooseFound(&found[0])
}

// chooseFound takes the person of a match as the caller.
func (p *Pane) chooseFound(f *backend.Match) tea.Cmd {
	typed := p.lookup.typedCaller()
	who := caller{Identity: Identity{Customer: f.ID, Phone: typed.Phone, Email: typed.Email}}
	if o := f.Order; o != nil && f.ID != 0 && f.Record == nil {
		who.Name = o.CustomerName
	}
	if t := f.Ticket; t != nil {
		if f.ID == 0 { // a customer's record holds the name and the ways to reach them
			who.ticket = t.ID
			who.Name = f.Writer
			who.Phone, who.Email = cmp.Or(t.Phone, who.Phone), cmp.Or(t.Email, who.Email)
		}
		if p.lookup.isTicketNumber(t.ID) {
			p.tickets.keep = t.ID
		}
		if f.By == backend.ByTitle || f.By == backend.ByOrder && f.Value == t.OrderID {
			p.tickets.about = t.ID
		}
	}
	return p.choose(who)
}

// isTicketNumber reports whether the number of a ticket was typed, to begin with that one.
func (l *lookup) isTicketNumber(id desk.ID) bool {
	return strings.EqualFold(l.typed(), id.Raw())
}
