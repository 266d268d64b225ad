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
	if g.lists.Min.Y > len(rows) {
		rows = append(rows, p.rule(&g, "┬"))
	}
	if p.looksUp() {
		found := p.lookup.List().View(p.th, g.lists.Dx(), g.lists.Dy(), true)
		rows = append(rows, pane.Fill(found, g.lists.Dy())...)
	} else {
		rows = append(rows, p.listRows(&g)...)
	}
	rows = append(rows, p.rule(&g, "┴"), p.targetRow())
	rows = append(rows, pane.Fill(strings.Split(p.notes.form.View(), "\n"), g.of[partNotes].in.Dy())...)
	return strings.Join(rows[:min(len(rows), p.height)], "\n")
}

// rule returns a line across the screen that joins the rules between the lists.
func (p *Pane) rule(g *places, join string) string {
	cells := []rune(strings.Repeat("─", p.width))
	for _, list := range []part{partOrders, partAnswers} {
		if at := g.of[list].whole.Min.X - 2; !g.isSwitched && !p.looksUp() && at > 0 {
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
	clock := p.Badge() + "  "
	right, ink := p.headState()
	if most := max(p.width-leastCaller-1, 0); termwidth.Width(right) > most { // the caller comes first
		right, _, _ = strings.Cut(right, ":")
		right = termwidth.Truncate(right, most)
	}
	who := p.callerLabel(p.width - termwidth.Width(clock+right) - 1)
	if ends := p.key(keymap.Send) + " ends the call"; right == "" && termwidth.Width(clock+who+ends)+2 <= p.width {
		right = ends // where there is room: the footer says it, too
	}
	left := p.th.Accent.Render(clock) + who
	return left + fit("", max(p.width-termwidth.Width(left+right), 0)) + ink.Render(right)
}

// leastCaller is how many columns of the first row are kept for the clock and the caller.
const leastCaller = 36

// callerLabel returns the caller in so many columns.
func (p *Pane) callerLabel(width int) string {
	if !p.caller.isChosen {
		return p.th.Muted.Render("Who calls?")
	}
	c := &p.caller
	name := c.Name.String()
	if name == "" {
		name = "Caller without a name"
	}
	text := termwidth.Truncate(name, width)
	rest := ""
	for _, reach := range []string{c.Phone.String(), c.Email.String(), backend.CustomerLabel(c.Customer)} {
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
	case p.caller.Customer == 0:
		return "no customer: " + p.key(keymap.NewCustomer) + " adds this caller", p.th.Warning
	}
	return "", p.th.Muted
}

// searchRow draws the field of the look-up.
func (p *Pane) searchRow() string {
	field := p.lookup.List().InputView(p.th, max(p.width-len(lookupLabel), 1))
	return fit(p.inkOf(partLookup).Render(lookupLabel)+field, p.width)
}

// targetRow says where the notes go, or why the call has not ended.
func (p *Pane) targetRow() string {
	if p.refusal != "" {
		return fit(p.th.Error.Render("✗ "+p.refusal), p.width)
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
func (p *Pane) listRows(g *places) []string {
	if g.isSwitched {
		return append([]string{p.tabRow()}, pane.Fill(p.column(p.list, g), g.lists.Dy()-1)...)
	}
	columns := [][]string{
		append([]string{p.titleOf(partTickets, g)}, p.column(partTickets, g)...),
		append([]string{p.titleOf(partOrders, g)}, p.column(partOrders, g)...),
		p.column(partAnswers, g),
	}
	divider := p.th.Border.Render(" │ ")
	out := make([]string, g.lists.Dy())
	for i, list := range columnParts {
		rows := pane.Fill(columns[i], len(out))
		for y := range out {
			if i > 0 {
				out[y] += divider
			}
			out[y] += fit(rows[y], g.of[list].whole.Dx())
		}
	}
	return out
}

// columnParts are the lists of the screen from left to right.
var columnParts = []part{partTickets, partOrders, partAnswers}

// tab is the name of a list and its columns, where one list is shown at a time.
type tab struct {
	list     part
	name     string
	from, to int
}

// tabGap is how many blanks part the names of the lists.
const tabGap = 3

func (p *Pane) tabs() []tab {
	tabs := make([]tab, len(columnParts))
	x := 0
	for i, list := range columnParts {
		name := p.name(list)
		tabs[i] = tab{list, name, x, x + termwidth.Width(name)}
		x = tabs[i].to + tabGap
	}
	return tabs
}

// tabRow draws the names of the lists, of which one is shown.
func (p *Pane) tabRow() string {
	var out []string
	for _, t := range p.tabs() {
		ink := p.th.Muted
		if t.list == p.list {
			ink = p.inkOf(t.list)
		}
		out = append(out, ink.Render(t.name))
	}
	return fit(strings.Join(out, strings.Repeat(" ", tabGap)), p.width)
}

// name returns the name of a list with what it counts.
func (p *Pane) name(list part) string {
	counts := map[part]int{
		partTickets: len(p.tickets.rows), partOrders: p.customer.Rows().Len(), partAnswers: p.answers.Count(),
	}
	name := list.String()
	if n := counts[list]; n > 0 {
		name += " " + strconv.Itoa(n)
	}
	if list == partTickets {
		name += p.ticketDays()
	}
	return name
}

// titleOf draws the title of a part.
func (p *Pane) titleOf(list part, g *places) string {
	return p.inkOf(list).Render(termwidth.Truncate(p.name(list), g.of[list].whole.Dx()))
}

// inkOf returns the style of a part's title, which shows the focus.
func (p *Pane) inkOf(list part) theme.Style {
	if p.at == list {
		return p.th.Accent
	}
	return p.th.Header
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
