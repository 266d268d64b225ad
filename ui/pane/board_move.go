package pane

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/widget"
)

// Move moves the cursor down by bars; from the last bar of a chart it goes to the chart below.
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
	next := p.cursor.bar + by
	if !p.cards[p.cursor.chart].columns && next >= 0 && next < p.barCount(p.cursor.chart) {
		p.cursor.bar = next
		return
	}
	at := p.cards[p.cursor.chart].rect
	below, found := p.nearest(func(r image.Rectangle) (distance int, ok bool) {
		if by > 0 {
			return r.Min.Y - at.Max.Y, r.Min.Y >= at.Max.Y && r.Min.X == at.Min.X
		}
		return at.Min.Y - r.Max.Y, r.Max.Y <= at.Min.Y && r.Min.X == at.Min.X
	})
	if found {
		p.cursor = barPlace{below, 0}
		if last := p.barCount(below) - 1; by < 0 && last >= 0 && !p.cards[below].columns {
			p.cursor.bar = last
		}
	}
}

// Sideways moves the cursor by columns: within bars that stand side by side, else to the chart beside.
func (p *Board) Sideways(by int) {
	if !p.HasFigures() {
		return
	}
	next := p.cursor.bar + by
	if p.cards[p.cursor.chart].columns && next >= 0 && next < p.barCount(p.cursor.chart) {
		p.cursor.bar = next
		p.reveal()
		return
	}
	at := p.cards[p.cursor.chart].rect
	y := at.Min.Y
	if !p.cards[p.cursor.chart].columns {
		from, _ := p.window(p.cursor.chart)
		y += 1 + p.cursor.bar - from
	}
	beside, found := p.nearest(func(r image.Rectangle) (distance int, ok bool) {
		far := r.Min.X - at.Min.X
		if by < 0 {
			far = -far
		}
		return far*1000 + max(r.Min.Y-y, y-r.Max.Y+1, 0), far > 0
	})
	if !found {
		return
	}
	p.cursor = barPlace{beside, 0}
	if c := p.cards[beside]; !c.columns {
		from, to := p.window(beside)
		p.cursor.bar = max(min(from+y-c.rect.Min.Y-1, to-1), 0)
	} else if by < 0 {
		p.cursor.bar = max(p.barCount(beside)-1, 0)
	}
	p.reveal()
}

// nearest returns the card with the smallest distance.
func (p *Board) nearest(distance func(image.Rectangle) (int, bool)) (nearest int, found bool) {
	least := 0
	for i, c := range p.cards {
		if d, ok := distance(c.rect); ok && (!found || d < least) {
			nearest, least, found = i, d, true
		}
	}
	return nearest, found
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
