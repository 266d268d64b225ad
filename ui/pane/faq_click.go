package pane

import (
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/widget"
)

// noRow stands for a line of the list that is no row of it, such as a heading.
const noRow = -1

// articleAt returns the first column and row of the article's text, and whether a cell is in its part of the pane.
func (p *FAQ) articleAt(at image.Point) (text image.Point, within bool) {
	switch {
	case p.isSplit():
		text = image.Pt(p.listWidth()+3, articleFrame-1)
		return text, at.X >= text.X
	case p.reading:
		return image.Pt(0, articleFrame-1), true
	case p.hasPreview():
		text = image.Pt(0, 1+p.listHeight()+1)
		return text, at.Y >= text.Y && at.Y < text.Y+p.textHeight()
	}
	return image.Point{}, false
}

// SpotAt returns the search field, the article, the category or the chosen part of an article at a cell. A click moves
// to an article and a double click reads it; a category is opened or folded by one click. In an article a click chooses
// a section or a line, and a double click inserts it; a click on its text reads it.
func (p *FAQ) SpotAt(at image.Point) (widget.Spot, bool) {
	if text, within := p.articleAt(at); within {
		return p.articleSpot(at.Sub(text))
	}
	if at.Y == 0 {
		put := p.words.ClickAt(image.Pt(at.X-len(p.label), 0))
		return widget.Spot{Name: "search", Select: func() tea.Cmd { p.StartTyping(); put(); return nil }}, true
	}
	if at.Y < 1 || at.Y > len(p.listed) || p.listed[at.Y-1] == noRow {
		return widget.Spot{}, false
	}
	row := p.listed[at.Y-1]
	spot := widget.Spot{Select: func() tea.Cmd { p.stopReading(); p.list.PointTo(row); return nil }}
	if p.articles.kind == categories {
		spot.Key = p.openKey(keymap.FAQ)
		return spot, row < len(p.tree.rows)
	}
	if row >= len(p.articles.rows) {
		return widget.Spot{}, false
	}
	spot.Name, spot.Twice = "article "+strconv.FormatInt(p.articles.rows[row].id, 10), p.openKey(keymap.FAQ)
	return spot, true
}

// articleSpot returns what stands at a cell of the article's part of the pane, counted from its text.
func (p *FAQ) articleSpot(at image.Point) (widget.Spot, bool) {
	if p.choice.IsOpen() {
		line, ok := p.choice.LineAt(at.Y)
		return widget.Spot{
			Name: "line " + strconv.Itoa(line), Twice: p.openKey(keymap.FAQ),
			Select: func() tea.Cmd { p.choice.PointTo(line); return nil },
		}, ok
	}
	if p.article == nil || p.reading {
		return widget.Spot{}, false
	}
	return widget.Spot{Key: p.openKey(keymap.FAQ)}, true
}

// ScrollAt scrolls the list or the article under the pointer.
func (p *FAQ) ScrollAt(at image.Point, by int) tea.Cmd {
	switch _, within := p.articleAt(at); {
	case within && p.choice.IsOpen():
		p.choice.Move(by)
	case within:
		p.articleSearch.Move(by)
	default:
		p.list.ScrollBy(by)
	}
	return nil
}
