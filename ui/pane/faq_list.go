package pane

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
)

// listKind is what the list of the FAQ shows.
type listKind uint8

const (
	categories listKind = iota // the tree
	suggested                  // answers for the ticket
	used                       // what was inserted before
	found                      // what fits the words that were typed
	inCategory                 // the articles of a category
)

// listing is the articles that are listed.
type listing struct {
	kind        listKind
	rows        []articleRow
	hasSnippets bool // some row has one

	query     string // what the search was for
	known     []articleRow
	service   []articleRow // of the service's answer
	suggested []articleRow
	used      []articleRow
	status    backend.ArticlesStatus
	isBusy    bool // the service is asked
	hasAnswer bool // the service has answered
	err       error
}

// articleRow is an article in the list.
type articleRow struct {
	id           int64
	title        safetext.Line
	category     string
	snippet      safetext.Line
	titleMarks   []backend.ArticleMark
	snippetMarks []backend.ArticleMark
	words        []string // to mark in the article
	inTitle      bool
	article      *desk.Article // as the service has answered; nil: read when it is needed
}

// maxListed is the number of articles known here that are listed, and maxSuggested that of suggestions.
const (
	maxListed    = 100
	maxSuggested = 12
)

// knownRows returns articles known here as rows.
func knownRows(hits []backend.ArticleHit) []articleRow {
	rows := make([]articleRow, len(hits))
	for i, h := range hits {
		rows[i] = articleRow{
			id: h.ID, title: h.Title, category: h.Category.String(), snippet: h.Snippet,
			titleMarks: h.TitleMarks, snippetMarks: h.SnippetMarks, words: h.Words, inTitle: h.InTitle,
		}
	}
	return rows
}

// serviceRows returns articles of the service's answer as rows, without those that are listed as known here.
func serviceRows(articles []desk.Article, known []articleRow, words []string) []articleRow {
	var rows []articleRow
	for i := range articles {
		a := &articles[i]
		if !slices.ContainsFunc(known, func(r articleRow) bool { return r.id == a.ID }) {
			rows = append(rows, articleRow{
				id: a.ID, title: a.Title, category: a.CategoryName.String(), words: words, inTitle: true, article: a,
				titleMarks: backend.MarkWords(a.Title.String(), words),
			})
		}
	}
	return rows
}

// query returns the current query: the text typed, or the mark of the chosen category.
func (p *FAQ) query() string {
	if p.tree.chosen != nil && p.words.Value() == "" {
		return categoryMark(p.tree.chosen)
	}
	return p.words.Value()
}

func categoryMark(c *desk.Category) string { return "\x00" + strconv.FormatInt(c.ID, 10) }

func (p *FAQ) updateWords(msg tea.Msg) tea.Cmd {
	before := p.words.Value()
	p.words.Update(msg)
	if p.words.Value() == before {
		return nil
	}
	p.tree.chosen, p.tree.isWanted = nil, false
	p.list.GotoTop()
	return p.search()
}

// search finds articles for the text typed, among those known here and by the service; without a text it finds what
// was inserted before.
func (p *FAQ) search() tea.Cmd {
	words, l := p.words.Value(), &p.articles
	if words != l.query {
		l.service, l.hasAnswer = nil, false
	}
	l.query, l.err, l.isBusy = words, nil, words != ""
	p.relist()
	known := p.cmds.FAQ.FindKnown(words, maxListed)
	if words == "" {
		return tea.Batch(known, p.loadCategories())
	}
	return tea.Batch(known, p.cmds.FAQ.Search(words))
}

// suggest finds what answers the ticket.
func (p *FAQ) suggest() tea.Cmd {
	if p.subject.ticket == nil {
		return nil
	}
	return p.cmds.FAQ.SuggestForTicket(p.subject.ticket, p.subject.detail, maxSuggested)
}

// SuggestFor lists what answers a text, unless words are typed.
func (p *FAQ) SuggestFor(text string, limit int) tea.Cmd {
	if p.words.Value() != "" || text == p.subject.about {
		return nil
	}
	p.subject = faqSubject{about: text}
	return p.cmds.FAQ.Suggest(text, limit)
}

// takeKnown lists the articles known here that fit.
func (p *FAQ) takeKnown(msg backend.KnownArticles) {
	l := &p.articles
	l.status = p.cmds.FAQ.Status()
	switch string(msg.Of) {
	case "":
		l.used = knownRows(msg.Value)
	case l.query:
		l.known = knownRows(msg.Value)
		l.service = slices.DeleteFunc(l.service, func(r articleRow) bool {
			return slices.ContainsFunc(l.known, func(k articleRow) bool { return k.id == r.id })
		})
	default:
		return
	}
	p.relist()
	p.readFirst()
}

// takeStatus counts the articles that have arrived meanwhile. The list stays as it is under the agent's cursor.
func (p *FAQ) takeStatus(now backend.ArticlesStatus) tea.Cmd {
	if p.isPart { // which the pane watches for
		return nil
	}
	p.articles.status = now
	return p.cmds.FAQ.Watch(now, p.takeStatus)
}

// takeSuggested lists the articles that may answer the ticket.
func (p *FAQ) takeSuggested(msg backend.ArticlesSuggested) {
	if string(msg.Of) != p.subject.about {
		return
	}
	p.articles.suggested, p.articles.status = knownRows(msg.Value), p.cmds.FAQ.Status()
	p.relist()
}

