package cache

import "strings"

// minHyphened is the length from which a word is searched with a hyphen in it.
const minHyphened = 4

// occursIn reports whether a folded text has a folded word. Words with and without a hyphen are one: wifi and Wi-Fi.
func occursIn(text, word string) bool {
	if strings.Contains(text, word) {
		return true
	}
	if len(word) < minHyphened || strings.ContainsAny(word, "0123456789 @.") {
		return false
	}
	if strings.Contains(word, "-") {
		word = strings.ReplaceAll(word, "-", "")
		return len(word) >= minHyphened && strings.Contains(text, word)
	}
	for from := 0; ; {
		at := strings.IndexByte(text[from:], '-')
		if at < 0 {
			return false
		}
		at += from
		for n := 1; n < len(word); n++ { // letters before the hyphen
			if n <= at && text[at-n:at] == word[:n] && strings.HasPrefix(text[at+1:], word[n:]) {
				return true
			}
		}
		from = at + 1
	}
}
