package pane

import (
	"cmp"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
)

// The minimum widths for showing the end of a ticket's number, and all of it: its title comes first.
const (
	ticketShortFrom = 72
	ticketWideFrom  = 100
)

// subStatusFrom is the minimum width for showing a ticket's sub-status rather than open or done.
const subStatusFrom = 50

// ticketRows writes the tickets, with their state in the longest form that breaks no title which a shorter one leaves
// on one line: the title says what a ticket is about, and the symbol before it whether it is open.
func (s *customerRenderer) ticketRows(all []desk.Ticket) {
	rows := make([]ticketRow, len(all))
	for i := range all {
		rows[i] = s.ticketRow(&all[i])
	}
	forms := s.stateForms(all)
	least := len(forms) - 1
	at := 0
	for at < least && s.breaksTitle(rows, forms[at], forms[least]) {
		at++
	}
	for i := range rows {
		s.ticket(&rows[i], forms[at])
	}
}

// stateForm is how the states of tickets are written: in words, in a column of a width.
type stateForm struct {
	word  func(*desk.Ticket) string
	width int
}

// stateForms returns the forms of states from the longest to the shortest.
func (s *customerRenderer) stateForms(all []desk.Ticket) []stateForm {
	words := []func(*desk.Ticket) string{openOrDone, onlySymbol}
	if s.width() >= subStatusFrom {
		known := s.cmds.Cache.Vocabulary().SubStatuses
		labels := make([]string, len(known))
		for i, code := range known {
			labels[i] = code.Label()
		}
		short := shortWords(labels)
		words = []func(*desk.Ticket) string{
			func(t *desk.Ticket) string { return t.SubStatus.Label() },
			func(t *desk.Ticket) string { return cmp.Or(short[t.SubStatus.Label()], t.SubStatus.Label()) },
			openOrDone, onlySymbol,
		}
	}
	forms := make([]stateForm, len(words))
	for i, word := range words {
		forms[i].word = word
		for t := range all {
			forms[i].width = max(forms[i].width, termwidth.Width(word(&all[t])))
		}
	}
	return forms
}

func openOrDone(t *desk.Ticket) string {
	if t.Marks.Has(desk.Closed) {
		return "done"
	}
	return "open"
}

// onlySymbol leaves the state to the symbol, which is another one for open than for done.
func onlySymbol(*desk.Ticket) string { return "" }

// stateGap is how many blanks stand behind the state.
const stateGap = 2

// breaksTitle reports whether a form breaks a title that the shortest form leaves on one line.
func (s *customerRenderer) breaksTitle(rows []ticketRow, form, least stateForm) bool {
	for i := range rows {
		title := termwidth.Width(rows[i].of.Title.String())
		if title > s.titleRoom(&rows[i], form) && title <= s.titleRoom(&rows[i], least) {
			return true
		}
	}
	return false
}

// ticketRow is what a line says of a ticket beside its state and its title.
type ticketRow struct {
	of                *desk.Ticket
	lead, number, sla string
	tone              cellStyle
}

func (s *customerRenderer) ticketRow(t *desk.Ticket) ticketRow {
	row := ticketRow{of: t, lead: " ● "}
	if t.Marks.Has(desk.Closed) {
		row.lead = " ○ "
	}
	switch {
	case s.width() >= ticketWideFrom:
		row.number = termwidth.Pad(t.ID.Display().String(), 13) + " "
	case s.width() >= ticketShortFrom:
		row.number = termwidth.Pad(t.ID.Short().String(), 8) + " "
	}
	row.number = termwidth.Pad(Age(t.Created, s.doc.at.now), 4) + " " + row.number
	row.sla, row.tone = clockCell(t, s.doc.at)
	row.sla = strings.TrimSpace(row.sla)
	if s.width() < subStatusFrom {
		row.sla = strings.TrimSuffix(row.sla, " SLA")
	}
	if row.tone != bad && row.tone != warn {
		row.sla = ""
	}
	if row.sla != "" {
		row.sla = " " + row.sla
	}
	return row
}

// titleRoom returns the columns that are left for a title.
func (s *customerRenderer) titleRoom(row *ticketRow, form stateForm) int {
	room := s.width() - termwidth.Width(row.lead+row.number+row.sla)
	if form.width > 0 {
		room -= form.width + stateGap
	}
	return room
}

// ticket writes a ticket's age, state and title, and its number if there is room. A title that is longer goes on below.
func (s *customerRenderer) ticket(row *ticketRow, form stateForm) {
	state := ""
	if form.width > 0 {
		state = termwidth.Pad(form.word(row.of), form.width+stateGap)
	}
	room := max(s.titleRoom(row, form), 1)
	titles := termwidth.Wrap(row.of.Title.String(), room)
	title := termwidth.Pad(titles[0], room)
	plain := row.lead + row.number + state + title
	drawn := s.th.Accent.Render(row.lead) + s.th.Muted.Render(row.number+state) + title
	if row.of.Marks.Has(desk.Closed) {
		drawn = s.th.Muted.Render(plain)
	}
	below := titles[1:]
	for i := range below {
		below[i] = strings.Repeat(" ", termwidth.Width(row.lead+row.number+state)) + below[i]
	}
	s.lines = append(s.lines, line{
		drawn: drawn + row.tone.themeStyle(s.th).Render(row.sla), plain: plain + row.sla, more: below,
		opens: lineTarget{ticket: row.of.ID},
	})
	for _, more := range below {
		if row.of.Marks.Has(desk.Closed) {
			more = s.th.Muted.Render(more)
		}
		s.writeLines(more)
	}
}
