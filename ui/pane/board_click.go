package pane

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/widget"
)

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
