package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

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
	here := c.screen()
	if isKey && here.first != nil {
		if cmd, taken := here.first(key); taken {
			return cmd
		}
	}
	if isKey {
		if action, ok := c.Keys.Resolve(here.scope, key.String()); ok {
			return c.dispatch(action)
		}
	}
	if here.input == nil {
		return nil
	}
	return here.input(msg)
}

// ofDigit returns the input function of a part that takes digits.
func ofDigit(take func(digit byte) tea.Cmd) func(tea.Msg) tea.Cmd {
	return func(msg tea.Msg) tea.Cmd {
		if key, isKey := msg.(tea.KeyPressMsg); isKey && len(key.Text) == 1 {
			return take(key.Text[0])
		}
		return nil
	}
}

// inputInList shows the view with a digit, or opens what a pasted number names.
func (c *Console) inputInList(msg tea.Msg) tea.Cmd {
	if pasted, isPaste := msg.(tea.PasteMsg); isPaste {
		return c.lookups.openPasted(pasted.Content)
	}
	return ofDigit(c.showView)(msg)
}

// inputInCall gives a key to the call if it is input of the part that has the focus there.
func (c *Console) inputInCall(key tea.KeyPressMsg) (tea.Cmd, bool) {
	if !c.call.TakesKey(key.String()) {
		return nil, false
	}
	return c.call.Update(key), true
}

// passesOn reports whether a key is none of the text input that has the focus in a pane, and is left to the actions.
func passesOn(p pane.Screen, msg tea.Msg) bool {
	key, isKey := msg.(tea.KeyPressMsg)
	passer, ok := p.(pane.KeyPasser)
	return isKey && ok && passer.PassesOn(key)
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
func (s *shell) open(o *overlay.Box) { s.overlays = append(s.overlays, o) }

// confirm opens a confirmation.
func (s *shell) confirm(title string, body overlay.Body, replies ...overlay.Choice) {
	s.open(overlay.NewConfirm(s.Keys, title, body, replies...))
}
