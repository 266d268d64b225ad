// Package textedit provides text inputs of one and of several lines that edit whole characters, keep their text
// sanitised and use the terminal's cursor.
package textedit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// newline is the character that ends a line of a buffer.
const newline = "\n"

// buffer is editable text with a cursor. It stores grapheme clusters, so that neither the cursor nor a deletion can
// split an emoji sequence, a flag or an accented letter. Its content is always sanitised.
type buffer struct {
	cells   []string // one grapheme cluster each
	at      int      // the cursor is before cells[at]
	runes   int      // in all cells
	limit   int      // of runes
	oneLine bool
	full    bool // the last text typed or pasted was truncated
	cut     bool // text was truncated, and what is left of it is still there
	history history
	focused bool
	th      *theme.Theme // may be nil: hints are faint then
}

// IsFull reports whether the last text typed or pasted was truncated.
func (b *buffer) IsFull() bool { return b.full }

// IsCut reports whether the text lacks its end because it was longer than the limit, whatever was changed since.
func (b *buffer) IsCut() bool { return b.cut }

// SetCut says that the text lacks its end, because it was cut off before it was stored.
func (b *buffer) SetCut() { b.cut = true }

// Value returns the text.
func (b *buffer) Value() string { return strings.Join(b.cells, "") }

// SetTheme changes the colour of the hint.
func (b *buffer) SetTheme(th *theme.Theme) { b.th = th }

// Focus focuses the input.
func (b *buffer) Focus() { b.focused = true }

// Blur removes the focus.
func (b *buffer) Blur() { b.focused = false }

// IsFocused reports whether the input has focus.
func (b *buffer) IsFocused() bool { return b.focused }

// set replaces the content as one step; the cursor moves to the end.
func (b *buffer) set(s string) {
	b.beginStep(whole)
	defer b.endStep()
	b.full, b.cut = false, false
	if s == b.Value() {
		b.finish()
		return
	}
	b.replace(0, len(b.cells), nil)
	b.insert(s)
}

// insert inserts text at the cursor. It sanitises the text together with the characters before it, because a joiner
// or a combining mark is valid only after certain characters.
func (b *buffer) insert(s string) {
	s, cut := firstRunes(s, b.limit)
	from := b.base(b.at)
	before := strings.Join(b.cells[from:b.at], "")
	fresh := graphemes(b.clean(before + s))
	room := b.limit - b.runes + utf8.RuneCountInString(before)
	fits := 0
	for fits < len(fresh) && utf8.RuneCountInString(fresh[fits]) <= room {
		room -= utf8.RuneCountInString(fresh[fits])
		fits++
	}
	b.full = cut || fits < len(fresh)
	b.cut = b.cut || b.full
	if from+fits < b.at {
		return // a combining mark that would exceed the limit together with its base
	}
	b.replace(from, b.at, fresh[:fits])
	b.renormalize()
}

// base returns where the context of a position begins: at the nearest preceding cell that is valid on its own, or
// at the start of the line.
func (b *buffer) base(at int) int {
	for at > 0 && b.cells[at-1] != newline {
		if at--; b.standsAlone(at) {
			break
		}
	}
	return at
}

func (b *buffer) standsAlone(i int) bool { return b.clean(b.cells[i]) == b.cells[i] }

// clean sanitises text, so that it is displayed exactly as it is sent.
func (b *buffer) clean(s string) string {
	s = safetext.BlockFromText(s).String()
	if b.oneLine {
		s = strings.ReplaceAll(s, newline, " ")
	}
	return s
}

// replace replaces cells and puts the cursor after the new ones. Undo brings back what was there.
func (b *buffer) replace(from, to int, with []string) {
	b.note(from, b.cells[from:to], with)
	b.swap(from, to, with)
}

// swap replaces cells and puts the cursor after the new ones.
func (b *buffer) swap(from, to int, with []string) {
	for _, c := range b.cells[from:to] {
		b.runes -= utf8.RuneCountInString(c)
	}
	for _, c := range with {
		b.runes += utf8.RuneCountInString(c)
	}
	b.cells = slices.Replace(b.cells, from, to, with...)
	b.at = from + len(with)
}

// remove deletes cells and puts the cursor where they were.
func (b *buffer) remove(from, to int) {
	b.full = false
	b.replace(from, to, nil)
	b.renormalize()
	b.cut = b.cut && len(b.cells) > 0
}

// renormalize sanitises the text around the cursor after an edit has joined it: two halves of a flag become one
// cell, and a combining mark without a base gets a dotted circle.
func (b *buffer) renormalize() {
	from, to := b.base(b.at), b.at
	if b.isPlain(to) && (to == from || b.isPlain(to-1)) {
		return
	}
	for to < len(b.cells) && b.cells[to] != newline {
		if to++; b.standsAlone(to - 1) {
			break
		}
	}
	left := len(strings.Join(b.cells[from:b.at], ""))
	b.replace(from, to, graphemes(b.clean(strings.Join(b.cells[from:to], ""))))
	for to, b.at = b.at, from; left > 0 && b.at < to; b.at++ {
		left -= len(b.cells[b.at])
	}
}

// isPlain reports whether nothing at index i can combine: an ASCII character, a line break or the end.
func (b *buffer) isPlain(i int) bool { return i == len(b.cells) || len(b.cells[i]) == 1 }

// graphemes splits sanitised text into grapheme clusters.
func graphemes(s string) []string {
	var all []string
	for s != "" {
		n := 1
		if s[0] >= utf8.RuneSelf || len(s) > 1 && s[1] >= utf8.RuneSelf {
			cluster, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
			n = max(len(cluster), 1)
		}
		all = append(all, s[:n])
		s = s[n:]
	}
	return all
}

// firstRunes returns the first limit runes of s; cut reports whether s was longer.
func firstRunes(s string, limit int) (start string, cut bool) {
	n := 0
	for i := range s {
		if n++; n > limit {
			return s[:i], true
		}
	}
	return s, false
}

// widthOf returns the number of columns that cells take.
func widthOf(cells []string) int {
	w := 0
	for _, c := range cells {
		w += cellWidth(c)
	}
	return w
}

func cellWidth(c string) int {
	if len(c) == 1 {
		return 1
	}
	return termwidth.Width(c)
}
