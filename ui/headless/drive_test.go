package headless_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/headless"
)

func TestKeysAreWhatATerminalSends(t *testing.T) {
	for _, name := range []string{"a", "G", "/", "+", "enter", "esc", "ctrl+s", "shift+tab", "f1", "space", "ctrl++"} {
		if got := headless.Key(name).String(); got != name {
			t.Errorf("%s comes as %s", name, got)
		}
	}
	if text := headless.RuneKey('ß').Text; text != "ß" {
		t.Errorf("a letter types %q", text)
	}
	if headless.RuneKey('\n').String() != "enter" {
		t.Error("the end of a line is no enter")
	}
}

func TestTheFrameworksOwnMessagesAreKnown(t *testing.T) {
	type ownMsg struct{}
	one := func() tea.Msg { return ownMsg{} }
	if _, own := headless.Interpret(ownMsg{}); own {
		t.Error("a model's message is kept from it")
	}
	if m, own := headless.Interpret(tea.Batch(one, one)()); !own || len(m.Cmds) != 2 || m.Sequential {
		t.Errorf("a batch: %+v", m)
	}
	if m, own := headless.Interpret(tea.Sequence(one, one, one)()); !own || len(m.Cmds) != 3 || !m.Sequential {
		t.Errorf("a sequence: %+v", m)
	}
	if m, own := headless.Interpret(tea.SetClipboard("42")()); !own || m.Clipboard == nil || *m.Clipboard != "42" {
		t.Errorf("a copy: %+v", m)
	}
	if m, own := headless.Interpret(tea.RequestBackgroundColor()); !own || !m.WantsBackground {
		t.Errorf("a question for the background: %+v", m)
	}
	if m, own := headless.Interpret(tea.Quit()); !own || !m.Quit {
		t.Errorf("the end: %+v", m)
	}
	if _, own := headless.Interpret(nil); !own {
		t.Error("nothing reaches the model")
	}
}
