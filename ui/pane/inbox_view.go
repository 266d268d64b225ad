package pane

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
)

const filterLabel = "   Filter: "

// above is how many rows stand over the first ticket: tabs, the filter when there is one, titles.
func (in *Inbox) above() int {
	if in.filtering() {
		return 3
	}
	return 2
}

func (in *Inbox) filtering() bool { return in.typing || in.filter.Value() != "" }

// View is the inbox.
func (in *Inbox) View() string {
	rows := make([]string, 0, in.height)
	rows = append(rows, in.tabs())
	if in.filtering() {
		rows = append(rows, in.filterRow())
	}
	if in.listing == nil || in.listing.Len() == 0 {
		rows = append(rows, in.nothing(in.height-len(rows)-1)...)
	} else {
		rows = append(rows, in.titles())
		rows = append(rows, in.rows(in.height-len(rows)-1)...)
	}
	return strings.Join(append(rows, in.footer()), "\n")
}

// tabs are the views with their counts; where they do not fit, those around the shown one.
func (in *Inbox) tabs() string {
	counts := []int(nil)
	if in.heard() {
		counts = in.listing.Counts()
	}
	labels := make([]string, len(in.views))
	for i, v := range in.views {
		labels[i] = fmt.Sprintf("%d %s", i+1, text.PlainLine(v.Name))
		if i < len(counts) {
			labels[i] += " " + strconv.Itoa(counts[i])
		}
	}
	first := 0
	for first < in.view && tabsWidth(labels[first:in.view+1]) > in.width {
		first++
	}
	var b strings.Builder
	used := 0
	for i := first; i < len(labels); i++ {
		label := " " + labels[i] + " "
		if used+text.Width(label) > in.width {
			break
		}
		used += text.Width(label)
		if i == in.view {
			b.WriteString(in.th.Accent.On("▏" + labels[i] + "▕"))
		} else {
			b.WriteString(in.th.Muted.On(label))
		}
	}
	return b.String() + strings.Repeat(" ", max(in.width-used, 0))
}

// heard says whether anything has arrived of the span: before that a count of 0 would say too much.
func (in *Inbox) heard() bool {
	if in.listing == nil {
		return false
	}
	isHeard := func(d command.DayStatus) bool { return !d.At.IsZero() || d.Known > 0 }
	return in.listing.Total() > 0 || slices.ContainsFunc(in.last.Progress.Days, isHeard)
}

func tabsWidth(labels []string) int {
	n := 0
	for _, l := range labels {
		n += text.Width(l) + 2
	}
	return n
}

func (in *Inbox) filterRow() string {
	row := in.th.Heading.On(filterLabel) + in.filter.View()
	return row
}

// shown are the columns that fit, with the width of each.
func (in *Inbox) shown() []column {
	out := make([]column, 0, len(columns))
	rest := in.width - leadWidth
	for _, c := range columns {
		if in.width >= c.least {
			out = append(out, c)
			rest -= c.width + 1
		}
	}
	subStatus := min(max(rest*3/10, 10), 20)
	for i := range out {
		switch out[i].by {
		case desk.BySubStatus:
			out[i].width = subStatus
		case desk.ByTitle:
			out[i].width = max(rest-subStatus, 8)
		}
	}
	return out
}

