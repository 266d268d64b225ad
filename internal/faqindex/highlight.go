package faqindex

import (
	"strings"

	"frontdesk/internal/safetext"
)

// maxMarks bounds the marks of one text.
const maxMarks = 10_000

// Marks returns the parts of a text that begin with one of the words, which are folded, as Hit.Words are.
func Marks(text string, wanted []string) []Range {
	var found []Range
	w := wordsBeginningLike(text, wanted)
	var whole compound
	for word := w.next(); word != nil && len(found) < maxMarks; word = w.next() {
		goesOn := whole.join(&w, word)
		i := matching(word, wanted)
		var mark Range
		switch {
		case goesOn && matching(whole.word, wanted) >= 0:
			mark = Range{whole.from, whole.to}
		case i < 0:
			continue
		default:
			folded := safetext.FoldWithOrigins(text[w.from:w.to])
			_, to := folded.Origin(0, min(len(wanted[i]), len(folded.Text)))
			mark = Range{w.from, w.from + to}
		}
		if n := len(found); n > 0 && found[n-1].To >= mark.From {
			found[n-1].From = min(found[n-1].From, mark.From)
			found[n-1].To = max(found[n-1].To, mark.To)
			continue
		}
		found = append(found, mark)
	}
	return found
}

// matching returns the longest of the wanted words that a word begins with; -1 for none.
func matching(word []byte, wanted []string) int {
	best := -1
	for i, s := range wanted {
		if len(s) <= len(word) && string(word[:len(s)]) == s && (best < 0 || len(s) > len(wanted[best])) {
			best = i
		}
	}
	return best
}

const (
	snippetLen  = 160 // bytes of a snippet
	snippetLead = 40  // bytes before its first match
	snippetScan = 64 << 10
)

// snippet returns the part of a body that has most of the words, and the matches in it.
func snippet(body string, wanted []string) (safetext.Line, []Range) {
	from := bestStart(cutRunes(body, snippetScan), wanted)
	lead, tail := "", ""
	if from = max(0, from-snippetLead); from < snippetLead {
		from = 0
	}
	if from > 0 {
		from = wordStart(body, from)
		lead = "… "
	}
	part := body[from:]
	if len(part) > snippetLen {
		part, tail = cutRunes(part, snippetLen), " …"
		if i := strings.LastIndexAny(part, " \n"); i > snippetLen/2 {
			part = part[:i]
		}
	}
	line := safetext.LineFromText(lead + strings.Join(strings.Fields(part), " ") + tail)
	return line, Marks(line.String(), wanted)
}

// bestStart returns where the part with most of the words begins; 0 if the text has none.
func bestStart(text string, wanted []string) int {
	var at, which [128]int
	n := 0
	w := wordsBeginningLike(text, wanted)
	var whole compound
	for word := w.next(); word != nil && n < len(at); word = w.next() {
		i := -1
		if whole.join(&w, word) {
			i = matching(whole.word, wanted)
		}
		if i = max(i, matching(word, wanted)); i >= 0 {
			at[n], which[n] = w.from, i
			n++
		}
	}
	best, most := 0, 0
	for i := range n {
		var seen uint64
		distinct := 0
		for j := i; j < n && at[j] < at[i]+snippetLen-snippetLead; j++ {
			if bit := uint64(1) << (which[j] % 64); seen&bit == 0 {
				seen |= bit
				distinct++
			}
		}
		if distinct > most {
			best, most = at[i], distinct
		}
	}
	return best
}

// wordStart returns the beginning of the first word at or after a place.
func wordStart(s string, at int) int {
	if i := strings.IndexAny(s[at:min(len(s), at+snippetLead)], " \n"); at > 0 && i >= 0 {
		return at + i + 1
	}
	return safetext.RuneStart(s, at)
}
