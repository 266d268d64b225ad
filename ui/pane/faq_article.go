package pane

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
	"frontdesk/ui/widget"
)

// articleKey identifies what a page was rendered from, so that nothing is rendered twice.
type articleKey struct {
	article *desk.Article
	look    markdown.Options
}

// Rerender reads the article under the cursor if it is another one, and renders it again if the width or theme has
// changed.
func (p *FAQ) Rerender() tea.Cmd {
	if p.width < 1 {
		return nil
	}
	fetch := p.follow()
	if p.article == nil || p.drawn == (articleKey{p.article, p.look()}) {
		return fetch
	}
	return tea.Batch(fetch, p.drawArticle())
}

// follow shows the article under the cursor, which is read first if it is known here.
func (p *FAQ) follow() tea.Cmd {
	row := p.selected()
	if row == nil {
		p.wanted, p.article, p.reading, p.choice = 0, nil, false, Choice{}
		return nil
	}
	if row.id == p.wanted {
		p.markWords(row)
		return nil
	}
	p.wanted, p.article, p.choice = row.id, row.article, Choice{}
	p.page, p.drawErr, p.drawn = markdown.Rendered{}, nil, articleKey{}
	p.articleSearch.clear()
	p.markWords(row)
	if p.article != nil {
		return nil
	}
	return p.cmds.FAQ.Read(row.id)
}

// takeArticle shows an article that was read for the row under the cursor.
func (p *FAQ) takeArticle(msg backend.ArticleRead) {
	if msg.Of != p.wanted {
		return
	}
	if p.drawErr = msg.Err; msg.Err == nil {
		p.article = &msg.Value
	}
}

// markWords marks in the article what its row was found by.
func (p *FAQ) markWords(row *articleRow) {
	if slices.Equal(p.marked, row.words) {
		return
	}
	p.marked = row.words
	words := row.words
	p.articleSearch.SetMarks(func(line string) []widget.Span {
		var spans []widget.Span
		for _, m := range backend.MarkWords(line, words) {
			spans = append(spans, widget.Span{From: m.From, To: m.To})
		}
		return spans
	})
	p.showMark()
}

// showMark scrolls to the first mark in an article that is not found by its title.
func (p *FAQ) showMark() {
	if row := p.selected(); row != nil && !row.inTitle && !p.reading {
		p.articleSearch.ShowFirstMark()
	}
}

// drawArticle renders the article for the pane's width. A cached page is shown at once; otherwise the article is
// rendered outside the update loop.
func (p *FAQ) drawArticle() tea.Cmd {
	ctx, look := p.rendering.Begin(p.cmds.Context), p.look()
	p.drawn = articleKey{p.article, look}
	key := bodyKey(p.article.Body)
	if page, ok := p.draw.Cached(key, look); ok {
		p.show(page)
		return nil
	}
	draw, body := p.draw, p.article.Body
	return backend.Do(ctx, func() backend.Then {
		var page markdown.Rendered
		err := guard.Run(func() (err error) {
			page, err = draw.Render(ctx, key, body, look)
			return err
		})
		return func() tea.Cmd {
			if p.drawErr = err; err == nil {
				p.show(page)
			}
			return nil
		}
	})
}

func (p *FAQ) show(page markdown.Rendered) {
	p.page = page
	p.articleSearch.show(page.Lines)
	if p.articleSearch.Offset() == 0 {
		p.showMark()
	}
}

func (p *FAQ) look() markdown.Options { return lookOf(p.th, p.articleWidth()) }

// articleRows returns the article's title, its text and the footer.
func (p *FAQ) articleRows() []string {
	width := p.articleWidth()
	if p.article == nil {
		return Fill(p.unread(width), p.height)
	}
	where := p.article.CategoryName.String()
	if parent := p.article.ParentCategory.String(); parent != "" {
		where = parent + " › " + where
	}
	rows, footer := append(p.titleRows(where, width), p.insideRow()), p.articleFooter(width)
	rows = append(rows, p.textRows(width, p.height-len(rows)-len(footer))...)
	return append(Fill(rows, p.height-len(footer)), footer...)
}

// titleRows returns the two rows with the article's title and category. A title that needs both goes before the
// category.
func (p *FAQ) titleRows(where string, width int) []string {
	titles := termwidth.Wrap(p.article.Title.String(), width)
	first := p.th.Emphasis.Render(titles[0])
	if len(titles) == 1 {
		return []string{first, p.th.Muted.Render(termwidth.Truncate(where, width))}
	}
	rest := termwidth.Truncate(strings.Join(titles[1:], " "), width)
	if where = " · " + where; termwidth.Width(rest)+termwidth.Width(where) > width {
		where = ""
	}
	return []string{first, p.th.Emphasis.Render(rest) + p.th.Muted.Render(where)}
}

// unread returns the rows for an article that is not there yet, or no longer.
func (p *FAQ) unread(width int) []string {
	if p.drawErr != nil {
		return withMargin(p.th.Error, "✗ "+backend.ErrorText(p.drawErr), width)
	}
	return nil
}

// textRows returns the choice in the article, or its text.
func (p *FAQ) textRows(width, height int) []string {
	switch {
	case p.choice.IsOpen():
		return Fill(p.choice.View(p.th, width, height), height)
	case p.drawErr != nil, p.article == nil:
		return Fill(p.unread(width), height)
	case len(p.page.Lines) == 0:
		return Fill(nil, height)
	}
	return strings.Split(p.articleSearch.View(), "\n")
}

// insideRow returns the row for the search in the article; empty if there is none.
func (p *FAQ) insideRow() string {
	switch {
	case p.articleSearch.CapturesText():
		return p.th.Header.Render(wordsLabel) + p.articleSearch.words.View()
	case p.articleSearch.searching():
		return p.th.Header.Render(wordsLabel) + p.articleSearch.words.Value() + p.th.Muted.Render(
			" · "+p.articleSearch.found(),
		)
	}
	return ""
}

// articleFooter returns what the keys do in a choice, or how far the article is scrolled.
func (p *FAQ) articleFooter(width int) []string {
	if p.choice.IsOpen() {
		return p.th.Info.RenderLines("", termwidth.Wrap(p.choice.Hint(p.th, p.keys), width))
	}
	say := fmt.Sprintf("%d%%", p.articleSearch.Percent())
	if !p.article.Created.IsZero() {
		say += " · written " + p.cmds.Zones.LocalUnix(p.article.Created).Format("2 Jan 2006")
	}
	if !p.article.Attachment.IsEmpty() {
		say += " · attached: " + p.article.Attachment.String()
	}
	return []string{p.th.Muted.Render(termwidth.Pad(say, width))}
}
