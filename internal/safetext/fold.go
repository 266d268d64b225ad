package safetext

import (
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// Fold normalises text for search: lower case, without accents, so that "resume" finds "Résumé". Vowel signs of Indic
// scripts and Thai are kept, since they are letters.
func Fold(s string) string {
	if isFolded(s) {
		return s
	}
	if isPlainASCII(s, len(s)) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFD.String(s) {
		if isAccent(r) {
			continue
		}
		r = unicode.ToLower(r)
		if as, ok := foldedLetters[r]; ok {
			b.WriteString(as)
			continue
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// HasWords reports whether every word that was typed stands in a text, as people search.
func HasWords(text, typed string) bool {
	text = Fold(text)
	return !slices.ContainsFunc(strings.Fields(Fold(typed)), func(w string) bool { return !strings.Contains(text, w) })
}

// Folded is a folded text that knows what its letters come from.
type Folded struct {
	Text    string
	origins []int // where the character begins that a byte comes from, and the end of the text
}

// FoldWithOrigins is Fold of one character after the other.
func FoldWithOrigins(s string) (f Folded) {
	var b strings.Builder
	at := 0
	for at < len(s) {
		character, _ := ansi.FirstGraphemeCluster(s[at:], ansi.GraphemeWidth)
		b.WriteString(Fold(character))
		for len(f.origins) < b.Len() {
			f.origins = append(f.origins, at)
		}
		at += max(len(character), 1)
	}
	return Folded{b.String(), append(f.origins, at)}
}

// Origin returns the part of the text that a part of its folded form comes from, in whole characters.
func (f Folded) Origin(from, to int) (start, end int) {
	for to > from && to < len(f.Text) && f.origins[to] == f.origins[to-1] {
		to++
	}
	return f.origins[from], f.origins[to]
}

// maxDigits is up to how many digits a number in a text is sorted as a number; there is room for each count before the
// letters.
const maxDigits = 9

// SortKey returns a text that sorts as people count: Ticket 9 before Ticket 10. It is made of a folded text. Before the
// digits of a number stands how many they are.
func SortKey(folded string) string {
	at := strings.IndexFunc(folded, isNumeral)
	if at < 0 {
		return folded
	}
	var b strings.Builder
	b.Grow(len(folded) + 4)
	for ; at >= 0; at = strings.IndexFunc(folded, isNumeral) {
		b.WriteString(folded[:at])
		folded = folded[at:]
		end := len(folded) - len(strings.TrimLeft(folded, "0123456789"))
		number := strings.TrimLeft(folded[:end], "0")
		b.WriteByte('0' + byte(min(len(number), maxDigits)))
		b.WriteString(number)
		folded = folded[end:]
	}
	b.WriteString(folded)
	return b.String()
}

func isNumeral(r rune) bool { return r >= '0' && r <= '9' }

func isFolded(s string) bool {
	for i := range len(s) {
		if b := s[i]; b >= 0x80 || b >= 'A' && b <= 'Z' {
			return false
		}
	}
	return true
}

// isAccent reports whether a rune is a Latin, Greek or Cyrillic accent, a Hebrew point or an Arabic vowel mark.
func isAccent(r rune) bool {
	return r >= 0x300 && r <= 0x36f || r >= 0x591 && r <= 0x5c7 && unicode.Is(unicode.Mn, r) ||
		r >= 0x64b && r <= 0x652 ||
		r >= 0x1ab0 && r <= 0x1aff ||
		r >= 0x1dc0 && r <= 0x1dff
}

// foldedLetters are letters without a decomposition that are commonly typed in another way.
var foldedLetters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ł': "l", 'ħ': "h", 'ı': "i", 'þ': "th", 'ð': "d", 'ς': "σ",
	'\u00a0': " ", '’': "'",
}

func init() {
	for _, forms := range []map[rune]rune{raisedForms, loweredForms} {
		for plain, form := range forms {
			foldedLetters[form] = string(plain)
		}
	}
}
