package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// routeInput routes a key or a paste to the first that takes it: the top overlay, a text field of the focused pane,
// the action that the keymap binds in the current scope, the form, or the view with that digit in the inbox.
func (c *Console) routeInput(msg tea.Msg) tea.Cmd {
	if c.forms.inExternalEditor {
		return nil
	}
	key, isKey := msg.(tea.KeyPressMsg)
	if isKey && key.String() == "ctrl+c" {
		return c.LeaveAtOnce()
	}
	c.notification.clearTransient()
	if act, ok := msg.(accessible.ActMsg); ok {
		return act.Run()
	}
	c.forms.typeOnAfterDigit(msg)
	if len(c.overlays) > 0 {
		return c.routeToOverlay(msg)
	}
	c.inbox.Begin(msg)
	if p := c.typingPane(); p != nil && !passesOn(p, msg) {
		return p.Update(msg)
	}
	if isKey && c.scope() == keymap.Form && c.forms.takesOffer(key) {
		return c.forms.saveDraft()
	}
	if isKey && !c.isCallInput(key) {
		if action, ok := c.Keys.Resolve(c.scope(), key.String()); ok {
			return c.dispatch(action)
		}
	}
	return c.inputText(msg)
}

// inputText passes on what no action is bound to: text to the call or the form, the digit of a view and a pasted number
// to the inbox.
func (c *Console) inputText(msg tea.Msg) tea.Cmd {
	switch c.scope() {
	case keymap.Call:
		return c.call.Update(msg)
	case keymap.Form:
		c.editor.Update(msg)
		return tea.Batch(c.forms.complete(), c.forms.saveDraft())
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if len(msg.Text) == 1 {
			return c.routeDigit(msg.Text[0])
		}
	case tea.PasteMsg:
		if c.scope() == keymap.Inbox {
			return c.lookups.openPasted(msg.Content)
		}
	}
	return nil
}

// routeDigit shows the view with a digit, counts its tickets on the board, or inserts the section of an article.
func (c *Console) routeDigit(digit byte) tea.Cmd {
	switch c.scope() {
	case keymap.Inbox:
		return c.showView(digit)
	case keymap.Board:
		if digit >= '0' && digit <= '9' {
			return c.board.countView(digit)
		}
	case keymap.FAQ:
		return c.insertSection(digit)
	}
	return nil
}

// passesOn reports whether a key is none of the text input that has the focus in a pane, and is left to the actions.
func passesOn(p pane.Pane, msg tea.Msg) bool {
	key, isKey := msg.(tea.KeyPressMsg)
	passer, ok := p.(pane.KeyPasser)
	return isKey && ok && passer.PassesOn(key)
}

// isCallInput reports whether a key is input on the screen of a call.
func (s *screens) isCallInput(key tea.KeyPressMsg) bool {
	return s.scope() == keymap.Call && s.call.TakesKey(key.String())
}

// routeToOverlay passes input to the top overlay.
func (c *Console) routeToOverlay(msg tea.Msg) tea.Cmd {
	top := len(c.overlays) - 1
	result, cmd := c.overlays[top].Update(msg)
	return tea.Batch(cmd, c.applyResult(top, result))
}

// broadcastToOverlays passes a message other than input to every overlay.
func (c *Console) broadcastToOverlays(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i := 0; i < len(c.overlays); i++ {
		result, cmd := c.overlays[i].Update(msg)
		cmds = append(cmds, cmd, c.applyResult(i, result))
		if result != nil && !result.Keep {
			i--
		}
	}
	return tea.Batch(cmds...)
}

// applyResult closes an overlay, unless it stays, and runs what was chosen in it.
func (c *Console) applyResult(i int, r *overlay.Result) tea.Cmd {
	if r == nil {
		return nil
	}
	if !r.Keep {
		c.overlays = slices.Delete(c.overlays, i, i+1)
	}
	switch {
	case r.Help != nil:
		c.open(r.Help)
	case r.Disabled != "":
		c.notify(levelTransient, r.Disabled)
	case r.Press != "":
		return c.pressKey(r.Press)
	case r.Run != nil:
		return r.Run()
	}
	return nil
}

// open puts an overlay on top.
func (s *shell) open(o overlay.Overlay) { s.overlays = append(s.overlays, o) }

// confirm opens a confirmation.
func (s *shell) confirm(title string, body overlay.Body, replies ...overlay.Choice) {
	s.open(overlay.NewConfirm(s.Keys, title, body, replies...))
}
