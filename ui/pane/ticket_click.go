package pane

import (
	"image"

	"frontdesk/internal/keymap"
	"frontdesk/ui/widget"
)

// SpotAt returns what is folded or unfolded at a cell: a click unfolds or folds as the key does.
func (p *Ticket) SpotAt(at image.Point) (widget.Spot, bool) {
	if p.searchView.searching() {
		at.Y-- // the row of the search
	}
	line := p.Offset() + at.Y
	if at.Y < 0 || at.Y >= p.height-1 || p.drawn.detail == nil || !p.document.isFoldAt(line, p.open) {
		return widget.Spot{}, false
	}
	return widget.Spot{Key: p.keys.KeyOf(keymap.Ticket, keymap.Unfold)}, true
}

// isFoldAt reports whether a line that is shown stands for a fold, or begins an open one.
func (d *foldedDocument) isFoldAt(line int, open bool) bool {
	less := 0
	for _, f := range d.folds {
		switch {
		case open && (line == f.from || line == f.from+1 && f.to > f.from+1): // a blank may stand before its heading
			return true
		case !open && line == f.from-less:
			return true
		}
		less += f.to - f.from - 1
	}
	return false
}
