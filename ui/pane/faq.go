package pane

import (
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

// FAQ is the FAQ pane: a search field, articles or the category tree, and the article under the cursor.
type FAQ struct {
	base
	draw        *markdown.Renderer
	articleLink func(id int64) string // nil where it is not known

	isPart   bool   // it is a part of a screen: without categories, and with its article in less room
	label    string // of the search field
	words    *textedit.Input
	subject  faqSubject
	articles listing
	tree     tree
	list     widget.ListWindow
	// openFirst is set if the agent pressed enter before results arrived: the first one is then opened.
	openFirst bool
	prefer    int64 // the article that the cursor moves to when it is suggested; 0 for none

	article       *desk.Article // of the row under the cursor; nil until it is read
	wanted        int64         // the article that is being read or shown; 0 for none
	marked        []string      // words that are marked in it
	reading       bool          // the keys move in the article
	choice        Choice        // of what to insert of the article
	page          markdown.Rendered
	drawn         articleKey // what the page was rendered from, or is being rendered from
	rendering     backend.Slot
	drawErr       error
	articleSearch searchView // the article's lines and the search in them

	listed []int // the row of the list in each line below the search, as drawn last; -1 for none
}

// faqSubject is what suggestions are for.
type faqSubject struct {
	ticket *desk.Ticket
	detail *desk.TicketDetails // nil until it is loaded
	about  string              // what they are asked for with: the ticket's id, or a text
}

// ofTicket is what suggestions for a ticket are for.
func ofTicket(t *desk.Ticket, d *desk.TicketDetails) faqSubject {
	s := faqSubject{ticket: t, detail: d}
	s.about = s.id().Raw()
	return s
}

// id returns the ticket's id; zero without a ticket.
func (s faqSubject) id() desk.ID {
	if s.ticket == nil {
		return desk.ID{}
	}
	return s.ticket.ID
}

// NewFAQ returns the pane with an empty search.
func NewFAQ(d Deps) *FAQ {
	p := &FAQ{
		base: newBase(d), draw: d.Markdown, articleLink: d.ArticleLink, label: wordsLabel, words: textedit.NewSearch("in the FAQ", 200),
		articleSearch: newSearchView("in this article"),
	}
	p.SetTheme(d.Theme)
	return p
}

// NewAnswers returns the articles of the FAQ as a part of a screen.
func NewAnswers(d Deps) *FAQ {
	p := NewFAQ(d)
	p.isPart, p.label, p.words = true, "Answers  ", textedit.NewSearch("search the FAQ", 200)
	p.articles.kind = suggested
	p.SetTheme(d.Theme)
	return p
}

// CapturesText reports whether a search field has focus.
func (p *FAQ) CapturesText() bool { return p.words.IsFocused() || p.articleSearch.CapturesText() }

// TypingKeys returns the keys of the focused search field.
func (p *FAQ) TypingKeys() []key.Binding {
	leave := typedHint(p.keys, keymap.FAQ, keymap.Back, "leave")
	help := typedHint(p.keys, keymap.FAQ, keymap.Help, "help")
	if p.articleSearch.CapturesText() {
		return p.articleSearch.keysOf(p.keys, keymap.FAQ, leave)
	}
	inTree, toTree := p.articles.kind == categories, typedHint(p.keys, keymap.FAQ, keymap.Categories, "categories")
	switch {
	case p.Count() == 0 && p.Failed() && inTree:
		return []key.Binding{hint("⏎", "retry", "enter"), help, leave}
	case p.Count() == 0 && p.Failed():
		return []key.Binding{hint("⏎", "retry", "enter"), toTree, help, leave}
	case p.Count() == 0 && inTree:
		return []key.Binding{help, leave}
	case p.Count() == 0:
		return []key.Binding{toTree, help, leave}
	case inTree:
		return []key.Binding{hint("↑ ↓", "choose"), hint("⏎", "open", "enter"), help, leave}
	}
	return []key.Binding{
		hint("↑ ↓", "choose"), hint("⏎", "read", "enter"), typedHint(p.keys, keymap.FAQ, keymap.Insert, "insert"), toTree, help, leave,
	}
}

// typedLabel returns the key of an action that works while text is typed.
func (p *FAQ) typedLabel(action keymap.Action) string {
	return p.th.KeyName(typedHint(p.keys, keymap.FAQ, action, "").Help().Key)
}

// PassesOn reports whether a key is none of the focused search field: an action of the pane or of the console may have
// it.
func (p *FAQ) PassesOn(k tea.KeyPressMsg) bool {
	switch k.String() {
	case "enter":
		return false
	case "up", "down":
		return p.articleSearch.CapturesText()
	}
	edits, _ := textedit.KeyEffect(k)
	return !edits
}

// Subject returns the ticket that an answer is looked up for; nil if there is none.
func (p *FAQ) Subject() *desk.Ticket { return p.subject.ticket }

// IsReading reports whether the keys move in an article.
func (p *FAQ) IsReading() bool { return p.reading }

// HasArticles reports whether articles are listed.
func (p *FAQ) HasArticles() bool { return len(p.articles.rows) > 0 }

// ShowsTree reports whether the categories are shown instead of articles.
func (p *FAQ) ShowsTree() bool { return p.articles.kind == categories && !p.reading }

// Count returns the number of rows that are listed.
func (p *FAQ) Count() int {
	if p.articles.kind == categories {
		return len(p.tree.rows)
	}
	return len(p.articles.rows)
}

// HasMatches reports whether the search in the open article has found anything.
func (p *FAQ) HasMatches() bool { return p.reading && p.articleSearch.HasMatches() }

// NextMatch scrolls to another match.
func (p *FAQ) NextMatch(by int) { p.articleSearch.NextMatch(by) }

// scroller returns what moves: the choice in an article, the article that is read or the list.
func (p *FAQ) scroller() Scroller {
	switch {
	case p.choice.IsOpen():
		return &p.choice
	case p.reading:
		return &p.articleSearch
	}
	return &p.list
}

// Move moves the cursor of the list, or scrolls the article that is read.
func (p *FAQ) Move(by int) { p.scroller().Move(by) }

// HalfPage moves by half a page; beside the list it scrolls the article under the cursor.
func (p *FAQ) HalfPage(by int) {
	if !p.choice.IsOpen() && p.article != nil {
		p.articleSearch.HalfPage(by)
		return
	}
	p.scroller().HalfPage(by)
}

// GotoTop moves or scrolls to the first row.
func (p *FAQ) GotoTop() { p.scroller().GotoTop() }

// GotoBottom moves or scrolls to the last row.
func (p *FAQ) GotoBottom() { p.scroller().GotoBottom() }

// Enter focuses the search field, lists the articles that may answer a ticket, and loads the categories. The ticket may
// be nil.
func (p *FAQ) Enter(t *desk.Ticket, d *desk.TicketDetails) tea.Cmd {
	p.subject = ofTicket(t, d)
	p.StartTyping()
	p.words.SetValue("")
	p.tree.chosen, p.tree.isWanted = nil, false
	p.articles.suggested, p.articles.rows = nil, nil
	p.articles.status = p.cmds.FAQ.Status()
	p.list.GotoTop()
	return tea.Batch(p.search(), p.suggest(), p.cmds.FAQ.Watch(p.articles.status, p.takeStatus))
}

// Follow lists what answers another ticket, once the agent reads that one beside the FAQ. What was typed
// stays, and the articles that were found for it.
func (p *FAQ) Follow(t *desk.Ticket, d *desk.TicketDetails) tea.Cmd {
	if t == nil || t.ID == p.subject.id() {
		return nil
	}
	p.subject = ofTicket(t, d)
	p.articles.suggested = nil
	if p.articles.kind == suggested {
		p.stopReading()
		p.list.GotoTop()
	}
	p.relist()
	return p.suggest()
}

// loadCategories loads the categories unless they are known.
func (p *FAQ) loadCategories() tea.Cmd {
	if p.isPart || len(p.tree.categories) > 0 {
		return nil
	}
	return p.cmds.FAQ.LoadCategories(false)
}

// StartTyping focuses the search field for articles.
func (p *FAQ) StartTyping() {
	p.stopReading()
	p.openFirst = false
	p.words.Focus()
}

// stopReading gives the keys back to the list.
func (p *FAQ) stopReading() {
	p.reading, p.choice = false, Choice{}
	p.articleSearch.words.Blur()
}

// Update handles results, categories and rendered articles and, while a search field has focus, keys.
func (p *FAQ) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.KnownArticles:
		p.takeKnown(msg)
	case backend.ArticlesFound:
		p.takeAnswer(msg)
	case backend.ArticlesSuggested:
		p.takeSuggested(msg)
	case backend.TicketLoaded:
		if msg.Value != nil && msg.Of == p.subject.id() && p.subject.detail != msg.Value {
			p.subject.detail = msg.Value
			return p.suggest()
		}
	case backend.ArticleRead:
		p.takeArticle(msg)
	case backend.CategoriesLoaded:
		p.tree.take(msg)
		p.relist()
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

func (p *FAQ) handleTypingKey(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "up":
		p.list.Move(-1)
		return nil
	case "down":
		p.list.Move(1)
		return nil
	case "enter":
		if p.Failed() && p.Count() == 0 {
			return p.Refresh()
		}
		return p.Open()
	}
	return p.updateWords(k)
}

