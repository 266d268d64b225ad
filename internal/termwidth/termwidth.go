// Package termwidth measures, truncates, pads and wraps text by the columns that it takes on a terminal. Its functions
// expect text sanitised by package safetext, which may be rendered with colours and links.
package termwidth

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/phrase"
)

// Width returns the maximum number of columns of a sanitised or rendered line, measured by graphemes. It returns
// ansi.StringWidth of the text with placeholders, several times as fast for typical rows: ASCII, colours, and an
// occasional "·" or "…". Every row of every frame is measured, for all sessions of a host.
func Width(s string) int {
	width := 0
	for i := 0; i < len(s); {
		switch n := asciiRun(s[i:]); {
		case n > 0:
			width, i = width+n, i+n
		case s[i] == ansi.ESC:
			n := colourRun(s[i:])
			if n == 0 {
				return width + ansi.StringWidth(addPlaceholders(s[i:]))
			}
			i += n
		case s[i] >= ' ' && s[i] < ansi.DEL, s[i] >= 0xc2 && s[i] <= 0xf4:
			character, w := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
			width, i = width+w+extraColumns(character, w), i+len(character)
		default:
			return width + ansi.StringWidth(addPlaceholders(s[i:]))
		}
	}
	return width
}

// asciiRun returns the number of printable ASCII characters at the start of s, without one that a mark may follow.
func asciiRun(s string) int {
	n := 0
	for n < len(s) && s[n] >= ' ' && s[n] < ansi.DEL {
		n++
	}
	if n > 0 && n < len(s) && s[n] >= utf8.RuneSelf {
		n--
	}
	return n
}

// colourRun returns the length of the colour sequence at the start of s; 0 if there is none.
func colourRun(s string) int {
	if len(s) < 2 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch b := s[i]; {
		case b == 'm':
			return i + 1
		case b < '0' || b > ';':
			return 0
		}
	}
	return 0
}

// Truncate truncates a sanitised or rendered line to width columns, including "…"; it never splits a character.
func Truncate(s string, width int) string {
	switch {
	case width <= 0:
		return ""
	case Width(s) <= width:
		return s
	case asciiRun(s) == len(s):
		return s[:width-1] + "…"
	}
	return truncate(s, width, "…")
}

// truncate truncates a text to at most width columns. The library counts keycaps such as 1️⃣ narrower when it cuts than
// when it measures, and may cut between a character and its placeholder; so the result is measured again.
func truncate(s string, width int, end string) string {
	wide := addPlaceholders(s)
	for at := width; at > 0; at-- {
		if cut := removePlaceholders(ansi.Truncate(wide, at, end)); Width(cut) <= width {
			return cut
		}
	}
	return ""
}

// FitStyled makes a rendered row exactly width columns wide: truncated with end, or padded with spaces.
func FitStyled(drawn string, width int, end string) string {
	w := Width(drawn)
	if w > width {
		drawn = truncate(drawn, width, end)
		w = Width(drawn)
	}
	return drawn + strings.Repeat(" ", max(width-w, 0))
}

// SkipColumns returns a rendered row from a column on; a character that the column splits becomes blanks.
func SkipColumns(drawn string, column int) string {
	wide, all := addPlaceholders(drawn), Width(drawn)
	for at := column; ; at++ {
		rest := removePlaceholders(ansi.Cut(wide, at, all))
		if missing := all - column - Width(rest); missing >= 0 || rest == "" {
			return strings.Repeat(" ", max(missing, 0)) + rest
		}
	}
}

