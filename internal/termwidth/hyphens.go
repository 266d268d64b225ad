package termwidth

import (
	"regexp"
	"strings"
	"unicode"
)

// hiddenHyphen stands for a hyphen at which a line must not be broken while a text is wrapped. Sanitised text never
// contains it, as with placeholder.
const hiddenHyphen = "\ue001"

// minHyphenSide is how many letters a line ends in and the next one begins with where it is broken at a hyphen.
const minHyphenSide = 3

var (
	hyphenatedNumber = regexp.MustCompile(`[0-9]+(-[0-9]+)+`)
	hyphenatedWord   = regexp.MustCompile(`[^ \n]*-[^ \n]*`)
)

// hideHyphens hides the hyphens that do not part two words: a date, a phone number, an order's number such as ACM-2580
// and "e-mail" are read in one piece. Those of a word that does not fit on a line stay, because it has to be broken
// somewhere. It leaves escape sequences alone: a link has some.
func hideHyphens(s string, width int) string {
	if strings.IndexByte(s, '-') < 0 {
		return s
	}
	var b strings.Builder
	for s != "" {
		var run, seq string
		run, seq, s = NextRun(s)
		run = hyphenatedNumber.ReplaceAllStringFunc(run, func(number string) string {
			if len(number) > width {
				return number
			}
			return strings.ReplaceAll(number, "-", hiddenHyphen)
		})
		b.WriteString(hyphenatedWord.ReplaceAllStringFunc(run, func(word string) string {
			if Width(word) > width {
				return word
			}
			return hideBetweenShortSides(word)
		}))
		b.WriteString(seq)
	}
	return b.String()
}

// hideBetweenShortSides hides the hyphens of a word that have fewer than minHyphenSide letters on a side.
func hideBetweenShortSides(word string) string {
	var b strings.Builder
	before := 0 // letters since the last character that is none
	for i, r := range word {
		switch {
		case r == '-' && (before < minHyphenSide || !beginsWithLetters(word[i+1:])):
			b.WriteString(hiddenHyphen)
			before = 0
			continue
		case unicode.IsLetter(r):
			before++
		case !unicode.IsMark(r):
			before = 0
		}
		b.WriteRune(r)
	}
	return b.String()
}

// beginsWithLetters reports whether the text begins with at least minHyphenSide letters.
func beginsWithLetters(s string) bool {
	letters := 0
	for i, r := range s {
		if letters == minHyphenSide {
			return true
		}
		if !unicode.IsLetter(r) && (!unicode.IsMark(r) || i == 0) {
			return false
		}
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters == minHyphenSide
}

func showHyphens(s string) string { return strings.ReplaceAll(s, hiddenHyphen, "-") }
