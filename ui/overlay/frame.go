package overlay

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// edges is the box around an overlay. It notes where it has drawn the keys, so that a click there presses them.
type edges struct {
	keys []placedKey // in the lower edge
	row  int         // the line of the lower edge
}

// placedKey is a key in the lower edge and its columns.
type placedKey struct {
	from, to int
	press    string
}

// keyAt returns the key in the lower edge at a cell.
func (e *edges) keyAt(at image.Point) (widget.Spot, bool) {
	if at.Y != e.row {
		return widget.Spot{}, false
	}
	for _, k := range e.keys {
		if at.X >= k.from && at.X < k.to {
			return widget.Spot{Name: "key " + k.press, Key: k.press}, true
		}
	}
	return widget.Spot{}, false
}

// face is what the edges of an overlay say.
type face struct {
	title string
	place string // where in a longer list or text it stands; empty if all of it is visible
	keys  []key.Binding
}

// box is the border of an overlay.
var box = lipgloss.RoundedBorder()

// keyGap parts the keys in the lower edge.
const keyGap = " · "

// frame draws lines in a box with a title in its upper edge and keys in its lower edge. It is drawn with every key that
// an overlay takes, where Lip Gloss would take many times as long: see BenchmarkFrame.
func (e *edges) frame(th *theme.Theme, f face, lines []string, width int) string {
	inner := width - 4
	place := f.place
	if place != "" {
		place = " " + termwidth.Truncate(place, inner-2) + " " + box.Top
	}
	title := termwidth.Truncate(f.title, inner-2-termwidth.Width(place))
	keys := e.place(th, f.keys, inner-2)
	var b strings.Builder
	b.WriteString(th.Accent.Render(box.TopLeft + box.Top + " " + title + " " +
		edge(width-termwidth.Width(title)-termwidth.Width(place)-5)))
	b.WriteString(th.Muted.Render(strings.TrimSuffix(place, box.Top)))
	b.WriteString(th.Accent.Render(place[len(strings.TrimSuffix(place, box.Top)):] + box.TopRight))
	left, right := "\n"+th.Accent.Render(box.Left)+" ", " "+th.Accent.Render(box.Right)
	for _, l := range lines {
		b.WriteString(left + fit(l, inner) + right)
	}
	begin := width - termwidth.Width(keys) - 4
	e.row = len(lines) + 1
	for i := range e.keys {
		e.keys[i].from += begin
		e.keys[i].to += begin
	}
	b.WriteString("\n" + th.Accent.Render(box.BottomLeft+edge(begin-2)+" "))
	b.WriteString(th.Muted.Render(keys) + th.Accent.Render(" "+edge(2)+box.BottomRight))
	return b.String()
}

// place joins as many keys as fit and notes their columns, counted from the first one. The last key leads out, so it
// stays, and those before it are left out from the end.
func (e *edges) place(th *theme.Theme, keys []key.Binding, room int) string {
	keys = fitting(named(th, keys), room)
	e.keys = e.keys[:0]
	var b strings.Builder
	x := 0
	for i, k := range keys {
		if i > 0 {
			b.WriteString(keyGap)
			x += termwidth.Width(keyGap)
		}
		s := termwidth.Truncate(hintText(k), room)
		if pressed := k.Keys(); len(pressed) > 0 {
			e.keys = append(e.keys, placedKey{x, x + termwidth.Width(s), pressed[0]})
		}
		b.WriteString(s)
		x += termwidth.Width(s)
	}
	return b.String()
}

// named returns keys with the display names that a theme has for them.
func named(th *theme.Theme, keys []key.Binding) []key.Binding {
	out := slices.Clone(keys)
	for i, k := range out {
		out[i].SetHelp(th.KeyName(k.Help().Key), k.Help().Desc)
	}
	return out
}

// fitting returns the keys that fit, the last one always.
func fitting(keys []key.Binding, room int) []key.Binding {
	if len(keys) == 0 {
		return nil
	}
	last := keys[len(keys)-1]
	left := room - termwidth.Width(hintText(last))
	n := 0
	for _, k := range keys[:len(keys)-1] {
		if left -= termwidth.Width(hintText(k) + keyGap); left < 0 {
			break
		}
		n++
	}
	return append(slices.Clone(keys[:n]), last)
}

// hintText is a key as the lower edge shows it.
func hintText(k key.Binding) string { return strings.TrimSpace(k.Help().Key + " " + k.Help().Desc) }

func edge(width int) string { return strings.Repeat(box.Top, max(width, 0)) }

// fit truncates or pads a styled row to exactly width columns.
func fit(s string, width int) string {
	return termwidth.FitStyled(s, width, "…")
}

// hint returns the key of an action with a label.
func hint(keys keymap.Keymap, place keymap.Scope, action keymap.Action, label string) key.Binding {
	return keyHint(keys.KeyLabel(place, action), label, keys.KeyOf(place, action))
}

// keyHint returns a key with its display name and a label. Without a key to press it is only said.
func keyHint(name, label string, press ...string) key.Binding {
	press = slices.DeleteFunc(press, func(s string) bool { return s == "" })
	return key.NewBinding(key.WithHelp(name, label), key.WithKeys(press...))
}

// more returns the hint for the scroll keys.
func more(keys keymap.Keymap, place keymap.Scope) key.Binding {
	return keyHint(keys.KeyLabel(place, keymap.Down)+" "+keys.KeyLabel(place, keymap.Up), "more")
}

// placeIn says which row of a list is under the cursor; empty if all of them are visible.
func placeIn(l *widget.ListWindow) string {
	from, to := l.Visible()
	if from == 0 && to >= l.Len() {
		return ""
	}
	return fmt.Sprintf("%d of %d", l.Cursor()+1, l.Len())
}

// linesOf says which lines of a text are visible; empty if all of them are.
func linesOf(v *widget.Viewport, rows, all int) string {
	if rows >= all {
		return ""
	}
	return fmt.Sprintf("%d–%d of %d", v.Offset()+1, v.Offset()+rows, all)
}
