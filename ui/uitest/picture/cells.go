package picture

import (
	"encoding/xml"
	"fmt"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/termwidth"
)

// cell is a character of a frame with its place. What follows a wide character has no text.
type cell struct {
	text  string
	width int
	style look
	alone string // differs from those of its neighbours where the character gets a text element of its own
}

// cellsOf returns a frame as rows of cells.
func cellsOf(frame string, width, height int) [][]cell {
	buffer := uv.NewScreenBuffer(width, height)
	buffer.Method = ansi.GraphemeWidth
	uv.NewStyledString(frame).Draw(buffer, buffer.Bounds())
	rows := make([][]cell, height)
	for y := range rows {
		for x := 0; x < width; {
			c := newCell(buffer.CellAt(x, y), x)
			rows[y] = append(rows[y], c)
			x += c.width
		}
	}
	return rows
}

func newCell(from *uv.Cell, x int) cell {
	if from == nil || from.Content == "" {
		return cell{text: " ", width: 1}
	}
	c := cell{text: from.Content, width: max(from.Width, 1), style: lookOf(&from.Style)}
	if c.width > 1 || !isOfEveryFont(from.Content) {
		c.alone = fmt.Sprint("@", x) // the font that has it may draw it in another width
	}
	return c
}

// isOfEveryFont reports whether a fixed-width font can be expected to have a character in the width of its letters.
func isOfEveryFont(text string) bool {
	for _, r := range text {
		isPlain := r >= ' ' && r < 0x250 || r >= 0x2010 && r <= 0x2026 || r == '−' || r >= 0x2500 && r < 0x25A0
		if !isPlain {
			return false
		}
	}
	return true
}

// run is neighbouring cells that look alike.
type run struct {
	text     string
	from, to int // columns
	style    look
}

// runsOf joins neighbouring cells of the same key.
func runsOf(row []cell, key func(*cell) string) []run {
	var runs []run
	last, at := "", 0
	for i := range row {
		c := &row[i]
		k := key(c)
		if i == 0 || k != last {
			runs = append(runs, run{from: at, style: c.style})
		}
		r := &runs[len(runs)-1]
		r.text += c.text
		at += c.width
		r.to, last = at, k
	}
	return runs
}

// gap is so many blanks that what stands on their sides is no longer one text.
const gap = "   "

// parts returns the texts of a run without the blanks around them, unless these are seen.
func (r run) parts() []run {
	if r.style.hasLine() {
		return []run{r}
	}
	var parts []run
	at := r.from
	for rest := r.text; rest != ""; {
		text := strings.TrimLeft(rest, " ")
		at += len(rest) - len(text)
		text, _, _ = strings.Cut(text, gap)
		if rest = strings.TrimLeft(rest, " ")[len(text):]; text == "" {
			continue
		}
		columns := termwidth.Width(text)
		text = strings.TrimRight(text, " ")
		parts = append(parts, run{text: text, from: at, to: at + termwidth.Width(text), style: r.style})
		at += columns
	}
	return parts
}

// escape returns a text for XML; what XML does not allow is replaced.
func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return "" // a strings.Builder does not fail
	}
	return b.String()
}
