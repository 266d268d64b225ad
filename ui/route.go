package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// input routes a key or a paste, whole: the top overlay; a field in which a cursor stands; the form; then the
// action that the keymap names for the place, of the pane or of the console.
func (c *Console) input(msg tea.Msg) tea.Cmd {
	key, isKey := msg.(tea.KeyPressMsg)
	if isKey && key.String() == "ctrl+c" {
		return c.leave()
	}
	c.notice.fade()
	if len(c.stack) > 0 {
		return c.over(msg)
	}
	if !c.inForm && c.focus.Typing() {
		return c.focus.Update(msg)
	}
	if isKey {
		if action, ok := c.Keys.Find(c.place(), key.String()); ok {
			return c.perform(action)
		}
	}
	if c.inForm {
		return c.typed(msg)
	}
	if isKey && c.focus == pane.Pane(c.inbox) && len(key.Text) == 1 {
		return c.showView(key.Text[0])
	}
	return nil
}

// place is where the keys go.
func (c *Console) place() keymap.Place {
	if c.inForm {
		return keymap.Form
	}
	return c.focus.Place()
}

// over gives input to the top overlay and does what it answers.
func (c *Console) over(msg tea.Msg) tea.Cmd {
	answer, cmd := c.stack[len(c.stack)-1].Update(msg)
	if answer == nil {
		return cmd
	}
	c.stack = c.stack[:len(c.stack)-1]
	return tea.Batch(cmd, c.answered(answer))
}

// tell gives what is no input to every overlay; one that has found what it looked for closes.
func (c *Console) tell(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i := 0; i < len(c.stack); i++ {
		answer, cmd := c.stack[i].Update(msg)
		cmds = append(cmds, cmd)
		if answer != nil {
			c.stack = slices.Delete(c.stack, i, i+1)
			i--
			cmds = append(cmds, c.answered(answer))
		}
	}
	return tea.Batch(cmds...)
}

// open puts an overlay over everything.
func (c *Console) open(o overlay.Overlay) { c.stack = append(c.stack, o) }

// ask puts a question over everything.
func (c *Console) ask(title string, lines func(*theme.Theme, int) []string, replies ...overlay.Reply) {
	c.open(overlay.NewQuestion(c.Keys, title, lines, replies...))
}

// answered does what an overlay was closed with.
func (c *Console) answered(answer overlay.Answer) tea.Cmd {
	switch answer := answer.(type) {
	case overlay.Chosen:
		return c.perform(answer.Action)
	case overlay.Dated:
		return c.showDays(answer.Span)
	case overlay.FoundCustomer:
		return c.openCustomer(answer.ID, answer.Ticket)
	case overlay.Picked:
		return c.copyThing([2]string{answer.Thing.Label, answer.Thing.Value})
	case overlay.Explained:
		c.open(answer.Over)
		c.open(answer.Help)
	case overlay.Asked:
		return c.asked(answer)
	case overlay.Said:
		return c.replied(answer.What)
	}
	return nil
}

// showView goes to a view by its digit.
func (c *Console) showView(digit byte) tea.Cmd {
	i := int(digit) - '1'
	if i < 0 || i >= c.inbox.Views() {
		return nil
	}
	return c.inbox.ShowView(i)
}
