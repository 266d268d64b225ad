package pane

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

const (
	wordsLabel   = "Search: "
	twoColumns   = 110 // minimum pane width for showing results and article side by side
	minHitsWidth = 42  // minimum width of the results next to the article
	maxHitsWidth = 72
	maxTextWidth = 100 // maximum width of an article: longer lines are hard to read
	// articleFrame is the number of rows around an article's text: title, category, search and footer.
	articleFrame = 4
)

// SetSize sets the size in columns and rows.
func (p *FAQ) SetSize(w, h int) {
	p.width, p.height = w, h
	p.words.SetWidth(max(p.hitsColumn()-len(wordsLabel)-1, 1))
	p.articleSearch.words.SetWidth(max(p.articleWidth()-len(wordsLabel)-1, 1))
	p.list.SetSize(max(h-3, 1))
	p.articleSearch.SetSize(max(p.articleWidth(), 1), max(h-articleFrame, 1))
}

// isSplit reports whether results and article are shown side by side. Before an article is open, the results use
// the whole width.
func (p *FAQ) isSplit() bool { return p.width >= twoColumns && p.article != nil }

func (p *FAQ) hitsColumn() int {
	if p.isSplit() {
		return min(max(p.width-maxTextWidth-3, minHitsWidth), maxHitsWidth)
	}
	return min(p.width, maxTextWidth)
}

func (p *FAQ) articleWidth() int {
	if p.isSplit() {
		return min(p.width-p.hitsColumn()-3, maxTextWidth)
	}
	return min(p.width, maxTextWidth)
}

// View renders the results next to the article if there is room, and otherwise one of them.
func (p *FAQ) View() string {
	if !p.isSplit() {
		if p.reading {
			return strings.Join(p.articleRows(), "\n")
		}
		return strings.Join(p.hitRows(p.hitsColumn()), "\n")
	}
	hits, article := p.hitRows(p.hitsColumn()), p.articleRows()
	rows := make([]string, p.height)
	for i := range rows {
		rows[i] = pad(hits[i], p.hitsColumn()) + p.th.Border.Render(" │ ") + article[i]
	}
	return strings.Join(rows, "\n")
}

// hitRows returns the search field, the chosen category, the results or the tree, and the footer.
func (p *FAQ) hitRows(width int) []string {
	category := ""
	if !p.showsTree && p.tree.chosen != nil {
		category = p.th.Emphasis.Render(termwidth.Truncate(" "+p.tree.chosen.Name.String(), width))
	}
	rows := []string{p.th.Header.Render(wordsLabel) + p.words.View(), category}
	body := max(p.height-3, 0)
	switch {
	case p.showsTree:
		rows = append(rows, fill(p.treeRows(width), body)...)
	case len(p.found.Articles) == 0:
		rows = append(rows, fill(p.nothing(width), body)...)
	default:
		rows = append(rows, fill(p.articleList(width), body)...)
	}
	return append(rows, p.hitFooter(width))
}

func (p *FAQ) articleList(width int) []string {
	from, to := p.list.Visible()
	var rows []string
	for i := from; i < min(to, len(p.found.Articles)); i++ {
		a := &p.found.Articles[i]
		remark := a.CategoryName.String()
		if p.tree.chosen != nil {
			remark = "" // shown once above the list
		}
		rows = append(rows, p.renderRow(i, " "+a.Title.String(), remark, width))
	}
	return rows
}

// renderRow renders a row of a list, with a right-aligned remark if there is room.
func (p *FAQ) renderRow(i int, s, remark string, width int) string {
	room := width - termwidth.Width(remark) - 2
	if termwidth.Width(s) > room || remark == "" {
		s, remark = termwidth.Pad(s, width), ""
	} else {
		s, remark = termwidth.Pad(s, room)+" ", remark+" "
	}
	switch {
	case i == p.list.Cursor() && p.focused && !p.reading:
		return p.th.Selected.Render(s + remark)
	case i == p.list.Cursor():
		return p.th.SelectedInactive.Render(s + remark)
	}
	return s + p.th.Muted.Render(remark)
}

