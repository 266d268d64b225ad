package accounts

import (
	"io"
	"reflect"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/ui/headless"
	"frontdesk/ui/terminal"
)

type answerMsg struct{ n int }

func answer(n int) tea.Cmd { return func() tea.Msg { return answerMsg{n} } }

// ran runs a command and all that it holds, and returns the messages.
func ran(cmd tea.Cmd) []tea.Msg {
	msg := cmd()
	effect, _ := headless.Interpret(msg)
	if effect.Cmds == nil {
		return []tea.Msg{msg}
	}
	var all []tea.Msg
	for _, c := range effect.Cmds {
		all = append(all, ran(c)...)
	}
	return all
}

func TestTag_EveryAnswerOfACommandBelongsToItsConsole(t *testing.T) {
	l := &live{name: "globex"}
	for what, cmd := range map[string]tea.Cmd{
		"one":      answer(1),
		"beside":   tea.Batch(answer(1), tea.Batch(answer(2), answer(3))),
		"in order": tea.Sequence(answer(1), tea.Batch(answer(2), tea.Sequence(answer(3), answer(4)))),
		"the end":  tea.Quit,
	} {
		for _, msg := range ran(l.tag(cmd)) {
			if tagged, ok := msg.(taggedMsg); !ok || tagged.from != l {
				t.Errorf("%s: %#v belongs to nobody", what, msg)
			}
		}
	}
	if effect, _ := headless.Interpret(l.tag(tea.Sequence(answer(1), answer(2)))()); !effect.Sequential {
		t.Error("what runs in order runs beside one another")
	}
}

func TestTag_TerminalStillCarriesOutItsRequests(t *testing.T) {
	l := &live{name: "globex"}
	for what, cmd := range map[string]tea.Cmd{
		"copy": tea.SetClipboard("7"), "background": tea.RequestBackgroundColor, "suspend": tea.Suspend, "nothing": func() tea.Msg { return nil },
	} {
		if got, want := l.tag(cmd)(), cmd(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s became %#v", what, got)
		}
	}
	edit := terminal.Foreground(func(io.Reader, io.Writer) error { return nil }, func(error) tea.Msg { return answerMsg{1} })
	if got := l.tag(edit)(); reflect.TypeOf(got) != reflect.TypeOf(edit()) {
		t.Errorf("the external editor became %#v", got)
	}
}

func TestTag_PanicOfACommandIsReportedToItsConsole(t *testing.T) {
	texttest.ExpectPanic(t, "a fault")
	l := &live{name: "globex"}
	got, ok := l.tag(func() tea.Msg { panic("a fault") })().(taggedMsg)
	if failed, is := got.msg.(terminal.CommandFailedMsg); !ok || got.from != l || !is || failed.Err == nil {
		t.Errorf("reported as %#v", got)
	}
}
