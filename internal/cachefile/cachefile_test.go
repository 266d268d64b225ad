package cachefile_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/cachefile"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func open(dir string, change ...func(*cachefile.Options)) *cachefile.File {
	o := cachefile.Options{Words: 1, Numbers: 2, MaxAge: 24 * time.Hour, Now: func() time.Time { return noon }}
	for _, c := range change {
		c(&o)
	}
	return cachefile.Open(filepath.Join(dir, "records"), o)
}

// record is a record as a test sees it.
type record struct {
	key   string
	stamp int64
	text  string
}

// stampOf returns a stamp some seconds after noon.
func stampOf(seconds int) int64 { return noon.Add(time.Duration(seconds) * time.Second).UnixMicro() }

// add appends records, and returns those that another process has added.
func add(t *testing.T, f *cachefile.File, records ...record) (foreign []record, whole bool) {
	t.Helper()
	err := f.Update(func(b *cachefile.Block) { foreign = append(foreign, recordsOf(b)...) }, func(isNew bool) []*cachefile.Batch {
		whole = isNew
		b := f.NewBatch()
		for _, r := range records {
			b.Add(r.key, r.stamp, []uint32{b.Word("word of " + r.key)}, []byte{1, 2}, r.text)
		}
		return []*cachefile.Batch{b}
	})
	if err != nil {
		t.Fatal(err)
	}
	return foreign, whole
}

func recordsOf(b *cachefile.Block) (all []record) {
	for i := range b.Len() {
		if word := b.Words()[b.Word(i, 0)]; word != "word of "+b.Key(i) || !bytes.Equal(b.Numbers(i), []byte{1, 2}) {
			panic("a record has lost its word or its numbers: " + word)
		}
		all = append(all, record{b.Key(i), b.Stamp(i), b.Text(i)})
	}
	return all
}

