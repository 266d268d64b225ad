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
func (f *forms) openExternalEditor() tea.Cmd {
	f.inExternalEditor = true
	return terminal.Foreground(f.cmds.EditText(f.editor.MultilineText(), f.onTextEdited))
}

// onTextEdited takes over the edited text, or says why the field keeps its own.
func (f *forms) onTextEdited(text string, err error) tea.Cmd {
	f.inExternalEditor = false
	switch {
	case errors.Is(err, backend.ErrUnchanged):
		f.notify(levelTransient, err.Error())
	case err != nil && text == "":
		f.notify(levelWarning, "text kept: "+backend.ErrorText(err))
	case err != nil:
		f.notify(levelWarning, backend.ErrorText(err))
	}
	if text == "" || f.editor == nil {
		return nil
	}
	f.editor.ReplaceText(text)
	return f.saveDraft()
}