// takeAnswer lists what the service has found besides. It opens the first result if the agent has already requested
// that.
func (p *FAQ) takeAnswer(msg backend.ArticlesFound) {
	l := &p.articles
	if string(msg.Of) != p.query() {
		return
	}
	l.status = p.cmds.FAQ.Status()
	l.isBusy, l.hasAnswer, l.err = false, msg.Err == nil, msg.Err
	if msg.Err == nil || p.tree.chosen != nil {
		l.service = serviceRows(msg.Value, l.listedAsKnown(p.tree.chosen != nil), backend.QueryWords(l.query))
	}
	p.relist()
	p.readFirst()
}

// listedAsKnown returns the rows that the service's answer is compared with; none in a category.
func (l *listing) listedAsKnown(isCategory bool) []articleRow {
	if isCategory {
		return nil
	}
	return l.known
}

// readFirst opens the first article if the agent has pressed enter before it was found.
func (p *FAQ) readFirst() {
	if !p.openFirst || !p.focused || len(p.articles.rows) == 0 {
		p.openFirst = p.openFirst && p.articles.isBusy
		return
	}
	p.list.GotoTop()
	p.read()
}

// relist decides what is listed; the cursor stays on its article if that is still listed.
func (p *FAQ) relist() {
	l := &p.articles
	var at int64
	if row := p.selected(); row != nil {
		at = row.id
	}
	before := l.kind
	l.kind = p.kindOfList()
	switch l.kind {
	case categories:
		l.rows = nil
	case suggested:
		l.rows = l.suggested
	case used:
		l.rows = l.used
	case found:
		l.rows = slices.Concat(l.known, l.service)
	case inCategory:
		l.rows = l.service
	}
	l.hasSnippets = slices.ContainsFunc(l.rows, func(r articleRow) bool { return !r.snippet.IsEmpty() })
	p.list.SetCount(p.Count())
	if i := slices.IndexFunc(l.rows, func(r articleRow) bool { return r.id == p.prefer }); i >= 0 && p.prefer != 0 {
		p.prefer = 0
		p.list.SetCursor(i)
		return
	}
	if before != l.kind {
		p.list.GotoTop()
		return
	}
	i := slices.IndexFunc(l.rows, func(r articleRow) bool { return r.id == at })
	if isFirst := p.list.Cursor() == 0; i >= 0 && (p.reading || !isFirst) {
		p.list.SetCursor(i)
	}
}

// PointToWhenSuggested moves the cursor to an article as soon as it is listed.
func (p *FAQ) PointToWhenSuggested(id int64) { p.prefer = id }

func (p *FAQ) kindOfList() listKind {
	l := &p.articles
	switch {
	case p.tree.isWanted:
		return categories
	case p.words.Value() != "":
		return found
	case p.tree.chosen != nil:
		return inCategory
	case len(l.suggested) > 0 && p.subject.about != "":
		return suggested
	case len(l.used) > 0:
		return used
	case p.isPart:
		return suggested
	}
	return categories
}

// selected returns the article under the cursor; nil if there is none.
func (p *FAQ) selected() *articleRow {
	if p.list.Cursor() >= len(p.articles.rows) {
		return nil
	}
	return &p.articles.rows[p.list.Cursor()]
}

// group is rows of the list that stand under one heading.
type group struct {
	title    string
	from, to int
}

// groups returns the groups of the listed articles that are not empty.
func (p *FAQ) groups() []group {
	l, all := &p.articles, len(p.articles.rows)
	var groups []group
	switch l.kind {
	case suggested:
		groups = []group{{"Perhaps answers", 0, all}}
	case used:
		groups = []group{{"Inserted before", 0, all}}
	case found:
		n := len(l.known)
		groups = []group{{"Loaded articles", 0, n}, {"From the service", n, all}}
	case inCategory:
		groups = []group{{p.tree.chosen.Name.String(), 0, all}}
	}
	return slices.DeleteFunc(groups, func(g group) bool { return g.from == g.to })
}

// Step moves to the next or previous article of the list.
func (p *FAQ) Step(by int) {
	p.choice = Choice{}
	p.list.Move(by)
}

// ShowTree shows the categories.
func (p *FAQ) ShowTree() tea.Cmd {
	p.stopReading()
	p.openFirst, p.tree.chosen, p.tree.isWanted = false, nil, true
	p.words.SetValue("")
	p.words.Blur()
	p.articles.query = ""
	p.relist()
	return p.loadCategories()
}

// openCategory expands or collapses a category with children, or lists the articles of one.
func (p *FAQ) openCategory() tea.Cmd {
	c := p.tree.chosen
	p.words.Blur()
	if p.articles.kind == categories {
		rows := p.tree.rows
		if p.list.Cursor() >= len(rows) {
			return nil
		}
		row := rows[p.list.Cursor()]
		c = row.category
		if p.tree.expand(row) {
			p.relist()
			return nil
		}
	}
	p.tree.chosen, p.tree.isWanted = c, false
	p.articles.service, p.articles.isBusy, p.articles.hasAnswer, p.articles.err = nil, true, false, nil
	p.relist()
	return p.cmds.FAQ.LoadCategory(categoryMark(c), *c)
}
