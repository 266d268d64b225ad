package form

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// addButton is a field in which nothing is filled in: it adds an element to its section.
type addButton struct {
	label   string
	th      *theme.Theme
	focused bool
	width   int
}

// SetTheme changes the colours.
func (w *addButton) SetTheme(th *theme.Theme) { w.th = th }

func (w *addButton) Update(tea.Msg) tea.Cmd { return nil }

func (w *addButton) View() string {
	s := safetext.Truncate("+ "+w.label+" (⏎)", w.width)
	if w.focused {
		return w.th.Selected.Render(s)
	}
	return w.th.Muted.Render(s)
}

func (w *addButton) Height() int { return 1 }

func (w *addButton) SetWidth(width int) { w.width = width }

func (w *addButton) Value() string { return "" }

func (w *addButton) SetValue(string) {}

func (w *addButton) Focus() tea.Cmd {
	w.focused = true
	return nil
}

func (w *addButton) Blur() { w.focused = false }

func (w *addButton) Cursor() *tea.Cursor {
	if !w.focused {
		return nil
	}
	return bar(0, 0)
}

func (w *addButton) isFull() bool { return false }

func (w *addButton) HandlesKey(k string) bool { return k == "enter" }
