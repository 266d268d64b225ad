// Package faqindex keeps every FAQ article of an account that was ever seen, on disk, and finds articles in it as an
// agent types: by words of titles and bodies, with typos, and by what a ticket or a call is about.
package faqindex

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Limits of an index. Articles that the service has not answered with for longest leave first.
const (
	maxArticles = 20_000
	maxBytes    = 64 << 20 // of articles on disk
	maxMemory   = 8 << 20  // of articles that have no file
	maxAge      = 365 * 24 * time.Hour
	maxBody     = 1 << 20 // of one article; a larger one is not kept
	seenAgain   = 24 * time.Hour
	withdrawnOf = 30 * 24 * time.Hour // how long a withdrawn article is remembered as such
)

// Index holds the articles of an account. It is safe for concurrent use, and several processes can share its file.
// Methods other than Status may read and write files.
type Index struct {
	path string // "" for memory only
	now  func() time.Time

	mu       sync.RWMutex // guards the fields below
	loaded   bool
	header   header // of the file that was read
	end      int64  // of what was read of it
	damaged  bool   // the file has records that cannot be read
	live     int64  // bytes of the articles that are not gone
	articles []article
	gone     int             // in articles
	byID     map[int64]int32 // the newest of each, in articles
	words    *vocabulary
	split    words
	planned  plan // of the prefetch, as on disk
	closed   bool // nothing is written anymore

	public   publicStatus
	lifetime lifetime
}

// article is an article in the index. One that was replaced or withdrawn is gone.
type article struct {
	id         int64
	categoryID int64
	title      safetext.Line
	category   desk.InternedLine
	seen       time.Time
	noted      time.Time // seen, as it is on disk
	hash       uint64
	at         int64  // of its content in the file
	size       int32  // of its content
	memory     []byte // its content if it is in no file
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
	Seen     time.Time     // when the service last answered with the article

	TitleMarks, SnippetMarks []Range
}

// Range is a part of a text, in bytes.
type Range struct{ From, To int }

// InMemory returns an index that is kept in memory only.
func InMemory() *Index { return newIndex("") }

// Open returns the index of a file in the account's cache directory, which is made when it is needed; with "" it is
// kept in memory only. The file is read by Load, or else when the index is first used. Whoever puts articles in closes
// it.
func Open(path string) *Index { return newIndex(path) }

func newIndex(path string) *Index {
	x := &Index{path: path, now: time.Now}
	x.reset()
	x.publish() // one in memory is known from the start
	return x
}

// reset forgets everything that was read.
func (x *Index) reset() {
	x.header, x.end, x.damaged, x.live, x.gone = header{}, 0, false, 0, 0
	x.articles, x.byID, x.words, x.planned = nil, map[int64]int32{}, newVocabulary(), plan{}
}

