package call

import (
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/layout"
	"frontdesk/ui/widget"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// fit truncates or pads a styled row to exactly width columns.
func fit(s string, width int) string { return termwidth.FitStyled(s, width, "…") }

// joined returns the texts that are not empty with dots between them.
func joined(texts ...string) string { return phrase.Join(" · ", texts...) }

func (p *Pane) key(a keymap.Action) string { return p.keys.KeyLabel(keymap.Call, a) }

// head draws the clock, the caller, and how the look-up stands.
func (p *Pane) head(width int) string {
	clock := p.Badge() + "  "
	right, ink := p.headState()
	if most := max(width-leastCaller-1, 0); termwidth.Width(right) > most { // the caller comes first
		right, _, _ = strings.Cut(right, ":")
		right = termwidth.Truncate(right, most)
	}
	who := p.callerLabel(width - termwidth.Width(clock+right) - 1)
	if ends := p.key(keymap.Send) + " ends the call"; right == "" && termwidth.Width(clock+who+ends)+2 <= width {
		right = ends // where there is room: the footer says it, too
	}
	left := p.th.Accent.Render(clock) + who
	return left + fit("", max(width-termwidth.Width(left+right), 0)) + ink.Render(right)
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

// lookupLabel stands before the field of the look-up.
const lookupLabel = "Caller  "

// searchRow draws the field of the look-up.
func (p *Pane) searchRow(width int) string {
	field := p.lookup.List().InputView(p.th, max(width-len(lookupLabel), 1))
	return fit(p.inkOf(layout.Caller).Render(lookupLabel)+field, width)
}

// targetRow says where the notes go.
func (p *Pane) targetRow(width int) string {
	t := p.Ticket()
	if t == nil {
		text := "no ticket yet"
		if p.focused { // beside it a form may be opening one
			text += ": " + p.key(keymap.New) + " opens one for this caller"
		}
		return fit(p.th.Header.Render("Notes have ")+p.th.Warning.Render(text), width)
	}
	where := p.th.Header.Render("Notes go to ") + p.th.Emphasis.Render(t.ID.Display().String()) + " "
	state, drawn := t.SubStatus.Label(), p.th.Muted
	if t.Marks.Has(desk.Closed) {
		state, drawn = joined(state, p.key(keymap.New)+" opens a new one"), p.th.Warning
	}
	if state != "" {
		state = " · " + state
	}
	room := max(width-termwidth.Width(where)-termwidth.Width(state), 8)
	return fit(where+termwidth.Truncate(t.Title.String(), room)+drawn.Render(state), width)
}

// tabGap is how many blanks part the names of the lists, where one list is shown at a time.
const tabGap = 3

// title draws the name of a list; where the others have no place beside it, also theirs.
func (t *part) title() string {
	if !t.isAlone {
		return t.call.inkOf(t.slot).Render(termwidth.Truncate(t.call.name(t.slot), t.width))
	}
	names := make([]string, len(lists))
	for i, list := range lists {
		ink := t.call.th.Muted
		if list == t.slot {
			ink = t.call.inkOf(list)
		}
		names[i] = ink.Render(t.call.name(list))
	}
	return fit(strings.Join(names, strings.Repeat(" ", tabGap)), t.width)
}

// tabAreas returns the names of the lists in the title. A click on one shows that list.
func (t *part) tabAreas() pane.Areas {
	if !t.isAlone || !slices.Contains(lists, t.slot) {
		return nil
	}
	var all pane.Areas
	x := 0
	for _, list := range lists {
		name := t.call.name(list)
		show := func() tea.Cmd { return t.call.FocusAt(list) }
		all = append(all, pane.Area{
			Rectangle: image.Rect(x, 0, x+termwidth.Width(name), 1),
			Spot:      widget.Spot{Name: string(list), Select: show},
		})
		x += termwidth.Width(name) + tabGap
	}
	return all
}

// name returns the name of a list with what it counts.
func (p *Pane) name(list layout.Slot) string {
	name, count, more := "Tickets", len(p.tickets.rows), p.ticketDays()
	switch list {
	case layout.CallerOrders:
		name, count, more = "Orders", p.customer.Rows().Len(), ""
	case layout.CallAnswers:
		name, count, more = "Answers", p.answers.Count(), ""
	}
	if count > 0 {
		name += " " + strconv.Itoa(count)
	}
	return name + more
}

// inkOf returns the style of a part's title, which shows the focus.
func (p *Pane) inkOf(list layout.Slot) theme.Style {
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
