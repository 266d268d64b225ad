package faqindex_test

import (
	"bytes"
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
)

// place returns the path of an index that does not exist yet, in a directory that does not either.
func place(t testing.TB) string { return filepath.Join(t.TempDir(), "account", "articles") }

func TestFile_AnswersWithoutTheServiceAfterARestart(t *testing.T) {
	path := place(t)
	first := article(7, "Café &amp; bar vouchers", "<p>Ask for the <b>receipt</b>. &lt;script&gt;</p>")
	first.CategoryID, first.CategoryName = 3, desk.NewInternedLine(safetext.LineFromText("Vouchers"))
	first.Created, first.Attachment = 12345, safetext.LineFromText("terms.pdf")
	put(t, faqindex.Open(path), noon, first, article(8, "Plain", "Only text."))

	x := faqindex.Open(path)
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
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if s := x.Status(); s.Articles != 2 || !s.Loaded || s.Err != nil {
		t.Errorf("status %+v", s)
	}
}

func TestFile_NewerAnswerWinsWhoeverWritesLast(t *testing.T) {
	path := place(t)
	one, other := faqindex.Open(path), faqindex.Open(path)
	put(t, one, noon, article(1, "First", ""))
	put(t, other, noon.Add(time.Minute), article(1, "Second", ""))
	put(t, one, noon.Add(30*time.Second), article(1, "Late answer to an earlier question", ""))
	withdrawn := article(2, "Gone", "")
	put(t, one, noon, withdrawn)
	withdrawn.Enabled = false
	put(t, other, noon.Add(time.Minute), withdrawn)
	put(t, one, noon.Add(30*time.Second), article(2, "Gone", ""))
	for _, x := range []*faqindex.Index{one, other, faqindex.Open(path)} {
		a, _ := x.Article(1)
		if a.Title.String() != "Second" || x.Len() != 1 {
			t.Errorf("%q, of %d articles", a.Title, x.Len())
		}
	}
}

// TestFile_CutOffAnywhere is a process that is killed while it writes: whatever it has left is read up to there, and
// the next one goes on behind it.
func TestFile_CutOffAnywhere(t *testing.T) {
	path := place(t)
	x := faqindex.Open(path)
	put(t, x, noon, article(1, "First", "kept"))
	intact := read(t, path)
	put(t, x, noon, article(2, "Second", "cut off"), article(3, "Third", "<b>cut</b> off"))
	whole := read(t, path)
	for size := range len(whole) {
		write(t, path, whole[:size])
		x := faqindex.Open(path)
		if got := x.Len(); size >= len(intact) && got < 1 || got > 3 {
			t.Fatalf("cut off after %d bytes, %d articles are known", size, got)
		}
		put(t, x, noon.Add(time.Minute), article(4, "Fourth", "written behind it"))
		again := faqindex.Open(path)
		if a, known := again.Article(4); !known || a.Body.Text().String() != "written behind it" || again.Len() != x.Len() {
			t.Fatalf("cut off after %d bytes, what is written next is lost", size)
		}
	}
}

// TestFile_DamagedAnywhere turns every byte over: the other articles are still known, and nothing damaged is shown.
func TestFile_DamagedAnywhere(t *testing.T) {
	path := place(t)
	x := faqindex.Open(path)
	for i := range int64(3) {
		put(t, x, noon, article(i+1, fmt.Sprint("Title ", i+1), fmt.Sprint("body ", i+1)))
	}
	whole := read(t, path)
	for at := range whole {
		broken := bytes.Clone(whole)
		broken[at] ^= 0x55
		write(t, path, broken)
		x := faqindex.Open(path)
		put(t, x, noon.Add(time.Minute), article(9, "New", "new"))
		if got := x.Len(); at >= 37 && got < 3 || got > 4 {
			t.Fatalf("byte %d: %d articles are known", at, got)
		}
		for _, h := range x.Search("title", 10, nil) {
			if want := fmt.Sprint("body ", h.ID); h.Title.String() != fmt.Sprint("Title ", h.ID) || h.Snippet.String() != want {
				t.Fatalf("byte %d: %q with %q", at, h.Title, h.Snippet)
			}
		}
		if again := faqindex.Open(path); again.Len() != x.Len() {
			t.Fatalf("byte %d: %d articles, and %d after a restart", at, x.Len(), again.Len())
		}
	}
}

func TestFile_SomethingElseIsReplaced(t *testing.T) {
	path := place(t)
	put(t, faqindex.Open(path), noon, article(1, "First", ""))
	for _, content := range []string{"", "something else", strings.Repeat("x", 100_000), "frontdesk articles 1\nshort"} {
		write(t, path, []byte(content))
		x := faqindex.Open(path)
		equal(t, "found", titles(x.Search("first", 10, nil)))
		put(t, x, noon, article(2, "Second", ""))
		equal(t, "after a restart", titles(faqindex.Open(path).Search("second", 10, nil)), "Second")
	}
}

func TestFile_ClearedWhileItIsOpen(t *testing.T) {
	path := place(t)
	x := faqindex.Open(path)
	put(t, x, noon, article(1, "First", ""))
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	equal(t, "found", titles(x.Search("first", 10, nil)))
	put(t, x, noon, article(2, "Second", ""))
	equal(t, "found", titles(x.Search("second", 10, nil)), "Second")
}

func TestFile_WithoutAPlaceArticlesAreKnownUntilTheEnd(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), nil)
	x := faqindex.Open(filepath.Join(dir, "file", "articles"))
	if err := x.Put([]desk.Article{article(1, "First", "the body")}, noon); err == nil || x.Status().Err == nil {
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
	path := place(t)
	var all sync.WaitGroup
	for writer := range int64(4) {
		all.Go(func() {
			x := faqindex.Open(path)
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
	if x := faqindex.Open(path); x.Len() != 4*40+1 {
		t.Errorf("%d articles are known", x.Len())
	}
}

// TestFile_OutOfDateContentLeaves replaces a large article again and again.
func TestFile_OutOfDateContentLeaves(t *testing.T) {
	path := place(t)
	x, other := faqindex.Open(path), faqindex.Open(path)
	body := strings.Repeat("word ", 100_000)
	for i := range 24 {
		put(t, x, noon.Add(time.Duration(i)*time.Minute), article(1, "Long", fmt.Sprint(i, " ", body)), article(int64(i+10), "Short", "kept"))
		if i%5 == 0 {
			equal(t, "in the other console", titles(other.Search("long", 10, nil)), "Long")
		}
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 8<<20 {
		t.Errorf("the file has %d bytes, %v", info.Size(), err)
	}
	for _, x := range []*faqindex.Index{x, other, faqindex.Open(path)} {
		if a, _ := x.Article(1); !strings.HasPrefix(a.Body.Text().String(), "23 word") || x.Len() != 25 {
			t.Errorf("%.20q of %d articles", a.Body.Text(), x.Len())
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
