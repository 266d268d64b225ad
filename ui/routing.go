package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// routeInput routes a key or a paste to the first that takes it: the top overlay, a text field of the focused pane,
// the action that the keymap binds in the current scope, the form, or the view with that digit in the inbox.
func (c *Console) routeInput(msg tea.Msg) tea.Cmd {
	key, isKey := msg.(tea.KeyPressMsg)
	if isKey && key.String() == "ctrl+c" {
		return c.quit()
	}
	c.notification.clearTransient()
	if len(c.overlays) > 0 {
		return c.routeToOverlay(msg)
	}
	if p := c.typingPane(); p != nil {
		return p.Update(msg)
	}
	if isKey {
		if action, ok := c.Keys.Resolve(c.scope(), key.String()); ok {
			return c.dispatch(action)
		}
	}
	if c.scope() == keymap.Form {
		return c.handleEditorInput(msg)
	}
	if isKey && c.scope() == keymap.Inbox && len(key.Text) == 1 {
		return c.showView(key.Text[0])
	}
	return nil
}

// routeToOverlay passes input to the top overlay; if that returns a result, closes it and handles the result.
func (c *Console) routeToOverlay(msg tea.Msg) tea.Cmd {
	answer, cmd := c.overlays[len(c.overlays)-1].Update(msg)
	if answer == nil {
		return cmd
	}
	c.overlays = c.overlays[:len(c.overlays)-1]
	return tea.Batch(cmd, c.handleOverlayResult(answer))
}

// broadcastToOverlays passes a message other than input to every overlay; an overlay that returns a result is closed.
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

// open puts an overlay on top.
func (c *Console) open(o overlay.Overlay) { c.overlays = append(c.overlays, o) }

// confirm opens a confirmation.
func (c *Console) confirm(title string, lines func(*theme.Theme, int) []string, replies ...overlay.Choice) {
	c.open(overlay.NewQuestion(c.Keys, title, lines, replies...))
}

// handleOverlayResult acts on the result of an overlay.
func (c *Console) handleOverlayResult(answer overlay.Result) tea.Cmd {
	switch answer := answer.(type) {
	case overlay.ActionChosen:
		return c.dispatch(answer.Action)
	case overlay.RangeChosen:
		return c.showDays(answer.Span)
	case overlay.CustomerChosen:
		return c.openCustomer(answer.ID, answer.Ticket)
	case overlay.ItemPicked:
		return c.copyText(answer.Thing.Value, "copied "+answer.Thing.Value)
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

// showView shows the view with a digit.
func (c *Console) showView(digit byte) tea.Cmd {
	i := int(digit) - '1'
	if i < 0 || i >= c.inbox.ViewCount() {
		return nil
	}
	return c.inbox.ShowView(i)
}
