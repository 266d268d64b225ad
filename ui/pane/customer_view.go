package pane

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
)

// line is a drawn line and what can be opened on it.
type line struct {
	drawn string
	plain string // how it is drawn under the cursor; empty where the cursor does not stop
	from  int    // the column where it begins
	opens lineTarget
}

// lineTarget is what a line stands for.
type lineTarget struct {
	ticket desk.ID
	order  int // 1 and on, by its place; 0 for none
}

// twoColumnsFrom is the width from which tickets and orders stand beside the record.
const twoColumnsFrom = 130

// redraw puts the lines together anew; the cursor stays on what it was on.
func (p *Customer) redraw() {
	if p.width < 1 {
		return
	}
	under := p.selectedLine()
	p.lines = p.sheet()
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

// sheet is everything that is known of the customer as lines.
func (p *Customer) sheet() []line {
	if p.of == (backend.CustomerRef{}) {
		return plainLines([]string{"", p.th.Muted.Render(safetext.Truncate(" No ticket is chosen.", p.width))})
	}
	if p.width < twoColumnsFrom {
		s := p.newSheet(p.width)
		s.head()
		s.contacts()
		s.tickets()
		s.orders()
		s.groups()
		return s.lines
	}
	left := p.newSheet((p.width - 3) / 2)
	left.head()
	left.contacts()
	left.groups()
	right := p.newSheet(p.width - 3 - (p.width-3)/2)
	right.tickets()
	right.orders()
	if len(right.lines) > 0 {
		right.lines = right.lines[1:] // the blank one before its first heading
	}
	for len(left.lines) < p.height-1 {
		left.writeLines("")
	}
	return beside(left.lines, right.lines, (p.width-3)/2, p.th.Border.Render(" │ "))
}

// beside sets lines side by side; only those on the right can be opened.
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

// View is the customer, or why there is none.
func (p *Customer) View() string {
	rows := strings.Split(p.scroll.View(), "\n")
	if y := p.at - p.scroll.Offset(); p.focused && p.at >= 0 && y >= 0 && y < len(rows) {
		l := p.lines[p.at]
		rows[y] = pad(rows[y], l.from) + p.th.Selected.Render(safetext.Pad(l.plain, p.width-l.from))
	}
	return strings.Join(append(rows, p.footer()), "\n")
}

// footer says how far the customer is read and how old that is.
func (p *Customer) footer() string {
	r := freshness{over: &p.scroll}
	if p.record.Has {
		r.busy, r.err, r.at = p.record.Busy, p.record.Err, p.record.At
	}
	return r.line(p.th, p.cmds.Zones, p.width)
}