func (in *Inbox) titles() string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", leadWidth))
	used := leadWidth
	for _, c := range in.shown() {
		title := c.title
		if c.by == in.order.By {
			title += in.arrow()
		}
		cell := text.Pad(title, c.width)
		used += c.width + 1
		if c.by == in.order.By {
			b.WriteString(in.th.Accent.On(cell) + " ")
		} else {
			b.WriteString(in.th.Heading.On(cell) + " ")
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

// rows draws the tickets that are seen, whatever their number.
func (in *Inbox) rows(height int) []string {
	shown := in.shown()
	at := moment{in.cmds.Now(), in.cmds.Zone}
	from, to := in.list.Visible()
	out := make([]string, 0, height)
	for i := from; i < to && len(out) < height; i++ {
		out = append(out, in.row(shown, in.listing.At(i), i == in.list.Cursor(), at))
	}
	for len(out) < height {
		out = append(out, strings.Repeat(" ", in.width))
	}
	return out
}

func (in *Inbox) row(shown []column, t *desk.Ticket, under bool, at moment) string {
	var b strings.Builder
	b.Grow(in.width * 2)
	used := leadWidth
	lead, ink := in.lead(t, under)
	if under {
		b.WriteString(lead)
	} else {
		b.WriteString(ink.ink(in.th).On(lead))
	}
	for _, c := range shown {
		s, tone := c.cell(t, at)
		cell := text.Pad(s, c.width)
		used += c.width + 1
		if under || tone == plain {
			b.WriteString(cell)
		} else {
			b.WriteString(tone.ink(in.th).On(cell))
		}
		b.WriteByte(' ')
	}
	row := b.String() + strings.Repeat(" ", max(in.width-used, 0))
	switch {
	case under && in.focused:
		return in.th.Selected.On(row)
	case under:
		return in.th.Resting.On(row)
	}
	return row
}

// leadWidth is the columns before a row.
const leadWidth = 3

// lead says before a row where the cursor is, what is marked, what has a draft, what is new.
func (in *Inbox) lead(t *desk.Ticket, under bool) (string, tone) {
	bar := " "
	if under {
		bar = "▌"
	}
	switch {
	case in.marked[t.ID]:
		return bar + "✓ ", good
	case in.draft(t.ID):
		return bar + "✎ ", warn
	case in.cmds.Seen.New(t):
		return bar + "● ", info
	}
	return bar + "  ", plain
}

// nothing says why there is no row, each reason in its own words.
func (in *Inbox) nothing(height int) []string {
	title, say := in.why()
	out := make([]string, 0, height)
	for range min(2, max(height-3, 0)) {
		out = append(out, "")
	}
	out = append(out, in.th.Strong.On(text.Cut("   "+title, in.width)), "")
	for _, part := range say {
		for _, l := range wrap(part, max(in.width-6, 1)) {
			out = append(out, in.th.Muted.On(text.Cut("   "+l, in.width)))
		}
	}
	out = out[:min(len(out), height)]
	for len(out) < height {
		out = append(out, "")
	}
	return out
}

// again says how to ask for what is missing.
func (in *Inbox) again() string {
	return in.keys.Key(keymap.Inbox, keymap.Refresh) + " asks again"
}

func (in *Inbox) why() (title string, say []string) {
	span := in.span.Label(in.cmds.Today())
	p := in.last.Progress
	failed := daysOf(p, isFailed)
	key := func(a keymap.Action) string { return in.keys.Key(keymap.Inbox, a) }
	switch {
	case in.listing == nil || in.listing.Total() == 0 && p.Busy:
		return "Asking for the tickets of " + span + "…", []string{"Rows appear as each day arrives."}
	case in.listing.Total() == 0 && len(failed) > 0 && len(failed) == len(p.Days):
		return "No ticket could be fetched", []string{"✗ " + command.Reason(failed[0].Err), in.again()}
	case in.listing.Total() == 0:
		return "No tickets of " + span, []string{key(keymap.Dates) + " chooses other days, " + in.again() + ", " + key(keymap.New) + " opens a new ticket"}
	case in.filter.Value() != "":
		return "Nothing fits “" + in.filter.Value() + "”", []string{key(keymap.Back) + " takes the filter away, " + key(keymap.Dates) + " chooses other days"}
	}
	return "No ticket in this view", []string{key(keymap.View) + " shows the next view, 1 shows all"}
}

// daysOf are the days of a pull for which something holds.
func daysOf(p command.Progress, holds func(command.DayStatus) bool) []command.DayStatus {
	var out []command.DayStatus
	for _, d := range p.Days {
		if holds(d) {
			out = append(out, d)
		}
	}
	return out
}

func isFailed(d command.DayStatus) bool { return d.State == command.Failed }

func isCut(d command.DayStatus) bool { return d.State == command.Cut }

// isLate says that a day did not arrive at first and is being asked for again.
func isLate(d command.DayStatus) bool {
	return (d.State == command.Waiting || d.State == command.Pulling) && d.Err != nil
}

// footer is the last row: where the cursor is, and what of the span is missing.
func (in *Inbox) footer() string {
	p := in.last.Progress
	failed, late, cut := daysOf(p, isFailed), daysOf(p, isLate), daysOf(p, isCut)
	switch {
	case in.last.Err != nil:
		return in.note(in.th.Bad.On, "✗ "+command.Reason(in.last.Err))
	case len(failed) > 0 && !in.heard():
		return strings.Repeat(" ", in.width) // all of it stands where the rows would be
	case len(failed) > 0:
		return in.note(in.th.Bad.On, fmt.Sprintf("✗ %s, %s: %s", in.lost(failed), in.again(), command.Reason(failed[0].Err)))
	case len(late) > 0:
		return in.note(in.th.Warn.On, fmt.Sprintf("▲ %s late and asked for again: %s", in.days(late), command.Reason(late[0].Err)))
	case len(cut) > 0:
		d := cut[0]
		of := ""
		if d.Total > d.Known {
			of = fmt.Sprintf(" of %d", d.Total)
		}
		return in.note(in.th.Warn.On, fmt.Sprintf("▲ %s cut short: %d%s tickets", in.days(cut), d.Known, of))
	}
	if in.listing == nil || in.listing.Len() == 0 {
		return strings.Repeat(" ", in.width)
	}
	order := in.order.By.String()
	if in.order.Reverse {
		order += ", reversed"
	}
	say := fmt.Sprintf("%d of %d · by %s", in.list.Cursor()+1, in.listing.Len(), order)
	if n := len(in.marked); n > 0 {
		say += fmt.Sprintf(" · %d marked", n)
	}
	return in.note(in.th.Muted.On, say)
}

func (in *Inbox) note(ink func(string) string, s string) string {
	return ink(text.Pad("   "+s, in.width))
}

// lost says what is wrong with days that failed: those that were here before are only out of date.
func (in *Inbox) lost(failed []command.DayStatus) string {
	for _, d := range failed {
		if d.At.IsZero() {
			return in.days(failed) + " missing"
		}
	}
	return in.days(failed) + " out of date"
}

// days names some days: the first and how many more.
func (in *Inbox) days(of []command.DayStatus) string {
	first := of[0].Day.Label(in.cmds.Today())
	switch {
	case len(of) == 1:
		return first + " is"
	case len(of) == len(in.last.Progress.Days):
		return fmt.Sprintf("all %d days are", len(of))
	}
	return fmt.Sprintf("%s and %d more are", first, len(of)-1)
}