// Pad makes a sanitised line exactly width columns wide: truncated with "…" or padded with spaces.
func Pad(s string, width int) string {
	s = Truncate(s, width)
	if n := width - Width(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// Wrap breaks rendered text into lines of at most width columns: at blanks, and inside words and numbers that are
// longer than a line, there at a hyphen if there is one.
func Wrap(drawn string, width int) []string {
	return wrapUntilFits(drawn, width, func(s string, at int) string {
		return showHyphens(ansi.Wrap(hideHyphens(s, at), at, ""))
	})
}

// WrapJoined returns the texts that are not empty with dots between them, on as many lines as they need. A line breaks
// within a text only if that is longer than the line.
func WrapJoined(width int, texts ...string) []string {
	var lines []string
	row := ""
	for _, s := range texts {
		if next := phrase.Join(" · ", row, s); row == "" || Width(next) <= width {
			row = next
			continue
		}
		lines, row = append(lines, Wrap(row, width)...), s
	}
	return append(lines, Wrap(row, width)...)
}

// WrapStyled breaks styled text as Wrap does, and ends every line in no style: the next row of the screen may begin
// with something else.
func WrapStyled(drawn string, width int) []string {
	lines, open := Wrap(drawn, width), ""
	for i, line := range lines {
		before := open
		for rest := line; rest != ""; {
			var seq string
			_, seq, rest = NextRun(rest)
			switch {
			case seq == ansi.ResetStyle || seq == "\x1b[0m":
				open = ""
			case strings.HasSuffix(seq, "m"):
				open += seq
			}
		}
		lines[i] = before + line
		if open != "" {
			lines[i] += ansi.ResetStyle
		}
	}
	return lines
}

// Hardwrap breaks rendered text at exactly width columns.
func Hardwrap(drawn string, width int) []string {
	return wrapUntilFits(drawn, width, func(s string, at int) string { return ansi.Hardwrap(s, at, true) })
}

// wrapUntilFits wraps a text, with a smaller limit if a line was broken between a character and its placeholder.
func wrapUntilFits(s string, width int, at func(s string, width int) string) []string {
	wide := addPlaceholders(s)
	for limit := max(width, 1); ; limit-- {
		lines := strings.Split(removePlaceholders(at(wide, limit)), "\n")
		if limit == 1 || !hasAmbiguousWidth(s) || fitAll(lines, width) {
			return lines
		}
	}
}

func fitAll(lines []string, width int) bool {
	for _, l := range lines {
		if Width(l) > width {
			return false
		}
	}
	return true
}

// NextRun splits a rendered line after its first run of characters and the escape sequence that ends it.
func NextRun(s string) (run, seq, rest string) {
	at := strings.IndexByte(s, 0x1b)
	if at < 0 {
		return s, "", ""
	}
	end := at + sequenceLen(s[at:])
	return s[:at], s[at:end], s[end:]
}

// sequenceLen returns the length of the colour or link sequence at the start of s; package safetext filters all
// other sequences.
func sequenceLen(s string) int {
	if strings.HasPrefix(s, "\x1b[") {
		return strings.IndexByte(s, 'm') + 1
	}
	if end := strings.IndexAny(s[1:], "\a\x1b"); end >= 0 && s[1+end] == '\a' {
		return end + 2
	} else if end >= 0 {
		return end + 3
	}
	return len(s)
}

// hiddenHyphen stands for a hyphen at which a line must not be broken while a text is wrapped. Sanitised text never
// contains it, as with placeholder.
const hiddenHyphen = "\ue001"

var (
	hyphenatedNumber = regexp.MustCompile(`[0-9]+(-[0-9]+)+`)
	hyphenatedWord   = regexp.MustCompile(`[^ \n]*-[^ \n]*`)
)

// hideHyphens hides the hyphens of each word that fits on a line of its own: a date, a path, an order's number such as
// ACM-2580 and "Sub-status" are read in one piece. Those of a longer word stay, because it has to be broken somewhere,
// but not in a number. It leaves escape sequences alone: a link has some.
func hideHyphens(s string, width int) string {
	if strings.IndexByte(s, '-') < 0 {
		return s
	}
	hide := func(text string) string {
		if Width(text) > width {
			return text
		}
		return strings.ReplaceAll(text, "-", hiddenHyphen)
	}
	var b strings.Builder
	for s != "" {
		var run, seq string
		run, seq, s = NextRun(s)
		run = hyphenatedNumber.ReplaceAllStringFunc(run, hide)
		b.WriteString(hyphenatedWord.ReplaceAllStringFunc(run, hide))
		b.WriteString(seq)
	}
	return b.String()
}

func showHyphens(s string) string { return strings.ReplaceAll(s, hiddenHyphen, "-") }
