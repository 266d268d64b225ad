package faqindex

import (
	"cmp"
	"slices"
	"strings"
)

const (
	maxSuggestWords = 64  // different words of a text that count, the first ones
	minSuggestWord  = 3   // bytes of a word that counts
	enoughOfBest    = 0.4 // of the best score, which others need
	titleFactor     = 3   // how much more a word says in a title
	lengthShare     = 0.8 // how far a word says less in a long article, which has most words; 1: in proportion
)

// Suggest finds articles that a text is about, such as a ticket's title and description or the notes of a call. Words
// that few articles have say more. Nothing is suggested for a single word that is in bodies alone.
func (x *Index) Suggest(text string, limit int) []Hit {
	x.refresh()
	x.mu.RLock()
	defer x.mu.RUnlock()
	asked := x.telling(text)
	scores := make([]suggestion, len(x.articles))
	average := x.averageSize()
	for _, q := range asked {
		x.suggestBy(q, average, scores)
	}
	var found []candidate
	for i, s := range scores {
		if !x.articles[i].gone && (s.inTitle || s.words > 1) {
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
			found = found[:i]
			break
		}
	}
	return x.suggestedHits(asked, found)
}

// suggestion is what speaks for an article.
type suggestion struct {
	words   int
	inTitle bool
	score   float32
}

// suggestBy adds what one word says.
func (x *Index) suggestBy(q queryWord, average float32, scores []suggestion) {
	for _, id := range q.terms {
		t := &x.words.terms[id]
		weight := x.weight(t)
		t.each(func(article int32, flags uint64) {
			s := &scores[article]
			s.words++
			if flags == inTitle {
				s.inTitle = true
				s.score += titleFactor * weight * weight
				return
			}
			s.score += weight * weight / (1 + lengthShare*(float32(x.articles[article].size)/average-1))
		})
	}
}

// averageSize returns the mean size of the articles, at least 1.
func (x *Index) averageSize() float32 {
	var all float32
	for i := range x.articles {
		all += float32(x.articles[i].size)
	}
	return max(all/float32(max(len(x.articles), 1)), 1)
}

// telling returns the words of a text that say what it is about: neither short, nor numbers, nor in many articles.
func (x *Index) telling(text string) []queryWord {
	var asked []queryWord
	seen := map[string]bool{}
	w := words{text: text}
	var whole compound
	for word := w.next(); word != nil && len(seen) < maxSuggestWords; word = w.next() {
		if whole.join(&w, word) {
			if _, known := x.words.ids[string(whole.word)]; known {
				word = whole.word // says more than its parts
			}
		}
		if len(word) < minSuggestWord || seen[string(word)] || strings.Trim(string(word), "0123456789") == "" {
			continue
		}
		typed := string(word)
		seen[typed] = true
		q := queryWord{typed: typed, marks: []string{typed}}
		for _, form := range forms(typed) {
			if id, known := x.words.ids[form]; known && !x.isCommon(&x.words.terms[id]) {
				q.terms = append(q.terms, id)
			}
		}
		if len(q.terms) > 0 {
			asked = append(asked, q)
		}
	}
	return asked
}

// forms returns a word with and without a plural ending.
func forms(word string) []string {
	if one, plural := strings.CutSuffix(word, "s"); plural && len(one) > minSuggestWord {
		return []string{word, one}
	}
	return []string{word, word + "s"}
}

// isCommon reports whether so many articles have a word that it says nothing.
func (x *Index) isCommon(t *term) bool {
	return len(x.articles) >= 20 && int(t.articles) > len(x.articles)/5
}

// suggestedHits makes hits that show where the words are. The words are not marked: nobody has typed them, and most of
// a page would be.
func (x *Index) suggestedHits(asked []queryWord, found []candidate) []Hit {
	var marks []string
	for _, q := range asked {
		marks = append(marks, forms(q.typed)...)
	}
	hits := make([]Hit, len(found))
	f := x.contents()
	defer f.close()
	for i, c := range found {
		hits[i] = x.hit(f, c, marks)
		hits[i].Words, hits[i].TitleMarks, hits[i].SnippetMarks = nil, nil, nil
	}
	return hits
}
