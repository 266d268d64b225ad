package drive_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/drive"
)

func TestKeysAreWhatATerminalSends(t *testing.T) {
	for _, name := range []string{"a", "G", "/", "+", "enter", "esc", "ctrl+s", "shift+tab", "f1", "space", "ctrl++"} {
		if got := drive.Key(name).String(); got != name {
			t.Errorf("%s comes as %s", name, got)
		}
	}
	if text := drive.RuneKey('ß').Text; text != "ß" {
		t.Errorf("a letter types %q", text)
	}
	if drive.RuneKey('\n').String() != "enter" {
		t.Error("the end of a line is no enter")
	}
}

func TestTheFrameworksOwnMessagesAreKnown(t *testing.T) {
	type ownMsg struct{}
	one := func() tea.Msg { return ownMsg{} }
	if _, own := drive.Interpret(ownMsg{}); own {
		t.Error("a model's message is kept from it")
	}
	if m, own := drive.Interpret(tea.Batch(one, one)()); !own || len(m.Cmds) != 2 || m.Sequential {
		t.Errorf("a batch: %+v", m)
	}
	if m, own := drive.Interpret(tea.Sequence(one, one, one)()); !own || len(m.Cmds) != 3 || !m.Sequential {
		t.Errorf("a sequence: %+v", m)
	}
	if m, own := drive.Interpret(tea.SetClipboard("42")()); !own || m.Clipboard == nil || *m.Clipboard != "42" {
		t.Errorf("a copy: %+v", m)
	}
	if m, own := drive.Interpret(tea.RequestBackgroundColor()); !own || !m.WantsBackground {
		t.Errorf("a question for the background: %+v", m)
	}
	if m, own := drive.Interpret(tea.Quit()); !own || !m.Quit {
		t.Errorf("the end: %+v", m)
	}
	if _, own := drive.Interpret(nil); !own {
		t.Error("nothing reaches the model")
	}
}
