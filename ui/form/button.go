package form

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/text"
	"frontdesk/ui/theme"
)

// button is a field in which nothing is filled in: it adds an element to its section.
type button struct {
	label   string
	th      *theme.Theme
	focused bool
	width   int
}

// SetTheme changes the colours.
func (w *button) SetTheme(th *theme.Theme) { w.th = th }

func (w *button) Update(tea.Msg) tea.Cmd { return nil }

func (w *button) View() string {
	s := text.Cut("+ "+w.label+" (⏎)", w.width)
	if w.focused {
		return w.th.Selected.On(s)
	}
	return w.th.Muted.On(s)
}

func (w *button) Height() int { return 1 }

func (w *button) SetWidth(width int) { w.width = width }

func (w *button) Value() string { return "" }

func (w *button) SetValue(string) {}

func (w *button) Focus() tea.Cmd {
	w.focused = true
	return nil
}

func (w *button) Blur() { w.focused = false }

func (w *button) Cursor() *tea.Cursor {
	if !w.focused {
		return nil
	}
	return bar(0, 0)
}

func (w *button) isFull() bool { return false }

func (w *button) Takes(k string) bool { return k == "enter" }
