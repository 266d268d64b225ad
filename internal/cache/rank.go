package cache

import (
	"strings"
	"unicode"

	"frontdesk/internal/safetext"
)

// articleQuery is what somebody searches articles for.
type articleQuery struct {
	phrase string   // folded
	words  []string // of phrase
}

func newWanted(typed string) articleQuery {
	words := titleWords(safetext.Fold(typed))
	return articleQuery{strings.Join(words, " "), words}
}

// titleWords parts a folded text where people see words.
func titleWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) })
}

// noMatch is the rank of a title that lacks a word.
const noMatch = 1 << 20

// rank orders folded titles, best first: the very title, one that starts with the phrase, one that has
// it at the start of a word, one whose words start with all the words, one that merely holds them. In each, the
// title with the least else to read comes first.
func (w articleQuery) rank(title string) int {
	const step = noMatch >> 3
	words := titleWords(title)
	plain := strings.Join(words, " ")
	length := min(len(plain), step-1)
	switch {
	case plain == w.phrase:
		return 0
	case strings.HasPrefix(plain, w.phrase):
		return step + length
	case strings.Contains(" "+plain, " "+w.phrase):
		return 2*step + length
	case w.all(func(word string) bool { return strings.Contains(" "+plain, " "+word) }):
		return 3*step + length
	case w.all(func(word string) bool { return strings.Contains(plain, word) }):
		return 4*step + length
	}
	return noMatch
}

func (w articleQuery) all(has func(word string) bool) bool {
	for _, word := range w.words {
		if !has(word) {
			return false
		}
	}
	return true
}
