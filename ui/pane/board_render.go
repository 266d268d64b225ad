package pane

import (
	"slices"
	"strings"

	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
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
	blank := strings.Repeat(" ", p.width)
	rows := []string{pad(p.heading(), p.width), blank}
	if p.HasFigures() {
		rows = append(rows, p.cardLines()...)
		rows = append(rows, blank, pad(p.footing(), p.width))
	} else {
		for _, line := range p.nothing(p.width) {
			rows = append(rows, pad(line, p.width))
		}
	}
	for len(rows) < p.height {
		rows = append(rows, blank)
	}
	return rows[:p.height]
}

// roomyHeading is the width from which the heading says that all days were read, beside that older tickets are counted.
const roomyHeading = 96

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
	queue := f.QueueLabel()
	switch read := f.ReadLabel(); {
	case !stats.AreRead(f.Read):
		parts = append(parts, p.th.Warning.Render(read))
	case queue == "" || p.width >= roomyHeading:
		parts = append(parts, read)
	}
	if !f.Queue.IsWhole() {
		parts = append(parts, p.th.Warning.Render(queue))
	} else if queue != "" {
		parts = append(parts, queue)
	}
	if p.HasFigures() {
		parts = append(parts, phrase.Count(f.Tickets, "ticket"))
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

// nothing says why there are no figures, for a width.
func (p *Board) nothing(width int) []string {
	again := p.keys.KeyLabel(keymap.Board, keymap.Refresh) + " retries"
	title, say := "Loading the tickets…", "Figures appear as each day arrives."
	if p.figures != nil {
		failed := slices.IndexFunc(p.figures.Read, func(d stats.Day) bool { return d.State == stats.Failed })
		waits := slices.ContainsFunc(p.figures.Read, func(d stats.Day) bool { return d.State == stats.Waiting })
		title = "Loading the tickets of " + p.cmds.SpanLabel(p.figures.Days) + "…"
		if failed >= 0 && !waits {
			title, say = "No day could be loaded", again
			say = "✗ " + backend.ErrorText(p.figures.Read[failed].Err) + "\n" + say
		}
	} else if p.err != nil {
		title, say = "The tickets could not be counted", "✗ "+backend.ErrorText(p.err)+"\n"+again
	}
	rows := []string{"", p.th.Emphasis.Render(termwidth.Truncate(title, width)), ""}
	for line := range strings.SplitSeq(say, "\n") {
		ink := p.th.Muted
		if strings.HasPrefix(line, "✗") {
			ink = p.th.Error
		}
		for _, l := range termwidth.Wrap(line, width) {
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
	end := 0
	for _, x := range columns {
		lines, width := p.columnLines(x)
		for y, line := range lines {
			rows[y] += strings.Repeat(" ", x-end) + line
		}
		end = x + width
	}
	for y := range rows {
		rows[y] += strings.Repeat(" ", max(p.width-end, 0))
	}
	return rows
}

// columnLines returns the shown rows of a column of cards, each as wide as the column.
func (p *Board) columnLines(x int) (lines []string, width int) {
	lines = make([]string, p.cardRows())
	for i, c := range p.cards {
		if c.rect.Min.X != x {
			continue
		}
		width = c.rect.Dx()
		if c.rect.Max.Y <= p.offset || c.rect.Min.Y >= p.offset+len(lines) {
			continue
		}
		for n, line := range p.drawnCard(i) {
			if y := c.rect.Min.Y + n - p.offset; y >= 0 && y < len(lines) {
				lines[y] = line
			}
		}
	}
	for y := range lines {
		if lines[y] == "" {
			lines[y] = strings.Repeat(" ", width)
		}
	}
	return lines, width
}

// drawnCard returns the rows of a card. A key changes one or two cards, so the others are kept.
func (p *Board) drawnCard(i int) []string {
	now := cardFrame{figures: p.figures, th: p.th, rect: p.cards[i].rect, most: p.cards[i].most, bar: -1}
	if i == p.cursor.chart && p.focused {
		now.bar = p.cursor.bar
	}
	kept, found := p.drawn[i]
	if !found || kept.cardFrame != now {
		lines := p.card(i)
		for n := range lines {
			lines[n] = pad(lines[n], now.rect.Dx())
		}
		kept = drawnCard{now, lines}
		if p.drawn == nil {
			p.drawn = map[int]drawnCard{}
		}
		p.drawn[i] = kept
	}
	return kept.lines
}

// footing describes the bar under the cursor, and says whether there are more charts below.
func (p *Board) footing() string {
	more := ""
	if last := slices.MaxFunc(p.cards, func(a, b card) int { return a.rect.Max.Y - b.rect.Max.Y }); last.rect.Max.Y >
		p.offset+p.cardRows() {
		more = p.th.Muted.Render("  ↓ more charts")
	}
	bar, filter := p.barUnderCursor()
	room := p.width - termwidth.Width(more)
	if termwidth.Width(bar+filter) <= room {
		bar += filter // a part of a filter says nothing
	}
	return termwidth.Truncate(bar, room) + more
}

// barUnderCursor says what the bar under the cursor counts, and which filter lists its tickets.
func (p *Board) barUnderCursor() (text, filter string) {
	chart := &p.figures.Charts[p.cursor.chart]
	bar, ok := p.Bar()
	if !ok {
		return p.th.Emphasis.Render(chart.Title) + p.th.Muted.Render(" · no ticket"), ""
	}
	text = p.th.Emphasis.Render(chart.Title+": "+barLabel(chart, bar)) + "  "
	if !p.isKnownDay(bar) {
		return text + p.th.Warning.Render(p.counts(chart, bar)), ""
	}
	text += p.counts(chart, bar)
	if bar.Filter == "" {
		return text + p.th.Muted.Render(" · no filter lists them"), ""
	}
	open := p.keys.KeyLabel(keymap.Board, keymap.Open)
	return text, p.th.Muted.Render("  " + open + " lists " + bar.Filter)
}

// barLabel returns the label of a bar in words.
func barLabel(c *stats.Chart, b stats.Bar) string {
	if c.Name == stats.CreatedPerHour {
		return b.Label + ":00–" + b.Label + ":59"
	}
	return b.Label
}
