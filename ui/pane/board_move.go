package pane

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/widget"
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

// SpotAt returns the bar at a cell, whose tickets a click lists as the key does, or the title of a chart, to which a
// click moves the cursor.
func (p *Board) SpotAt(at image.Point) (widget.Spot, bool) {
	if !p.HasFigures() || at.Y < boardHeading || at.Y >= boardHeading+p.cardRows() {
		return widget.Spot{}, false
	}
	at.Y += p.offset - boardHeading
	for i, c := range p.cards {
		if !at.In(c.rect) {
			continue
		}
		bar, ok := p.barAt(i, at.Sub(c.rect.Min))
		spot := widget.Spot{Select: func() tea.Cmd { p.cursor = barPlace{i, bar}; return nil }}
		if ok {
			spot.Key = p.openKey(keymap.Board)
		}
		return spot, ok || at.Y == c.rect.Min.Y
	}
	return widget.Spot{}, false
}

// barAt returns the bar at a cell of a card.
func (p *Board) barAt(chart int, at image.Point) (bar int, ok bool) {
	from, to := p.window(chart)
	bar = from + at.Y - 1
	if c := p.cards[chart]; c.columns {
		bar = from + at.X/barColumns(p.barCount(chart), c.rect.Dx())
		if at.Y > columnRows+1 {
			return 0, false
		}
	}
	if at.Y < 1 || bar >= to {
		return 0, false
	}
	return bar, true
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
