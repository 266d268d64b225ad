package pane

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
)

// articleKey identifies what a page was rendered from, so that nothing is rendered twice.
type articleKey struct {
	article *desk.Article
	look    markdown.Options
}

// drawArticle renders the open article for the pane's width. A cached page is shown at once; otherwise the article
// is rendered outside the update loop, and its beginning is shown first.
func (p *FAQ) drawArticle() tea.Cmd {
	width := p.articleWidth()
	if p.article == nil || width < 1 {
		return nil
	}
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
	p.page = page
	p.articleSearch.show(page.Lines)
}

// Rerender renders the article again if the width or theme has changed.
func (p *FAQ) Rerender() tea.Cmd {
	if p.article == nil || p.drawn == (articleKey{p.article, p.look()}) {
		return nil
	}
	return p.drawArticle()
}

func (p *FAQ) look() markdown.Options {
	return lookOf(p.th, p.articleWidth())
}

// Step opens the next or previous result.
func (p *FAQ) Step(by int) tea.Cmd {
	before := p.list.Cursor()
	p.list.Move(by)
	if p.list.Cursor() == before {
		return nil
	}
	if a := p.selected(); a != nil && p.reading {
		return p.read(a)
	}
	return nil
}

// ShowTree shows the categories.
func (p *FAQ) ShowTree() tea.Cmd {
	p.reading, p.showsTree, p.openFirst, p.tree.chosen = false, true, false, nil
	p.words.SetValue("")
	p.rebuildRows()
	return p.categories()
}

// openCategory expands or collapses a category with children, or lists the articles of one.
func (p *FAQ) openCategory() tea.Cmd {
	c := p.tree.chosen
	if p.showsTree {
		rows := p.tree.rows
		if p.list.Cursor() >= len(rows) {
			return nil
		}
		row := rows[p.list.Cursor()]
		c = row.category
		if p.tree.expand(row) {
			p.rebuildRows()
			return nil
		}
	}
	p.tree.chosen, p.showsTree, p.busy = c, false, true
	p.found.Articles, p.found.Final = nil, false
	p.rebuildRows()
	return p.cmds.LoadCategoryArticles(categoryMark(c), *c)
}

// StartSearch focuses the search field: that of the article if one is open, otherwise that for titles.
func (p *FAQ) StartSearch() {
	if p.reading {
		p.articleSearch.StartSearch()
	} else {
		p.startTyping()
	}
}

// articleRows returns the article's title, its text as far as it is rendered, and the footer.
func (p *FAQ) articleRows() []string {
	width := p.articleWidth()
	where := p.article.CategoryName.String()
	if parent := p.article.ParentCategory.String(); parent != "" {
		where = parent + " › " + where
	}
	rows := []string{
		p.th.Emphasis.Render(termwidth.Truncate(p.article.Title.String(), width)),
		p.th.Muted.Render(termwidth.Truncate(where, width)),
		p.insideRow(),
	}
	switch {
	case p.drawErr != nil:
		rows = append(
			rows,
			fill(
				[]string{p.th.Error.Render(termwidth.Truncate("✗ "+backend.ErrorText(p.drawErr), width))},
				p.height-articleFrame,
			)...)
	case len(p.page.Lines) == 0 && !p.page.Complete:
		rows = append(rows, fill(nil, p.height-articleFrame)...)
	default:
		rows = append(rows, strings.Split(p.articleSearch.View(), "\n")...)
	}
	rows = fill(rows, p.height-1)
	return append(rows, p.articleFooter(width))
}

// insideRow returns the row for the search in the article; empty if there is none.
func (p *FAQ) insideRow() string {
	switch {
	case p.articleSearch.CapturesText():
		return p.th.Header.Render(wordsLabel) + p.articleSearch.words.View()
	case p.articleSearch.searching():
		return p.th.Header.Render(
			wordsLabel,
		) + p.articleSearch.words.Value() + p.th.Muted.Render(
			" · "+p.articleSearch.found(),
		)
	}
	return ""
}

func (p *FAQ) articleFooter(width int) string {
	say := fmt.Sprintf("%d%%", p.articleSearch.Percent())
	if !p.page.Complete {
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
