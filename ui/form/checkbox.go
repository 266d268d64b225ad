package form

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// control is what widgets of one line without text have in common.
type control struct {
	th      *theme.Theme
	focused bool
	width   int
}

// SetTheme changes the colours.
func (c *control) SetTheme(th *theme.Theme) { c.th = th }

func (c *control) SetWidth(width int) { c.width = width }

func (c *control) Height() int { return 1 }

func (c *control) Focus() { c.focused = true }

func (c *control) Blur() { c.focused = false }

func (c *control) IsFull() bool { return false }

func (c *control) IsCut() bool { return false }

// cursorAt returns the cursor in a column; nil if the widget is not focused.
func (c *control) cursorAt(x int) *tea.Cursor {
	if !c.focused {
		return nil
	}
	return textedit.BarCursor(x, 0)
}

// checkbox is a widget with the values yes and no.
type checkbox struct {
	control
	hint string
	set  bool
}

func (w *checkbox) Update(msg tea.Msg) {
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
}

func (w *checkbox) View() string {
	s := w.box()
	if w.hint == "" {
		return termwidth.Pad(s, w.width)
	}
	return s + textedit.RenderPlaceholder(w.th, termwidth.Pad("  "+w.hint, max(w.width-termwidth.Width(s), 0)))
}

func (w *checkbox) box() string {
	return map[bool]string{true: "[x] yes", false: "[ ] no"}[w.set]
}

func (w *checkbox) Value() string {
	if w.set {
		return "true"
	}
	return ""
}

func (w *checkbox) SetValue(v string) { w.set = v == "true" }

func (w *checkbox) Cursor() *tea.Cursor { return w.cursorAt(1) }

func (w *checkbox) HandlesKey(k string) bool { return slices.Contains([]string{"space", "enter"}, k) }

// addButton is a widget without a value: it adds an item to its repeatable section.
type addButton struct {
	control
	label string
}

func (w *addButton) Update(tea.Msg) {}

func (w *addButton) View() string {
	s := termwidth.Truncate("+ "+w.label+" ("+w.th.KeyName("⏎")+")", w.width)
	if w.focused {
		return w.th.Selected.Render(s)
	}
	return w.th.Muted.Render(s)
}

func (w *addButton) Value() string { return "" }

func (w *addButton) SetValue(string) {}

func (w *addButton) Cursor() *tea.Cursor { return w.cursorAt(0) }

func (w *addButton) HandlesKey(k string) bool { return k == "enter" }
