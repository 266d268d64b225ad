package faqindex_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/sqlite"
)

// texter makes texts whose words are as frequent as in English: few make up most of a text.
type texter struct {
	rand  *rand.Rand
	words []string
	zipf  *rand.Zipf
}

func newTexter() *texter {
	r := rand.New(rand.NewPCG(1, 2))
	x := &texter{rand: r, zipf: rand.NewZipf(r, 1.1, 4, 40_000-1)}
	syllables := []string{"ba", "ce", "di", "fo", "gu", "ha", "jo", "ki", "lu", "me", "no", "pa", "re", "si", "to", "vé", "wa", "er", "ing", "tion", "st", "an"}
	for range 40_000 {
		var word strings.Builder
		for range 1 + r.IntN(4) {
			word.WriteString(syllables[r.IntN(len(syllables))])
		}
		x.words = append(x.words, word.String())
	}
	return x
}

func (x *texter) text(bytes int) string {
	var b strings.Builder
	for b.Len() < bytes {
		b.WriteString(x.words[x.zipf.Uint64()])
		b.WriteByte(" .\n,    "[x.rand.IntN(8)])
	}
	return b.String()
}

// manyArticles are 5,000 articles with 20 MB of text.
var manyArticles = sync.OnceValue(func() []desk.Article {
	x := newTexter()
	all := make([]desk.Article, 5000)
	for i := range all {
		all[i] = article(int64(i+1), x.text(40), "<p>"+x.text(2000)+"</p><p>"+x.text(2000)+"</p>")
	}
	return all
})

// fileOfMany returns a file with 5,000 articles.
func fileOfMany(b *testing.B) *sqlite.Shared {
	b.Helper()
	file := place(b)
	x := faqindex.Open(file)
	for all := manyArticles(); len(all) > 0; all = all[100:] {
		put(b, x, noon, all[:100]...)
	}
	return file
}

// BenchmarkSearch5000 is a key while a query is typed, over 5,000 articles with 20 MB of text on disk.
func BenchmarkSearch5000(b *testing.B) {
	x := faqindex.Open(fileOfMany(b))
	x.Load()
	words := strings.Fields(manyArticles()[2500].Title.String())
	for name, query := range map[string]string{
		"letter":      "s",
		"word":        words[0],
		"words":       strings.Join(words, " "),
		"typo":        "bacedofik",
		"three typos": "bacedofik guhajoxi lumenox",
		"dropped":     strings.Join(words, " ") + " spaceship",
		"many common": "ba ce di fo gu ha jo ki lu me no pa",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			found := 0
			for b.Loop() {
				found = len(x.Search(query, 50, nil))
			}
			b.ReportMetric(float64(found), "hits")
		})
	}
	ticket := manyArticles()[100].Body.Text().String()[:1000]
	b.Run("suggest", func(b *testing.B) {
		for b.Loop() {
			x.Suggest([]faqindex.Part{{Text: ticket, Weight: 1}}, 5)
		}
	})
}

// BenchmarkLoad5000 is the first use of an index with 5,000 articles, and the memory that it then takes.
func BenchmarkLoad5000(b *testing.B) {
	file := fileOfMany(b)
	before := heap()
	var x *faqindex.Index
	for b.Loop() {
		x = faqindex.Open(file)
		x.Load()
	}
	b.ReportMetric(float64(heap()-before)/(1<<20), "MB")
	if n := x.Len(); n != 5000 {
		b.Fatal(fmt.Sprint(n, " articles"))
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
