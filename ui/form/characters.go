package form

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
)

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
