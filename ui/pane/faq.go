package pane

import (
	"context"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// FAQ is the knowledge base pane: a search field, search results or the category tree, and an article.
type FAQ struct {
	base
	draw *markdown.Renderer

	words *textedit.Input
	found backend.ArticlesFoundMsg // latest results
	busy  bool
	// openFirst is set if the agent pressed enter before results arrived: the first one is then opened.
	openFirst bool
	tree      tree
	showsTree bool // show the tree instead of results
	list      widget.ListWindow

	article       *desk.Article // the open article, or the last one
	reading       bool
	page          markdown.Rendered
	drawn         articleKey // what the page was rendered from, or is being rendered from
	seq           int
	cancel        context.CancelFunc
	drawErr       error
	articleSearch searchView // the article's lines and the search in them
}

// articleRenderedMsg is an article as far as it is rendered, and the command that returns the rest.
type articleRenderedMsg struct {
	seq  int
	page markdown.Rendered
	more tea.Cmd
	err  error
}

// NewFAQ returns the pane with an empty search.
func NewFAQ(d Deps) *FAQ {
	p := &FAQ{
		base: newBase(d), draw: d.Markdown, words: textedit.NewInput("words of an article's title", 200),
		articleSearch: newSearchView("words in this article"), showsTree: true, cancel: func() {},
	}
	p.SetTheme(d.Theme)
	return p
}

// ID returns the pane's scope in the keymap.
func (p *FAQ) ID() keymap.Scope { return keymap.FAQ }

// CapturesText reports whether a search field has focus.
func (p *FAQ) CapturesText() bool { return p.words.IsFocused() || p.articleSearch.CapturesText() }

// TypingKeys returns the keys of the focused search field.
func (p *FAQ) TypingKeys() []key.Binding {
	if p.articleSearch.CapturesText() {
		return searchKeys
	}
	return []key.Binding{hint("⏎", "read"), hint("↑ ↓", "choose"), hint("esc", "stop typing")}
}

// IsReading reports whether an article is open.
func (p *FAQ) IsReading() bool { return p.reading }

// HasResults reports whether articles are listed.
func (p *FAQ) HasResults() bool { return !p.showsTree && len(p.found.Articles) > 0 }

// ShowsTree reports whether the categories are shown instead of results or an article.
func (p *FAQ) ShowsTree() bool { return p.showsTree && !p.reading }

// IsEmpty reports whether nothing is listed.
func (p *FAQ) IsEmpty() bool {
	return p.showsTree && len(p.tree.rows) == 0 || !p.showsTree && len(p.found.Articles) == 0
}

// HasMatches reports whether the search in the open article has found anything.
func (p *FAQ) HasMatches() bool { return p.reading && p.articleSearch.HasMatches() }

// NextMatch scrolls to another match.
func (p *FAQ) NextMatch(by int) { p.articleSearch.NextMatch(by) }

// scroller returns what moves: the open article or the list.
func (p *FAQ) scroller() Scroller {
	if p.reading {
		return &p.articleSearch
	}
	return &p.list
}

// Move moves the cursor of the list, or scrolls the open article.
func (p *FAQ) Move(by int) { p.scroller().Move(by) }

// HalfPage moves or scrolls by half a page.
func (p *FAQ) HalfPage(by int) { p.scroller().HalfPage(by) }

// GotoTop moves or scrolls to the first row.
func (p *FAQ) GotoTop() { p.scroller().GotoTop() }

// GotoBottom moves or scrolls to the last row.
func (p *FAQ) GotoBottom() { p.scroller().GotoBottom() }

// Enter focuses the search field and loads the categories.
func (p *FAQ) Enter() tea.Cmd {
	p.startTyping()
	return p.categories()
}

// categories loads the categories unless they are known.
func (p *FAQ) categories() tea.Cmd {
	if len(p.tree.categories) > 0 {
		return nil
	}
	return p.cmds.LoadCategories(false)
}

func (p *FAQ) startTyping() {
	p.reading, p.openFirst = false, false
	p.articleSearch.words.Blur()
	p.words.Focus()
}

// PlainText returns the open or selected article as plain text, for a comment or the clipboard; false if there is
// none.
func (p *FAQ) PlainText() (string, bool) {
	a := p.article
	if !p.reading {
		a = p.selected()
	}
	if a == nil {
		return "", false
	}
	return a.Body.Text().String(), true
}

// selected returns the article under the cursor in the results; nil if there is none.
func (p *FAQ) selected() *desk.Article {
	if p.showsTree || p.list.Cursor() >= len(p.found.Articles) {
		return nil
	}
	return &p.found.Articles[p.list.Cursor()]
}

// Update handles results, categories and rendered articles and, while a search field has focus, keys.
func (p *FAQ) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.ArticlesFoundMsg:
		return p.takeHits(msg)
	case backend.CategoriesLoadedMsg:
		p.tree.take(msg)
		p.rebuildRows()
	case articleRenderedMsg:
		return p.takePage(msg)
	case tea.KeyPressMsg, tea.PasteMsg:
		return p.input(msg)
	}
	return nil
}

