package pane

import (
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
)

// line is a rendered line and the target that can be opened on it.
type line struct {
	drawn string
	plain string   // rendering under the cursor, without styles; empty if the cursor does not stop here
	more  []string // what goes on in the lines below, under the cursor too
	from  int      // column where it begins
	opens lineTarget
}

// lineTarget is the ticket, the order or the record that a line stands for.
type lineTarget struct {
	ticket desk.ID
	order  int  // its position, counted from 1; 0 for none
	whole  bool // the whole record
	isOpen bool // always unfolded, because nothing could stand for it
}

// twoColumnsFrom is the minimum width for showing tickets and orders next to the record.
const twoColumnsFrom = 130

// redraw renders all lines again; the cursor stays on its target.
func (p *Customer) redraw() {
	if p.width < 1 {
		return
	}
	under := p.selectedLine()
	p.lines = p.renderLines()
	drawn := make([]string, len(p.lines))
	p.at = -1
	for i, l := range p.lines {
		drawn[i] = l.drawn
		if l.plain != "" && l.opens == under {
			p.at = i
		}
	}
	p.scroll.SetContentLines(drawn)
}

// SetUsable sets which keys the hints of the pane may name.
func (p *Customer) SetUsable(u Usable) {
	if p.usable != u {
		p.usable = u
		p.redraw()
	}
}

// SetFocus sets whether the pane has focus, and with it which keys the hints name.
func (p *Customer) SetFocus(has bool) {
	if p.focused != has {
		p.base.SetFocus(has)
		p.redraw()
	}
}

// renderLines returns everything known about the customer as lines.
func (p *Customer) renderLines() []line {
	if p.of == (backend.CustomerRef{}) {
		said := ""
		if p.usable.Letters {
			said = p.keys.KeyLabel(keymap.Customer, keymap.FindCustomer) + " finds a customer by phone, e-mail or name."
		}
		return plainLines(p.th.Muted.RenderLines("", append([]string{noTicketChosen}, termwidth.Wrap(said, p.width)...)))
	}
	if p.ofCall {
		return p.unfold(p.orderColumn)
	}
	if p.width < twoColumnsFrom {
		return p.unfold(p.oneColumn)
	}
	return p.unfold(p.twoColumns)
}

// unfoldFrom is the minimum width for unfolding orders while there is room for them.
const unfoldFrom = 100

// unfold returns the lines with as much unfolded as there is room for: in a wide pane orders, the first ones first, and
// then the whole record. Once the agent has folded or unfolded something, the rest stays as it is.
func (p *Customer) unfold(render func() []line) []line {
	if len(p.open) > 0 {
		return render()
	}
	p.roomFor, p.hasRoom = 0, false
	lines := render()
	fits := func() bool {
		more := render()
		if len(more) >= p.height { // the last row is the footer
			return false
		}
		lines = more
		return true
	}
	for range p.orders.Value.Orders {
		if p.roomFor++; p.width < unfoldFrom || !fits() {
			p.roomFor--
			break
		}
	}
	p.hasRoom = true
	p.hasRoom = fits()
	return lines
}

// isOrderOpen reports whether an order is unfolded: by the agent, or because there is room.
func (p *Customer) isOrderOpen(n int) bool {
	if isOpen, chosen := p.open[n]; chosen {
		return isOpen
	}
	return n <= p.roomFor
}

// isRecordOpen reports whether the whole record is unfolded, by the agent or because there is room.
func (p *Customer) isRecordOpen() bool {
	if isOpen, chosen := p.open[wholeOpen]; chosen {
		return isOpen
	}
	return p.hasRoom
}

// oneColumn renders everything below each other.
func (p *Customer) oneColumn() []line {
	s := p.newRenderer(p.width)
	s.head()
	s.contacts()
	s.tickets()
	s.orders()
	s.wholeRecord(nil)
	return s.lines
}

