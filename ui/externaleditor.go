package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
	"frontdesk/ui/terminal"
)

// externalEditorReason returns why a text cannot be edited in the external editor; empty if it can. Over SSH it never
// can: an editor is a shell on the host.
func externalEditorReason(c *Console, t pane.Target) string {
	switch {
	case c.Remote:
		return "not available over SSH"
	case !c.editor.HasMultiline():
		return "this form has no text of several lines"
	case !c.cmds.HasExternalEditor():
		return "no editor is set: set VISUAL or EDITOR"
	}
	return submittingReason(c, t)
}

// openExternalEditor edits the comment of the form, or another text of several lines, in the external editor. Input is
// dropped until it is back: the edited text would replace it.
func (c *Console) openExternalEditor() tea.Cmd {
	c.inExternalEditor = true
	return terminal.Foreground(c.cmds.EditText(c.editor.MultilineText()))
}

// onTextEdited takes over the edited text, or says why the field keeps its own.
func (c *Console) onTextEdited(msg backend.TextEditedMsg) tea.Cmd {
	c.inExternalEditor = false
	switch {
	case errors.Is(msg.Err, backend.ErrUnchanged):
		c.notify(levelTransient, msg.Err.Error())
	case msg.Err != nil && msg.Text == "":
		c.notify(levelWarning, "text kept: "+backend.ErrorText(msg.Err))
	case msg.Err != nil:
		c.notify(levelWarning, backend.ErrorText(msg.Err))
	}
	if msg.Text == "" || c.editor == nil {
		return nil
	}
	c.editor.ReplaceText(msg.Text)
	return c.saveDraft()
}
