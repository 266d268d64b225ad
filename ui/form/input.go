package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// Input is one line of typing with the terminal's own cursor; what does not fit its width scrolls sideways. What is
// typed or pasted is cleaned before it can be drawn.
type Input struct {
	buffer
	hint      string
	width     int // columns; 0 is as wide as its text
	first     int // the first character that is seen
	focused   bool
	normalise func(string) string // leaves out what says nothing; nil for none
	th        *theme.Theme        // nil where nobody has said: hints are faint then
}

// NewInput makes a line of at most limit characters; hint is shown while it is empty.
func NewInput(hint string, limit int) *Input {
	return &Input{buffer: buffer{limit: limit, oneLine: true}, hint: hint}
}

// Update takes a key or a paste, when it has the keys.
func (l *Input) Update(msg tea.Msg) tea.Cmd {
	if !l.focused {
		return nil
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if l.normalise != nil && len(msg.Text) > 0 {
			msg.Text = l.normalise(msg.Text)
		}
		l.press(msg)
	case tea.PasteMsg:
		if l.normalise != nil {
			msg.Content = l.normalise(msg.Content)
		}
		l.insert(msg.Content)
	}
	l.scroll()
	return nil
}

// scroll moves the window as little as will show the cursor, one column of it for the cursor itself, and hides
// nothing to the left while there is room.
func (l *Input) scroll() {
	if l.first = min(l.first, l.at); l.width == 0 {
		l.first = 0
		return
	}
	for x := widthOf(l.cells[l.first:l.at]); x >= l.width; l.first++ {
		x -= cellWidth(l.cells[l.first])
	}
	x := widthOf(l.cells[l.first:])
	for l.first > 0 && x+cellWidth(l.cells[l.first-1]) < l.width {
		l.first--
		x += cellWidth(l.cells[l.first])
	}
}

// Value is what is typed.
func (l *Input) Value() string { return l.String() }

// SetValue replaces what is typed, cleaned, with the cursor at its end.
func (l *Input) SetValue(v string) {
	l.set(v)
	l.scroll()
}

// faint is how a hint is drawn where no theme is known.
var faint = lipgloss.NewStyle().Faint(true)

// hinted draws what stands in an empty field: not like a value, on any background.
func hinted(th *theme.Theme, s string) string {
	if th == nil {
		return faint.Render(s)
	}
	return th.Placeholder.Render(s)
}

// SetTheme changes the colour of the hint.
func (l *Input) SetTheme(th *theme.Theme) { l.th = th }

// View is the line as it is drawn, filled up to its width.
func (l *Input) View() string {
	if len(l.cells) == 0 && l.hint != "" {
		return hinted(l.th, l.fill(l.hint))
	}
	end, x := l.first, 0
	for end < len(l.cells) && (l.width == 0 || x+cellWidth(l.cells[end]) <= l.width) {
		x += cellWidth(l.cells[end])
		end++
	}
	return l.fill(strings.Join(l.cells[l.first:end], ""))
}

func (l *Input) fill(s string) string {
	if l.width == 0 {
		return s
	}
	return safetext.Pad(s, l.width)
}

// Height is one line.
func (l *Input) Height() int { return 1 }

// SetWidth sets how many columns it takes, the cursor's included.
func (l *Input) SetWidth(w int) {
	l.width = max(w, 1)
	l.scroll()
}

// Focus gives it the keys.
func (l *Input) Focus() tea.Cmd {
	l.focused = true
	return nil
}

// Blur takes the keys away.
func (l *Input) Blur() { l.focused = false }

// Cursor is where the terminal's cursor stands in it; nil without the keys.
func (l *Input) Cursor() *tea.Cursor {
	if !l.focused {
		return nil
	}
	return bar(widthOf(l.cells[l.first:l.at]), 0)
}

// bar is the cursor of typing.
func bar(x, y int) *tea.Cursor {
	c := tea.NewCursor(x, y)
	c.Shape, c.Blink = tea.CursorBar, false
	return c
}

// HandlesKey says that no key that moves between fields means anything here.
func (l *Input) HandlesKey(string) bool { return false }
