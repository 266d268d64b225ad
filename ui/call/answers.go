package call

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// answers is articles that may answer: those that the ticket and the notes suggest, or what was searched for.
type answers struct {
	words   *textedit.Input
	query   string // the last one; empty while articles are suggested
	about   string // the text that articles were last suggested for
	hits    []backend.ArticleHit
	status  backend.ArticlesStatus
	has     bool
	asking  bool // the service has not answered yet
	err     error
	list    widget.ListWindow
	article desk.Article // of the preview
	text    []string     // its text, by lines
	asked   int64        // the article whose text was asked for last
	choice  pane.Choice  // of a section or of lines of the article
}

const (
	maxAnswers = 30
	// maxPreview is how much of an article is shown.
	maxPreview = 4 << 10
)

func newAnswers(th *theme.Theme) answers {
	a := answers{words: textedit.NewSearch("search the FAQ", 200)}
	a.words.SetTheme(th)
	return a
}

// FocusAnswers moves the focus to the search for articles.
func (p *Pane) FocusAnswers() tea.Cmd {
	p.focus(partAnswers)
	return p.takeSuggestion()
}

// marks returns the words to mark in the article under the cursor.
func (a *answers) marks() []string {
	if i := a.list.Cursor(); i < len(a.hits) {
		return a.hits[i].Words
	}
	return nil
}

func (p *Pane) retypeAnswers(msg tea.Msg) tea.Cmd {
	a := &p.answers
	a.words.Update(msg)
	query := strings.TrimSpace(a.words.Value())
	if query == a.query {
		return nil
	}
	a.query, a.err = query, nil
	a.list.GotoTop()
	if query == "" {
		a.about = ""
		a.asking = false
		return p.takeSuggestion()
	}
	a.asking = true
	return tea.Batch(p.cmds.FAQ.FindKnown(query, maxAnswers), p.cmds.FAQ.Search(query))
}

// takeSuggestion looks for articles that the ticket and the notes are about, if these have changed and no article is
// searched for.
func (p *Pane) takeSuggestion() tea.Cmd {
	if p.answers.query != "" {
		return nil
	}
	about := p.notes.text()
	if t := p.Ticket(); t != nil {
		about = words(t) + "\n" + about
	}
	if about = strings.TrimSpace(about); about == p.answers.about {
		return nil
	}
	p.answers.about = about
	return p.cmds.FAQ.Suggest(about, maxAnswers)
}

// onAnswers takes over articles that were found, suggested or read.
func (p *Pane) onAnswers(msg tea.Msg) tea.Cmd {
	a := &p.answers
	switch msg := msg.(type) {
	case backend.KnownArticlesMsg:
		if a.query != "" && msg.Query == a.query {
			return a.take(p.cmds, msg.Hits, msg.Status)
		}
	case backend.ArticlesSuggestedMsg:
		if a.query == "" && msg.Text == a.about {
			return a.take(p.cmds, msg.Hits, msg.Status)
		}
	case backend.ArticlesFoundMsg:
		if a.query != "" && msg.Query == a.query {
			a.asking, a.err = false, msg.Err
			return p.cmds.FAQ.FindKnown(a.query, maxAnswers)
		}
	default:
		return p.onArticle(msg)
	}
	return nil
}

// onArticle takes over the article under the cursor.
func (p *Pane) onArticle(msg tea.Msg) tea.Cmd {
	a := &p.answers
	switch msg := msg.(type) {
	case backend.ArticleReadMsg:
		if msg.ID != a.asked || !msg.Known {
			return nil
		}
		return func() tea.Msg { return previewMsg{msg.Article, previewOf(&msg.Article)} }
	case insertMsg:
		switch {
		case msg.id != p.id:
		case msg.matches:
			return p.insertExcerpt(msg.excerpt)
		default:
			p.ChooseFromArticle()
		}
	case previewMsg:
		if msg.article.ID == a.asked {
			a.article, a.text = msg.article, msg.text
		}
	}
	return nil
}

// previewMsg is the text of an article, made outside the loop.
type previewMsg struct {
	article desk.Article
	text    []string
}

func previewOf(a *desk.Article) []string {
	text := a.Body.Text().String()
	if len(text) > maxPreview {
		text = strings.ToValidUTF8(text[:maxPreview], "") + "…"
	}
	return strings.Split(strings.TrimSpace(text), "\n")
}

func (a *answers) take(cmds *backend.Backend, hits []backend.ArticleHit, status backend.ArticlesStatus) tea.Cmd {
	a.hits, a.status, a.has = hits, status, true
	a.list.SetCount(len(hits))
	return a.preview(cmds)
}

// preview reads the article under the cursor.
func (a *answers) preview(cmds *backend.Backend) tea.Cmd {
	i := a.list.Cursor()
	if i >= len(a.hits) {
		a.asked, a.article, a.text, a.choice = 0, desk.Article{}, nil, pane.Choice{}
		return nil
	}
	if a.asked == a.hits[i].ID {
		return nil
	}
	a.choice = pane.Choice{}
	a.asked, a.article, a.text = a.hits[i].ID, desk.Article{}, nil
	return cmds.FAQ.Read(a.asked)
}

// read returns the article under the cursor; false while it is not read.
func (a *answers) read() (desk.Article, bool) {
	return a.article, a.asked != 0 && a.article.ID == a.asked
}

// Insert inserts a text into the notes at the cursor, and moves the focus there.
func (p *Pane) Insert(text string) tea.Cmd {
	if err := p.notes.form.CheckInsert(text); err != nil {
		p.Say("not inserted, " + err.Error())
		return nil
	}
	p.notes.form.FocusField(backend.FieldComment)
	p.focus(partNotes)
	p.notes.form.Insert(text)
	p.SetSize(p.width, p.height)
	return nil
}

// insertArticle inserts the part of the article under the cursor that matches into the notes. It is found outside the
// loop. Where nothing matches, the agent chooses.
func (p *Pane) insertArticle() tea.Cmd {
	a, known := p.answers.read()
	if !known {
		return nil
	}
	id, words := p.id, p.answers.marks()
	return func() tea.Msg {
		x, matches := pane.Matching(&a, words)
		return insertMsg{id: id, excerpt: x, matches: matches}
	}
}

// insertMsg is the part of an article for the notes of a call that matches what was searched for.
type insertMsg struct {
	id      string
	excerpt pane.Excerpt
	matches bool
}
