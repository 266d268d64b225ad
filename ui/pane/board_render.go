package pane

import (
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/stats"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// View draws the board, or says why there is nothing to show.
func (p *Board) View() string {
	now := p.frame
	now.figures, now.err, now.cursor, now.th = p.figures, p.err, p.cursor, p.th
	now.width, now.height, now.focused, now.offset = p.width, p.height, p.focused, p.offset
	if now != p.frame || now.drawn == "" {
		now.drawn = strings.Join(p.rows(), "\n")
		p.frame = now
	}
	return p.frame.drawn
}

// rows returns as many rows as the board has.
func (p *Board) rows() []string {
	rows := []string{p.heading(), ""}
	if p.HasFigures() {
		rows = append(rows, p.cardLines()...)
		rows = append(rows, "", p.footing())
	} else {
		rows = append(rows, p.nothing()...)
	}
	for len(rows) < p.height {
		rows = append(rows, "")
	}
	rows = rows[:p.height]
	for i := range rows {
		rows[i] = pad(rows[i], p.width)
	}
	return rows
}

// heading says what is counted, of which days, and how many of them were read.
func (p *Board) heading() string {
	if p.figures == nil {
		return p.th.Emphasis.Render("Board")
	}
	f, what := p.figures, "All tickets"
	if name := p.counted.View.Name; name != "" {
		what = safetext.LineFromText(name).String()
	}
	parts := []string{p.th.Emphasis.Render(what), p.cmds.SpanLabel(f.Days)}
	read := f.ReadLabel()
	if !stats.AreRead(f.Read) {
		read = p.th.Warning.Render(read)
	}
	parts = append(parts, read)
	if p.HasFigures() {
		parts = append(parts, countOf(f.Tickets, "ticket"))
	}
	if at := p.cmds.Now(); p.cmds.Zones.Differ(at) {
		_, account := p.cmds.Zones.Names(at)
		parts = append(parts, "days and hours in "+account)
	}
	if p.err != nil {
		parts = append(parts, p.th.Error.Render("✗ "+backend.ErrorText(p.err)))
	}
	return strings.Join(parts, p.th.Muted.Render(" · "))
}

// countOf returns a number with its noun.
func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// nothing says why there are no figures.
func (p *Board) nothing() []string {
	again := p.keys.KeyLabel(keymap.Board, keymap.Refresh) + " asks again"
	title, say := "Reading the tickets…", "Figures appear as each day arrives."
	if p.figures != nil {
		failed := slices.IndexFunc(p.figures.Read, func(d stats.Day) bool { return d.State == stats.Failed })
		waits := slices.ContainsFunc(p.figures.Read, func(d stats.Day) bool { return d.State == stats.Waiting })
		title = "Reading the tickets of " + p.cmds.SpanLabel(p.figures.Days) + "…"
		if failed >= 0 && !waits {
			title, say = "No day could be read", again
			say = "✗ " + backend.ErrorText(p.figures.Read[failed].Err) + "\n" + say
		}
	} else if p.err != nil {
		title, say = "The tickets could not be counted", "✗ "+backend.ErrorText(p.err)+"\n"+again
	}
	rows := []string{"", p.th.Emphasis.Render(termwidth.Truncate(title, p.width)), ""}
	for line := range strings.SplitSeq(say, "\n") {
		ink := p.th.Muted
		if strings.HasPrefix(line, "✗") {
			ink = p.th.Error
		}
		for _, l := range termwidth.Wrap(line, p.width) {
			rows = append(rows, ink.Render(l))
		}
	}
	return rows
}

// cardLines returns the rows of cards that are shown.
func (p *Board) cardLines() []string {
	rows := make([]string, p.cardRows())
	var columns []int
	for _, c := range p.cards {
		if !slices.Contains(columns, c.rect.Min.X) {
			columns = append(columns, c.rect.Min.X)
		}
	}
	slices.Sort(columns)
	for _, x := range columns {
		for y, line := range p.columnLines(x) {
			rows[y] += strings.Repeat(" ", min(x, cardGap)) + line
		}
	}
	return rows
}

// columnLines returns the shown rows of a column of cards.
func (p *Board) columnLines(x int) []string {
	lines := make([]string, p.cardRows())
	width := 0
	for i, c := range p.cards {
		if c.rect.Min.X != x {
			continue
		}
		width = c.rect.Dx()
		if c.rect.Max.Y <= p.offset || c.rect.Min.Y >= p.offset+len(lines) {
			continue
		}
		for n, line := range p.card(i) {
			if y := c.rect.Min.Y + n - p.offset; y >= 0 && y < len(lines) {
				lines[y] = pad(line, width)
			}
		}
	}
	for y := range lines {
		if lines[y] == "" {
			lines[y] = strings.Repeat(" ", width)
		}
	}
	return lines
}

// footing describes the bar under the cursor.
func (p *Board) footing() string {
	chart := &p.figures.Charts[p.cursor.chart]
	more := ""
	if last := slices.MaxFunc(p.cards, func(a, b card) int { return a.rect.Max.Y - b.rect.Max.Y }); last.rect.Max.Y >
		p.offset+p.cardRows() {
		more = p.th.Muted.Render("  ↓ more charts")
	}
	bar, ok := p.Bar()
	if !ok {
		return p.th.Emphasis.Render(chart.Title) + p.th.Muted.Render(" · no ticket") + more
	}
	text := p.th.Emphasis.Render(chart.Title+": "+barLabel(chart, bar)) + "  "
	if !p.isKnownDay(bar) {
		return text + p.th.Warning.Render(string(p.figures.DayOf(bar.Day).State)) + more
	}
	text += countOf(bar.Count, "ticket")
	if chart.Part != "" && bar.Count > 0 {
		text += fmt.Sprintf(", %d %s", bar.Part, chart.Part)
	}
	if bar.Filter == "" {
		return text + p.th.Muted.Render(" · no filter names them") + more
	}
	open := p.keys.KeyLabel(keymap.Board, keymap.Open)
	return text + p.th.Muted.Render("  "+open+" lists "+bar.Filter) + more
}

// barLabel returns the label of a bar in words.
func barLabel(c *stats.Chart, b stats.Bar) string {
	if c.Name == stats.CreatedPerHour {
		return b.Label + ":00–" + b.Label + ":59"
	}
	return b.Label
}
