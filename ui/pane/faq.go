package pane

import (
	"context"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/form"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// FAQ is the knowledge base: words to search for, hits or the tree of categories, and an article.
type FAQ struct {
	cmds *backend.Backend
	draw *part.Renderer
	th   *theme.Theme
	keys keymap.Keymap // that are named in what is said

	words  *form.Input
	typing bool
	found  backend.ArticlesFoundMsg // the newest hits for what is typed
	busy   bool
	// openFirst says that the first hit is opened when it arrives: the agent has asked for it already.
	openFirst bool
	tree      tree
	showsTree bool // the tree is shown instead of hits
	list      part.ListWindow

	article       *desk.Article // the one that is read or was last
	reading       bool
	page          part.Rendered
	drawn         articleKey // what the page was or is being drawn for
	seq           int
	cancel        context.CancelFunc
	drawErr       error
	articleSearch searchView // its lines, and what is searched for in them

	width, height int
	focused       bool
}

// articleRenderedMsg is an article as far as it is drawn, and how to get the rest.
type articleRenderedMsg struct {
	seq  int
	page part.Rendered
	more tea.Cmd
	err  error
}

// NewFAQ makes the pane with nothing searched for.
func NewFAQ(cmds *backend.Backend, draw *part.Renderer, th *theme.Theme) *FAQ {
	p := &FAQ{
		cmds: cmds, draw: draw, words: form.NewInput("words of an article's title", 200),
		articleSearch: newFinder("words in this article"), showsTree: true, cancel: func() {},
	}
	p.SetTheme(th)
	return p
}

// SetKeys tells which keys the console has.
func (p *FAQ) SetKeys(keys keymap.Keymap) { p.keys = keys }

// ID is the pane's place in the keymap.
func (p *FAQ) ID() keymap.Scope { return keymap.FAQ }

// CapturesText says that words to search for are being typed.
func (p *FAQ) CapturesText() bool { return p.typing || p.articleSearch.typing }

// IsSearchingArticle says that words to look for inside the article are being typed.
func (p *FAQ) IsSearchingArticle() bool { return p.articleSearch.typing }

// Open opens the pane to be typed into.
func (p *FAQ) Open() tea.Cmd {
	p.startTyping()
	return p.categories()
}

// categories fetches the tree until it is known.
func (p *FAQ) categories() tea.Cmd {
	if p.tree.known() {
		return nil
	}
	return p.cmds.LoadCategories(false)
}

func (p *FAQ) startTyping() {
	p.typing, p.reading, p.openFirst = true, false, false
	p.articleSearch.stopTyping()
	p.words.Focus()
}

func (p *FAQ) stopTyping() {
	p.typing = false
	p.words.Blur()
}

// PlainText is the article as plain text, for a comment or the clipboard; false when none is shown.
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

// selected is the article under the cursor in the hits.
func (p *FAQ) selected() *desk.Article {
	if p.showsTree || p.list.Cursor() >= len(p.found.Articles) {
		return nil
	}
	return &p.found.Articles[p.list.Cursor()]
}

// Update takes hits, categories and drawn articles and, while words are typed, keys.
func (p *FAQ) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.ArticlesFoundMsg:
		return p.takeHits(msg)
	case backend.CategoriesLoadedMsg:
		p.tree.take(msg)
		p.relist()
	case articleRenderedMsg:
		return p.takePage(msg)
	case tea.KeyPressMsg, tea.PasteMsg:
		return p.input(msg)
	}
	return nil
}

// input is a key or a paste for the words that are being typed.
func (p *FAQ) input(msg tea.Msg) tea.Cmd {
	k, isKey := msg.(tea.KeyPressMsg)
	switch {
	case p.articleSearch.typing:
		p.articleSearch.input(msg)
	case p.typing && isKey:
		return p.typed(k)
	case p.typing:
		return p.retyped(msg)
	}
	return nil
}

// open reads the article under the cursor, or opens the category.
func (p *FAQ) open() tea.Cmd {
	if p.showsTree {
		return p.openCategory()
	}
	if p.busy && (p.found.Query != p.query() || len(p.found.Articles) == 0) {
		p.openFirst = true // what is shown are still the hits for other words
		return nil
	}
	a := p.selected()
	if a == nil {
		return nil
	}
	return p.read(a)
}

func (p *FAQ) read(a *desk.Article) tea.Cmd {
	p.stopTyping()
	p.article, p.reading, p.page, p.drawErr = a, true, part.Rendered{}, nil
	p.articleSearch.clear()
	return p.drawArticle()
}

// Failed says that what is shown could not be fetched, and that asking again may help.
func (p *FAQ) Failed() bool {
	err := p.found.Err
	if p.showsTree {
		err = p.tree.err
	}
	return err != nil && !backend.IsNotConfigured(err)
}

// Refresh asks again for what is shown.
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

// Back goes back one step; false when there is none left inside the pane.
func (p *FAQ) Back() bool {
	p.openFirst = false
	switch {
	case p.reading:
		p.reading = false
	case !p.showsTree:
		p.showsTree = true
		p.tree.chosen = nil
		p.words.SetValue("")
		p.relist()
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

// SetFocus says whether the keys go here.
func (p *FAQ) SetFocus(has bool) { p.focused = has }

// takeHits shows hits for what is typed now; what is remembered never replaces what the service said. The first one is
// opened when the agent has asked for it before it was there.
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
	p.relist()
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
	p.list.Top()
	return p.read(p.selected())
}

// query is the words that hits are wanted for: those typed, or a category's mark.
func (p *FAQ) query() string {
	if p.tree.chosen != nil && p.words.Value() == "" {
		return categoryMark(p.tree.chosen)
	}
	return p.words.Value()
}

func categoryMark(c *desk.Category) string { return "\x00" + strconv.FormatInt(c.ID, 10) }

func (p *FAQ) typed(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		p.stopTyping()
		return nil
	case "up", "down":
		by := 1
		if k.String() == "up" {
			by = -1
		}
		p.list.Move(by)
		return nil
	case "enter", "tab":
		p.stopTyping()
		if p.showsTree {
			return nil
		}
		return p.open()
	}
	return p.retyped(k)
}

func (p *FAQ) retyped(msg tea.Msg) tea.Cmd {
	before := p.words.Value()
	p.words.Update(msg)
	if p.words.Value() == before {
		return nil
	}
	p.tree.chosen = nil
	return p.search()
}

// search asks for what is typed now; with nothing typed the tree is shown.
func (p *FAQ) search() tea.Cmd {
	p.showsTree, p.busy = p.words.Value() == "", p.words.Value() != ""
	p.found.Err = nil
	p.relist()
	p.list.Top()
	if p.showsTree {
		return p.categories()
	}
	return p.cmds.SearchArticles(p.words.Value())
}

func (p *FAQ) relist() {
	if p.showsTree {
		p.list.SetCount(len(p.tree.rows))
		return
	}
	p.list.SetCount(len(p.found.Articles))
}