// newest returns the newest text of each key.
func newest(t *testing.T, f *cachefile.File) map[string]string {
	t.Helper()
	var mu sync.Mutex
	all := map[string]record{}
	err := f.Load(func(_ int, b *cachefile.Block) {
		mu.Lock()
		defer mu.Unlock()
		for _, r := range recordsOf(b) {
			if all[r.key].stamp <= r.stamp {
				all[r.key] = r
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for key, r := range all {
		texts[key] = r.text
	}
	return texts
}

func TestFile_WhatWasWrittenIsReadAgain(t *testing.T) {
	dir := t.TempDir()
	f := open(dir)
	if _, whole := add(t, f, record{"a", stampOf(1), "first"}, record{"b", stampOf(1), "other"}); !whole {
		t.Error("a file that was not there is not new")
	}
	if _, whole := add(t, f, record{"a", stampOf(2), "second"}); whole {
		t.Error("a file that is there is new")
	}
	if got := fmt.Sprint(newest(t, open(dir))); got != "map[a:second b:other]" {
		t.Error(got)
	}
	if info, err := os.Stat(f.Path()); err != nil || info.Mode().Perm() != 0o600 {
		t.Error("others may read it", info, err)
	}
}

func TestFile_EachProcessSeesWhatTheOtherHasAdded(t *testing.T) {
	dir := t.TempDir()
	one, two := open(dir), open(dir)
	add(t, one, record{"a", stampOf(1), "one"})
	if foreign, _ := add(t, two, record{"a", stampOf(3), "two"}); len(foreign) != 1 || foreign[0].text != "one" {
		t.Error(foreign)
	}
	if foreign, whole := add(t, one, record{"a", stampOf(2), "late"}); whole || len(foreign) != 1 || foreign[0].text != "two" {
		t.Error(foreign, whole)
	}
	if got := newest(t, open(dir))["a"]; got != "two" {
		t.Errorf("an older answer that was written later counts: %s", got)
	}
}

func TestFile_AfterItWasRemovedEverythingIsToBeWritten(t *testing.T) {
	dir := t.TempDir()
	f := open(dir)
	add(t, f, record{"a", stampOf(1), "one"})
	if removed, err := cachefile.Clear(dir); err != nil || len(removed) != 1 {
		t.Error(removed, err)
	}
	if _, whole := add(t, f, record{"b", stampOf(2), "two"}); !whole {
		t.Error("nobody noticed that the file is gone")
	}
}

func TestFile_ATornFrameIsCutOff(t *testing.T) {
	dir := t.TempDir()
	f := open(dir)
	add(t, f, record{"a", stampOf(1), "one"})
	before, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	add(t, f, record{"a", stampOf(2), strings.Repeat("two ", 40)}) // longer than what is written after it
	after, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	for size := len(before) + 1; size < len(after); size++ {
		if err := os.WriteFile(f.Path(), after[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		next := open(dir)
		if got := newest(t, next)["a"]; got != "one" {
			t.Fatalf("cut after %d bytes: %q", size, got)
		}
		add(t, next, record{"b", stampOf(3), "three"})
		if got := fmt.Sprint(newest(t, open(dir))); got != "map[a:one b:three]" {
			t.Fatalf("cut after %d bytes, then written: %s", size, got)
		}
	}
}

func TestFile_ADamagedOneIsSetAsideAndMadeAnew(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"a flipped bit":     func(b []byte) []byte { b[60] ^= 1; return b },
		"a flipped header":  func(b []byte) []byte { b[10] ^= 1; return b },
		"something else":    func([]byte) []byte { return []byte("this is not a cache at all, it is a letter to my aunt") },
		"an empty file":     func([]byte) []byte { return nil },
		"half of a header":  func(b []byte) []byte { return b[:10] },
		"a length too long": func(b []byte) []byte { b[28+7] = 0xff; return b },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f := open(dir)
			add(t, f, record{"a", stampOf(1), "one"})
			add(t, f, record{"b", stampOf(1), "two"})
			content, err := os.ReadFile(f.Path())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(f.Path(), damage(content), 0o600); err != nil {
				t.Fatal(err)
			}
			next := open(dir)
			err = next.Load(func(int, *cachefile.Block) {})
			if !errors.Is(err, cachefile.ErrDamaged) {
				t.Fatalf("the damage is not named: %v", err)
			}
			if _, whole := add(t, next, record{"c", stampOf(2), "three"}); !whole {
				t.Error("not everything is written anew")
			}
			if got := fmt.Sprint(newest(t, open(dir))); got != "map[c:three]" {
				t.Error(got)
			}
			files, err := cachefile.List(dir)
			if err != nil || len(files) != 2 {
				t.Error(files, err)
			}
		})
	}
}

func TestFile_AnotherVersionOrAWrongClockIsDropped(t *testing.T) {
	for name, spoil := range map[string]func(string) func(*cachefile.Options){
		"another version": func(path string) func(*cachefile.Options) {
			content, _ := os.ReadFile(path)
			content[7]++
			_ = os.WriteFile(path, content, 0o600)
			return func(*cachefile.Options) {}
		},
		"two months later": func(string) func(*cachefile.Options) {
			return func(o *cachefile.Options) { o.Now = func() time.Time { return noon.Add(48 * time.Hour) } }
		},
		"a clock put back": func(string) func(*cachefile.Options) {
			return func(o *cachefile.Options) { o.Now = func() time.Time { return noon.Add(-time.Hour) } }
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f := open(dir)
			add(t, f, record{"a", stampOf(1), "one"})
			next := open(dir, spoil(f.Path()))
			if err := next.Load(func(int, *cachefile.Block) {}); err != nil {
				t.Fatal(err)
			}
			if _, whole := add(t, next); !whole {
				t.Error("it is used all the same")
			}
		})
	}
}

func TestFile_RewritingKeepsTheNewestAndIsBounded(t *testing.T) {
	dir := t.TempDir()
	f, other := open(dir, func(o *cachefile.Options) { o.MaxBytes = 400 }), open(dir)
	for i := range 50 {
		add(t, f, record{"a", stampOf(i), fmt.Sprint("a", i)}, record{"gone", stampOf(i), "x"})
	}
	add(t, f, record{"gone", stampOf(60), ""}, record{"old", noon.Add(-25 * time.Hour).UnixMicro(), "too old"},
		record{"confirmed", noon.Add(-25 * time.Hour).UnixMicro(), "old, but confirmed"})
	newest(t, other)
	add(t, other, record{"b", stampOf(70), "foreign"})
	var foreign []record
	err := f.Rewrite(func(b *cachefile.Block) { foreign = append(foreign, recordsOf(b)...) }, func(key string) int64 {
		if key == "confirmed" {
			return stampOf(80)
		}
		return 0
	})
	if err != nil || len(foreign) != 1 {
		t.Fatal(foreign, err)
	}
	if got := fmt.Sprint(newest(t, open(dir))); got != "map[a:a49 b:foreign confirmed:old, but confirmed gone:]" {
		t.Error(got)
	}
	if f.Records() != 4 {
		t.Errorf("%d records", f.Records())
	}
	if foreign, whole := add(t, other, record{"c", stampOf(90), "after"}); whole || len(foreign) != 4 {
		t.Error("the other process does not go on in the new file", foreign, whole)
	}
	for i := range 40 {
		add(t, f, record{fmt.Sprint("k", i), stampOf(100 + i), "a text of some length"})
	}
	if err := f.Rewrite(func(*cachefile.Block) {}, nil); err != nil {
		t.Fatal(err)
	}
	kept := newest(t, open(dir))
	if info, err := os.Stat(f.Path()); err != nil || info.Size() > 800 || kept["k39"] == "" || kept["a"] != "" {
		t.Error(info.Size(), kept, err)
	}
}
