package call

import (
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// View draws the screen.
func (p *Pane) View() string {
	if !p.IsOn() {
		return strings.Join(pane.Fill(nil, p.height), "\n")
	}
	g := p.places()
	rows := append(make([]string, 0, p.height), p.head(), p.searchRow())
	if p.headRows() > len(rows) {
		rows = append(rows, p.rule(g, "┬"))
	}
	if p.looksUp() {
		rows = append(rows, pane.Fill(p.lookup.View(p.th, p.width, g.listRows), g.listRows)...)
	} else {
		rows = append(rows, p.listRows(g)...)
	}
	rows = append(rows, p.rule(g, "┴"), p.targetRow())
	rows = append(rows, pane.Fill(strings.Split(p.notes.form.View(), "\n"), g.noteRows)...)
	return strings.Join(rows[:min(len(rows), p.height)], "\n")
}

// rule returns a line across the screen that joins the rules between the lists.
func (p *Pane) rule(g places, join string) string {
	cells := []rune(strings.Repeat("─", p.width))
	for _, list := range []part{partOrders, partAnswers} {
		if at := g.columns[list].x - 2; !g.isSwitched && !p.looksUp() && at > 0 {
			cells[at] = []rune(join)[0]
		}
	}
	return p.th.Border.Render(string(cells))
}

// fit truncates or pads a styled row to exactly width columns.
func fit(s string, width int) string { return termwidth.FitStyled(s, width, "…") }

// joined returns the texts that are not empty with dots between them.
func joined(texts ...string) string { return phrase.Join(" · ", texts...) }

func (p *Pane) key(a keymap.Action) string { return p.keys.KeyLabel(keymap.Call, a) }

// head draws the clock, the caller, and how the look-up stands.
func (p *Pane) head() string {
	clock := "☎ " + FormatClock(p.elapsed())
	right, ink := p.headState()
	if right == "" {
		right = p.hangUp()
		whole := clock + "  " + p.callerLabel(p.width)
		if termwidth.Width(whole) > p.width-termwidth.Width(right)-2 {
			right = "" // the caller comes first, and the footer says it, too
		}
	}
	if p.width-termwidth.Width(right) <= leastCaller {
		right, _, _ = strings.Cut(right, ":") // the caller comes first
		right = termwidth.Truncate(right, max(p.width-leastCaller-1, 0))
	}
	room := p.width
	if right != "" {
		room -= termwidth.Width(right) + 1
	}
	left := p.th.Accent.Render(clock) + "  " + p.callerLabel(room-termwidth.Width(clock)-2)
	if right == "" {
		return fit(left, p.width)
	}
	return fit(left, room) + " " + ink.Render(right)
}

// leastCaller is how many columns of the first row are kept for the clock and the caller.
const leastCaller = 36

// callerLabel returns the caller in so many columns.
func (p *Pane) callerLabel(width int) string {
	if !p.caller.isChosen {
		return p.th.Muted.Render("Who calls?")
	}
	c := &p.caller
	name := c.name.String()
	if name == "" {
		name = "Caller without a name"
	}
	text := termwidth.Truncate(name, width)
	rest := ""
	for _, reach := range []string{c.phone.String(), c.email.String(), backend.CustomerLabel(c.id)} {
		if reach != "" && termwidth.Width(text+rest+" · "+reach) <= width {
			rest += " · " + reach
		}
	}
	return p.th.Emphasis.Render(text) + rest
}

// headState says how reading the caller's record stands.
func (p *Pane) headState() (string, theme.Style) {
	_, _, err := p.customer.Record()
	switch {
	case p.lookup.isOpen && !p.looksUp() && p.lookup.Older.Busy():
		return p.lookup.Older.Progress(p.cmds.Today()), p.th.Info
	case p.lookup.isOpen:
		return "", p.th.Muted
	case !p.caller.isChosen:
		return "", p.th.Muted
	case p.isReading():
		return "loading the customer…", p.th.Info
	case p.caller.isGone:
		return "the service has no such customer", p.th.Warning
	case err != nil:
		return "✗ " + backend.ErrorText(err), p.th.Error
	case p.caller.id == 0:
		return "no customer: " + p.key(keymap.NewCustomer) + " adds this caller", p.th.Warning
	}
	return "", p.th.Muted
}

// hangUp says how the call ends.
func (p *Pane) hangUp() string { return p.key(keymap.Send) + " ends the call" }

// searchRow draws the field of the look-up.
func (p *Pane) searchRow() string {
	ink := p.th.Header
	if p.at == partLookup {
		ink = p.th.Accent
	}
	return fit(ink.Render(lookupLabel)+p.lookup.FieldView(p.th, max(p.width-len(lookupLabel), 1)), p.width)
}

// targetRow says where the notes go, or why the call has not ended.
func (p *Pane) targetRow() string {
	if p.inserted != "" {
		return fit(p.th.Info.Render(p.inserted), p.width)
	}
	if p.question != "" {
		return fit(p.th.Error.Render("✗ "+p.question), p.width)
	}
	t := p.Ticket()
	if t == nil {
		text := "no ticket yet"
		if p.focused { // beside it a form may be opening one
			text += ": " + p.key(keymap.New) + " opens one for this caller"
		}
		return fit(p.th.Header.Render("Notes have ")+p.th.Warning.Render(text), p.width)
	}
	where := p.th.Header.Render("Notes go to ") + p.th.Emphasis.Render(t.ID.Display().String()) + " "
	state, drawn := t.SubStatus.Label(), p.th.Muted
	if t.Marks.Has(desk.Closed) {
		state, drawn = joined(state, p.key(keymap.New)+" opens a new one"), p.th.Warning
	}
	if state != "" {
		state = " · " + state
	}
	room := max(p.width-termwidth.Width(where)-termwidth.Width(state), 8)
	return fit(where+termwidth.Truncate(t.Title.String(), room)+drawn.Render(state), p.width)
}

// listRows draws tickets, orders and answers side by side, or one of them under the names of all.
func (p *Pane) listRows(g places) []string {
	draw := map[part]func(width, height int) (title string, rows []string){
		partTickets: p.ticketColumn, partOrders: p.customerColumn, partAnswers: p.answerColumn,
	}
	lists := []part{partTickets, partOrders, partAnswers}
	if g.isSwitched {
		title, rows := draw[p.list](p.width, g.listRows-1)
		if p.list == partAnswers {
			rows = append([]string{title}, rows...)
		}
		return append([]string{p.tabs(lists)}, pane.Fill(rows, g.listRows-1)...)
	}
	columns := make([][]string, len(lists))
	for i, list := range lists {
		width := g.columns[list].width
		title, rows := draw[list](width, g.listRows-1)
		columns[i] = append([]string{title}, pane.Fill(rows, g.listRows-1)...)
		for y := range columns[i] {
			columns[i][y] = fit(columns[i][y], width)
		}
	}
	divider := p.th.Border.Render(" │ ")
	out := make([]string, g.listRows)
	for y := range out {
		out[y] = columns[0][y] + divider + columns[1][y] + divider + columns[2][y]
	}
	return out
}

// tabs draws the names of the lists, of which one is shown.
func (p *Pane) tabs(lists []part) string {
	names := map[part]string{
		partTickets: p.ticketsTitle(), partOrders: p.customerTitle(),
		partAnswers: "Answers" + count(p.answers.Count()),
	}
	var out []string
	x := 0
	p.tabsAt = p.tabsAt[:0]
	for _, list := range lists {
		name := names[list]
		p.tabsAt = append(p.tabsAt, tab{list, x, x + termwidth.Width(name)})
		x += termwidth.Width(name) + tabGap
		if list != p.list {
			out = append(out, p.th.Muted.Render(name))
			continue
		}
		out = append(out, p.titleStyle(list).Render(name))
	}
	return fit(strings.Join(out, strings.Repeat(" ", tabGap)), p.width)
}

// tabGap is how many blanks part the names of the lists.
const tabGap = 3

// tab is the name of a list and its columns.
type tab struct {
	list     part
	from, to int
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return " " + strconv.Itoa(n)
}

// titleStyle returns the style of a list's title.
func (p *Pane) titleStyle(list part) theme.Style {
	if p.at == list {
		return p.th.Accent
	}
	return p.th.Header
}

// row draws a row of a list.
func (p *Pane) row(list part, under bool, plain, drawn string, width int) string {
	switch {
	case under && p.at == list && p.focused:
		return p.th.Selected.Render(termwidth.Pad(plain, width))
	case under:
		return p.th.SelectedInactive.Render(termwidth.Pad(plain, width))
	}
	return fit(drawn, width)
}

// wrapped returns a text in lines of a style, at most so many; a cut text ends with a mark.
func wrapped(ink theme.Style, text string, width, most int) []string {
	if most < 1 || text == "" {
		return nil
	}
	lines := termwidth.Wrap(text, width)
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = termwidth.Truncate(strings.TrimRight(lines[most-1], " ")+" …", width)
	}
	return ink.RenderLines("", lines)
}
