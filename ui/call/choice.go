package call

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// ChooseFromArticle shows what can be inserted of the article under the cursor. The keys are those of the FAQ then.
func (p *Pane) ChooseFromArticle() {
	if article, known := p.answers.read(); known {
		p.answers.choice.Choose(&article, p.answers.marks(), p.articleLink)
	}
}

// ChoiceReason returns why nothing can be chosen of an article; empty if it can.
func (p *Pane) ChoiceReason() string {
	if _, known := p.answers.read(); p.at != partAnswers || !known {
		return "no article is chosen: " + p.key(keymap.SearchFAQ) + " goes to the answers"
	}
	return ""
}

// CapturesText reports whether the keys choose a part of an article.
func (p *Pane) CapturesText() bool { return p.at == partAnswers && p.answers.choice.IsOpen() }

// TypingKeys returns the keys that choose a part of an article.
func (p *Pane) TypingKeys() []key.Binding {
	var keys []key.Binding
	add := func(a keymap.Action, label string) {
		keys = append(keys, key.NewBinding(key.WithHelp(p.keys.KeyLabel(keymap.FAQ, a), label)))
	}
	add(keymap.Insert, "insert")
	add(keymap.Choose, "lines")
	add(keymap.Back, "back")
	return keys
}

// PassesOn reports whether a key is none of those that choose a part of an article: the screen may have it.
func (p *Pane) PassesOn(k tea.KeyPressMsg) bool {
	_, chooses := p.keys.Resolve(keymap.FAQ, k.String())
	return k.Text == "" && !chooses
}

// chooseByKey moves in the choice or inserts what is chosen.
func (p *Pane) chooseByKey(msg tea.Msg) tea.Cmd {
	k, isKey := msg.(tea.KeyPressMsg)
	if !isKey {
		return nil
	}
	c := &p.answers.choice
	action, _ := p.keys.Resolve(keymap.FAQ, k.String())
	switch action {
	case keymap.Insert, keymap.Open:
		return p.insertExcerpt(c.Excerpt())
	case keymap.Choose:
		p.ChooseFromArticle()
	case keymap.Back, keymap.StepBack:
		p.answers.choice = pane.Choice{}
	default:
		if !moveIn(c, action) && len(k.Text) == 1 && c.TypeNumber(k.Text[0]) {
			return p.insertExcerpt(c.Excerpt())
		}
	}
	return nil
}

// moveIn moves the cursor of a choice; it reports whether the action does that.
func moveIn(c *pane.Choice, action keymap.Action) bool {
	switch action {
	case keymap.Up:
		c.Move(-1)
	case keymap.Down:
		c.Move(1)
	case keymap.HalfPageUp:
		c.HalfPage(-1)
	case keymap.HalfPageDown:
		c.HalfPage(1)
	case keymap.Top:
		c.GotoTop()
	case keymap.Bottom:
		c.GotoBottom()
	default:
		return false
	}
	return true
}

// insertExcerpt inserts a part of an article into the notes.
func (p *Pane) insertExcerpt(x pane.Excerpt) tea.Cmd {
	if x.Text == "" {
		p.Say(x.What + " has no text")
		return nil
	}
	if err := p.notes.form.CheckInsert(x.Text); err != nil {
		p.Say("not inserted, " + err.Error() + ": " + p.key(keymap.Choose) + " chooses a part")
		return nil
	}
	p.answers.choice = pane.Choice{}
	inserted := p.Insert(x.Text)
	full, short := x.Inserted()
	key := " · " + p.key(keymap.UndoTyping) + " undoes it"
	if p.inserted = full + key; termwidth.Width(p.inserted) > p.width {
		p.inserted = short + key
	}
	return tea.Batch(inserted, p.cmds.FAQ.RememberUsed(x.Article))
}

// choiceRows draws the choice in the place of the list and the article.
func (a *answers) choiceRows(th *theme.Theme, keys keymap.Keymap, width, height int) []string {
	hint := wrapped(th.Info, a.choice.Hint(th, keys), width, 2)
	title := th.Emphasis.Render(termwidth.Truncate(a.article.Title.String(), width))
	room := max(height-1-len(hint), 1)
	rows := append([]string{title}, a.choice.View(th, width, room)...)
	return append(blank(rows, 1+room), hint...)
}
