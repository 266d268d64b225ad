package pane

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
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
		go func() {
			defer close(drawn)
			err := draw.Draw(ctx, key, body, look, func(page part.Page) { give(pageMsg{seq: seq, page: page}) })
			if err != nil && ctx.Err() == nil {
				give(pageMsg{seq: seq, err: err})
			}
		}()
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
	p.scroll.SetLines(page.Lines)
	p.places = p.scroll.Find(p.inside.Value())
}

// Resized draws the article for a new width or theme.
func (p *FAQ) Resized() tea.Cmd {
	if p.article == nil || p.drawn == (drawnArticle{p.article, p.look()}) {
		return nil
	}
	return p.drawArticle()
}

func (p *FAQ) look() part.Look {
	return part.Look{Width: p.articleWidth(), Dark: p.th.Dark, Plain: p.th.Plain}
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
	half := max(p.height/2, 1)
	hits := unless(!p.inTree && len(p.found.Articles) > 0, "no article was searched for")
	acts := []Action{
		{ID: keymap.Search, Do: p.startSearch},
		{ID: keymap.Open, Do: p.open, Off: unless(!p.reading, "the article is open")},
		{ID: keymap.Tree, Do: p.showTree},
		{ID: keymap.Next, Do: func() tea.Cmd { return p.step(1) }, Off: hits},
		{ID: keymap.Previous, Do: func() tea.Cmd { return p.step(-1) }, Off: hits},
	}
	if p.reading {
		place := unless(p.places > 0, "nothing was searched for in the article, or nothing found")
		return append(
			acts,
			Action{ID: keymap.NextHit, Do: func() tea.Cmd { p.scroll.Next(1); return nil }, Off: place},
			Action{ID: keymap.PrevHit, Do: func() tea.Cmd { p.scroll.Next(-1); return nil }, Off: place},
			do(keymap.Up, func() { p.scroll.Move(-1) }), do(keymap.Down, func() { p.scroll.Move(1) }),
			do(keymap.HalfUp, func() { p.scroll.Move(-half) }), do(keymap.HalfDown, func() { p.scroll.Move(half) }),
			do(keymap.Top, p.scroll.Top), do(keymap.Bottom, p.scroll.Bottom),
		)
	}
	return append(
		acts,
		do(keymap.Up, func() { p.list.Move(-1) }), do(keymap.Down, func() { p.list.Move(1) }),
		do(keymap.HalfUp, func() { p.list.Move(-half) }), do(keymap.HalfDown, func() { p.list.Move(half) }),
		do(keymap.Top, p.list.Top), do(keymap.Bottom, p.list.Bottom),
	)
}

func (p *FAQ) showTree() tea.Cmd {
	p.reading, p.inTree, p.tree.chosen = false, true, nil
	p.words.SetValue("")
	p.relist()
	return p.categories()
}

// openCategory opens or folds a category's children, or lists the articles of one that has none.
func (p *FAQ) openCategory() tea.Cmd {
	c := p.tree.chosen
	if p.inTree {
		rows := p.tree.rows()
		if p.list.Cursor() >= len(rows) {
			return nil
		}
		c = rows[p.list.Cursor()].category
		if p.tree.toggle(c) {
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
func (p *FAQ) startSearch() tea.Cmd {
	if !p.reading {
		p.startTyping()
		return nil
	}
	p.finding = true
	p.inside.Focus()
	return nil
}

// find takes input for the words that are searched for in the article.
func (p *FAQ) find(msg tea.Msg) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "esc":
			p.inside.SetValue("")
			fallthrough
		case "enter", "tab":
			p.finding = false
			p.inside.Blur()
		}
	}
	if p.finding {
		p.inside.Update(msg)
	}
	p.places = p.scroll.Find(p.inside.Value())
}
