// Package faqindex keeps every FAQ article of an account that was ever seen, on disk, and finds articles in it as an
// agent types: by words of titles and bodies, with typos, and by what a ticket or a call is about.
package faqindex

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/sqlite"
)

// Limits of an index. Articles that the service has not answered with for longest leave first.
const (
	maxArticles  = 20_000
	maxBytes     = 64 << 20 // of articles on disk
	maxMemory    = 8 << 20  // of articles that are on no disk
	maxAge       = 365 * 24 * time.Hour
	maxBody      = 1 << 20 // of one article; a larger one is not kept
	seenAgain    = 24 * time.Hour
	withdrawnFor = 30 * 24 * time.Hour // how long a withdrawn article is remembered as such
	evictEvery   = time.Hour
)

// Index holds the articles of an account: their words in memory, the articles themselves as rows of the file of the
// account's cache. It is safe for concurrent use, and several processes can share its file. Methods other than Status
// may read and write the file.
type Index struct {
	file *sqlite.Shared // nil for memory only

	writing sync.Mutex // held while the file is written; guards the fields below
	closed  bool       // nothing is written anymore
	evicted time.Time  // when what is old was last deleted

	mu       sync.RWMutex // guards the fields below; nobody who holds it waits for the file
	loaded   bool
	known    sqlite.State // up to where the file is known
	articles []article
	byID     map[int64]int32 // the newest of each, in articles
	gone     int             // in byID
	bytes    int64           // of the articles that are not gone
	kept     map[int64]*row  // those that are on no disk
	words    *vocabulary
	split    words
	complete time.Time // when a prefetch was last complete

	public atomic.Pointer[published]
}

// article is an article in the index. One that was replaced or withdrawn is gone.
type article struct {
	id         int64
	categoryID int64
	title      safetext.Line
	category   desk.InternedLine
	seen       time.Time
	sum        uint32
	size       int32
	gone       bool
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
	Seen     time.Time     // when the service last answered with the article, to a day

	TitleMarks, SnippetMarks []Range
}

// Range is a part of a text, in bytes.
type Range struct{ From, To int }

// Open returns the index of the articles in the file of an account's cache; with nil it is kept in memory only. The
// file is read by Load, or else when the index is first used. Whoever puts articles in closes it.
func Open(file *sqlite.Shared) *Index {
	x := &Index{file: file, kept: map[int64]*row{}}
	x.reset()
	x.publish() // one in memory is known from the start
	return x
}

// Close waits for what is being written. Nothing is written afterwards: articles that arrive later, such as those of a
// request that was cut, are known in memory only.
func (x *Index) Close() {
	x.writing.Lock()
	defer x.writing.Unlock()
	x.closed = true
}

// reset forgets everything but what is on no disk.
func (x *Index) reset() {
	x.known, x.complete, x.articles, x.gone, x.bytes = sqlite.State{}, time.Time{}, nil, 0, 0
	x.byID, x.words = map[int64]int32{}, newVocabulary()
	for _, r := range x.kept {
		x.take(r)
	}
}

// Put records articles of an answer. asked is when they were asked for: an older answer never replaces a newer one. A
// disabled article is withdrawn. An error means that the file could not be written; the articles are then known until
// the program ends.
func (x *Index) Put(articles []desk.Article, asked time.Time) error {
	var news []*row
	for i := range articles {
		if a := &articles[i]; a.Body.Len() <= maxBody {
			news = append(news, rowOf(a, asked))
		}
	}
	x.mu.RLock()
	news = slices.DeleteFunc(news, func(r *row) bool {
		old := x.newest(r.ID)
		return old != nil && old.sum == r.sum && asked.Sub(old.seen) < seenAgain
	})
	x.mu.RUnlock()
	if len(news) == 0 {
		return nil
	}
	written, err := x.write(asked, func(tx transaction) error {
		for _, r := range news {
			if err := tx.put(r); err != nil {
				return err
			}
		}
		return nil
	})
	if !written {
		x.keep(news)
	}
	return err
}

