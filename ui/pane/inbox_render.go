package pane

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// headerRows returns the number of rows above the first ticket: tabs, the filter if there is one, and column
// titles.
func (in *Inbox) headerRows() int {
	if in.filtering() {
		return 3
	}
	return 2
}

func (in *Inbox) filtering() bool { return in.filter.IsFocused() || in.filter.Value() != "" }

// View renders the inbox.
func (in *Inbox) View() string {
	rows := make([]string, 0, in.height)
	rows = append(rows, in.tabs())
	if in.filtering() {
		rows = append(rows, in.filterRow())
	}
	if in.listing == nil || in.listing.Len() == 0 {
		rows = append(rows, in.renderEmpty(in.height-len(rows)-1)...)
	} else {
		rows = append(rows, in.titles())
		rows = append(rows, in.rows(in.height-len(rows)-1)...)
	}
	rows = append(rows, in.footer())
	in.drawCompletions(rows, 2)
	return strings.Join(rows, "\n")
}

// hasData reports whether any data of the date range has arrived; before that, counts are not shown.
func (in *Inbox) hasData() bool {
	if in.listing == nil {
		return false
	}
	isHeard := func(d backend.DayStatus) bool { return !d.At.IsZero() || d.Received > 0 }
	return in.listing.Total() > 0 || slices.ContainsFunc(in.last.Progress.Days, isHeard)
}

func (in *Inbox) titles() string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", leadWidth))
	used := leadWidth
	for _, c := range in.shown() {
		title := c.title
		if c.by == in.order.Key {
			title += in.arrow()
		}
		cell := termwidth.Pad(title, c.width)
		used += c.width + 1
		if c.by == in.order.Key {
			b.WriteString(in.th.Accent.Render(cell) + " ")
		} else {
			b.WriteString(in.th.Header.Render(cell) + " ")
		}
	}
	return b.String() + strings.Repeat(" ", max(in.width-used, 0))
}

func (in *Inbox) arrow() string {
	if in.order.Reverse {
		return "▴"
	}
	return "▾"
}

// rows renders only the visible tickets.
func (in *Inbox) rows(height int) []string {
	shown := in.shown()
	at := newClockContext(in.cmds)
	at.callbacks, at.snoozed = in.views[in.view].Callbacks, in.snoozed
	from, to := in.list.Visible()
	highlighted := in.highlighted()
	out := make([]string, 0, height)
	for i := from; i < to && len(out) < height; i++ {
		out = append(out, in.row(shown, i, i == highlighted, at))
	}
	for len(out) < height {
		out = append(out, strings.Repeat(" ", in.width))
	}
	return out
}

// row renders the ticket of a row; one that is done is dimmed, with ✓ before its title.
func (in *Inbox) row(shown []column, i int, under bool, at clockContext) string {
	t, done := in.listing.At(i), in.IsDone(i)
	var b strings.Builder
	b.Grow(in.width * 2)
	used := leadWidth
	lead, ink := in.gutter(t, under)
	if under {
		b.WriteString(lead)
	} else {
		b.WriteString(ink.themeStyle(in.th).Render(lead))
	}
	for _, c := range shown {
		s, tone := c.cell(t, at)
		if done {
			tone = muted
			if c.by == desk.SortByTitle {
				s = doneMark + s
			}
		}
		cell := termwidth.Pad(s, c.width)
		used += c.width + 1
		if under || tone == plain {
			b.WriteString(cell)
		} else {
			b.WriteString(tone.themeStyle(in.th).Render(cell))
		}
		b.WriteByte(' ')
	}
	row := b.String() + strings.Repeat(" ", max(in.width-used, 0))
	switch {
	case under && in.focused:
		return in.th.Selected.Render(row)
	case under:
		return in.th.SelectedInactive.Render(row)
	}
	return row
}

// doneMark stands before the title of a ticket that is done.
const doneMark = "✓ "

// leadWidth is the width of the gutter.
const leadWidth = 3

// UpdateMark is the symbol before a ticket with an update that is about to be sent.
const UpdateMark = "⇡"

// gutter returns the symbols before a row: cursor, mark, update, draft, unread.
func (in *Inbox) gutter(t *desk.Ticket, under bool) (string, cellStyle) {
	bar := " "
	if under {
		bar = "▌"
	}
	switch {
	case in.marks.has(t.ID):
		return bar + "✓ ", good
	case in.update(t.ID):
		return bar + UpdateMark + " ", good
	case in.draft(t.ID):
		return bar + "✎ ", warn
	}
	if claim, taken := in.claim(t.ID); taken {
		return bar + map[bool]string{true: "◆ ", false: "◇ "}[claim.IsMine], info
	}
	if in.cmds.ReadState.IsUnread(t) {
		return bar + "● ", info
	}
	return bar + "  ", plain
}
