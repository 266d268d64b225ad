package pane

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/widget"
)

// SpotAt returns the ticket, the order or the whole record at a cell. A click unfolds or folds an order or the record;
// it moves the cursor to a ticket, which a double click opens.
func (p *Customer) SpotAt(at image.Point) (widget.Spot, bool) {
	i := p.scroll.Offset() + at.Y
	if at.Y < 0 || at.Y >= p.height-1 || i >= len(p.lines) || p.lines[i].plain == "" || at.X < p.lines[i].from {
		return widget.Spot{}, false
	}
	opens := p.lines[i].opens
	spot := widget.Spot{Select: func() tea.Cmd { p.pointTo(opens); return nil }}
	switch {
	case !opens.ticket.IsZero():
		spot.Name, spot.Twice = "ticket "+opens.ticket.Raw(), p.openKey(keymap.Customer)
	case !opens.isOpen:
		spot.Key = p.openKey(keymap.Customer)
	}
	return spot, true
}

// pointTo moves the cursor to the line of a target.
func (p *Customer) pointTo(target lineTarget) {
	for i, l := range p.lines {
		if l.plain != "" && l.opens == target {
			p.at = i
			return
		}
	}
}

// ScrollAt scrolls the record.
func (p *Customer) ScrollAt(_ image.Point, by int) tea.Cmd {
	p.scrollWith(func() { p.scroll.Move(by) })
	return nil
}
