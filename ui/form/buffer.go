package form

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
)

// newline is the character that ends a line of a buffer.
const newline = "\n"

// buffer is typed text with a cursor. It holds characters as people see them, so that neither the cursor nor a
// deletion can end up inside a family of emoji, a flag or an accented letter. All that it holds is cleaned.
type buffer struct {
	cells   []string // one character each
	at      int      // the cursor stands before cells[at]
	runes   int      // in all cells
	limit   int      // of runes
	oneLine bool
	full    bool // what was typed or pasted last did not fit whole
}

func (b *buffer) isFull() bool { return b.full }

func (b *buffer) String() string { return strings.Join(b.cells, "") }

// set replaces everything; the cursor goes to the end.
func (b *buffer) set(s string) {
	b.cells, b.at, b.runes, b.full = nil, 0, 0, false
	b.insert(s)
}

// insert puts text at the cursor, cleaned together with what stands before it: a joiner or a combining mark is right
// or wrong only after what it joins.
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
	if from+fits < b.at {
		return // a mark for which the character before it has no room
	}
	b.replace(from, b.at, fresh[:fits])
	b.renormalize()
}

// base is where the text begins that decides what may stand at a place: a character that can stand by itself, or
// the start of the line.
func (b *buffer) base(at int) int {
	for at > 0 && b.cells[at-1] != newline {
		if at--; b.standsAlone(at) {
			break
		}
	}
	return at
}

func (b *buffer) standsAlone(i int) bool { return b.clean(b.cells[i]) == b.cells[i] }

// clean makes text that can be shown and sent as it is shown.
func (b *buffer) clean(s string) string {
	s = safetext.BlockFromText(s).String()
	if b.oneLine {
		s = strings.ReplaceAll(s, newline, " ")
	}
	return s
}

// replace puts characters in the place of others, the cursor behind them.
func (b *buffer) replace(from, to int, with []string) {
	for _, c := range b.cells[from:to] {
		b.runes -= utf8.RuneCountInString(c)
	}
	for _, c := range with {
		b.runes += utf8.RuneCountInString(c)
	}
	b.cells = slices.Replace(b.cells, from, to, with...)
	b.at = from + len(with)
}

// remove deletes characters; the cursor goes to where they were.
func (b *buffer) remove(from, to int) {
	b.full = false
	b.replace(from, to, nil)
	b.renormalize()
}

// renormalize cleans what has come to stand together at the cursor: halves of a flag become one, a mark that has lost its
// base gets the circle that carries it.
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

// isPlain says that nothing at a place could combine: ASCII, a line break or the end.
func (b *buffer) isPlain(i int) bool { return i == len(b.cells) || len(b.cells[i]) == 1 }

// graphemes takes cleaned text apart into what people see as one character each.
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

// firstRunes is the beginning of s, at most limit runes; cut says that there was more.
func firstRunes(s string, limit int) (start string, cut bool) {
	n := 0
	for i := range s {
		if n++; n > limit {
			return s[:i], true
		}
	}
	return s, false
}

// widthOf is how many columns characters take.
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
	return safetext.Width(c)
}
