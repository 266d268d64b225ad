package cache

import (
	"slices"
	"strings"
	"unicode"

	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

// shortestNear is the length from which a word of a filter is searched with a typo, and mostNear how many words it may
// stand for.
const (
	shortestNear = 3
	mostNear     = 8
)

// orNear returns the test of a word, or that of the words in titles that are one typo away if no ticket has the word.
// The note says which these are.
func (b *matcherBuilder) orNear(typed, folded string, occurs rowTest) rowTest {
	isWord := strings.IndexFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
	if len(folded) < shortestNear || !isWord || b.anyRow(occurs) {
		return occurs
	}
	near := b.nearWords(folded)
	if len(near) == 0 {
		return occurs
	}
	b.note("no ticket has “%s”, listed are those with %s", safetext.LineFromText(typed), phrase.Join(" or ", near...))
	return func(_ uint32, row *packedTicket) bool {
		return slices.ContainsFunc(near, func(word string) bool { return occursIn(row.title(), word) })
	}
}

// anyRow reports whether a test holds for any ticket.
func (b *matcherBuilder) anyRow(holds rowTest) bool {
	for i := range uint32(b.snapshot.n) {
		if holds(i, b.snapshot.row(i)) {
			return true
		}
	}
	return false
}

// nearWords returns the words of titles that are one typo away from a word, those that most titles have first.
func (b *matcherBuilder) nearWords(typed string) []string {
	found := map[string]int{}
	for i := range uint32(b.snapshot.n) {
		title := b.snapshot.row(i).title()
		for word := range strings.FieldsFuncSeq(title, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if isNear(typed, word) {
				found[word]++
			}
		}
	}
	words := make([]string, 0, len(found))
	for word := range found {
		words = append(words, word)
	}
	slices.SortFunc(words, func(x, y string) int {
		if found[x] != found[y] {
			return found[y] - found[x]
		}
		return strings.Compare(x, y)
	})
	return words[:min(len(words), mostNear)]
}

// isNear reports whether a word is one typo away. Of a short one only a letter may be missing, between the same ends:
// it is close to too many others.
func isNear(typed, word string) bool {
	isShort := len(typed) < minFuzzyLen
	if isShort && (len(word) != len(typed)+1 || word[0] != typed[0] || word[len(word)-1] != typed[len(typed)-1]) {
		return false
	}
	return phrase.IsTypo(typed, word)
}
