package pane

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
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

// articleRenderedMsg is an article as far as it is rendered, and the command that returns the rest.
type articleRenderedMsg struct {
	seq  int
	page markdown.Rendered
	more tea.Cmd
	err  error
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
	return p.cmds.ReadArticle(row.id)
}

// takeArticle shows an article that was read for the row under the cursor.
func (p *FAQ) takeArticle(msg backend.ArticleReadMsg) {
	if msg.ID != p.wanted {
		return
	}
	if !msg.Known {
		p.drawErr = errWithdrawn
		return
	}
	p.article = &msg.Article
}

// errWithdrawn is the error of an article that the service no longer has.
var errWithdrawn = errors.New("the article was withdrawn")

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
// rendered outside the update loop, and its beginning is shown first.
func (p *FAQ) drawArticle() tea.Cmd {
	p.cancel()
	ctx, cancel := context.WithCancel(p.cmds.Context)
	p.cancel = cancel
	p.seq++
	look := p.look()
	p.drawn = articleKey{p.article, look}
	key := bodyKey(p.article.Body)
	if page, ok := p.draw.Cached(key, look); ok {
		p.show(page)
		return nil
	}
	return p.pages(ctx, key, p.article.Body, look)
}

// pages starts rendering and returns the pages one message at a time.
func (p *FAQ) pages(ctx context.Context, key string, body safetext.HTML, look markdown.Options) tea.Cmd {
	seq, draw := p.seq, p.draw
	drawn := make(chan articleRenderedMsg)
	var next tea.Cmd
	next = func() tea.Msg {
		msg, more := <-drawn
		if !more {
			return nil
		}
		msg.more = next
		return msg
	}
	return func() tea.Msg {
		give := func(msg articleRenderedMsg) {
			select {
			case drawn <- msg:
			case <-ctx.Done():
			}
		}
		guard.Go(func() {
			defer close(drawn)
			err := guard.Run(func() error {
				return draw.Render(
					ctx,
					key,
					body,
					look,
					func(page markdown.Rendered) { give(articleRenderedMsg{seq: seq, page: page}) },
				)
			})
			if err != nil && ctx.Err() == nil {
				give(articleRenderedMsg{seq: seq, err: err})
			}
		})
		return next()
	}
}

func (p *FAQ) takePage(msg articleRenderedMsg) tea.Cmd {
	if msg.seq != p.seq {
		return nil
	}
	if msg.err != nil {
		p.drawErr = msg.err
		return nil
	}
	p.show(msg.page)
	return msg.more
}

func (p *FAQ) show(page markdown.Rendered) {
	isFirst := len(p.page.Lines) == 0 || page.Complete
	p.page = page
	p.articleSearch.show(page.Lines)
	if isFirst && p.articleSearch.Offset() == 0 {
		p.showMark()
	}
}

func (p *FAQ) look() markdown.Options { return lookOf(p.th, p.articleWidth()) }

// articleRows returns the article's title, its text as far as it is rendered, and the footer.
func (p *FAQ) articleRows() []string {
	width := p.articleWidth()
	if p.article == nil {
		return fill(p.unread(width), p.height)
	}
	where := p.article.CategoryName.String()
	if parent := p.article.ParentCategory.String(); parent != "" {
		where = parent + " › " + where
	}
	rows := append(p.titleRows(where, width), p.insideRow())
	rows = fill(append(rows, p.textRows(width, p.height-articleFrame)...), p.height-1)
	return append(rows, p.articleFooter(width))
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

// textRows returns the choice in the article, or its text as far as it is rendered.
func (p *FAQ) textRows(width, height int) []string {
	switch {
	case p.choice.IsOpen():
		return fill(p.choice.View(p.th, width, height), height)
	case p.drawErr != nil, p.article == nil:
		return fill(p.unread(width), height)
	case len(p.page.Lines) == 0 && !p.page.Complete:
		return fill(nil, height)
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

func (p *FAQ) articleFooter(width int) string {
	say := fmt.Sprintf("%d%%", p.articleSearch.Percent())
	switch {
	case p.choice.IsOpen():
		return p.th.Info.Render(termwidth.Pad(p.choice.Hint(p.th, p.keys), width))
	case !p.page.Complete:
		say = "drawing…"
	}
	if !p.article.Created.IsZero() {
		say += " · written " + p.cmds.Zones.LocalUnix(p.article.Created).Format("2 Jan 2006")
	}
	if !p.article.Attachment.IsEmpty() {
		say += " · attached: " + p.article.Attachment.String()
	}
	return p.th.Muted.Render(termwidth.Pad(say, width))
}
