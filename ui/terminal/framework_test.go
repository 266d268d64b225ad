package terminal

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
)

// terminalRequestModel asks for the terminal when it starts, and quits when it is answered.
type terminalRequestModel struct {
	size tea.WindowSizeMsg
	told error
}

func (a *terminalRequestModel) Init() tea.Cmd {
	return Foreground(func(io.Reader, io.Writer) error { return nil }, func(err error) tea.Msg { return err })
}

func (a *terminalRequestModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.size = msg
	case error:
		a.told = msg
	}
	if a.told != nil && a.size.Width > 0 {
		return a, tea.Quit
	}
	return a, nil
}

func (a *terminalRequestModel) View() tea.View { return tea.NewView("") }

// TestFramework_ScreenHasTheSameLimits: Windows gets the framework's own screen, with the same limits and the same
// answer to a session.
func TestFramework_ScreenHasTheSameLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, keys := io.Pipe()
		messages := make(chan tea.Msg, 1)
		messages <- tea.WindowSizeMsg{Width: 1 << 30, Height: 1 << 30}
		a := &terminalRequestModel{}
		_, err := runFramework(context.Background(), a, Terminal{
			In: in, Out: io.Discard, Env: []string{"TERM=xterm"}, Width: MaxWidth, Height: 1 << 30, Messages: messages,
		})
		_ = keys.Close()
		if err != nil || !errors.Is(a.told, ErrNotOwn) || a.size.Width != MaxWidth || a.size.Height != MaxHeight {
			t.Errorf("Run says %v, the model was told %v and %v", err, a.told, a.size)
		}
	})
}
