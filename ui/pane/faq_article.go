package pane

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/text"
	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
)

// drawnArticle says what a page was drawn from, so that nothing is drawn twice.
type drawnArticle struct {
	article *desk.Article
	look    part.Look
}

// drawArticle draws the shown article for the pane's width: from memory at once, otherwise off the loop, the first
// screen before the rest.
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
	p.drawn = drawnArticle{p.article, look}
	key := bodyKey(p.article.Body)
	if page, ok := p.draw.Kept(key, look); ok {
		p.show(page)
		return nil
	}
	return p.pages(ctx, key, p.article.Body, look)
}

// pages begins to draw and answers page by page.
func (p *FAQ) pages(ctx context.Context, key string, body text.Rich, look part.Look) tea.Cmd {
	seq, draw := p.seq, p.draw
	drawn := make(chan pageMsg)
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
		give := func(msg pageMsg) {
			select {
			case drawn <- msg:
			case <-ctx.Done():
			}
		}
		guard.Go(func() {
			defer close(drawn)
			err := guard.Run(func() error {
				return draw.Draw(ctx, key, body, look, func(page part.Page) { give(pageMsg{seq: seq, page: page}) })
			})
			if err != nil && ctx.Err() == nil {
				give(pageMsg{seq: seq, err: err})
			}
		})
		return next()
	}
}

func (p *FAQ) takePage(msg pageMsg) tea.Cmd {
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

func (p *FAQ) show(page part.Page) {
	p.page = page
	p.inside.show(page.Lines)
}

// Resized draws the article for a new width or theme.
func (p *FAQ) Resized() tea.Cmd {
	if p.article == nil || p.drawn == (drawnArticle{p.article, p.look()}) {
		return nil
	}
	return p.drawArticle()
}

func (p *FAQ) look() part.Look {
	return lookOf(p.th, p.articleWidth())
}

// step reads the next or previous of the hits.
func (p *FAQ) step(by int) tea.Cmd {
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

// Actions are what can be done in the knowledge base.
func (p *FAQ) Actions() []Action {
	hits := unless(!p.inTree && len(p.found.Articles) > 0, "no article was searched for")
	acts := []Action{
		do(keymap.Search, p.startSearch),
		{ID: keymap.Open, Do: p.open, Off: unless(!p.reading, "the article is open")},
		{ID: keymap.Tree, Do: p.showTree},
		{ID: keymap.Next, Do: func() tea.Cmd { return p.step(1) }, Off: hits},
		{ID: keymap.Previous, Do: func() tea.Cmd { return p.step(-1) }, Off: hits},
	}
	if p.reading {
		return append(acts, p.inside.actions()...)
	}
	return append(acts, moves(p.list.Move, p.list.Half, p.list.Top, p.list.Bottom)...)
}

func (p *FAQ) showTree() tea.Cmd {
	p.reading, p.inTree, p.openFirst, p.tree.chosen = false, true, false, nil
	p.words.SetValue("")
	p.relist()
	return p.categories()
}

// openCategory opens or folds a category's children, or lists the articles of one.
func (p *FAQ) openCategory() tea.Cmd {
	c := p.tree.chosen
	if p.inTree {
		rows := p.tree.rows
		if p.list.Cursor() >= len(rows) {
			return nil
		}
		row := rows[p.list.Cursor()]
		c = row.category
		if p.tree.toggle(row) {
			p.relist()
			return nil
		}
	}
	p.tree.chosen, p.inTree, p.busy = c, false, true
	p.found.Articles, p.found.Final = nil, false
	p.relist()
	return p.cmds.Category(categoryMark(c), *c)
}

// startSearch begins to type words: of the article that is read, otherwise of titles.
func (p *FAQ) startSearch() {
	if p.reading {
		p.inside.startTyping()
	} else {
		p.startTyping()
	}
}
