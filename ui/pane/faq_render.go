package pane

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
)

const (
	wordsLabel   = "Search: "
	twoColumns   = 110 // minimum pane width for showing the list and the article side by side
	minHitsWidth = 42  // minimum width of the list next to the article
	maxHitsWidth = 72
	maxTextWidth = 100 // maximum width of an article: longer lines are hard to read
	// articleFrame is the number of rows around an article's text: title, category, search and footer.
	articleFrame = 4
	// listFrame is the number of rows around the list: the search and the footer.
	listFrame = 2
	// minPreview is the minimum height of the pane for the article under the list.
	minPreview = 16
	// minPartPreview is the same of a part of a screen.
	minPartPreview = 8
	// tallList is the height of the list from which articles have a second row for what was found in them.
	tallList = 10
)

// SetSize sets the size in columns and rows.
func (p *FAQ) SetSize(w, h int) {
	p.width, p.height = w, h
	p.words.SetWidth(max(p.listWidth()-len(p.label)-1, 1))
	p.articleSearch.words.SetWidth(max(p.articleWidth()-len(wordsLabel)-1, 1))
	p.list.SetSize(p.visibleArticles())
	p.articleSearch.SetSize(max(p.articleWidth(), 1), max(p.textHeight(), 1))
}

// isSplit reports whether the list and the article are side by side.
func (p *FAQ) isSplit() bool { return p.width >= twoColumns && p.articles.kind != categories }

func (p *FAQ) listWidth() int {
	if p.isSplit() {
		return min(max(p.width-maxTextWidth-3, minHitsWidth), maxHitsWidth)
	}
	return min(p.width, maxTextWidth)
}

func (p *FAQ) articleWidth() int {
	if p.isSplit() {
		return min(p.width-p.listWidth()-3, maxTextWidth)
	}
	return min(p.width, maxTextWidth)
}

// hasPreview reports whether the article under the cursor is shown under the list.
func (p *FAQ) hasPreview() bool {
	least := minPreview
	if p.isPart {
		least = minPartPreview
	}
	return !p.isSplit() && p.height >= least && p.articles.kind != categories && len(p.articles.rows) > 0
}

// listHeight returns the rows of the list, with the headings of its groups.
func (p *FAQ) listHeight() int {
	all := max(p.height-listFrame, 0)
	if !p.hasPreview() {
		return all
	}
	return min(listAbove(all), len(p.articles.rows)*p.rowsPerArticle()+len(p.groups()))
}

// listAbove returns the rows of a list above the article under its cursor.
func listAbove(room int) int { return max(room*2/5, 4) }

// rowsPerArticle returns how many rows an article has in the list.
func (p *FAQ) rowsPerArticle() int {
	room := max(p.height-listFrame, 0)
	if p.hasPreview() {
		room = listAbove(room)
	}
	if !p.articles.hasSnippets || room < tallList {
		return 1
	}
	return 2
}

// visibleArticles returns how many rows of the list fit, apart from the headings of its groups.
func (p *FAQ) visibleArticles() int {
	return max((p.listHeight()-len(p.groups()))/p.rowsPerArticle(), 1)
}

// textHeight returns the rows of the article's text.
func (p *FAQ) textHeight() int {
	if p.hasPreview() && !p.reading {
		return p.height - listFrame - p.listHeight() - 1
	}
	return p.height - articleFrame
}

// View renders the list next to the article if there is room, otherwise above it, or the article that is read alone.
func (p *FAQ) View() string {
	switch {
	case p.isSplit():
		list, article := p.listRows(p.listWidth()), p.articleRows()
		rows := make([]string, p.height)
		for i := range rows {
			rows[i] = pad(list[i], p.listWidth()) + p.th.Border.Render(" │ ") + article[i]
		}
		return strings.Join(rows, "\n")
	case p.reading:
		return strings.Join(p.articleRows(), "\n")
	}
	return strings.Join(p.listRows(p.listWidth()), "\n")
}

// listRows returns the search field, the list, the preview under it and the footer.
func (p *FAQ) listRows(width int) []string {
	ink := p.th.Header
	if p.isPart && p.focused {
		ink = p.th.Accent
	}
	rows := []string{ink.Render(p.label) + p.words.View()}
	height := p.listHeight()
	p.listed = p.listed[:0]
	switch {
	case p.articles.kind == categories:
		rows = append(rows, Fill(p.treeRows(width), height)...)
	case len(p.articles.rows) == 0:
		rows = append(rows, Fill(p.nothing(width), height)...)
	default:
		rows = append(rows, Fill(p.articleList(width), height)...)
	}
	if p.hasPreview() {
		rows = append(rows, p.previewTitle(width))
		rows = append(rows, p.textRows(width, p.textHeight())...)
	}
	return append(Fill(rows, p.height-1), p.listFooter(width))
}

// previewTitle returns the rule between the list and the article, with the article's title.
func (p *FAQ) previewTitle(width int) string {
	title := ""
	if p.article != nil {
		title = p.th.Emphasis.Render(termwidth.Truncate(p.article.Title.String(), width-6))
	}
	return p.th.Heading(title, width)
}

// Cursor returns the cursor of the focused search field.
func (p *FAQ) Cursor() *tea.Cursor {
	if c := p.articleSearch.cursor(wordsLabel); c != nil {
		x := 0
		if p.isSplit() {
			x = p.listWidth() + 3
		}
		return textedit.MoveCursor(c, x, articleFrame-2)
	}
	return textedit.MoveCursor(p.words.Cursor(), len(p.label), 0)
}
