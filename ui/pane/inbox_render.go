package pane

import (
	"slices"
	"strings"

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
	in.noteRows(0, 0, 0)
	rows = append(rows, in.tabs())
	if in.filtering() {
		rows = append(rows, in.filterRow())
	}
	if in.listing == nil || in.listing.Len() == 0 {
		rows = append(rows, in.renderEmpty(in.height-len(rows)-1)...)
	} else {
		shown := in.columns.shown(in.width, &in.inboxViews)
		from, to := in.list.Visible()
		in.noteRows(len(rows), from, min(to-from, (in.height-len(rows)-2)/in.columns.ticketLines))
		rows = append(rows, in.titles(shown))
		rows = append(rows, in.rows(shown, in.height-len(rows)-1)...)
	}
	rows = append(rows, in.footer())
	in.filter.drawCompletions(in.th, rows, 2, in.width)
	return strings.Join(rows, "\n")
}

// hasData reports whether any data of the date range has arrived; before that, counts are not shown.
func (l *listed) hasData() bool {
	if l.listing == nil {
		return false
	}
	isHeard := func(d backend.DayStatus) bool { return !d.At.IsZero() || d.Received > 0 }
	return l.listing.Total() > 0 || slices.ContainsFunc(l.last.Progress.Days, isHeard)
}

// titles returns the row of column titles; a column too narrow for its title has at most the arrow.
func (in *Inbox) titles(shown []column) string {
	r := newRow(in.th, in.width, false)
	r.cell("", plain, leadWidth)
	in.areas.titles = in.areas.titles[:0]
	for i, c := range shown {
		title, style := c.title, in.th.Header
		if termwidth.Width(title) > c.width {
			title = ""
		}
		if c.by == in.order.Key {
			title, style = title+in.arrow(), in.th.Accent
		}
		r.separate(i)
		in.areas.titles = append(in.areas.titles, area{r.used, r.used + c.width, int(c.by)})
		title = termwidth.Truncate(title, c.width)
		style.WriteTo(&r.Builder, title, c.width-termwidth.Width(title))
		r.used += c.width
	}
	return r.filled()
}

func (v *inboxViews) arrow() string {
	if v.order.Reverse {
		return "▴"
	}
	return "▾"
}

// rows renders only the visible tickets.
func (in *Inbox) rows(shown []column, height int) []string {
	at := newClockContext(in.cmds)
	at.callbacks, at.snoozed, at.words = in.isOfCallbacks, in.console.IsSnoozed, in.columns.words
	flagged := in.columns.showsFlags(&in.inboxViews)
	from, to := in.list.Visible()
	highlighted := in.highlighted()
	out := make([]string, 0, height)
	for i := from; i < to && len(out)+in.columns.ticketLines <= height; i++ {
		t := listedTicket{Ticket: in.listing.At(i), state: in.stateOf(i), under: i == highlighted}
		if flagged {
			t.flags = flagsOf(t.Ticket, at)
		}
		out = append(out, in.selected(t.under, t.row(in.th, shown, in.width, at)))
		if in.columns.ticketLines > 1 {
			out = append(out, in.selected(t.under, t.secondLine(in.th, shown, in.width, at)))
		}
	}
	for len(out) < height {
		out = append(out, strings.Repeat(" ", in.width))
	}
	return out
}

// selected renders a row in the style of the cursor if the cursor is on it.
func (l *listed) selected(under bool, row string) string {
	switch {
	case under && l.focused:
		return l.th.Selected.Render(row)
	case under:
		return l.th.SelectedInactive.Render(row)
	}
	return row
}