// keep keeps articles without a file; those that came first leave if they are too many.
func (x *Index) keep(news []*row) {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.publish()
	for _, r := range news {
		if x.take(r) {
			x.kept[r.ID] = r
		}
	}
	bytes := 0
	for _, a := range slices.Backward(x.articles) {
		if r := x.kept[a.id]; r != nil && x.newest(a.id).sum == a.sum {
			if bytes += int(a.size); bytes > maxMemory {
				delete(x.kept, a.id)
				x.forget(a.id)
			}
		}
	}
	x.settle()
}

// newest returns the newest article of an id; nil if there never was one.
func (x *Index) newest(id int64) *article {
	if at, known := x.byID[id]; known {
		return &x.articles[at]
	}
	return nil
}

// take puts an article in, unless a newer answer is known.
func (x *Index) take(r *row) bool {
	if old := x.newest(r.ID); old != nil {
		switch {
		case old.seen.After(r.asked):
			return false
		case old.sum == r.sum:
			old.seen = r.asked
			return true
		}
		x.forget(r.ID)
	}
	n := int32(len(x.articles))
	x.byID[r.ID] = n
	x.articles = append(x.articles, article{
		id: r.ID, categoryID: r.CategoryID, title: r.Title, category: r.CategoryName, seen: r.asked, sum: r.sum,
		size: r.size(), gone: !r.Enabled,
	})
	if !r.Enabled {
		x.gone++
		return true
	}
	x.bytes += int64(r.size())
	x.addWords(r.Title.String(), n, inTitle)
	x.addWords(r.text, n, 0)
	return true
}

// forget drops an article as if it had never been seen.
func (x *Index) forget(id int64) {
	a := x.newest(id)
	switch {
	case a == nil:
		return
	case a.gone:
		x.gone--
	default:
		a.gone = true
		x.bytes -= int64(a.size)
	}
	delete(x.byID, id)
}

func (x *Index) addWords(text string, article int32, flags uint64) {
	x.split.reset(text)
	var whole compound
	for word := x.split.next(); word != nil; word = x.split.next() {
		x.words.add(word, article, flags)
		if whole.join(&x.split, word) {
			x.words.add(whole.word, article, flags)
		}
	}
}

// settle sorts new words in. If most articles were replaced or forgotten, it forgets what is on disk, which is then
// read again.
func (x *Index) settle() {
	const few = 1000
	if forgotten := len(x.articles) - len(x.byID); forgotten > few && forgotten > len(x.byID) {
		x.reset()
	}
	x.words.settle()
}

// Article returns an article as it was last seen.
func (x *Index) Article(id int64) (a desk.Article, known bool) {
	for _, a := range x.read(func() []candidate {
		if at, known := x.byID[id]; known && !x.articles[at].gone {
			return []candidate{{article: at}}
		}
		return nil
	}) {
		return a, true
	}
	return desk.Article{}, false
}

// Len returns how many articles are known.
func (x *Index) Len() int {
	x.Load()
	return x.Status().Articles
}

// Status is what is known of the index as a whole.
type Status struct {
	Loaded   bool // the articles on disk are known; Articles is 0 before
	Articles int  // known
	Complete bool // a prefetch was complete: these were all
}

// published is a Status that can be read while the index is busy.
type published struct {
	Status
	changed chan struct{} // closed when it is another one
}

// Status returns how many articles are known and whether these may be all. It never waits.
func (x *Index) Status() Status { return x.public.Load().Status }

// WaitForChange returns another status than one that is known, or the same when ctx ends.
func (x *Index) WaitForChange(ctx context.Context, known Status) Status {
	for {
		now := x.public.Load()
		if now.Status != known {
			return now.Status
		}
		select {
		case <-now.changed:
		case <-ctx.Done():
			return known
		}
	}
}

// publish updates the status after a change, and wakes those who wait for that; mu is held.
func (x *Index) publish() {
	now := Status{x.loaded || x.file == nil, len(x.byID) - x.gone, !x.complete.IsZero()}
	before := x.public.Load()
	if before != nil && before.Status == now {
		return
	}
	x.public.Store(&published{now, make(chan struct{})})
	if before != nil {
		close(before.changed)
	}
}
