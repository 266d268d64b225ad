package phrase

import (
	"strings"
	"unicode/utf8"
)

// IsTypo reports whether a word is what was typed but for one typo at most: a letter too many, too few, another one, or
// two that have changed places. How long a word must be so that one typo means nothing else, the caller knows.
func IsTypo[S string | []byte](typed string, word S) bool {
	if apart := len(word) - len(typed); apart > utf8.UTFMax || apart < -utf8.UTFMax {
		return false
	}
	return isTypo(typed, string(word), func(typed, word string) bool { return typed == word })
}

// BeginsWithTypo is IsTypo for a word that begins so.
func BeginsWithTypo(typed, word string) bool {
	return isTypo(typed, word, func(typed, word string) bool { return strings.HasPrefix(word, typed) })
}

// isTypo compares what follows the first letter that differs.
func isTypo(typed, word string, fits func(typed, word string) bool) bool {
	same := 0
	for same < len(typed) && same < len(word) && typed[same] == word[same] {
		same++
	}
	for same > 0 && (!beginsLetter(typed[same:]) || !beginsLetter(word[same:])) {
		same--
	}
	typed, word = typed[same:], word[same:]
	switch {
	case fits(typed, word):
		return true
	case fits(typed, afterFirst(word)), fits(afterFirst(typed), word), fits(afterFirst(typed), afterFirst(word)):
		return true
	}
	second, other := afterFirst(typed), afterFirst(word)
	return second != "" && other != "" && firstOf(typed) == firstOf(other) && firstOf(second) == firstOf(word) &&
		fits(afterFirst(second), afterFirst(other))
}

// beginsLetter reports whether a text is not cut within a letter.
func beginsLetter(s string) bool { return s == "" || utf8.RuneStart(s[0]) }

func firstOf(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func afterFirst(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[n:]
}
