package termwidth

import (
	"regexp"
	"strings"
)

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