// Open reads the article under the cursor, or opens the category there.
func (p *FAQ) Open() tea.Cmd {
	if p.articles.kind == categories {
		return p.openCategory()
	}
	row := p.selected()
	if row == nil {
		p.openFirst = p.articles.isBusy
		return nil
	}
	p.read()
	return nil
}

// read gives the keys to the article under the cursor.
func (p *FAQ) read() {
	p.words.Blur()
	p.reading, p.openFirst = true, false
}

// Failed reports whether loading the visible list failed with an error that a retry may resolve.
func (p *FAQ) Failed() bool {
	err := p.articles.err
	if p.articles.kind == categories {
		err = p.tree.err
	}
	return err != nil && !backend.IsNotConfigured(err)
}

// Refresh loads the visible list again.
func (p *FAQ) Refresh() tea.Cmd {
	switch p.articles.kind {
	case categories:
		return p.cmds.FAQ.LoadCategories(true)
	case inCategory:
		return p.openCategory()
	}
	return p.search()
}

// StepBack goes back one step: from a choice to the article, from there to the list, from a category to the tree. It
// returns false if there is none within the pane.
func (p *FAQ) StepBack() bool {
	p.openFirst = false
	switch {
	case p.choice.IsOpen():
		p.choice = Choice{}
	case p.reading:
		p.stopReading()
	case p.articles.kind == inCategory:
		p.tree.chosen, p.tree.isWanted = nil, true
		p.relist()
	default:
		return false
	}
	return true
}

// Leave ends reading and typing, so that the pane begins with its list when it is opened again.
func (p *FAQ) Leave() {
	p.cmds.FAQ.StopWatching()
	p.Rest()
}

// Rest ends reading and typing.
func (p *FAQ) Rest() {
	p.stopReading()
	p.words.Blur()
	p.openFirst = false
}

// Typed returns what is searched for.
func (p *FAQ) Typed() string { return p.words.Value() }

// StartSearch focuses the search field: that of the article if one is read, otherwise that for articles.
func (p *FAQ) StartSearch() {
	if p.reading {
		p.choice = Choice{}
		p.articleSearch.StartSearch()
	} else {
		p.StartTyping()
	}
}

// SetTheme changes the colours.
func (p *FAQ) SetTheme(th *theme.Theme) {
	p.th = th
	p.words.SetTheme(th)
	p.articleSearch.words.SetTheme(th)
}
