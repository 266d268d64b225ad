// Package agentstatetest holds the tests that everything that keeps an agent's state passes.
package agentstatetest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
)

// Kinds are the documents of the tests; of two journals each line stays, of two drafts both, of two items one.
var Kinds = []agentstate.Kind{
	{
		Suffix: ".draft",
		Merge: func(name string, here, shared []byte) ([]byte, map[string][]byte) {
			return here, map[string][]byte{"copy-of-" + name: shared}
		},
		Revive:  func(here []byte) []byte { return append(here, ", which may have been sent"...) },
		IsWhole: func(content []byte) bool { return len(content) > 0 && string(content) != "damaged" },
	},
	{Folder: "journal", Suffix: ".journal", Merge: func(_ string, here, shared []byte) ([]byte, map[string][]byte) {
		all := slices.Concat(slices.Collect(bytes.Lines(shared)), slices.Collect(bytes.Lines(here)))
		slices.SortFunc(all, bytes.Compare)
		return bytes.Join(slices.CompactFunc(all, bytes.Equal), nil), nil
	}},
	{Folder: "outbox", Suffix: ".item"},
}

// Run runs what every store must do, each test with two consoles of one agent: on files those of one host, on a cluster
// those of two hosts.
func Run(t *testing.T, open func(t *testing.T) (a, b agentstate.Store)) {
	t.Helper()
	for name, test := range conformance {
		t.Run(name, func(t *testing.T) {
			a, b := open(t)
			test(t, a, b)
		})
	}
}