// orderColumn renders the orders of who calls, and then what else is known of them.
func (p *Customer) orderColumn() []line {
	s := p.newRenderer(p.width)
	if !p.record.Has {
		s.head()
		return s.lines
	}
	s.orders()
	s.writeLines("")
	s.facts(p.record.Value.Customer, "")
	s.contacts()
	s.wholeRecord(nil)
	return s.lines
}

// twoColumns renders tickets and orders beside the record.
func (p *Customer) twoColumns() []line {
	left, hasAll := p.card((p.width - 3) / 2)
	right := p.newRenderer(p.width - 3 - (p.width-3)/2)
	right.tickets()
	right.orders()
	if len(right.lines) > 0 {
		right.lines = right.lines[1:] // blank line above its first heading
	}
	lines := beside(left, right.lines, (p.width-3)/2, p.th.Border.Render(" │ "))
	if hasAll {
		return lines
	}
	below := p.newRenderer(p.width)
	below.wholeRecord(wideCards)
	return append(lines, below.lines...)
}

// card returns what stands beside tickets and orders: all of the record if there is room for it.
func (p *Customer) card(width int) (lines []line, hasAll bool) {
	s := p.newRenderer(width)
	s.head()
	s.contacts()
	brief := len(s.lines)
	s.cards(nil)
	s.blocks()
	if len(s.lines) < p.height {
		return s.lines, true
	}
	s.lines = s.lines[:brief]
	s.cards(wideCards)
	return s.lines, false
}

// beside joins lines side by side; only the lines on the right can be opened.
func beside(left, right []line, width int, rule string) []line {
	all := make([]line, max(len(left), len(right)))
	for i := range all {
		var l line
		if i < len(right) {
			l = right[i]
		}
		before := ""
		if i < len(left) {
			before = left[i].drawn
		}
		l.drawn, l.from = pad(before, width)+rule+l.drawn, width+3
		all[i] = l
	}
	return all
}

func plainLines(drawn []string) []line {
	all := make([]line, len(drawn))
	for i, d := range drawn {
		all[i].drawn = d
	}
	return all
}

// View renders the visible part of the customer and the footer.
func (p *Customer) View() string {
	rows := strings.Split(p.scroll.View(), "\n")
	if y := p.at - p.scroll.Offset(); p.focused && p.at >= 0 && y >= 0 && y < len(rows) {
		l := p.lines[p.at]
		for i, text := range append([]string{l.plain}, l.more...) {
			if y+i < len(rows) {
				rows[y+i] = pad(rows[y+i], l.from) + p.th.Selected.Render(termwidth.Pad(text, p.width-l.from))
			}
		}
	}
	return strings.Join(append(rows, p.footer()), "\n")
}

// footer returns the last row: the scroll position and the age of the data.
func (p *Customer) footer() string {
	r := freshness{over: &p.scroll}
	if p.record.Has {
		r.busy, r.err, r.at = p.record.Busy, p.record.Err, p.record.At
	}
	return r.line(p.th, p.cmds, p.width)
}

// customerRenderer renders a customer as lines. It uses a ticketRenderer for headings and fields.
type customerRenderer struct {
	*Customer
	doc   ticketRenderer
	lines []line
}

func (p *Customer) newRenderer(width int) *customerRenderer {
	return &customerRenderer{
		Customer: p,
		doc:      ticketRenderer{th: p.th, look: markdown.Options{Width: width}, at: newClockContext(p.cmds)},
	}
}

func (s *customerRenderer) width() int { return s.doc.look.Width }

// flush moves the lines rendered by doc to the customer's lines.
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

// writeText appends wrapped text in a style.
func (s *customerRenderer) writeText(ink func(string) string, words string) {
	for _, l := range termwidth.Wrap(words, s.width()) {
		s.writeLines(ink(l))
	}
}

