// Package faqindex keeps every FAQ article of an account that was ever seen, and finds articles in it as an agent
// types: by words of titles and bodies, with typos, and by what a ticket or a call is about.
package faqindex

import (
	"sync"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Index holds the articles of an account. It is safe for concurrent use.
type Index struct {
	mu       sync.RWMutex
	path     string // "" for memory only
	articles []article
	byID     map[int64]int32 // the newest of each, in articles
	words    *vocabulary
	split    words
}

// article is an article in the index; one that was replaced or withdrawn is gone.
type article struct {
	id     int64
	title  safetext.Line
	record desk.Article
	seen   time.Time
	gone   bool
}

// Hit is an article that was found.
type Hit struct {
	ID       int64
	Title    safetext.Line
	Category desk.InternedLine
	Snippet  safetext.Line // of the body, where most words of the query are; its beginning if there are none
	Missing  []string      // words of the query that the article does not have, folded
	Words    []string      // what the article was found by, folded and with typos corrected, for Marks
	InTitle  bool          // the title has all words that the article has
	Seen     time.Time     // when the service last answered with the article

	TitleMarks, SnippetMarks []Range
}

// Range is a part of a text, in bytes.
type Range struct{ From, To int }

// InMemory returns an index that is kept in memory only.
func InMemory() *Index { return &Index{byID: map[int64]int32{}, words: newVocabulary()} }

// Open opens the index at a path, a file in the account's cache directory that is made when it is needed; with "" it
// is kept in memory only.
func Open(path string) (*Index, error) {
	x := InMemory()
	x.path = path
	return x, nil
}

// Close writes what is not on disk yet.
func (x *Index) Close() error { return nil }

// Put records articles of an answer. asked is when they were asked for: an older answer never replaces a newer one. A
// disabled article is withdrawn.
func (x *Index) Put(articles []desk.Article, asked time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i := range articles {
		x.put(&articles[i], asked)
	}
	x.words.settle()
}

func (x *Index) put(a *desk.Article, asked time.Time) {
	if at, known := x.byID[a.ID]; known {
		old := &x.articles[at]
		if old.seen.After(asked) {
			return
		}
		old.gone, old.record = true, desk.Article{}
	}
	n := int32(len(x.articles))
	x.byID[a.ID] = n
	x.articles = append(x.articles, article{id: a.ID, title: a.Title, record: *a, seen: asked, gone: !a.Enabled})
	if !a.Enabled {
		return
	}
	x.addWords(a.Title.String(), n, inTitle)
	x.addWords(a.Body.Text().String(), n, 0)
}

func (x *Index) addWords(text string, article int32, flags uint64) {
	x.split.reset(text)
	for word := x.split.next(); word != nil; word = x.split.next() {
		x.words.add(word, article, flags)
	}
}

// Article returns an article as it was last seen.
func (x *Index) Article(id int64) (desk.Article, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	at, known := x.byID[id]
	if !known || x.articles[at].gone {
		return desk.Article{}, false
	}
	return x.articles[at].record, true
}

// Len returns how many articles are known.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	n := 0
	for _, at := range x.byID {
		if !x.articles[at].gone {
			n++
		}
	}
	return n
}

// PrefetchState is how far the search for all articles has come.
type PrefetchState int

// The states of a prefetch.
const (
	PrefetchOff      PrefetchState = iota // turned off, or this program does none
	PrefetchWaiting                       // about to begin, or another console does it
	PrefetchRunning                       // under way
	PrefetchComplete                      // every planned search was answered
	PrefetchStopped                       // an error has stopped it; Reason names it
)

// Status is what is known of the index as a whole.
type Status struct {
	Articles int // known
	Prefetch PrefetchState
	Reason   safetext.Line // why it has stopped, or until when it waits; may be empty
	Complete time.Time     // when it was last complete; zero for never
}

// Status returns how many articles are known and whether these may be all.
func (x *Index) Status() Status { return Status{Articles: x.Len()} }
