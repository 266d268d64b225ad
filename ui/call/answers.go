package call

import (
	"strings"

	"frontdesk/ui/layout"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
)

// maxAnswers is how many articles are suggested for a call.
const maxAnswers = 30

// FocusAnswers moves the focus to the search for articles.
func (p *Pane) FocusAnswers() tea.Cmd {
	p.focus(layout.CallAnswers)
	return p.takeSuggestion()
}

// takeSuggestion looks for articles that the ticket and the notes are about.
func (p *Pane) takeSuggestion() tea.Cmd {
	about := p.notes.text()
	if t := p.Ticket(); t != nil {
		about = words(t) + "\n" + about
	}
	return p.answers.SuggestFor(strings.TrimSpace(about), maxAnswers)
}

// Rerender reads the article under the cursor of the answers, and renders it again if it looks different now.
func (p *Pane) Rerender() tea.Cmd {
	if !p.IsOn() {
		return nil
	}
	return tea.Batch(p.answers.Rerender(), p.detail.Rerender())
}

// ChooseFromArticle shows what can be inserted of the article under the cursor. The keys are those of the FAQ then.
func (p *Pane) ChooseFromArticle() {
	if p.answers.Article() != nil {
		p.answers.Choose()
	}
}

// ChoiceReason returns why nothing can be chosen of an article; empty if it can.
func (p *Pane) ChoiceReason() string {
	if p.at != layout.CallAnswers || p.answers.Article() == nil {
		return "no article is chosen: " + p.key(keymap.SearchFAQ) + " goes to the answers"
	}
	return ""
}

// CapturesText reports whether the keys choose a part of an article.
func (p *Pane) CapturesText() bool { return p.at == layout.CallAnswers && p.answers.IsChoosing() }

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
	action, _ := p.keys.Resolve(keymap.FAQ, k.String())
	move, moves := pane.Moves[action]
	switch {
	case action == keymap.Insert, action == keymap.Open:
		return p.InsertAnswer(p.answers.Excerpt())
	case action == keymap.Choose:
		p.ChooseFromArticle()
	case action == keymap.Back, action == keymap.StepBack:
		p.answers.StartTyping()
	case moves:
		move(p.answers)
	case len(k.Text) == 1 && p.answers.TypeNumber(k.Text[0]):
		return p.InsertAnswer(p.answers.Excerpt())
	}
	return nil
}

// openAnswer inserts the part of the article under the cursor that matches into the notes. Where nothing matches, the
// agent chooses. A list that could not be loaded is loaded again.
func (p *Pane) openAnswer() tea.Cmd {
	switch {
	case p.answers.Failed() && p.answers.Count() == 0:
		return p.answers.Refresh()
	case p.answers.Article() == nil:
		return nil
	}
	x, matches := p.answers.Matching()
	if !matches {
		p.answers.Choose()
		return nil
	}
	return p.InsertAnswer(x)
}

// CheckInsert returns why a text does not fit into the notes.
func (p *Pane) CheckInsert(text string) error { return p.notes.form.CheckInsert(text) }

// Insert inserts a text into the notes at the cursor, and moves the focus there.
func (p *Pane) Insert(text string) {
	p.notes.form.FocusField(backend.FieldComment)
	p.focus(layout.Notes)
	p.notes.form.Insert(text)
}
