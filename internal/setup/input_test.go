package setup

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"

	"frontdesk/ui/textedit"
)

func TestInput_WhatWasErasedComesBack(t *testing.T) {
	t.Parallel()
	text := ""
	line := newInput("Address:", &text, nil)
	line.WithKeyMap(huh.NewDefaultKeyMap())
	line.Focus()
	eraseAll := tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl}
	eraseWord := tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl}
	for _, step := range []struct {
		msg  tea.Msg
		want string
	}{
		{tea.PasteMsg{Content: "support éè.example"}, "support éè.example"},
		{tea.KeyPressMsg{Code: '!', Text: "!"}, "support éè.example!"},
		{eraseAll, ""},
		{textedit.Undo(), "support éè.example!"},
		{textedit.Undo(), "support éè.example"},
		{eraseWord, "support "},
		{textedit.Yank(), "support éè.example"},
		{tea.KeyPressMsg{Code: tea.KeyBackspace}, "support éè.exampl"},
		{textedit.Yank(), "support éè.exampléè.example"},
		{textedit.Undo(), "support éè.exampl"},
		{textedit.Undo(), "support éè.example"},
		{textedit.Undo(), "support "},
		{textedit.Undo(), "support éè.example"},
		{textedit.Undo(), ""},
		{textedit.Undo(), ""},
	} {
		line.Update(step.msg)
		if text != step.want {
			t.Fatalf("after %v: %q instead of %q", step.msg, text, step.want)
		}
	}
}
