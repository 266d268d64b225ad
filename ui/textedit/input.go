package textedit

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// Input is a single-line text input that uses the terminal's cursor; text wider than the input scrolls
// horizontally. Typed and pasted text is sanitised before it is rendered.
type Input struct {
	buffer
	Placeholder string              // placeholder
	width       int                 // columns; 0 fits the text
	first       int                 // first visible character
	Normalize   func(string) string // removes insignificant characters; may be nil
}

// NewInput returns an input for at most limit characters; hint is its placeholder.
func NewInput(hint string, limit int) *Input {
	return &Input{buffer: buffer{limit: limit, oneLine: true}, Placeholder: hint}
}

// NewSearch returns an input for what is searched for.
func NewSearch(hint string, limit int) *Input {
	l := NewInput(hint, limit)
	l.Normalize = safetext.Searched
	return l
}

// Update handles a key or a paste if the input is focused.
func (l *Input) Update(msg tea.Msg) {
	if !l.focused {
		return
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if l.Normalize != nil && len(msg.Text) > 0 {
			msg.Text = l.Normalize(msg.Text)
		}
		l.press(msg)
	case tea.PasteMsg:
		if l.Normalize != nil {
			msg.Content = l.Normalize(msg.Content)
		}
		l.beginStep(whole)
		l.insert(msg.Content)
		l.endStep()
	}
	l.scroll()
}

// scroll scrolls no further than needed to show the cursor, which needs one column itself, and uses the whole
// width.
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

// AtEnd reports whether the cursor is at the end of the text.
func (l *Input) AtEnd() bool { return l.at == len(l.cells) }

// SetValue replaces the text, sanitised, and moves the cursor to its end.
func (l *Input) SetValue(v string) {
	l.set(v)
	l.scroll()
}

// faint is the style of hints if there is no theme.
var faint = lipgloss.NewStyle().Faint(true)

// RenderPlaceholder renders a placeholder in a style that differs from that of a value on any background.
func RenderPlaceholder(th *theme.Theme, s string) string {
	if th == nil {
		return faint.Render(s)
	}
	return th.Placeholder.Render(s)
}

// View renders the line, padded to its width. Without focus it shows the beginning of its text, because it is read
// then and not typed in.
func (l *Input) View() string {
	if len(l.cells) == 0 && l.Placeholder != "" {
		return RenderPlaceholder(l.th, l.fill(l.Placeholder))
	}
	if !l.focused {
		return l.ViewStart()
	}
	end, x := l.first, 0
	for end < len(l.cells) && (l.width == 0 || x+cellWidth(l.cells[end]) <= l.width) {
		x += cellWidth(l.cells[end])
		end++
	}
	return l.fill(strings.Join(l.cells[l.first:end], ""))
}

// ViewStart renders the beginning of the text, padded to its width; what is left out is marked.
func (l *Input) ViewStart() string { return l.fill(strings.Join(l.cells, "")) }

func (l *Input) fill(s string) string {
	if l.width == 0 {
		return s
	}
	return termwidth.Pad(s, l.width)
}

// Height returns 1.
func (l *Input) Height() int { return 1 }

// SetWidth sets the width in columns, including the column for the cursor.
func (l *Input) SetWidth(w int) {
	l.width = max(w, 1)
	l.scroll()
}

// Cursor returns the position of the terminal's cursor; nil if the input is not focused.
func (l *Input) Cursor() *tea.Cursor {
	if !l.focused {
		return nil
	}
	return BarCursor(widthOf(l.cells[l.first:l.at]), 0)
}

// BarCursor returns the cursor of a text input.
func BarCursor(x, y int) *tea.Cursor {
	c := tea.NewCursor(x, y)
	c.Shape, c.Blink = tea.CursorBar, false
	return c
}

// MoveCursor returns a cursor moved by x columns and y rows, from the place of an input in what encloses it; nil
// stays nil.
func MoveCursor(c *tea.Cursor, x, y int) *tea.Cursor {
	if c == nil {
		return nil
	}
	moved := *c
	moved.X, moved.Y = c.X+x, c.Y+y
	return &moved
}

// HandlesKey returns false: all keys that move between fields do so from an input.
func (l *Input) HandlesKey(string) bool { return false }

// ClickAt returns what a click at a cell of the view does: it puts the cursor there.
func (l *Input) ClickAt(p image.Point) func() {
	at, x := l.first, p.X
	if !l.focused {
		at = 0 // as View shows it
	}
	for at < len(l.cells) && x >= cellWidth(l.cells[at]) {
		x -= cellWidth(l.cells[at])
		at++
	}
	return func() {
		l.endStep()
		l.at = min(at, len(l.cells))
		l.scroll()
	}
}