// head writes the customer's name, or why it is not available.
func (s *customerRenderer) head() {
	switch {
	case s.record.Has:
		s.writeHeader(s.record.Value.Customer)
	case s.record.Busy:
		s.writePending()
		s.writeLines("", s.th.Muted.Render(termwidth.Truncate("Loading the customer…", s.width())))
	case backend.IsNotFound(s.record.Err):
		s.writePending()
		s.writeLines("")
		s.writeText(s.th.Warning.Render, "The service has no customer "+strconv.FormatInt(s.id, 10)+".")
		s.writeText(s.th.Muted.Render, "“"+backend.ErrorText(s.record.Err)+"”")
		s.hint(s.hintOf(keymap.Customer, keymap.FindCustomer, "finds a customer by phone, e-mail or name"))
	case s.record.Err != nil:
		s.writePending()
		s.writeLines("")
		s.writeText(s.th.Error.Render, "✗ "+backend.ErrorText(s.record.Err))
		s.hint(s.hintOf(keymap.Customer, keymap.Refresh, "retries"))
	case s.id == 0:
		s.writePending()
		s.writeLines("")
		s.writeText(s.th.Info.Render, "This ticket names no customer.")
		s.hint(s.hintOf(keymap.Customer, keymap.FindCustomer, "finds one by phone, e-mail or name"))
	}
}

func (s *customerRenderer) hint(words string) {
	s.writeText(s.th.Muted.Render, words)
}

// writePending writes what is known about a customer before the record is loaded.
func (s *customerRenderer) writePending() {
	title := "Customer"
	if s.of.ID != 0 {
		title += " " + strconv.FormatInt(s.of.ID, 10)
	}
	s.writeLines(s.th.Emphasis.Render(title))
	if s.row == nil {
		return
	}
	s.writeInline("of ticket "+s.row.ID.Display().String(), s.row.Phone.String(), s.row.Email.String())
}

// writeHeader writes the customer's name, since when it is a customer, its code, type, class, status and address.
func (s *customerRenderer) writeHeader(c *desk.Customer) {
	name := c.Name.String()
	if name == "" {
		name = "Customer without a name"
	}
	since := s.since(c)
	if room := s.width() - termwidth.Width(name) - termwidth.Width(since); since != "" && room >= 2 {
		s.writeLines(s.th.Emphasis.Render(name) + strings.Repeat(" ", room) + s.th.Muted.Render(since))
		since = ""
	} else {
		s.writeText(s.th.Emphasis.Render, name)
	}
	s.facts(c, since)
}

// since says for how long a customer is one; empty if that is not known.
func (s *customerRenderer) since(c *desk.Customer) string {
	if c.Created.IsZero() {
		return ""
	}
	return "customer since " + s.doc.at.zones.LocalUnix(c.Created).Format("Jan 2006")
}

// facts writes a customer's code, type, class, status and address.
func (s *customerRenderer) facts(c *desk.Customer, since string) {
	s.writeInline(append([]string{since}, factsWithCountry(c)...)...)
	if address := addressOf(c); address != "" {
		s.writeText(s.th.Muted.Render, address)
	}
	if c.Deleted {
		s.writeText(s.th.Error.Render, "! Deleted")
	}
}

// factsWithCountry are what the header says in one line, the city with its country last.
func factsWithCountry(c *desk.Customer) []string {
	facts := customerFacts(c)
	city := &facts[len(facts)-1]
	*city = joinPlaces(*city, c.Text("country").String())
	return facts
}

// addressOf returns a customer's address without the city.
func addressOf(c *desk.Customer) string {
	at := func(member string) string { return valueOf(c.Fields, []string{member}) }
	return joinPlaces(at("address"), joinPlaces(at("pincode"), at("state")))
}

// joinPlaces joins a place and the larger one that it is in.
func joinPlaces(place, in string) string {
	if place == "" || in == "" {
		return place + in
	}
	return place + ", " + in
}

// writeInline writes non-empty values next to each other, on as many lines as needed.
func (s *customerRenderer) writeInline(all ...string) {
	row := ""
	for _, b := range all {
		if next := phrase.Join(" · ", row, b); row == "" || termwidth.Width(next) <= s.width() {
			row = next
			continue
		}
		s.writeText(s.th.Muted.Render, row)
		row = b
	}
	if row != "" {
		s.writeText(s.th.Muted.Render, row)
	}
}
