package terminal_test

import (
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/terminal"
)

func TestAlert_RingsAndNotifiesInTheChosenForms(t *testing.T) {
	for name, c := range map[string]struct {
		alert terminal.AlertMsg
		want  string
	}{
		"the bell alone": {terminal.AlertMsg{Title: "frontdesk", Text: "Call back"}, "\a"},
		"OSC 9":          {terminal.AlertMsg{Title: "frontdesk", Text: "Call back", OSC9: true}, "\a\x1b]9;frontdesk: Call back\a"},
		"OSC 777":        {terminal.AlertMsg{Title: "frontdesk", Text: "Call back", OSC777: true}, "\a\x1b]777;notify;frontdesk;Call back\a"},
		"a hostile text": {
			terminal.AlertMsg{Title: "a\a;b", Text: "4;1;50\x1b]52;c;eA==\a\x9c\u202e\n" + strings.Repeat("x", 9_000), OSC9: true, OSC777: true}, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := openTerminal(t, &testModel{update: func(_ *testModel, msg tea.Msg) tea.Cmd {
					if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "enter" {
						return terminal.Alert(c.alert)
					}
					return nil
				}})
				n, _ := w.written()
				w.typeKeys("\r")
				got := w.writtenSince(n)
				if c.want != "" && (!strings.Contains(got, c.want) || strings.Count(got, "\a") != strings.Count(c.want, "\a")) {
					t.Errorf("written %q, want %q", got, c.want)
				}
				if c.want == "" && (strings.Count(got, "\a") != 3 || strings.Count(got, "\x1b]") != 2 || strings.Contains(got, "\x9c]") ||
					strings.Contains(got, "\u202e") || strings.Count(got, ";") != 4 || len(got) > 2_000) {
					t.Errorf("a hostile text writes %q", got)
				}
			})
		})
	}
}
