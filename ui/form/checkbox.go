package form

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// checkbox is a widget with the values yes and no.
type checkbox struct {
	th      *theme.Theme
	hint    string
	set     bool
	focused bool
	width   int
}

// SetTheme changes the colour of the hint.
func (w *checkbox) SetTheme(th *theme.Theme) { w.th = th }

func (w *checkbox) Update(msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "space", "enter":
			w.set = !w.set
		case "y", "Y":
			w.set = true
		case "n", "N", "backspace", "delete":
			w.set = false
		}
	}
	return nil
}

func (w *checkbox) View() string {
	s := map[bool]string{true: "[x] yes", false: "[ ] no"}[w.set]
	if w.hint == "" {
		return termwidth.Pad(s, w.width)
	}
	return s + textedit.RenderPlaceholder(w.th, termwidth.Pad("  "+w.hint, max(w.width-termwidth.Width(s), 0)))
}

func (w *checkbox) Height() int { return 1 }

func (w *checkbox) SetWidth(width int) { w.width = width }

func (w *checkbox) Value() string {
	if w.set {
		return "true"
	}
	return ""
}

func (w *checkbox) SetValue(v string) { w.set = v == "true" }

func (w *checkbox) Focus() tea.Cmd {
	w.focused = true
	return nil
}

func (w *checkbox) Blur() { w.focused = false }

func (w *checkbox) Cursor() *tea.Cursor {
	if !w.focused {
		return nil
	}
	return textedit.BarCursor(1, 0)
}

func (w *checkbox) IsFull() bool { return false }

func (w *checkbox) HandlesKey(k string) bool { return slices.Contains([]string{"space", "enter"}, k) }

// addButton is a widget without a value: it adds an item to its repeatable section.
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
	s := termwidth.Truncate("+ "+w.label+" (⏎)", w.width)
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
	return textedit.BarCursor(0, 0)
}

func (w *addButton) IsFull() bool { return false }

func (w *addButton) HandlesKey(k string) bool { return k == "enter" }
