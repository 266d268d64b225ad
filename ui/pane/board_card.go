package pane

import (
	"fmt"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/stats"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// card returns the rows of a chart.
func (p *Board) card(i int) []string {
	c, chart := p.cards[i], &p.figures.Charts[i]
	rows := []string{p.cardTitle(i)}
	switch {
	case len(chart.Bars) == 0:
		rows = append(rows, p.th.Muted.Render(p.mark(i, 0)+"none"))
	case c.columns:
		rows = append(rows, p.columnChart(i)...)
	default:
		rows = append(rows, p.barChart(i)...)
	}
	if note := noteOf(p.figures, chart); note != "" {
		rows = append(rows, p.th.Muted.Render("  "+termwidth.Truncate(note, c.rect.Dx()-2)))
	}
	return rows
}

// cardTitle returns the title of a chart with its days and what the high part of a bar is, as far as there is room.
func (p *Board) cardTitle(i int) string {
	chart, width := &p.figures.Charts[i], p.cards[i].rect.Dx()
	ink := p.th.Emphasis
	if i == p.cursor.chart && p.focused {
		ink = p.th.Accent
	}
	title := termwidth.Truncate(chart.Title, width)
	left, used := ink.Render(title), termwidth.Width(title)
	days := p.cardDays(chart)
	if used+termwidth.Width(days) <= width {
		left, used = left+p.th.Muted.Render(days), used+termwidth.Width(days)
	}
	if chart.Part != "" && !p.cards[i].columns {
		high, _ := p.style.Parted(1, 1, 1, 1)
		if gap := width - used - termwidth.Width(high+" "+chart.Part); gap >= 2 {
			left += strings.Repeat(" ", gap) + partInk(p.th, chart).Render(high) + p.th.Muted.Render(" "+chart.Part)
		}
	}
	return left
}

// cardDays says of which days a chart is, after a blank. The summary of the whole queue is of several, which its bars
// say.
func (p *Board) cardDays(chart *stats.Chart) string {
	queue, known := p.figures.Queue, p.knownDays()
	switch {
	case queue.IsKept() && chart.Name == stats.Summary:
		return ""
	case queue.IsKept() && chart.OfOpen:
		return " since " + queue.From().Label(p.cmds.Today())
	case known < len(p.figures.Read):
		return fmt.Sprintf(" %d of %d days", known, len(p.figures.Read))
	}
	return " " + p.cmds.SpanLabel(p.figures.Days)
}

// knownDays returns how many days were read.
func (p *Board) knownDays() (n int) {
	for _, d := range p.figures.Read {
		if d.IsKnown() {
			n++
		}
	}
	return n
}

// hasNote reports whether a chart has a note below its bars.
func hasNote(f *stats.Figures, c *stats.Chart) bool { return noteOf(f, c) != "" }

// noteOf returns the note below the bars of a chart, such as its median; empty for none.
func noteOf(f *stats.Figures, c *stats.Chart) string {
	var notes []string
	if c.Name == stats.Summary && f.Created.IsKnown {
		notes = append(notes, f.Created.Short())
	}
	if c.HasMedian {
		notes = append(notes, "half within "+stats.Words(c.Median))
	}
	if c.NotSaid > 0 {
		notes = append(notes, fmt.Sprintf("%d not said", c.NotSaid))
	}
	return strings.Join(notes, ", ")
}

// mark returns what stands before a bar.
func (p *Board) mark(chart, bar int) string {
	if p.cursor == (barPlace{chart, bar}) && p.focused {
		if p.style == stats.PlainBars {
			return "> "
		}
		return "▌ "
	}
	return "  "
}

// barChart returns the rows of bars that stand one below the other: label, count and bar in columns.
func (p *Board) barChart(i int) []string {
	chart, width := &p.figures.Charts[i], p.cards[i].rect.Dx()
	labels, counts := 0, 1
	for _, b := range chart.Bars {
		labels = max(labels, termwidth.Width(b.Label))
		counts = max(counts, len(fmt.Sprint(b.Count)))
	}
	labels = min(labels, max(width*9/20, width-24))
	from, to := p.window(i)
	most := chart.Max()
	rows := make([]string, 0, to-from+1)
	for n := from; n < to; n++ {
		b := chart.Bars[n]
		label := termwidth.Pad(termwidth.Truncate(b.Label, labels), labels)
		if !p.isKnownDay(b) {
			state := string(p.figures.DayOf(b.Day).State)
			rows = append(rows, p.barRow(i, n, label, strings.Repeat(" ", counts-1)+"–", []drawnPart{{p.th.Warning, state}}))
			continue
		}
		room := min(width-2-labels-counts-4, maxBar)
		rows = append(rows, p.barRow(i, n, label, fmt.Sprintf("%*d", counts, b.Count), p.parts(chart, b, most, room)))
	}
	if left := len(chart.Bars) - (to - from); left > 0 {
		rows = append(rows, p.th.Muted.Render(fmt.Sprintf("  … %d more", left)))
	}
	return rows
}

// drawnPart is a piece of a bar in its colour.
type drawnPart struct {
	ink  theme.Style
	text string
}

// parts returns the pieces of a bar.
func (p *Board) parts(chart *stats.Chart, b stats.Bar, most, width int) []drawnPart {
	if chart.Part == "" {
		return []drawnPart{{rankInk(p.th, b.Rank), p.style.Bar(b.Count, most, width)}}
	}
	high, low := p.style.Parted(b.Count, b.Part, most, width)
	return []drawnPart{{partInk(p.th, chart), high}, {p.th.Muted, low}}
}

// barRow returns a row of a bar chart. Under the cursor the label is set off, and the bar keeps its colours: they say
// which part of it is late.
func (p *Board) barRow(chart, bar int, label, count string, parts []drawnPart) string {
	mark := p.mark(chart, bar)
	row := mark + label + "  " + count + " "
	if p.cursor == (barPlace{chart, bar}) && p.focused {
		row = p.th.Selected.Render(row)
	}
	row += " "
	for _, part := range parts {
		row += part.ink.Render(part.text)
	}
	return row
}

// rankInk returns the colour of a bar.
func rankInk(th *theme.Theme, rank stats.Rank) theme.Style {
	switch rank {
	case stats.Act:
		return th.Error
	case stats.Watch:
		return th.Warning
	}
	return th.Info
}

// maxBar is the width of the largest bar.
const maxBar = 48

// partInk returns the colour of the dark part of a chart's bars.
func partInk(th *theme.Theme, c *stats.Chart) theme.Style {
	switch c.Name {
	case stats.CreatedPerDay, stats.CreatedPerHour, stats.ByDisposition:
		return th.Info
	case stats.RiskByQueue:
		return th.Error
	}
	return th.Warning
}

// columnChart returns the rows of bars that stand side by side, with the scale below them.
func (p *Board) columnChart(i int) []string {
	chart, width := &p.figures.Charts[i], p.cards[i].rect.Dx()
	from, to := p.window(i)
	wide, most := barColumns(len(chart.Bars), width), chart.Max()
	rows := make([]string, 0, columnRows+1)
	for level := columnRows - 1; level >= 0; level-- {
		var row strings.Builder
		for n := from; n < to; n++ {
			row.WriteString(p.columnCell(i, n, level, most, wide))
		}
		rows = append(rows, row.String())
	}
	return append(rows, p.scale(i, from, to, wide))
}

// columnCell returns a bar's part in a row of a chart whose bars stand side by side. The column of the bar under the
// cursor is marked over its whole height.
func (p *Board) columnCell(chart, n, level, most, wide int) string {
	b := p.figures.Charts[chart].Bars[n]
	gap := strings.Repeat(" ", min(wide-1, 1))
	cell := strings.Repeat(p.style.Column(b.Count, most, level, columnRows), wide-len(gap))
	ink := p.th.Info
	switch {
	case !p.isKnownDay(b) && level == 0:
		cell, ink = strings.Repeat("?", wide-len(gap)), p.th.Warning
	case p.cursor == (barPlace{chart, n}) && p.focused:
		ink = p.th.Selected
	}
	return ink.Render(cell) + gap
}

// scale returns the row below bars that stand side by side: some of their labels, and a mark under the cursor.
func (p *Board) scale(i, from, to, wide int) string {
	chart := &p.figures.Charts[i]
	cells := []rune(strings.Repeat(" ", (to-from)*wide))
	every := 6 // hours
	if chart.Bars[0].Day != (desk.Date{}) {
		every = 7
	}
	put := func(at int, text string) {
		for k, r := range []rune(text) {
			if at+k < len(cells) {
				cells[at+k] = r
			}
		}
	}
	for n := from; n < to; n++ {
		if label := scaleLabel(chart.Bars[n]); n%every == 0 && (n-from)*wide+len(label) <= len(cells) {
			put((n-from)*wide, label)
		}
	}
	cursor := p.cursor.bar
	if i != p.cursor.chart || !p.focused || cursor < from || cursor >= to {
		return p.th.Muted.Render(string(cells))
	}
	label := []rune(scaleLabel(chart.Bars[cursor]))
	at := max(min((cursor-from)*wide, len(cells)-len(label)), 0)
	if at > 0 {
		cells[at-1] = ' '
	}
	for k := at; k < min(at+len(label)+1, len(cells)); k++ {
		cells[k] = ' '
	}
	end := min(at+len(label), len(cells))
	return p.th.Muted.Render(string(cells[:at])) + p.th.Accent.Render(string(label[:end-at])) +
		p.th.Muted.Render(string(cells[end:]))
}

// scaleLabel returns a short label of a bar.
func scaleLabel(b stats.Bar) string {
	if b.Day != (desk.Date{}) {
		return fmt.Sprintf("%d.%d.", b.Day.Day, b.Day.Month)
	}
	return b.Label
}
