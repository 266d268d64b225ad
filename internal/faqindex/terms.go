package faqindex

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"frontdesk/internal/phrase"
)

// term is a word with the articles that have it.
type term struct {
	word     string
	postings []byte // of each article: the difference to the one before, shifted left by one, or'ed with inTitle
	last     int32  // the last article in postings
	articles int32  // in postings
}

// inTitle is the bit of a posting that says that the title has the word.
const inTitle = 1

// vocabulary is the inverted index: every word of every article.
type vocabulary struct {
	ids    map[string]int32
	terms  []term
	sorted []int32 // ids of terms by word
	fresh  []int32 // ids that are not in sorted yet
}

func newVocabulary() *vocabulary { return &vocabulary{ids: map[string]int32{}} }

// maxFresh is how many new words are looked through one by one before they are sorted in.
const maxFresh = 1024

// add records that an article, the newest one, has a word.
func (v *vocabulary) add(word []byte, article int32, flags uint64) {
	id, known := v.ids[string(word)]
	if !known {
		id = int32(len(v.terms))
		s := string(word)
		v.ids[s] = id
		v.terms = append(v.terms, term{word: s, last: -1})
		v.fresh = append(v.fresh, id)
	}
	t := &v.terms[id]
	if t.last == article {
		return // titles come first
	}
	t.postings = binary.AppendUvarint(t.postings, uint64(article-t.last)<<1|flags)
	t.last = article
	t.articles++
}

// settle sorts new words in if there are many.
func (v *vocabulary) settle() {
	if len(v.fresh) <= maxFresh {
		return
	}
	byWord := func(a, b int32) int { return cmp.Compare(v.terms[a].word, v.terms[b].word) }
	v.sorted = append(v.sorted, v.fresh...)
	v.fresh = nil
	slices.SortFunc(v.sorted, byWord)
}

// each calls yield with every article that has a term.
func (t *term) each(yield func(article int32, flags uint64)) {
	article := int32(-1)
	for at := 0; at < len(t.postings); {
		n := uint64(t.postings[at])
		if n < 0x80 {
			at++
		} else {
			long, size := binary.Uvarint(t.postings[at:])
			n, at = long, at+size
		}
		article += int32(n >> 1)
		yield(article, n&inTitle)
	}
}

// withPrefix returns the terms that begin with a prefix.
func (v *vocabulary) withPrefix(prefix string) []int32 {
	from := sort.Search(len(v.sorted), func(i int) bool { return v.terms[v.sorted[i]].word >= prefix })
	to := from + sort.Search(len(v.sorted)-from, func(i int) bool {
		return !strings.HasPrefix(v.terms[v.sorted[from+i]].word, prefix)
	})
	found := v.sorted[from:to:to]
	for _, id := range v.fresh {
		if strings.HasPrefix(v.terms[id].word, prefix) {
			found = append(found, id)
		}
	}
	return found
}

// similar returns the terms that have one typo against a word, or begin with such a word. A short word is close to too
// many: of those, only terms that have one letter more between the same ends are returned, as pump for pmp.
func (v *vocabulary) similar(word string) []int32 {
	var found []int32
	letters := utf8.RuneCountInString(word)
	if letters < minTypo-1 {
		return nil
	}
	isShort := letters < minTypo
	for id := range v.terms {
		t := v.terms[id].word
		if len(t)+1 < len(word) {
			continue
		}
		if isShort && (len(t) != len(word)+1 || t[0] != word[0] || t[len(t)-1] != word[len(word)-1]) {
			continue
		}
		if phrase.BeginsWithTypo(word, t) {
			found = append(found, int32(id))
		}
	}
	return found
}

// minTypo is the length from which words are searched with a typo.
const minTypo = 4

// endings are what English words of one stem differ in, the longest first.
var endings = []string{
	"ations", "ation", "ments", "ment", "ings", "ing", "ies", "ers", "er", "ed", "es", "ly", "s", "y", "e",
}

// apart are words that look like forms of other words and are none: a customer is nobody of the customs, and who pays
// by instalments installs nothing. testdata/words.txt has such pairs.
var apart = map[string]bool{
	"apartment": true, "basement": true, "bearing": true, "bother": true, "center": true, "corner": true,
	"counter": true, "county": true, "customer": true, "customs": true, "department": true, "directory": true,
	"drawer": true, "evening": true, "every": true, "factory": true, "flower": true, "folder": true, "former": true,
	"instalment": true, "installment": true, "letter": true, "party": true, "plane": true, "police": true,
	"poster": true, "quite": true, "ready": true, "router": true, "shower": true, "shutter": true, "slipper": true,
	"statement": true, "story": true, "stripe": true, "suite": true, "summer": true,
}

// leastStem is how much of a word its stem is at least.
const leastStem = 4

// stem returns what the forms of a word have in common: deliver of delivery, delivered and deliveries. A word with
// digits is a code and has no other forms.
func stem(word string) string {
	if len(word) <= leastStem || strings.ContainsAny(word, "0123456789") {
		return word
	}
	if apart[word] {
		return word
	}
	for _, plural := range [][2]string{{"s", ""}, {"ies", "y"}} {
		if left, has := strings.CutSuffix(word, plural[0]); has && apart[left+plural[1]] {
			return left + plural[1]
		}
	}
	rest := word
	for again := true; again; { // cancellations: cancellation, cancell
		again = false
		for _, ending := range endings {
			if left, has := strings.CutSuffix(rest, ending); has && len(left) >= leastStem {
				rest, again = left, true
				break
			}
		}
	}
	if n := len(rest); n > leastStem && rest[n-1] == rest[n-2] {
		rest = rest[:n-1] // cancelled, cancel
	}
	return rest
}

// isCode reports whether a word is a code such as e18: letters with digits.
func isCode(word string) bool {
	const digits = "0123456789"
	return strings.ContainsAny(word, digits) && strings.Trim(word, digits) != "" &&
		!slices.Contains([]byte(digits), word[0])
}

// ofStem returns the terms that have the stem.
func (v *vocabulary) ofStem(stemmed string) []int32 {
	var found []int32
	for _, id := range v.withPrefix(strings.TrimSuffix(stemmed, "y")) { // parties has the stem party
		if stem(v.terms[id].word) == stemmed {
			found = append(found, id)
		}
	}
	return found
}
