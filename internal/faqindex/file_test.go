package faqindex_test

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/safetext"
	"frontdesk/internal/sqlite"
)

// place returns the file of an index that does not exist yet, in a directory that does not either.
func place(t testing.TB) *sqlite.Shared {
	return fileAt(filepath.Join(t.TempDir(), "account", "records.db"))
}

func fileAt(path string) *sqlite.Shared {
	return &sqlite.Shared{Path: path, What: "the cache", Schema: faqindex.Schema}
}

func TestFile_AnswersWithoutTheServiceAfterARestart(t *testing.T) {
	file := place(t)
	first := article(7, "Café &amp; bar vouchers", "<p>Ask for the <b>receipt</b>. &lt;script&gt;</p>")
	first.CategoryID, first.CategoryName = 3, desk.NewInternedLine(safetext.LineFromText("Vouchers"))
	first.Created, first.Attachment = 12345, safetext.LineFromText("terms.pdf")
	put(t, faqindex.Open(file), noon, first, article(8, "Plain", "Only text."))

	x := faqindex.Open(file)
	if x.Status().Loaded {
		t.Error("the file is read before it is used")
	}
	hits := x.Search("reciept", 10, nil)
	equal(t, "found", titles(hits), "Café & bar vouchers")
	if got := hits[0].Snippet.String(); got != "Ask for the receipt. <script>" || !hits[0].Seen.Equal(noon) {
		t.Errorf("the snippet is %q, seen %v", got, hits[0].Seen)
	}
	got, known := x.Article(7)
	if !known || got != first {
		t.Errorf("got %+v, want %+v", got, first)
	}
	if info, err := os.Stat(file.Path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if s := x.Status(); s.Articles != 2 || !s.Loaded {
		t.Errorf("status %+v", s)
	}
}

func TestFile_NewerAnswerWinsWhoeverWritesLast(t *testing.T) {
	file := place(t)
	one, other := faqindex.Open(file), faqindex.Open(file)
	put(t, one, noon, article(1, "First", ""))
	put(t, other, noon.Add(time.Minute), article(1, "Second", ""))
	put(t, one, noon.Add(30*time.Second), article(1, "Late answer to an earlier question", ""))
	withdrawn := article(2, "Gone", "")
	put(t, one, noon, withdrawn)
	withdrawn.Enabled = false
	put(t, other, noon.Add(time.Minute), withdrawn)
	put(t, one, noon.Add(30*time.Second), article(2, "Gone", ""))
	for _, x := range []*faqindex.Index{one, other, faqindex.Open(file)} {
		a, _ := x.Article(1)
		if a.Title.String() != "Second" || x.Len() != 1 {
			t.Errorf("%q, of %d articles", a.Title, x.Len())
		}
	}
}

// TestFile_DamageIsNotShown changes a file: what is wrong in it is not shown, it is set aside, and a new one is written.
func TestFile_DamageIsNotShown(t *testing.T) {
	changes := map[string]func(t *testing.T, file *sqlite.Shared){
		"a text": func(t *testing.T, file *sqlite.Shared) {
			change(t, file, "UPDATE article SET text = replace(text, 'body', 'b0dy')")
		},
		"a body": func(t *testing.T, file *sqlite.Shared) {
			change(t, file, "UPDATE article SET body = 'b0dy' WHERE id = 2")
		},
		"a title": func(t *testing.T, file *sqlite.Shared) {
			change(t, file, "UPDATE article SET title = replace(title, 'Title', 'T1tle')")
		},
	}
	for at := range 50 {
		changes[fmt.Sprint("byte ", at*1637)] = func(t *testing.T, file *sqlite.Shared) {
			content := read(t, file)
			content[at*1637%len(content)] ^= 0x55
			write(t, file, content)
		}
	}
	for name, damage := range changes {
		t.Run(name, func(t *testing.T) {
			file := place(t)
			for i := range int64(3) {
				put(t, faqindex.Open(file), noon, article(i+1, fmt.Sprint("Title ", i+1), fmt.Sprintf("<p>body %d</p>", i+1)))
			}
			damage(t, file)
			x := faqindex.Open(file)
			for range 2 {
				for _, h := range x.Search("title body", 10, nil) {
					if want := fmt.Sprint("body ", h.ID); h.Title.String() != fmt.Sprint("Title ", h.ID) || h.Snippet.String() != want {
						t.Errorf("%q with %q", h.Title, h.Snippet)
					}
				}
			}
			put(t, x, noon.Add(time.Minute), article(9, "New", "new"))
			for _, x := range []*faqindex.Index{x, faqindex.Open(file)} {
				if a, known := x.Article(9); !known || a.Title.String() != "New" || x.Len() != 1 && x.Len() != 4 {
					t.Errorf("%d articles, of them %q", x.Len(), a.Title)
				}
			}
		})
	}
}

func TestFile_SomethingElseIsReplaced(t *testing.T) {
	file := place(t)
	put(t, faqindex.Open(file), noon, article(1, "First", ""))
	for _, content := range []string{"", "something else", strings.Repeat("x", 100_000), "frontdesk articles 1\nshort"} {
		write(t, file, []byte(content))
		x := faqindex.Open(file)
		equal(t, "found", titles(x.Search("first", 10, nil)))
		put(t, x, noon, article(2, "Second", ""))
		equal(t, "after a restart", titles(faqindex.Open(file).Search("second", 10, nil)), "Second")
	}
}

func TestFile_ClearedWhileItIsOpen(t *testing.T) {
	file := place(t)
	x := faqindex.Open(file)
	put(t, x, noon, article(1, "First", ""))
	if err := os.RemoveAll(filepath.Dir(file.Path)); err != nil {
		t.Fatal(err)
	}
	equal(t, "found", titles(x.Search("first", 10, nil)))
	put(t, x, noon, article(2, "Second", ""))
	equal(t, "found", titles(x.Search("second", 10, nil)), "Second")
}

func TestFile_WithoutAPlaceArticlesAreKnownUntilTheEnd(t *testing.T) {
	dir := t.TempDir()
	write(t, fileAt(filepath.Join(dir, "file")), nil)
	x := faqindex.Open(fileAt(filepath.Join(dir, "file", "records.db")))
	if err := x.Put([]desk.Article{article(1, "First", "the body")}, noon); err == nil {
		t.Errorf("no error: %+v", x.Status())
	}
	a, _ := x.Article(1)
	equal(t, "found", titles(x.Search("body", 10, nil)), "First")
	if a.Body.Text().String() != "the body" {
		t.Errorf("the body is %q", a.Body.Text())
	}
}

// TestFile_ManyWritersAtOnce has consoles that share a file write, replace and search at the same time.
func TestFile_ManyWritersAtOnce(t *testing.T) {
	file := place(t)
	var all sync.WaitGroup
	for writer := range int64(4) {
		all.Go(func() {
			x := faqindex.Open(file)
			for n := range int64(40) {
				id := writer*1000 + n
				batch := []desk.Article{article(id, fmt.Sprint("Own ", id), "body"), article(1_000_000, "Shared", fmt.Sprint("version ", writer, n))}
				if err := x.Put(batch, noon.Add(time.Duration(n)*time.Second)); err != nil {
					t.Error(err)
				}
				if hits := x.Search("shared version", 1, nil); len(hits) != 1 || !strings.HasPrefix(hits[0].Snippet.String(), "version") {
					t.Errorf("found %+v", hits)
				}
			}
		})
	}
	all.Wait()
	if x := faqindex.Open(file); x.Len() != 4*40+1 {
		t.Errorf("%d articles are known", x.Len())
	}
}

// TestFile_OutOfDateContentLeaves replaces a large article again and again.
// TestFile_OldArticlesLeave: what the service has not answered with for a year is deleted, and that an article was
// withdrawn after a month.
func TestFile_OldArticlesLeave(t *testing.T) {
	file := place(t)
	const day = 24 * time.Hour
	withdrawn := article(2, "Withdrawn", "")
	withdrawn.Enabled = false
	put(t, faqindex.Open(file), noon.Add(-366*day), article(1, "Old", "old"))
	put(t, faqindex.Open(file), noon.Add(-31*day), withdrawn, article(3, "Kept", "kept"))
	x := faqindex.Open(file)
	x.Load()
	put(t, x, noon, article(4, "New", "new"))
	put(t, x, noon.Add(-40*day), article(2, "Brought back", "an answer of long ago"))
	for _, x := range []*faqindex.Index{x, faqindex.Open(file)} {
		equal(t, "old", titles(x.Search("old", 9, nil)))
		equal(t, "kept", titles(x.Search("kept", 9, nil)), "Kept")
		if x.Len() != 3 {
			t.Errorf("%d articles are known", x.Len())
		}
	}
}

// TestFile_TooManyArticles: those that the service has not answered with for longest leave.
func TestFile_TooManyArticles(t *testing.T) {
	file := place(t)
	x := faqindex.Open(file)
	for batch := range int64(24) {
		var all []desk.Article
		for n := range int64(1000) {
			all = append(all, article(batch*1000+n, fmt.Sprint("Number ", batch*1000+n), "word"))
		}
		put(t, x, noon.Add(time.Duration(batch)*time.Minute), all...)
	}
	for _, x := range []*faqindex.Index{x, faqindex.Open(file)} {
		_, isFirst := x.Article(0)
		_, isLast := x.Article(23_999)
		if n := x.Len(); n > 22_000 || n < 20_000 || isFirst || !isLast {
			t.Errorf("%d articles, the first %t, the last %t", n, isFirst, isLast)
		}
	}
}

func TestMemory_TooMuchText(t *testing.T) {
	x := faqindex.Open(nil)
	for n := range int64(24) {
		put(t, x, noon, article(n, fmt.Sprint("Number ", n), fmt.Sprint(n, strings.Repeat(" word", 100_000))))
	}
	_, isFirst := x.Article(0)
	_, isLast := x.Article(23)
	if n := x.Len(); n > 15 || n < 13 || isFirst || !isLast {
		t.Errorf("%d articles of half a megabyte, the first %t, the last %t", n, isFirst, isLast)
	}
}

func TestFile_OutOfDateContentLeaves(t *testing.T) {
	file := place(t)
	x, other := faqindex.Open(file), faqindex.Open(file)
	body := strings.Repeat("word ", 100_000)
	for i := range 24 {
		put(t, x, noon.Add(time.Duration(i)*time.Minute), article(1, "Long", fmt.Sprint(i, " ", body)), article(int64(i+10), "Short", "kept"))
		if i%5 == 0 {
			equal(t, "in the other console", titles(other.Search("long", 10, nil)), "Long")
		}
	}
	if info, err := os.Stat(file.Path); err != nil || info.Size() > 8<<20 {
		t.Errorf("the file has %d bytes, %v", info.Size(), err)
	}
	for _, x := range []*faqindex.Index{x, other, faqindex.Open(file)} {
		if a, _ := x.Article(1); !strings.HasPrefix(a.Body.Text().String(), "23 word") || x.Len() != 25 {
			t.Errorf("%.20q of %d articles", a.Body.Text(), x.Len())
		}
	}
}

func read(t *testing.T, file *sqlite.Shared) []byte {
	t.Helper()
	content, err := os.ReadFile(file.Path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func write(t *testing.T, file *sqlite.Shared, content []byte) {
	t.Helper()
	if err := os.Remove(file.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(file.Path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// change changes rows as nothing but damage does.
func change(t *testing.T, file *sqlite.Shared, statement string) {
	t.Helper()
	err := file.Update(func(tx *sql.Tx, _ sqlite.State) error {
		_, err := tx.Exec(statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