// input handles a key or a paste for the focused search field.
func (p *FAQ) input(msg tea.Msg) tea.Cmd {
	k, isKey := msg.(tea.KeyPressMsg)
	switch {
	case p.articleSearch.CapturesText():
		p.articleSearch.input(msg)
	case p.words.IsFocused() && isKey:
		return p.handleTypingKey(k)
	case p.words.IsFocused():
		return p.updateWords(msg)
	}
	return nil
}

// Open opens the article or category under the cursor.
func (p *FAQ) Open() tea.Cmd {
	if p.showsTree {
		return p.openCategory()
	}
	if p.busy && (p.found.Query != p.query() || len(p.found.Articles) == 0) {
		p.openFirst = true // the visible results are for a previous query
		return nil
	}
	a := p.selected()
	if a == nil {
		return nil
	}
	return p.read(a)
}

func (p *FAQ) read(a *desk.Article) tea.Cmd {
	p.words.Blur()
	p.article, p.reading, p.page, p.drawErr = a, true, markdown.Rendered{}, nil
	p.articleSearch.clear()
	return p.drawArticle()
}

// Failed reports whether loading the visible list failed with an error that a retry may resolve.
func (p *FAQ) Failed() bool {
	err := p.found.Err
	if p.showsTree {
		err = p.tree.err
	}
	return err != nil && !backend.IsNotConfigured(err)
}

// Refresh loads the visible list again.
func (p *FAQ) Refresh() tea.Cmd {
	if p.showsTree {
		return p.cmds.LoadCategories(true)
	}
	p.found.Final = false
	if p.tree.chosen != nil {
		return p.openCategory()
	}
	return p.search()
}

// Back goes back one step; it returns false if there is none within the pane.
func (p *FAQ) Back() bool {
	p.openFirst = false
	switch {
	case p.reading:
		p.reading = false
	case !p.showsTree:
		p.showsTree = true
		p.tree.chosen = nil
		p.words.SetValue("")
		p.rebuildRows()
	default:
		return false
	}
	return true
}

// SetTheme changes the colours.
func (p *FAQ) SetTheme(th *theme.Theme) {
	p.th = th
	p.words.SetTheme(th)
	p.articleSearch.words.SetTheme(th)
}

// takeHits shows the results of the current query; cached results never replace those of the service. It opens the
// first result if the agent has already requested that.
func (p *FAQ) takeHits(msg backend.ArticlesFoundMsg) tea.Cmd {
	if msg.Query != p.query() {
		return nil
	}
	if msg.Final {
		p.busy = false
	} else if p.found.Final && p.found.Query == msg.Query {
		return nil
	}
	if msg.Err != nil {
		p.found.Err = msg.Err
		p.openFirst = false
		return nil
	}
	at := p.selected()
	p.found = msg
	p.rebuildRows()
	if at != nil {
		for i := range msg.Articles {
			if msg.Articles[i].ID == at.ID {
				p.list.SetCursor(i)
			}
		}
	}
	if !msg.Final || !p.openFirst {
		return nil
	}
	p.openFirst = false
	if !p.focused || p.showsTree || p.reading || len(msg.Articles) == 0 {
		return nil
	}
	p.list.GotoTop()
	return p.read(p.selected())
}

// query returns the current query: the text typed, or the mark of the chosen category.
func (p *FAQ) query() string {
	if p.tree.chosen != nil && p.words.Value() == "" {
		return categoryMark(p.tree.chosen)
	}
	return p.words.Value()
}

func categoryMark(c *desk.Category) string { return "\x00" + strconv.FormatInt(c.ID, 10) }

func (p *FAQ) handleTypingKey(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		p.words.Blur()
		return nil
	case "up", "down":
		by := 1
		if k.String() == "up" {
			by = -1
		}
		p.list.Move(by)
		return nil
	case "enter", "tab":
		p.words.Blur()
		if p.showsTree {
			return nil
		}
		return p.Open()
	}
	return p.updateWords(k)
}

func (p *FAQ) updateWords(msg tea.Msg) tea.Cmd {
	before := p.words.Value()
	p.words.Update(msg)
	if p.words.Value() == before {
		return nil
	}
	p.tree.chosen = nil
	return p.search()
}

// search searches for the text typed, or shows the category tree if there is none.
func (p *FAQ) search() tea.Cmd {
	p.showsTree, p.busy = p.words.Value() == "", p.words.Value() != ""
	p.found.Err = nil
	p.rebuildRows()
	p.list.GotoTop()
	if p.showsTree {
		return p.categories()
	}
	return p.cmds.SearchArticles(p.words.Value())
}

func (p *FAQ) rebuildRows() {
	if p.showsTree {
		p.list.SetCount(len(p.tree.rows))
		return
	}
	p.list.SetCount(len(p.found.Articles))
}
