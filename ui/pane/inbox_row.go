package pane

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// leadWidth is the width of the gutter.
const leadWidth = 3

// cursorBar stands at the edge of the row under the cursor.
const cursorBar = "▌"

// doneMark stands before the title of a ticket that is done.
const doneMark = "✓ "

// The symbols of tickets, which the gutter and the end of the title show.
var (
	markedSymbol = symbol{"■", chosen}
	updateSymbol = symbol{"⇡", good} // an update is about to be sent
	outboxSymbol = symbol{"⇪", warn} // an update is in the outbox
	draftSymbol  = symbol{"✎", warn}
	mineSymbol   = symbol{"◆", info} // taken by the agent
	othersSymbol = symbol{"◇", info} // taken by another agent
	unreadSymbol = symbol{"●", info}
)

// maxSymbols is how many of them one ticket can have.
const maxSymbols = 6

// SymbolLegend explains the symbols of tickets in the list, a line for each place; shared is set where agents can take
// tickets.
func SymbolLegend(shared bool) string {
	legend := []string{
		markedSymbol.text + " marked", updateSymbol.text + " about to be sent", outboxSymbol.text + " in the outbox",
		draftSymbol.text + " draft",
	}
	if shared {
		legend = append(legend, mineSymbol.text+" taken by you", othersSymbol.text+" taken or edited by another agent")
	}
	return strings.Join([]string{
		"Clock: −2h late · !25m soon late · 3h ☎ until a promised call, else until the SLA ends · ☎z snoozed here",
		"Before a title: " + strings.Join(append(legend, unreadSymbol.text+" new"), " · "),
		"Priority: ▲ urgent · △ high · ▽ low",
		"After a title: ☎ 3h until a call that is promised, too · ☎! it is due · ⚑ escalated",
		"Sub-status: " + untouched.text + " untouched · " + inWork.text + " in work · " + waiting.text + " waits · " +
			closed.text + " closed",
	}, "\n")
}

// rowState is the state of a listed ticket apart from its values.
type rowState struct {
	marked, update, outbox, draft, mine, others, unread, done bool
}

// stateOf returns the state of the ticket of a row.
func (in *Inbox) stateOf(i int) rowState {
	t := in.listing.At(i)
	claim, taken := in.console.Claim(t.ID)
	sends := in.console.HasUpdate(t.ID)
	return rowState{
		marked: in.Marks.has(t.ID), update: sends, outbox: in.console.InOutbox(t.ID),
		draft: !sends && in.console.HasDraft(t.ID), // which is kept of the update
		mine:  taken && claim.IsMine, others: taken && !claim.IsMine,
		unread: in.cmds.ReadState.IsUnread(t), done: in.isDone(i),
	}
}

// symbolList holds the symbols of one ticket, without an allocation.
type symbolList struct {
	all [maxSymbols]symbol
	n   int
}

func (l *symbolList) add(is bool, s symbol) {
	if is {
		l.all[l.n] = s
		l.n++
	}
}

// symbols returns the symbols of a state, the most important first.
func (s *rowState) symbols() (l symbolList) {
	l.add(s.marked, markedSymbol)
	l.add(s.update, updateSymbol)
	l.add(s.outbox, outboxSymbol)
	l.add(s.draft, draftSymbol)
	l.add(s.mine, mineSymbol)
	l.add(s.others, othersSymbol)
	l.add(s.unread, unreadSymbol)
	return l
}

// titleStyle returns the style of the title in this state.
func (s *rowState) titleStyle(otherwise cellStyle) cellStyle {
	switch {
	case s.done, s.others && !s.marked:
		return muted
	case s.marked:
		return chosen
	case s.unread:
		return strong
	}
	return otherwise
}

// listedTicket is a ticket of the list with what its row shows besides its values.
type listedTicket struct {
	*desk.Ticket
	state rowState
	under bool // the cursor is on it
	flags flags
}

// row renders the ticket of a row; one that is done is dimmed.
func (t *listedTicket) row(th *theme.Theme, shown []column, width int, at clockContext) string {
	r := newRow(th, width, t.under)
	symbols := t.state.symbols()
	r.gutter(symbols.all[:symbols.n])
	for i, c := range shown {
		text, style := c.cell(t.Ticket, at, c.width)
		r.separate(i)
		switch {
		case c.by == desk.SortByTitle:
			if t.state.done {
				text = doneMark + text
			}
			r.title(text, t.state.titleStyle(style), c.width, symbols.all[min(1, symbols.n):symbols.n], t)
		case t.state.done:
			r.cell(text, muted, c.width)
		default:
			r.cell(text, style, c.width)
		}
	}
	return r.filled()
}

// rowWriter writes a row of the list from left to right.
type rowWriter struct {
	strings.Builder
	th          *theme.Theme
	under       bool // under the cursor, whose style is that of the whole row
	width, used int
}

func newRow(th *theme.Theme, width int, under bool) rowWriter {
	return rowWriter{th: th, under: under, width: width}
}

// cell writes a text in a number of columns.
func (r *rowWriter) cell(text string, style cellStyle, width int) {
	if r.Len() == 0 {
		r.Grow(r.width * 4)
	}
	r.used += width
	text = termwidth.Truncate(text, width)
	blanks := max(width-termwidth.Width(text), 0)
	switch {
	case r.under, text == "":
		theme.Style{}.WriteTo(&r.Builder, text, blanks)
	case style == numberTail:
		end := max(len(text)-numberTailLength, 0)
		muted.themeStyle(r.th).WriteTo(&r.Builder, text[:end], 0)
		theme.Style{}.WriteTo(&r.Builder, text[end:], blanks)
	default:
		style.themeStyle(r.th).WriteTo(&r.Builder, text, blanks)
	}
}

// separate writes the blank before each column but the first.
func (r *rowWriter) separate(column int) {
	if column > 0 {
		r.cell("", plain, 1)
	}
}

// gutter writes the cursor's bar and the first of the symbols.
func (r *rowWriter) gutter(symbols []symbol) {
	bar, first := " ", symbol{" ", plain}
	if r.under {
		bar = cursorBar
	}
	if len(symbols) > 0 {
		first = symbols[0]
	}
	r.cell(bar, plain, 1)
	r.cell(first.text, first.style, leadWidth-1)
}

// title writes a title with the other symbols and the flags of the ticket at the end of its column.
func (r *rowWriter) title(text string, style cellStyle, width int, symbols []symbol, t *listedTicket) {
	after, flags := 0, t.flags.text
	if flags != "" && termwidth.Width(text)+1+len(symbols)+termwidth.Width(flags) > width {
		flags = t.flags.short // the title comes first
	}
	if len(symbols) > 0 || flags != "" {
		after = 1 + len(symbols) + termwidth.Width(flags)
	}
	r.cell(text, style, width-after)
	if after == 0 {
		return
	}
	r.separate(1)
	for _, s := range symbols {
		r.cell(s.text, s.style, 1)
	}
	r.cell(flags, t.flags.style, after-1-len(symbols))
}

// filled returns the row, as wide as the list.
func (r *rowWriter) filled() string {
	r.cell("", plain, max(r.width-r.used, 0))
	return r.String()
}
