package pane

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
)

// Shown returns the articles that are listed, the categories, the article that is read, or the choice in it.
func (p *FAQ) Shown() Shown {
	switch {
	case p.choice.IsOpen():
		return p.shownChoice()
	case p.reading:
		return Shown{Place: p.articlePlace()}
	}
	return Shown{
		Place: accessible.Place{
			Name: "FAQ", IsAside: true, Title: p.wordsTitle(), Text: p.wordsState(),
			Ask: accessible.Ask{Label: "FAQ, words or a number", Done: p.SearchFor},
		},
		Rows: p.Rows(),
	}
}

// Rows returns the articles or the categories that are listed.
func (p *FAQ) Rows() Rows {
	rows := Rows{
		Len: p.Count, Words: p.rowWords, Opens: keymap.Open,
		Point: func(i int) { p.stopReading(); p.list.PointTo(i) },
	}
	if p.articles.kind != categories {
		rows.ID = func(i int) string { return strconv.FormatInt(p.articles.rows[i].id, 10) }
	}
	return rows
}

// Waiting says what is being read or asked for.
func (p *FAQ) Waiting() string {
	switch {
	case p.reading && p.article == nil && p.drawErr == nil:
		return "loading the article"
	case p.articles.isBusy:
		return "searching the service"
	}
	return ""
}

// SearchFor searches for words as if they had been typed.
func (p *FAQ) SearchFor(words string) tea.Cmd {
	p.StartTyping()
	p.words.SetValue("")
	return p.updateWords(tea.PasteMsg{Content: words})
}

func (p *FAQ) wordsTitle() string {
	what := map[listKind]string{
		categories: "categories", suggested: "perhaps answers for this ticket", used: "articles that were inserted before",
		found: fmt.Sprintf("articles for %q", p.words.Value()),
	}[p.articles.kind]
	if p.articles.kind == inCategory {
		what = "category " + p.tree.chosen.Name.String()
	}
	return accessible.Join("FAQ", what, strconv.Itoa(p.Count()))
}

func (p *FAQ) wordsState() []string {
	err := p.articles.err
	if p.articles.kind == categories {
		err = p.tree.err
	}
	switch {
	case err != nil:
		return []string{accessible.Sentence(backend.ErrorText(err))}
	case p.Count() == 0 && !p.articles.isBusy && p.articles.kind != categories:
		return []string{"No article matches. Type other words, or categories."}
	}
	return nil
}

// rowWords returns an article with its category and what was found in it, or a category and where it is in the tree.
func (p *FAQ) rowWords(i int) string {
	if p.articles.kind != categories {
		r := p.articles.rows[i]
		said := []string{r.title.String(), r.category}
		if !p.isPart {
			said = append(said, r.snippet.String())
		}
		return accessible.Join(said...)
	}
	r := p.tree.rows[i]
	text := r.category.Name.String()
	switch {
	case r.articles:
		text = "articles of " + text
	case r.parent && r.open:
		text += ", open"
	case r.parent:
		text += ", has categories below it"
	}
	if r.depth > 0 {
		text += ", level " + strconv.Itoa(r.depth+1)
	}
	return text
}

// articlePlace reads the article.
func (p *FAQ) articlePlace() accessible.Place {
	row := p.selected()
	place := accessible.Place{Name: "article", IsAside: true, Title: "Article"}
	if row == nil {
		return place
	}
	place.Title = accessible.Join("Article "+row.title.String(), row.category)
	switch {
	case p.drawErr != nil:
		place.Text = []string{accessible.Sentence(backend.ErrorText(p.drawErr))}
	case p.article != nil:
		place.Text = textLines(p.article.Body)
		if !p.article.Attachment.IsEmpty() {
			place.Text = append(place.Text, "Attached: "+p.article.Attachment.String())
		}
	}
	return place
}

// shownChoice lists what can be inserted of the article.
func (p *FAQ) shownChoice() Shown {
	c := &p.choice
	var lines []int
	for i := range c.lines {
		if c.isShown(i) {
			lines = append(lines, i)
		}
	}
	title := "Sections of the article; a number inserts one, choose lists the lines"
	if c.unfolded {
		title = "Lines of the article; a number inserts one, two numbers such as 3-7 insert from one to the other"
	}
	rows := Rows{
		Len: func() int { return len(lines) }, Opens: keymap.Insert,
		ID: func(i int) string { return strconv.Itoa(lines[i]) },
		Words: func(i int) string {
			if c.unfolded && c.sectionAt(lines[i]) != nil {
				return "Section: " + c.lines[lines[i]]
			}
			return c.lines[lines[i]]
		},
		Point:  func(i int) { c.at, c.from = lines[i], 0 },
		Choose: func(typed string) bool { return p.selectLines(typed, lines) },
	}
	ask := accessible.Ask{Label: "part"}
	return Shown{Place: accessible.Place{Name: "part", IsAside: true, Title: title, Ask: ask}, Rows: rows}
}

// selectLines chooses a range of lines by their numbers, such as 3-7; false if it is none.
func (p *FAQ) selectLines(typed string, lines []int) bool {
	first, last, isRange := strings.Cut(typed, "-")
	from, err := strconv.Atoi(strings.TrimSpace(first))
	to, failed := strconv.Atoi(strings.TrimSpace(last))
	if !isRange || err != nil || failed != nil || from < 1 || to < from || to > len(lines) {
		return false
	}
	if !p.choice.isText(lines[from-1]) || !p.choice.isText(lines[to-1]) {
		return false
	}
	p.choice.from, p.choice.at = lines[from-1], lines[to-1]
	return true
}