// Put records articles of an answer. asked is when they were asked for: an older answer never replaces a newer one. A
// disabled article is withdrawn. An error means that the file could not be written; the articles are then known until
// the program ends.
func (x *Index) Put(articles []desk.Article, asked time.Time) error {
	batch := make([]stored, 0, len(articles))
	for i := range articles {
		if a := &articles[i]; a.Body.Len() <= maxBody {
			batch = append(batch, stored{seen: asked, article: *a, text: a.Body.Text().String()})
		}
	}
	if len(batch) == 0 {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.publish()
	return x.update(func() []byte { return x.records(batch) }, func() { x.putInMemory(batch) })
}

// records returns the records of articles that are newer than those known.
func (x *Index) records(batch []stored) []byte {
	var out, content, again []byte
	for i := range batch {
		s := &batch[i]
		old := x.known(s.article.ID)
		if old != nil && old.seen.After(s.seen) {
			continue
		}
		if !s.article.Enabled {
			if old == nil || !old.gone {
				out = appendRecord(out, withdrawnRecord, appendSeen(nil, s.article.ID, s.seen))
			}
			continue
		}
		content = s.encode(content[:0])
		switch {
		case old == nil || old.gone || old.hash != contentHash(content):
			out = appendRecord(out, articleRecord, content)
		case s.seen.Sub(old.noted) >= seenAgain:
			again = appendSeen(again, s.article.ID, s.seen)
		default:
			old.seen = s.seen
		}
	}
	if len(again) > 0 {
		out = appendRecord(out, seenRecord, again)
	}
	return out
}

// known returns the newest article of an id; nil if there never was one.
func (x *Index) known(id int64) *article {
	if at, known := x.byID[id]; known {
		return &x.articles[at]
	}
	return nil
}

// putInMemory keeps articles without a file.
func (x *Index) putInMemory(batch []stored) {
	for i := range batch {
		s := &batch[i]
		if !s.article.Enabled {
			x.withdraw(s.article.ID, s.seen)
			continue
		}
		content := s.encode(nil)
		x.take(s, article{hash: contentHash(content), size: int32(len(content)), memory: content})
	}
	x.evictFromMemory()
	x.settle()
}

// take puts an article in, unless a newer answer is known. place says where its content is.
func (x *Index) take(s *stored, place article) {
	a := &s.article
	n := int32(len(x.articles))
	if old := x.known(a.ID); old != nil {
		if old.seen.After(s.seen) {
			return
		}
		if !old.gone && old.hash == place.hash {
			old.seen, old.noted = s.seen, s.seen
			old.at, old.size, old.memory = place.at, place.size, place.memory
			return
		}
		x.drop(old)
	}
	place.id, place.categoryID, place.title, place.category = a.ID, a.CategoryID, a.Title, a.CategoryName
	place.seen, place.noted = s.seen, s.seen
	x.byID[a.ID] = n
	x.articles = append(x.articles, place)
	x.live += int64(place.size)
	x.addWords(a.Title.String(), n, inTitle)
	x.addWords(s.text, n, 0)
}

// drop marks an article as gone.
func (x *Index) drop(a *article) {
	if a.gone {
		return
	}
	a.gone, a.memory = true, nil
	x.gone++
	x.live -= int64(a.size)
}

// withdraw marks an article as disabled at the service, so that no older answer brings it back.
func (x *Index) withdraw(id int64, seen time.Time) {
	old := x.known(id)
	if old == nil {
		x.byID[id] = int32(len(x.articles))
		x.articles = append(x.articles, article{id: id, seen: seen, noted: seen, gone: true})
		x.gone++
		return
	}
	if !old.seen.After(seen) {
		x.drop(old)
		old.seen, old.noted = seen, seen
	}
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

// evictFromMemory drops the articles that were not seen for longest while those without a file take too much.
func (x *Index) evictFromMemory() {
	bytes := 0
	for i := range x.articles {
		bytes += len(x.articles[i].memory)
	}
	if bytes <= maxMemory {
		return
	}
	for _, at := range x.longestUnseen() {
		if a := &x.articles[at]; bytes > maxMemory && a.memory != nil {
			bytes -= len(a.memory)
			x.forget(a)
		}
	}
}

// longestUnseen returns the articles that are not gone, those that were not seen for longest first.
func (x *Index) longestUnseen() []int32 {
	var all []int32
	for i := range x.articles {
		if !x.articles[i].gone {
			all = append(all, int32(i))
		}
	}
	slices.SortFunc(all, func(i, j int32) int {
		a, b := &x.articles[i], &x.articles[j]
		return cmp.Or(a.seen.Compare(b.seen), cmp.Compare(a.id, b.id))
	})
	return all
}

// forget drops an article as if it had never been seen.
func (x *Index) forget(a *article) {
	x.drop(a)
	delete(x.byID, a.id)
}

// settle sorts new words in, and leaves out the articles that are gone if they are many.
func (x *Index) settle() {
	const few = 1000
	if x.gone > few && x.gone > len(x.articles)/2 {
		x.renumber()
	}
	x.words.settle()
}

// renumber leaves out the articles that are gone, except those that were withdrawn.
func (x *Index) renumber() {
	to := make([]int32, len(x.articles))
	kept := x.articles[:0:0]
	x.gone = 0
	for i := range x.articles {
		a := &x.articles[i]
		if at, known := x.byID[a.id]; !known || at != int32(i) {
			to[i] = -1
			continue
		}
		to[i] = int32(len(kept))
		x.byID[a.id] = to[i]
		kept = append(kept, *a)
		if a.gone {
			x.gone++
			to[i] = -1
		}
	}
	x.articles = kept
	x.words = x.words.renumbered(to)
}

// Article returns an article as it was last seen.
func (x *Index) Article(id int64) (desk.Article, bool) {
	x.refresh()
	x.mu.RLock()
	defer x.mu.RUnlock()
	a := x.known(id)
	if a == nil || a.gone {
		return desk.Article{}, false
	}
	f := x.contents()
	defer f.close()
	return x.read(f, a)
}

// read reads an article.
func (x *Index) read(f contents, a *article) (desk.Article, bool) {
	var s stored
	if content := f.read(a, int(a.size)); contentHash([]byte(content)) != a.hash || s.decode(content) != nil {
		return desk.Article{}, false
	}
	return s.article, true
}

// contentsOf reads the articles of candidates.
func (x *Index) contentsOf(found []candidate) []desk.Article {
	f := x.contents()
	defer f.close()
	all := make([]desk.Article, 0, len(found))
	for _, c := range found {
		if a, isKnown := x.read(f, &x.articles[c.article]); isKnown {
			all = append(all, a)
		}
	}
	return all
}

// Len returns how many articles are known.
func (x *Index) Len() int {
	x.refresh()
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.articles) - x.gone
}