func (p *FAQ) treeRows(width int) []string {
	switch {
	case len(p.tree.categories) == 0 && p.tree.err != nil:
		return p.failed(width, p.tree.err)
	case len(p.tree.categories) == 0 && p.tree.asked:
		return []string{
			p.th.Muted.Render(termwidth.Truncate(" The FAQ has no categories. Type words to search.", width)),
		}
	case len(p.tree.categories) == 0:
		return []string{p.th.Muted.Render(termwidth.Truncate(" Fetching the categories…", width))}
	}
	rows := p.tree.rows
	from, to := p.list.Visible()
	var out []string
	for i := from; i < min(to, len(rows)); i++ {
		r := rows[i]
		sign, name := "  ", r.category.Name.String()
		switch {
		case r.articles:
			name = "Articles in " + name
		case r.parent && r.open:
			sign = "▾ "
		case r.parent:
			sign = "▸ "
		}
		out = append(out, p.renderRow(i, " "+strings.Repeat("  ", r.depth)+sign+name, "", width))
	}
	return out
}

func (p *FAQ) failed(width int, err error) []string {
	if backend.IsNotConfigured(err) { // a retry cannot resolve it
		return withMargin(p.th.Warning, "Not asked for: "+backend.ErrorText(err), width)
	}
	again := p.escPrefix() + p.keys.KeyLabel(keymap.FAQ, keymap.Refresh) + " asks again"
	return append(withMargin(p.th.Error, "✗ "+backend.ErrorText(err), width), withMargin(p.th.Muted, again, width-1)...)
}

// withMargin wraps a text into rows behind a blank.
func withMargin(ink theme.Style, s string, width int) []string {
	return ink.RenderLines(" ", termwidth.Wrap(s, width-1))
}

func (p *FAQ) nothing(width int) []string {
	switch {
	case p.busy:
		return []string{p.th.Muted.Render(termwidth.Truncate(" Searching…", width))}
	case p.found.Err != nil:
		return p.failed(width, p.found.Err)
	case p.tree.chosen != nil:
		return []string{
			p.th.Emphasis.Render(termwidth.Truncate(" Nothing seen in “"+p.tree.chosen.Name.String()+"” yet", width)),
			p.th.Muted.Render(termwidth.Truncate(" The service searches titles: type a word.", width)),
		}
	}
	return append([]string{
		p.th.Emphasis.Render(termwidth.Truncate(" No title has these words", width)),
	}, withMargin(p.th.Muted, "Try fewer or shorter ones. "+p.escPrefix()+p.keys.KeyLabel(keymap.FAQ, keymap.Categories)+" shows the categories.", width-1)...)
}

// escPrefix returns the key to press before a letter key while the search field has focus.
func (p *FAQ) escPrefix() string {
	if !p.words.IsFocused() {
		return ""
	}
	return p.keys.KeyLabel(keymap.FAQ, keymap.Back) + ", then "
}

func (p *FAQ) hitFooter(width int) string {
	switch {
	case p.showsTree:
		return p.treeFooter(width)
	case p.found.Err != nil && len(p.found.Articles) > 0:
		return p.th.Error.Render(termwidth.Pad("✗ as remembered; "+backend.ErrorText(p.found.Err), width))
	case p.found.Err != nil:
		return "" // there is nothing to count
	case p.busy && len(p.found.Articles) == 0:
		return "" // the list area already shows that a search is running
	case p.busy && p.tree.chosen != nil:
		return p.th.Info.Render(termwidth.Pad(" searching…", width))
	case p.tree.chosen != nil:
		return p.th.Muted.Render(
			termwidth.Pad(fmt.Sprintf(" %d seen so far; type words for more", len(p.found.Articles)), width),
		)
	case p.busy:
		return p.th.Info.Render(termwidth.Pad(fmt.Sprintf(" %d remembered, searching…", len(p.found.Articles)), width))
	}
	return p.th.Muted.Render(termwidth.Pad(fmt.Sprintf(" %d found", len(p.found.Articles)), width))
}

// treeFooter returns the number of categories, or the error of the last request.
func (p *FAQ) treeFooter(width int) string {
	n := len(p.tree.categories)
	switch {
	case n == 0:
		return "" // there is nothing to count
	case p.tree.err != nil:
		return p.th.Error.Render(termwidth.Pad("✗ as fetched before; "+backend.ErrorText(p.tree.err), width))
	}
	return p.th.Muted.Render(termwidth.Pad(fmt.Sprintf(" %d categories", n), width))
}

// Cursor returns the cursor of the focused search field.
func (p *FAQ) Cursor() *tea.Cursor {
	if c := p.articleSearch.cursor(wordsLabel); c != nil {
		x := 0
		if p.isSplit() {
			x = p.hitsColumn() + 3
		}
		return textedit.MoveCursor(c, x, articleFrame-2)
	}
	return textedit.MoveCursor(p.words.Cursor(), len(wordsLabel), 0)
}
