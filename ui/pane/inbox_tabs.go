package pane

import (
	"fmt"
	"strconv"
	"strings"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// countLabel returns the number of tickets of a view; empty until the first ones have arrived.
func (l *listed) countLabel(view int) string {
	if !l.hasData() || view >= len(l.listing.Counts()) {
		return ""
	}
	return strconv.Itoa(l.listing.Counts()[view])
}

// tabForm is how much the tabs say, which depends on the room.
type tabForm struct {
	numbered bool   // each begins with its digit
	due      string // how the number of callbacks that are due is written
}

// tabForms are the forms of the tabs, the longest first. A tab that is seen is worth more than its digit, which is in
// the help.
var tabForms = []tabForm{{true, " (%d due)"}, {false, " (%d due)"}, {false, " (%d!)"}}

// tabLabel returns the text of a view's tab.
func (in *Inbox) tabLabel(view int, form tabForm) string {
	label := safetext.LineFromText(in.views[view].Name).String()
	if form.numbered {
		label = strconv.Itoa(view+1) + " " + label
	}
	if count := in.countLabel(view); count != "" {
		label += " " + count
	}
	if due := in.countDue(view); due > 0 {
		label += fmt.Sprintf(form.due, due)
	}
	return label
}

// tabLabels returns the texts of all tabs, in the longest form that fits into a width.
func (in *Inbox) tabLabels(width int) []string {
	labels := make([]string, len(in.views))
	for _, form := range tabForms {
		for i := range in.views {
			labels[i] = in.tabLabel(i, form)
		}
		if tabsWidth(labels) <= width {
			break
		}
	}
	return labels
}

// tabs returns the row of views with their counts, and which days these lack. If they do not all fit, it says how many
// are not shown; the current one always is.
func (in *Inbox) tabs() string {
	note := in.tabsNote()
	width := in.width - termwidth.Width(note)
	labels := in.tabLabels(width)
	from, to := fitTabs(labels, in.view, width)
	before, after := hiddenTabs(from, len(labels)-to)
	var b strings.Builder
	b.WriteString(in.th.Muted.Render(before))
	used := termwidth.Width(before)
	in.areas.tabs = in.areas.tabs[:0]
	for i := from; i < to; i++ {
		label := termwidth.Truncate(labels[i], max(width-used-termwidth.Width(after)-2, 1))
		in.areas.tabs = append(in.areas.tabs, area{used, used + termwidth.Width(label) + 2, i})
		used += termwidth.Width(label) + 2
		if i == in.view {
			b.WriteString(in.th.Accent.Render("▏" + label + "▕"))
		} else {
			b.WriteString(in.th.Muted.Render(" " + label + " "))
		}
	}
	b.WriteString(in.th.Muted.Render(after) + in.th.Warning.Render(note))
	return b.String() + strings.Repeat(" ", max(width-used-termwidth.Width(after), 0))
}

// fitTabs returns the range of tabs that fit into a width with the notes of those that do not. It begins with the
// first tab if the current one is within it then, and else as early as the current one allows.
func fitTabs(labels []string, current, width int) (from, to int) {
	for ; ; from++ {
		to = len(labels)
		for to > current+1 && !tabsFit(labels, from, to, width) {
			to--
		}
		if from == current || tabsFit(labels, from, to, width) {
			return from, to
		}
	}
}

func tabsFit(labels []string, from, to, width int) bool {
	before, after := hiddenTabs(from, len(labels)-to)
	return tabsWidth(labels[from:to])+termwidth.Width(before)+termwidth.Width(after) <= width
}

// hiddenTabs returns the notes of how many tabs are not shown before and after the others.
func hiddenTabs(before, after int) (left, right string) {
	if before > 0 {
		left = fmt.Sprintf(" +%d …", before)
	}
	if after > 0 {
		right = fmt.Sprintf("… +%d", after)
	}
	return left, right
}

func tabsWidth(labels []string) int {
	n := 0
	for _, l := range labels {
		n += termwidth.Width(l) + 2
	}
	return n
}
