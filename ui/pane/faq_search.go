package pane

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// takeHits shows hits for what is typed now; what is remembered never replaces what the service said. The first one is
// opened when the agent has asked for it before it was there.
func (p *FAQ) takeHits(msg backend.ArticlesFoundMsg) tea.Cmd {
	if msg.Query != p.query() {
		return nil
	}
	if msg.Final {
		p.busy = false
	} else if p.found.Final && p.found.Query == msg.Query {
		return nil
	}
	if msg.Err != nil {
		p.found.Err = msg.Err
		p.openFirst = false
		return nil
	}
	at := p.selected()
	p.found = msg
	p.relist()
	if at != nil {
		for i := range msg.Articles {
			if msg.Articles[i].ID == at.ID {
				p.list.SetCursor(i)
			}
		}
	}
	if !msg.Final || !p.openFirst {
		return nil
	}
	p.openFirst = false
	if !p.focused || p.showsTree || p.reading || len(msg.Articles) == 0 {
		return nil
	}
	p.list.Top()
	return p.read(p.selected())
}

// query is the words that hits are wanted for: those typed, or a category's mark.
func (p *FAQ) query() string {
	if p.tree.chosen != nil && p.words.Value() == "" {
		return categoryMark(p.tree.chosen)
	}
	return p.words.Value()
}

func categoryMark(c *desk.Category) string { return "\x00" + strconv.FormatInt(c.ID, 10) }

func (p *FAQ) typed(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		p.stopTyping()
		return nil
	case "up", "down":
		by := 1
		if k.String() == "up" {
			by = -1
		}
		p.list.Move(by)
		return nil
	case "enter", "tab":
		p.stopTyping()
		if p.showsTree {
			return nil
		}
		return p.open()
	}
	return p.retyped(k)
}

func (p *FAQ) retyped(msg tea.Msg) tea.Cmd {
	before := p.words.Value()
	p.words.Update(msg)
	if p.words.Value() == before {
		return nil
	}
	p.tree.chosen = nil
	return p.search()
}

// search asks for what is typed now; with nothing typed the tree is shown.
func (p *FAQ) search() tea.Cmd {
	p.showsTree, p.busy = p.words.Value() == "", p.words.Value() != ""
	p.found.Err = nil
	p.relist()
	p.list.Top()
	if p.showsTree {
		return p.categories()
	}
	return p.cmds.SearchArticles(p.words.Value())
}

func (p *FAQ) relist() {
	if p.showsTree {
		p.list.SetCount(len(p.tree.rows))
		return
	}
	p.list.SetCount(len(p.found.Articles))
}
