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

// articlePart returns the part of the pane with the article, and the row in it where the text begins.
func (p *FAQ) articlePart() (part image.Rectangle, text int) {
	switch {
	case p.isSplit():
		return image.Rect(p.listWidth()+3, 0, p.width, p.height), articleFrame - 1
	case p.reading:
		return image.Rect(0, 0, p.width, p.height), articleFrame - 1
	case p.hasPreview():
		top := 1 + p.listHeight() + 1
		return image.Rect(0, top, p.width, top+p.textHeight()), 0
	}
	return image.Rectangle{}, 0
}

// Areas returns the search field, the rows and the article or what is chosen of it. A click moves to an article and a
// double click reads it; a category is opened or folded by one click. In an article a click chooses a section or a
// line, and a double click inserts it; a click on its text reads it.
func (p *FAQ) Areas() Areas {
	part, text := p.articlePart()
	all := p.articleAreas(part, text)
	if p.reading && !p.isSplit() {
		return all
	}
	field := func(at image.Point) (widget.Spot, bool) {
		put := p.words.ClickAt(image.Pt(at.X-len(p.label), 0))
		return widget.Spot{Name: "search", Select: func() tea.Cmd { p.StartTyping(); put(); return nil }}, true
	}
	all = append(all, Area{Rectangle: image.Rect(0, 0, p.listWidth(), 1), Inside: field})
	rows, open := p.Rows(), p.openKey(keymap.FAQ)
	for y, row := range p.listed {
		if row == noRow || row >= rows.Len() {
			continue
		}
		a := Area{Rectangle: image.Rect(0, y+1, p.listWidth(), y+2), Spot: rows.spot(row, open)}
		if p.articles.kind == categories {
			a.Spot = onClick(func() { rows.Point(row) }, open)
		}
		all = append(all, a)
	}
	return all
}

// articleAreas returns what can be met in the part with the article.
func (p *FAQ) articleAreas(part image.Rectangle, text int) Areas {
	switch {
	case !p.choice.IsOpen() && p.article != nil && !p.reading && !p.isPart:
		return Areas{{Rectangle: part, Spot: widget.Spot{Key: p.openKey(keymap.FAQ)}}}
	case !p.choice.IsOpen():
		return nil
	}
	var all Areas
	for y := part.Min.Y + text; y < part.Max.Y; y++ {
		if line, ok := p.choice.LineAt(y - part.Min.Y - text); ok {
			point := func() { p.choice.PointTo(line) }
			spot := onDoubleClick("line "+strconv.Itoa(line), point, p.openKey(keymap.FAQ))
			all = append(all, Area{Rectangle: image.Rect(part.Min.X, y, part.Max.X, y+1), Spot: spot})
		}
	}
	return all
}

// ScrollAt scrolls the list or the article under the pointer.
func (p *FAQ) ScrollAt(at image.Point, by int) tea.Cmd {
	switch part, _ := p.articlePart(); {
	case !at.In(part):
		p.list.ScrollBy(by)
	case p.choice.IsOpen():
		p.choice.Move(by)
	default:
		p.articleSearch.Move(by)
	}
	return nil
}