var conformance = map[string]func(t *testing.T, a, b agentstate.Store){
	"what one console keeps the other finds": func(t *testing.T, a, b agentstate.Store) {
		for _, name := range []string{"x.draft", "looked-at", "outbox/0001-ABC.item"} {
			content := []byte(name + " é \x00\n")
			Must(t, a.Put(name, content, agentstate.None))
			RequireContent(t, b, name, string(content))
			Must(t, b.Put(name, []byte("2"), agentstate.RevisionOf(content)))
			RequireContent(t, a, name, "2")
		}
	},
	"nothing is there at first": func(t *testing.T, a, b agentstate.Store) {
		if d, err := a.Get("x.draft"); !errors.Is(err, fs.ErrNotExist) || d.Revision != agentstate.None {
			t.Errorf("got %+v, %v", d, err)
		}
		if names, err := b.List("outbox", ".item"); len(names) != 0 || err != nil {
			t.Errorf("got %v, %v", names, err)
		}
	},
	"a change that was not seen is not replaced": func(t *testing.T, a, b agentstate.Store) {
		Must(t, a.Put("x.draft", []byte("a"), agentstate.None))
		requireChanged(t, b.Put("x.draft", []byte("b"), agentstate.None))
		RequireContent(t, b, "x.draft", "a")
		Must(t, a.Put("x.draft", []byte("aa"), agentstate.RevisionOf([]byte("a"))))
		requireChanged(t, b.Put("x.draft", []byte("b"), agentstate.RevisionOf([]byte("a"))))
		requireChanged(t, b.Delete("x.draft", agentstate.RevisionOf([]byte("a"))))
		RequireContent(t, b, "x.draft", "aa")
	},
	"what the other console has changed is not deleted": func(t *testing.T, a, b agentstate.Store) {
		Must(t, a.Put("x.draft", []byte("a"), agentstate.None))
		RequireContent(t, b, "x.draft", "a")
		Must(t, a.Put("x.draft", []byte("aa"), agentstate.RevisionOf([]byte("a"))))
		requireChanged(t, b.Delete("x.draft", agentstate.RevisionOf([]byte("a"))))
		RequireContent(t, a, "x.draft", "aa")
		RequireContent(t, b, "x.draft", "aa")
	},
	"what is deleted is gone for both": func(t *testing.T, a, b agentstate.Store) {
		Must(t, a.Put("x.draft", []byte("a"), agentstate.None))
		RequireContent(t, b, "x.draft", "a")
		Must(t, a.Delete("x.draft", agentstate.RevisionOf([]byte("a"))))
		if _, err := b.Get("x.draft"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v", err)
		}
		Must(t, b.Put("x.draft", []byte("again"), agentstate.None))
		RequireContent(t, a, "x.draft", "again")
		Must(t, b.Delete("x.draft", agentstate.RevisionOf([]byte("again"))))
		if names, err := a.List("", ".draft"); len(names) != 0 || err != nil {
			t.Errorf("got %v, %v", names, err)
		}
	},
	"lists name what is in a folder": func(t *testing.T, a, b agentstate.Store) {
		for _, name := range []string{"b.draft", "a.draft", "views", "outbox/2.item", "outbox/1.item", "journal/1.journal"} {
			Must(t, a.Put(name, []byte(name), agentstate.None))
		}
		for _, c := range []struct{ folder, suffix, want string }{
			{"", ".draft", "a b"}, {"outbox", ".item", "1 2"}, {"journal", ".journal", "1"}, {"journal", ".item", ""},
		} {
			if names, err := b.List(c.folder, c.suffix); strings.Join(names, " ") != c.want || err != nil {
				t.Errorf("%q: got %q, %v", c.folder, names, err)
			}
		}
	},
	"lines of both are appended": func(t *testing.T, a, b agentstate.Store) {
		for i := range 5 {
			Must(t, a.Append("journal/1.journal", fmt.Appendf(nil, "%d a\n", i)))
			Must(t, b.Append("journal/1.journal", fmt.Appendf(nil, "%d b\n", i)))
		}
		for _, s := range []agentstate.Store{a, b} {
			d, err := s.Get("journal/1.journal")
			if lines := bytes.Count(d.Content, []byte("\n")); lines != 10 || err != nil {
				t.Errorf("got %q, %v", d.Content, err)
			}
		}
	},
	"a line that was cut off stays apart": func(t *testing.T, a, _ agentstate.Store) {
		Must(t, a.Put("journal/1.journal", []byte("whole\ncut o"), agentstate.None))
		Must(t, a.Append("journal/1.journal", []byte("next\n")))
		RequireContent(t, a, "journal/1.journal", "whole\ncut o\nnext\n")
	},
	"changes of many consoles are all made": func(t *testing.T, a, b agentstate.Store) {
		var all guard.Group
		for _, s := range []agentstate.Store{a, b} {
			for range 2 {
				all.Go(func() error {
					for range 5 {
						if err := agentstate.Change(s, "views", func(old []byte) ([]byte, error) { return append(old, '.'), nil }); err != nil {
							return err
						}
					}
					return nil
				})
			}
		}
		Must(t, all.Wait())
		RequireContent(t, a, "views", strings.Repeat(".", 20))
	},
	"one console at a time holds a lock": func(t *testing.T, a, b agentstate.Store) {
		held, err := a.TryLock("outbox/.held")
		Must(t, err)
		if _, err := b.TryLock("outbox/.held"); !errors.Is(err, filestore.ErrLocked) {
			t.Errorf("got %v", err)
		}
		other, err := b.TryLock(".leaving-x")
		Must(t, err)
		Must(t, errors.Join(held.Release(), other.Remove()))
		held, err = b.TryLock("outbox/.held")
		Must(t, err)
		Must(t, held.Release())
	},
	"a damaged document is kept aside": func(t *testing.T, a, _ agentstate.Store) {
		Must(t, os.WriteFile(a.Path("x.draft"), []byte("damaged"), 0o600))
		var fault *filestore.CorruptError
		if err := a.SetAside("x.draft", "a draft", errors.New("its end is missing")); !errors.As(err, &fault) {
			t.Fatal(err)
		}
		if content, err := os.ReadFile(fault.Path); string(content) != "damaged" || err != nil {
			t.Errorf("got %q, %v", content, err)
		}
		Must(t, a.Put("x.draft", []byte("new"), agentstate.None))
	},
}
