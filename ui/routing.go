package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// routeInput routes a key or a paste, whole: the top overlay; a field in which a cursor stands; the form; then the
// action that the keymap names for the place, of the pane or of the console.
func (c *Console) routeInput(msg tea.Msg) tea.Cmd {
	key, isKey := msg.(tea.KeyPressMsg)
	if isKey && key.String() == "ctrl+c" {
		return c.quit()
	}
	c.notification.clearTransient()
	if len(c.overlays) > 0 {
		return c.routeToOverlay(msg)
	}
	if !c.editorFocused && c.focus.CapturesText() {
		return c.focus.Update(msg)
	}
	if isKey {
		if action, ok := c.Keys.Resolve(c.scope(), key.String()); ok {
			return c.dispatch(action)
		}
	}
	if c.editorFocused {
		return c.handleEditorInput(msg)
	}
	if isKey && c.focus == pane.Pane(c.inbox) && len(key.Text) == 1 {
		return c.showView(key.Text[0])
	}
	return nil
}

// scope is where the keys go.
func (c *Console) scope() keymap.Scope {
	if c.editorFocused {
		return keymap.Form
	}
	return c.focus.ID()
}

// routeToOverlay gives input to the top overlay and does what it answers.
func (c *Console) routeToOverlay(msg tea.Msg) tea.Cmd {
	answer, cmd := c.overlays[len(c.overlays)-1].Update(msg)
	if answer == nil {
		return cmd
	}
	c.overlays = c.overlays[:len(c.overlays)-1]
	return tea.Batch(cmd, c.handleOverlayResult(answer))
}

// broadcastToOverlays gives what is no input to every overlay; one that has found what it looked for closes.
func (c *Console) broadcastToOverlays(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i := 0; i < len(c.overlays); i++ {
		answer, cmd := c.overlays[i].Update(msg)
		cmds = append(cmds, cmd)
		if answer != nil {
			c.overlays = slices.Delete(c.overlays, i, i+1)
			i--
			cmds = append(cmds, c.handleOverlayResult(answer))
		}
	}
	return tea.Batch(cmds...)
}

// open puts an overlay over everything.
func (c *Console) open(o overlay.Overlay) { c.overlays = append(c.overlays, o) }

// confirm puts a question over everything.
func (c *Console) confirm(title string, lines func(*theme.Theme, int) []string, replies ...overlay.Choice) {
	c.open(overlay.NewQuestion(c.Keys, title, lines, replies...))
}

// handleOverlayResult does what an overlay was closed with.
func (c *Console) handleOverlayResult(answer overlay.Result) tea.Cmd {
	switch answer := answer.(type) {
	case overlay.ActionChosen:
		return c.dispatch(answer.Action)
	case overlay.RangeChosen:
		return c.showDays(answer.Span)
	case overlay.CustomerChosen:
		return c.openCustomer(answer.ID, answer.Ticket)
	case overlay.ItemPicked:
		return c.copyValue([2]string{answer.Thing.Label, answer.Thing.Value})
	case overlay.ShowHelp:
		c.open(answer.Over)
		c.open(answer.Help)
	case overlay.ListAction:
		return c.onListAction(answer)
	case overlay.Replied:
		return c.replied(answer.Value)
	}
	return nil
}

// showView goes to a view by its digit.
func (c *Console) showView(digit byte) tea.Cmd {
	i := int(digit) - '1'
	if i < 0 || i >= c.inbox.ViewCount() {
		return nil
	}
	return c.inbox.ShowView(i)
}
