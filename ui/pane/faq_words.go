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

// Describe describes the articles that are listed, the categories, the article that is read, or the choice in it.
func (p *FAQ) Describe(do Do) accessible.Place {
	place := p.describe(do)
	place.IsAside = true
	return place
}

func (p *FAQ) describe(do Do) accessible.Place {
	switch {
	case p.choice.IsOpen():
		return p.describeChoice(do)
	case p.reading:
		return p.describeArticle()
	}
	place := accessible.Place{
		Name: "FAQ", Title: p.wordsTitle(), Text: p.wordsState(),
		Ask: accessible.Ask{Label: "FAQ, words or a number", Done: p.SearchFor},
	}
	place.Items = accessible.Items{
		Len:    p.Count(),
		At:     p.RowWords,
		Select: p.selectRow,
		Choose: func(id string) tea.Cmd {
			p.selectRow(id)
			p.words.Blur()
			return do(keymap.Open)
		},
	}
	return place
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

// RowWords words a row of the list.
func (p *FAQ) RowWords(i int) accessible.Item {
	if p.articles.kind != categories {
		r := p.articles.rows[i]
		said := []string{r.title.String(), r.category}
		if !p.isPart {
			said = append(said, r.snippet.String())
		}
		return accessible.Item{ID: strconv.Itoa(i), Text: accessible.Join(said...)}
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
	return accessible.Item{ID: strconv.Itoa(i), Text: text}
}

func (p *FAQ) selectRow(id string) {
	if i, err := strconv.Atoi(id); err == nil {
		p.SetCursor(i)
	}
}

// SetCursor moves the cursor to a row of the list.
func (p *FAQ) SetCursor(row int) { p.list.SetCursor(row) }

func (p *FAQ) describeArticle() accessible.Place {
	row := p.selected()
	place := accessible.Place{Name: "article", Title: "Article"}
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

// describeChoice lists what can be inserted of the article.
func (p *FAQ) describeChoice(do Do) accessible.Place {
	var lines []int
	for i := range p.choice.lines {
		if p.choice.isShown(i) {
			lines = append(lines, i)
		}
	}
	title := "Sections of the article; a number inserts one, choose lists the lines"
	if p.choice.unfolded {
		title = "Lines of the article; a number inserts one, two numbers such as 3-7 insert from one to the other"
	}
	return accessible.Place{
		Name: "part", Title: title,
		Items: accessible.Items{
			Len: len(lines),
			At: func(i int) accessible.Item {
				text := p.choice.lines[lines[i]]
				if p.choice.unfolded && p.choice.sectionAt(lines[i]) != nil {
					text = "Section: " + text
				}
				return accessible.Item{ID: strconv.Itoa(lines[i]), Text: text}
			},
			Select: p.selectLine,
			Choose: func(id string) tea.Cmd {
				p.selectLine(id)
				return do(keymap.Insert)
			},
		},
		Ask: accessible.Ask{Label: "part", Done: func(typed string) tea.Cmd {
			if !p.selectLines(typed, lines) {
				return nil
			}
			return do(keymap.Insert)
		}},
	}
}

// selectLine puts the choice on a line.
func (p *FAQ) selectLine(id string) {
	if i, err := strconv.Atoi(id); err == nil {
		p.choice.at, p.choice.from = i, 0
	}
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
