package pane

import (
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/widget"
)

// fold is a range of lines that one line can stand for.
type fold struct {
	from, to int    // in the unfolded lines: the first line and the one after the last
	closed   string // the line in their place
}

// foldedDocument holds the lines of a ticket, whole and with its folds closed.
type foldedDocument struct {
	whole, folded []string
	folds         []fold // in order
	above         int    // lines of both above the conversation
	newest, ends  int    // range of the newest message in whole; 0 if there is none
	hidden        []string
}

// newFoldedDocument closes the folds of a document.
func newFoldedDocument(whole []string, folds []fold, newest, ends int) foldedDocument {
	d := foldedDocument{whole: whole, folded: whole, folds: folds, newest: newest, ends: ends}
	if len(folds) == 0 {
		return d
	}
	d.folded = make([]string, 0, len(whole))
	at := 0
	for _, f := range folds {
		d.folded = append(append(d.folded, whole[at:f.from]...), f.closed)
		at = f.to
	}
	d.folded = append(d.folded, whole[at:]...)
	return d
}

// lines returns the lines to show, with the folds open or closed.
func (d *foldedDocument) lines(open bool) []string {
	if open {
		return d.whole
	}
	return d.folded
}

// closedLine returns the line with closed folds that a whole one is on.
func (d *foldedDocument) closedLine(line int) int {
	less := 0
	for _, f := range d.folds {
		if line < f.from {
			break
		}
		if line < f.to {
			return f.from - less
		}
		less += f.to - f.from - 1
	}
	return line - less
}

// openLine returns the line with open folds that begins what a line with closed ones shows.
func (d *foldedDocument) openLine(line int) int {
	more := 0
	for _, f := range d.folds {
		if line+more <= f.from {
			break
		}
		more += f.to - f.from - 1
	}
	return line + more
}

// foldRange returns the lines of a fold as they are shown.
func (d *foldedDocument) foldRange(i int, open bool) (from, to int) {
	f := d.folds[i]
	if open {
		return f.from, f.to
	}
	from = d.closedLine(f.from)
	return from, from + 1
}

// nearestFold returns the fold that is nearest to some shown lines, and whether a part of it is among them. There has
// to be a fold.
func (d *foldedDocument) nearestFold(top, bottom int, open bool) (nearest int, isSeen bool) {
	least := -1
	for i := range d.folds {
		from, to := d.foldRange(i, open)
		away := max(top-to+1, from-bottom+1)
		if away <= 0 {
			return i, true
		}
		if least < 0 || away < least {
			nearest, least = i, away
		}
	}
	return nearest, false
}

// newestRange returns the lines of the newest message as they are shown; both are 0 if there is none.
func (d *foldedDocument) newestRange(open bool) (from, to int) {
	if open || d.ends == 0 {
		return d.newest, d.ends
	}
	return d.closedLine(d.newest), d.closedLine(d.ends)
}

// hides reports whether closed folds hide words, ignoring case and accents.
func (d *foldedDocument) hides(words string) bool {
	if d.hidden == nil {
		for _, f := range d.folds {
			for _, line := range d.whole[f.from:f.to] {
				d.hidden = append(d.hidden, safetext.Fold(ansi.Strip(line)))
			}
		}
	}
	words = safetext.Fold(words)
	for _, line := range d.hidden {
		if strings.Contains(line, words) {
			return true
		}
	}
	return false
}

// HeadRows returns how many of its rows show what stands above the conversation.
func (p *Ticket) HeadRows() int {
	rows := max(p.document.above-p.Offset(), 0)
	if p.searchView.searching() {
		rows++
	}
	return min(rows, p.height)
}

// HasFolds reports whether the shown ticket has something to fold or unfold.
func (p *Ticket) HasFolds() bool { return p.drawn.detail != nil && len(p.document.folds) > 0 }

// HasMore reports whether there is more of the ticket than is seen.
func (p *Ticket) HasMore() bool { return p.HasFolds() || p.Offset() > 0 || !p.AtBottom() }

// IsUnfolded reports whether everything that can be folded is shown.
func (p *Ticket) IsUnfolded() bool { return p.HasFolds() && p.open }

// ToggleFolds shows everything that is folded, or folds it again. The line at the top stays, unless no fold is seen:
// then the nearest one comes into view, so that the key does what it says.
func (p *Ticket) ToggleFolds() {
	p.openToFind = false
	nearest, isSeen := p.document.nearestFold(p.Offset(), p.Offset()+p.rows(), p.open)
	if p.setOpen(!p.open); !isSeen {
		from, to := p.document.foldRange(nearest, p.open)
		p.searchView.ShowLines(from, to)
	}
}

// rows returns how many rows of its height show the text: the last one says how old it is, and the first one may be for
// what is searched.
func (p *Ticket) rows() int {
	if p.searchView.searching() {
		return max(p.height-2, 1)
	}
	return max(p.height-1, 1)
}

func (p *Ticket) setOpen(open bool) {
	top := p.Offset()
	if open {
		top = p.document.openLine(top)
	} else {
		top = p.document.closedLine(top)
	}
	p.open = open
	p.searchView.SetContentLines(p.document.lines(open))
	p.searchView.Move(top - p.Offset())
}

// unfoldFound unfolds everything until the search ends if folds hide what is searched for: while it is typed only if
// nothing else is found, so that the text does not jump with every letter.
func (p *Ticket) unfoldFound() {
	switch words := p.words.Value(); {
	case words == "" && p.openToFind:
		p.ToggleFolds()
	case words == "" || p.open || p.CapturesText() && p.HasMatches():
	case p.document.hides(words):
		p.setOpen(true)
		p.openToFind = true
		p.searchView.find()
	}
}

// GotoBottom scrolls to the newest message; called again, it scrolls to the end of the ticket. Above a newest message
// that is on top there is nothing of the conversation, so it begins the screen; else as much as fits stays above it.
func (p *Ticket) GotoBottom() {
	before := p.Offset()
	newest, ends := p.document.newestRange(p.open)
	switch {
	case ends > 0 && p.newestFirst:
		p.searchView.Move(newest - before)
	case ends > 0:
		p.searchView.ShowLines(newest, ends)
	}
	if ends == 0 || p.Offset() == before {
		p.searchView.GotoBottom()
	}
}

// GotoNewest begins the screen with the newest message. It reports whether there is one that is drawn.
func (p *Ticket) GotoNewest() bool {
	newest, ends := p.document.newestRange(p.open)
	if ends == 0 || p.drawn.detail == nil || p.drawn.detail != p.Detail() {
		return false
	}
	p.searchView.Move(newest - p.Offset())
	return true
}

// Areas returns the folds. A click unfolds or folds them, as the key does.
func (p *Ticket) Areas() Areas {
	if p.drawn.detail == nil {
		return nil
	}
	top := 0
	if p.searchView.searching() {
		top = 1
	}
	var all Areas
	for y := top; y < top+p.rows(); y++ {
		if p.document.isFoldAt(p.Offset()+y-top, p.open) {
			spot := widget.Spot{Key: p.keys.KeyOf(keymap.Ticket, keymap.Unfold)}
			all = append(all, Area{Rectangle: image.Rect(0, y, p.width, y+1), Spot: spot})
		}
	}
	return all
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
