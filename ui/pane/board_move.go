package pane

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
)

// Move moves the cursor by bars; from the last bar of a chart it goes to the first of the next chart.
func (p *Board) Move(by int) {
	if !p.HasFigures() {
		return
	}
	for ; by > 0; by-- {
		p.step(1)
	}
	for ; by < 0; by++ {
		p.step(-1)
	}
	p.reveal()
}

func (p *Board) step(by int) {
	next := barPlace{p.cursor.chart, p.cursor.bar + by}
	switch {
	case next.bar < 0 && next.chart > 0:
		next.chart--
		next.bar = max(p.barCount(next.chart)-1, 0)
	case next.bar >= p.barCount(next.chart) && next.chart < len(p.figures.Charts)-1:
		next = barPlace{next.chart + 1, 0}
	case next.bar < 0 || next.bar >= p.barCount(next.chart):
		return
	}
	p.cursor = next
}

// NextChart moves the cursor to the next chart, or the previous one if by is -1.
func (p *Board) NextChart(by int) {
	if !p.HasFigures() {
		return
	}
	n := len(p.figures.Charts)
	p.cursor = barPlace{(p.cursor.chart + by + n) % n, 0}
	p.reveal()
}

// HalfPage moves the cursor by half a screen.
func (p *Board) HalfPage(by int) { p.Move(by * max(p.height/2, 1)) }

// GotoTop moves the cursor to the first bar.
func (p *Board) GotoTop() {
	p.cursor = barPlace{}
	p.reveal()
}

// GotoBottom moves the cursor to the last bar of the last chart.
func (p *Board) GotoBottom() {
	if !p.HasFigures() {
		return
	}
	last := len(p.figures.Charts) - 1
	p.cursor = barPlace{last, max(p.barCount(last)-1, 0)}
	p.reveal()
}

func (p *Board) barCount(chart int) int { return len(p.figures.Charts[chart].Bars) }

// Areas returns the bars that are shown, whose tickets a click lists, and the titles of the charts, to which a click
// moves the cursor.
func (p *Board) Areas() Areas {
	if !p.HasFigures() {
		return nil
	}
	var all Areas
	add := func(at image.Rectangle, to barPlace, key string) {
		spot := onClick(func() { p.cursor = to }, key)
		all = append(all, Area{Rectangle: at.Add(image.Pt(0, boardHeading-p.offset)), Spot: spot})
	}
	for i, c := range p.cards {
		top, end := c.rect.Min, c.rect.Max
		add(image.Rect(top.X, top.Y, end.X, top.Y+1), barPlace{chart: i}, "")
		from, to := p.window(i)
		for bar := from; bar < to; bar++ {
			at := image.Rect(top.X, top.Y+1+bar-from, end.X, top.Y+2+bar-from)
			if c.columns {
				width := barColumns(p.barCount(i), c.rect.Dx())
				x := top.X + (bar-from)*width
				at = image.Rect(x, top.Y+1, x+width, top.Y+2+columnRows)
			}
			add(at, barPlace{i, bar}, p.openKey(keymap.Board))
		}
	}
	return all.within(image.Rect(0, boardHeading, p.width, boardHeading+p.cardRows()))
}

// ScrollAt scrolls the charts, and leaves the cursor on its bar.
func (p *Board) ScrollAt(_ image.Point, by int) tea.Cmd {
	end := 0
	for _, c := range p.cards {
		end = max(end, c.rect.Max.Y)
	}
	p.offset = max(min(p.offset+by, end-p.cardRows()), 0)
	return nil
}
