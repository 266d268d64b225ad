package faqindex

import (
	"bytes"
	"cmp"
	"database/sql"
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// maxQueryWords is how many words of a query count.
const maxQueryWords = 12

// queryWord is a word of a query with the terms it stands for.
type queryWord struct {
	typed    string
	terms    []int32
	marks    []string
	misspelt bool // nothing begins with it: the terms have one typo
}

// isWhole reports whether a word is what was typed, but for a typo, and does not only begin with it.
func (q *queryWord) isWhole(word string) bool {
	return len(word) <= len(q.typed) || q.misspelt && utf8.RuneCountInString(word) <= utf8.RuneCountInString(q.typed)+1
}

// tally is what a search knows of an article.
type tally struct {
	has, title uint16 // bits of the query's words
	score      float32
}

// candidate is an article that was found, before its hit is made.
type candidate struct {
	article int32
	tally
	rank int     // of the title; see titleRank
	used float64 // how often the agent has inserted it, more the later
}

// Search finds articles as typed: each word may be the beginning of one in the title or the body; a word that nothing
// begins with is searched with one typo. If no article has all words, those with most of them are found. Titles come
// before bodies, and among them the articles that the agent inserts last and most often. Without a word it finds just
// these: used has a figure for each, the more often and the later the higher.
func (x *Index) Search(query string, limit int, used map[int64]float64) []Hit {
	return x.hits(func() (found []candidate, by func(candidate, *Hit)) {
		asked := x.parse(query)
		if len(asked) == 0 {
			found = x.mostUsed(used, limit)
		} else {
			found = x.best(asked, used, limit)
		}
		return found, func(c candidate, h *Hit) {
			h.InTitle = c.title == c.has
			for n, q := range asked {
				if c.has&(1<<n) == 0 {
					h.Missing = append(h.Missing, q.typed)
				} else {
					h.Words = append(h.Words, q.marks...)
				}
			}
		}
	})
}

// Titled returns the articles whose titles have all words of a query as Search finds them, the best first.
func (x *Index) Titled(query string, limit int) []desk.Article {
	return x.read(func() []candidate {
		asked := x.parse(query)
		all := uint16(1)<<len(asked) - 1
		found := x.best(asked, nil, len(x.articles))
		found = slices.DeleteFunc(found, func(c candidate) bool { return c.title != all })
		return found[:min(len(found), limit)]
	})
}

// In returns the articles of a category, by title.
func (x *Index) In(category desk.Category) []desk.Article {
	all := x.read(func() (found []candidate) {
		for i := range x.articles {
			a := &x.articles[i]
			isNamed := a.categoryID == 0 && a.category.String() == category.Name.String()
			if !a.gone && (a.categoryID == category.ID || isNamed) {
				found = append(found, candidate{article: int32(i)})
			}
		}
		return found
	})
	slices.SortFunc(all, func(a, b desk.Article) int {
		return cmp.Or(cmp.Compare(titleKey(&a), titleKey(&b)), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// titleKey returns the text by which articles are sorted by title.
func titleKey(a *desk.Article) string { return safetext.SortKey(safetext.Fold(a.Title.String())) }

// Sort puts articles of an answer in the order in which Search finds them; those that it does not find come last, in
// the order of the answer.
func (x *Index) Sort(query string, answer []desk.Article) {
	x.Load()
	x.mu.RLock()
	defer x.mu.RUnlock()
	places := map[int64]int{}
	for place, c := range x.best(x.parse(query), nil, len(x.articles)) {
		places[x.articles[c.article].id] = place - len(x.articles)
	}
	slices.SortStableFunc(answer, func(a, b desk.Article) int { return cmp.Compare(places[a.ID], places[b.ID]) })
}

// mostUsed returns the articles that were inserted last and most often.
func (x *Index) mostUsed(used map[int64]float64, limit int) []candidate {
	var found []candidate
	for id, n := range used {
		if at, known := x.byID[id]; known && !x.articles[at].gone {
			found = append(found, candidate{article: at, used: n})
		}
	}
	slices.SortFunc(found, x.compare)
	return found[:min(len(found), limit)]
}

// parse looks up the words of a query.
func (x *Index) parse(query string) []queryWord {
	var asked []queryWord
	for _, typed := range x.typedWords(query) {
		if slices.ContainsFunc(asked, func(q queryWord) bool { return q.typed == typed }) {
			continue
		}
		q := queryWord{typed: typed, terms: x.words.withPrefix(typed), marks: []string{typed}}
		if len(q.terms) == 0 {
			q.marks, q.misspelt = nil, true
			q.terms = x.words.similar(typed)
			for _, id := range q.terms {
				q.marks = append(q.marks, x.words.terms[id].word)
			}
		}
		asked = append(asked, q)
	}
	return asked
}

// typedWords returns the words of a query. Those on both sides of a hyphen are one if an article has it, as wifi.
func (x *Index) typedWords(query string) []string {
	var all []string
	w := words{text: query}
	var whole compound
	first := 0 // in all, of the words that whole joins
	for word := w.next(); word != nil && len(all) < maxQueryWords; word = w.next() {
		if !whole.join(&w, word) {
			first = len(all)
		}
		all = append(all, string(word))
		if one := string(whole.word); len(all)-first > 1 && len(x.words.withPrefix(one)) > 0 {
			all = append(all[:first], one)
		}
	}
	return all
}

// best returns the articles that have most of the words, the best first.
func (x *Index) best(asked []queryWord, used map[int64]float64, limit int) []candidate {
	tallies := x.count(asked)
	most := 0
	for i := range tallies {
		if !x.articles[i].gone {
			most = max(most, bits.OnesCount16(tallies[i].has))
		}
	}
	if most == 0 {
		return nil
	}
	var title words
	var found []candidate
	for i, t := range tallies {
		if !x.articles[i].gone && bits.OnesCount16(t.has) == most {
			title.reset(x.articles[i].title.String())
			rank := titleRank(&title, t, asked)
			found = append(found, candidate{int32(i), t, rank, used[x.articles[i].id]})
		}
	}
	slices.SortFunc(found, x.compare)
	return found[:min(len(found), limit)]
}

// compare orders candidates, the best first.
func (x *Index) compare(a, b candidate) int {
	return cmp.Or(
		cmp.Compare(max(a.rank, allInTitle), max(b.rank, allInTitle)),
		cmp.Compare(b.used, a.used),
		cmp.Compare(a.rank, b.rank),
		cmp.Compare(x.titleLength(a), x.titleLength(b)),
		cmp.Compare(b.score, a.score),
		cmp.Compare(x.articles[a.article].title.String(), x.articles[b.article].title.String()),
		cmp.Compare(x.articles[a.article].id, x.articles[b.article].id),
	)
}

// titleLength returns the length of a title that has all words: the less else it says, the more it is about them.
func (x *Index) titleLength(c candidate) int {
	if c.rank > allInTitle {
		return 0
	}
	return len(x.articles[c.article].title.String())
}

// count tallies the words of a query for every article.
func (x *Index) count(asked []queryWord) []tally {
	tallies := make([]tally, len(x.articles))
	for n, q := range asked {
		bit := uint16(1) << n
		for _, id := range q.terms {
			t := &x.words.terms[id]
			weight := x.weight(t)
			if q.isWhole(t.word) {
				weight *= 2
			}
			t.each(func(article int32, flags uint64) {
				a := &tallies[article]
				if a.has&bit == 0 {
					a.score += weight
				}
				a.has |= bit
				if flags == inTitle {
					a.title |= bit
				}
			})
		}
	}
	return tallies
}

// weight returns how much a word says: rare ones say more.
func (x *Index) weight(t *term) float32 {
	return float32(math.Log(1 + float64(len(x.articles))/float64(t.articles)))
}

// How well a title fits, the best first.
const (
	isTitle = iota
	beginsTitle
	allInTitle
	someInTitle
	noneInTitle
)

// titleRank returns how well a title fits what was typed.
func titleRank(title *words, t tally, asked []queryWord) int {
	switch {
	case t.title == 0:
		return noneInTitle
	case t.title != t.has:
		return someInTitle
	}
	n := 0
	for word := title.next(); word != nil; word = title.next() {
		switch {
		case n == len(asked):
			return beginsTitle
		case string(word) == asked[n].typed:
			n++
		case n == len(asked)-1 && bytes.HasPrefix(word, []byte(asked[n].typed)):
			return beginsTitle
		default:
			return allInTitle
		}
	}
	if n == len(asked) {
		return isTitle
	}
	return allInTitle
}

// hits makes the hits of what a search finds; by says why one was found.
func (x *Index) hits(search func() (found []candidate, by func(candidate, *Hit))) (hits []Hit) {
	texts := map[int64]string{}
	x.look(func() []candidate {
		found, by := search()
		hits = make([]Hit, len(found))
		for i, c := range found {
			a := &x.articles[c.article]
			hits[i] = Hit{ID: a.id, Title: a.title, Category: a.category, Seen: a.seen}
			by(c, &hits[i])
		}
		return found
	}, func(r *row) { texts[r.ID] = r.text }, textColumns, func(found *sql.Rows) error {
		var id int64
		var text string
		err := found.Scan(&id, &text)
		texts[id] = text
		return err
	})
	for i := range hits {
		h := &hits[i]
		h.TitleMarks = Marks(h.Title.String(), h.Words)
		h.Snippet, h.SnippetMarks = snippet(texts[h.ID], h.Words)
	}
	return hits
}
