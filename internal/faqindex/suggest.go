package faqindex

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

const (
	maxSuggestWords = 64  // different words of a subject that count, the first ones
	minSuggestWord  = 3   // bytes of a word that counts
	enoughOfBest    = 0.4 // of the best score, which others need
	titleFactor     = 3   // how much more a word says in a title
	codeFactor      = 4   // how much more a code says, such as E18
	lengthShare     = 0.8 // how far a word says less in a long article, which has most words; 1: in proportion

	// leastScore is what an article needs to be suggested, where there are many: chosen with testdata/suggestions.txt.
	leastScore = 150
	leastRare  = 1.9 // how rare a word in a title is at least that leads: not in every sixth article
)

// Part is a text of a subject, such as the title of a ticket, with what its words count.
type Part struct {
	Text   string
	Weight float32
}

// Suggest finds articles that may answer a subject, such as a ticket or the notes of a call; the part that says most
// comes first. Words that few articles have say more, and all forms of a word are one. Nothing is suggested for a
// single word that is in bodies alone, unless it is a code; and where there are many articles, only what has a code, or
// two words of the part that says most that not every fifth article has, one of them in its title.
func (x *Index) Suggest(about []Part, limit int) []Hit {
	hits := x.hits(func() ([]candidate, func(candidate, *Hit)) {
		asked := x.telling(about)
		var marks []string
		for _, w := range asked {
			for _, id := range w.terms {
				marks = append(marks, x.words.terms[id].word)
			}
		}
		return x.suggested(asked, limit), func(_ candidate, h *Hit) { h.Words = marks }
	})
	for i := range hits { // nobody has typed the words, and most of a page would be marked
		hits[i].Words, hits[i].TitleMarks, hits[i].SnippetMarks = nil, nil, nil
	}
	return hits
}

// suggested returns the articles for which the words of a subject say most.
func (x *Index) suggested(asked []subjectWord, limit int) []candidate {
	scores := make([]suggestion, len(x.articles))
	average := x.averageSize()
	for i, w := range asked {
		x.suggestBy(w, int32(i+1), average, scores)
	}
	var found []candidate
	for i, s := range scores {
		if !x.articles[i].gone && x.isEnough(s) {
			found = append(found, candidate{article: int32(i), tally: tally{score: s.score}})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(
			cmp.Compare(b.score, a.score),
			cmp.Compare(x.articles[a.article].id, x.articles[b.article].id),
		)
	})
	for i, c := range found {
		if i == limit || c.score < enoughOfBest*found[0].score {
			return found[:i]
		}
	}
	return found
}

// fewArticles is how many articles there are before words can be told to be common, and scores to be low.
const fewArticles = 20

// isEnough reports whether what speaks for an article is enough. With few articles every word is rare, and says little.
func (x *Index) isEnough(s suggestion) bool {
	if len(x.articles) < fewArticles {
		return s.inTitle || s.hasCode || s.words > 1
	}
	return s.hasCode || s.leads && s.leading > 1 && s.score >= leastScore
}

// subjectWord is a word of a subject: its terms, and what it counts.
type subjectWord struct {
	typed  string
	terms  []int32
	weight float32
	leads  bool // of the part that says most, and not in many articles
	isCode bool // a code that few articles have
}

// suggestion is what speaks for an article.
type suggestion struct {
	words   int
	inTitle bool
	leading int  // the words that lead
	leads   bool // one of them is in its title, and rare
	hasCode bool
	score   float32

	// Of the word that is being counted.
	last     int32 // its number, from 1
	hasTitle bool
}

// suggestBy adds what one word says. Of several forms in an article one counts, that in the title if there is one.
func (x *Index) suggestBy(w subjectWord, nth int32, average float32, scores []suggestion) {
	articles := 0
	w.each(x, func(article int32, isTitle bool) {
		s := &scores[article]
		if s.last != nth {
			s.last, s.hasTitle = nth, false
			articles++
		}
		s.hasTitle = s.hasTitle || isTitle
	})
	rare := float32(math.Log(1 + float64(len(x.articles))/float64(max(articles, 1))))
	w.each(x, func(article int32, _ bool) {
		s := &scores[article]
		if s.last == nth {
			s.last = 0 // counted
			s.add(w, rare, float32(x.articles[article].size)/average)
		}
	})
}

// each calls yield with every article that has a term of the word, once for each term.
func (w *subjectWord) each(x *Index, yield func(article int32, isTitle bool)) {
	for _, id := range w.terms {
		x.words.terms[id].each(func(article int32, flags uint64) { yield(article, flags == inTitle) })
	}
}

// add counts a word of an article, by how rare it is and how long the article is against others.
func (s *suggestion) add(w subjectWord, rare, length float32) {
	s.words++
	if w.leads {
		s.leading++
		s.leads = s.leads || s.hasTitle && rare > leastRare
	}
	s.hasCode = s.hasCode || w.isCode
	if s.hasTitle {
		s.inTitle = true
		s.score += titleFactor * w.weight * rare * rare
		return
	}
	s.score += w.weight * rare * rare / (1 + lengthShare*(length-1))
}

// averageSize returns the mean size of the articles, at least 1.
func (x *Index) averageSize() float32 {
	var all float32
	for i := range x.articles {
		all += float32(x.articles[i].size)
	}
	return max(all/float32(max(len(x.articles), 1)), 1)
}

// telling returns the words of a subject that say what it is about: neither short, nor numbers, nor in many articles.
func (x *Index) telling(about []Part) []subjectWord {
	var asked []subjectWord
	seen := map[string]bool{}
	for _, part := range about {
		w := words{text: part.Text}
		var whole compound
		leads := part.Weight >= about[0].Weight
		for word := w.next(); word != nil && len(seen) < maxSuggestWords; word = w.next() {
			if whole.join(&w, word) {
				if _, known := x.words.ids[string(whole.word)]; known {
					word = whole.word // says more than its parts
				}
			}
			if len(word) < minSuggestWord || strings.Trim(string(word), "0123456789") == "" {
				continue
			}
			typed := string(word)
			stemmed := stem(typed)
			if seen[stemmed] {
				continue
			}
			seen[stemmed] = true
			terms := x.words.ofStem(stemmed)
			if isCommon := x.areCommon(terms); len(terms) > 0 && (leads || !isCommon) {
				q := subjectWord{typed, terms, part.Weight, leads && !isCommon, isCode(typed) && !isCommon}
				if q.isCode {
					q.weight *= codeFactor
				}
				asked = append(asked, q)
			}
		}
	}
	return asked
}

// areCommon reports whether so many articles have one of the terms that they say nothing.
func (x *Index) areCommon(terms []int32) bool {
	most := int32(0)
	for _, id := range terms {
		most = max(most, x.words.terms[id].articles)
	}
	return len(x.articles) >= fewArticles && int(most) > len(x.articles)/5
}
