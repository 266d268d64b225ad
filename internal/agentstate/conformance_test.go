package agentstate_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/filestore"
)

// kinds are the documents of the tests; of two journals each line stays, of two drafts both.
var kinds = []agentstate.Kind{
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
}

// host is one host of the tests: its own disk, and its way to the servers.
type host struct {
	cluster *cluster.Cluster
	shared  *agentstate.Shared
	dir     string
	account string
}

func newHost(t *testing.T, c *cluster.Cluster, account string) *host {
	t.Helper()
	h := &host{cluster: c, dir: t.TempDir(), account: account}
	h.start(t)
	return h
}

// start starts the host's program, with what is on its disk.
func (h *host) start(t *testing.T) {
	t.Helper()
	h.shared = agentstate.NewShared(h.cluster, kinds, slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := h.shared.Close(); err != nil {
			t.Error(err)
		}
	})
}

// signIn opens what an agent has.
func (h *host) signIn(t *testing.T, agent string) agentstate.Store {
	t.Helper()
	s, err := h.shared.Open(filepath.Join(h.dir, "agent-"+agent), h.account)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// engines are all that keep agents' state. Each returns two consoles of one agent: on files those of one host, on a
// cluster those of two hosts.
var engines = map[string]func(t *testing.T) (a, b agentstate.Store){
	"files": func(t *testing.T) (a, b agentstate.Store) {
		dir := t.TempDir()
		return openFiles(t, dir), openFiles(t, dir)
	},
	"cluster": func(t *testing.T) (a, b agentstate.Store) {
		c := clustertest.Any(t)
		account := clustertest.Account(t, c)
		return newHost(t, c, account).signIn(t, "asha"), newHost(t, c, account).signIn(t, "asha")
	},
}

func openFiles(t *testing.T, dir string) agentstate.Store {
	t.Helper()
	s, err := agentstate.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestConformance runs what every engine must do.
func TestConformance(t *testing.T) {
	for engine, open := range engines {
		for name, test := range conformance {
			t.Run(engine+"/"+name, func(t *testing.T) {
				a, b := open(t)
				test(t, a, b)
			})
		}
	}
}

var conformance = map[string]func(t *testing.T, a, b agentstate.Store){
	"what one console keeps the other finds": func(t *testing.T, a, b agentstate.Store) {
		for _, name := range []string{"x.draft", "looked-at", "outbox/0001-ABC.item"} {
			content := []byte(name + " é \x00\n")
			must(t, a.Put(name, content, agentstate.None))
			requireContent(t, b, name, string(content))
			must(t, b.Put(name, []byte("2"), agentstate.RevisionOf(content)))
			requireContent(t, a, name, "2")
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
		must(t, a.Put("x.draft", []byte("a"), agentstate.None))
		requireChanged(t, b.Put("x.draft", []byte("b"), agentstate.None))
		requireContent(t, b, "x.draft", "a")
		must(t, a.Put("x.draft", []byte("aa"), agentstate.RevisionOf([]byte("a"))))
		requireChanged(t, b.Put("x.draft", []byte("b"), agentstate.RevisionOf([]byte("a"))))
		requireChanged(t, b.Delete("x.draft", agentstate.RevisionOf([]byte("a"))))
		requireContent(t, b, "x.draft", "aa")
	},
	"what the other console has changed is not deleted": func(t *testing.T, a, b agentstate.Store) {
		must(t, a.Put("x.draft", []byte("a"), agentstate.None))
		requireContent(t, b, "x.draft", "a")
		must(t, a.Put("x.draft", []byte("aa"), agentstate.RevisionOf([]byte("a"))))
		requireChanged(t, b.Delete("x.draft", agentstate.RevisionOf([]byte("a"))))
		requireContent(t, a, "x.draft", "aa")
		requireContent(t, b, "x.draft", "aa")
	},
	"what is deleted is gone for both": func(t *testing.T, a, b agentstate.Store) {
		must(t, a.Put("x.draft", []byte("a"), agentstate.None))
		requireContent(t, b, "x.draft", "a")
		must(t, a.Delete("x.draft", agentstate.RevisionOf([]byte("a"))))
		if _, err := b.Get("x.draft"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v", err)
		}
		must(t, b.Put("x.draft", []byte("again"), agentstate.None))
		requireContent(t, a, "x.draft", "again")
		must(t, b.Delete("x.draft", agentstate.RevisionOf([]byte("again"))))
		if names, err := a.List("", ".draft"); len(names) != 0 || err != nil {
			t.Errorf("got %v, %v", names, err)
		}
	},
	"lists name what is in a folder": func(t *testing.T, a, b agentstate.Store) {
		for _, name := range []string{"b.draft", "a.draft", "views", "outbox/2.item", "outbox/1.item", "journal/1.journal"} {
			must(t, a.Put(name, []byte(name), agentstate.None))
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
			must(t, a.Append("journal/1.journal", fmt.Appendf(nil, "%d a\n", i)))
			must(t, b.Append("journal/1.journal", fmt.Appendf(nil, "%d b\n", i)))
		}
		for _, s := range []agentstate.Store{a, b} {
			d, err := s.Get("journal/1.journal")
			if lines := bytes.Count(d.Content, []byte("\n")); lines != 10 || err != nil {
				t.Errorf("got %q, %v", d.Content, err)
			}
		}
	},
	"a line that was cut off stays apart": func(t *testing.T, a, _ agentstate.Store) {
		must(t, a.Put("journal/1.journal", []byte("whole\ncut o"), agentstate.None))
		must(t, a.Append("journal/1.journal", []byte("next\n")))
		requireContent(t, a, "journal/1.journal", "whole\ncut o\nnext\n")
	},
	"changes of many consoles are all made": func(t *testing.T, a, b agentstate.Store) {
		var all sync.WaitGroup
		for _, s := range []agentstate.Store{a, b} {
			for range 2 {
				all.Go(func() {
					for range 5 {
						if err := agentstate.Change(s, "views", func(old []byte) ([]byte, error) { return append(old, '.'), nil }); err != nil {
							t.Error(err)
						}
					}
				})
			}
		}
		all.Wait()
		requireContent(t, a, "views", strings.Repeat(".", 20))
	},
	"one console at a time holds a lock": func(t *testing.T, a, b agentstate.Store) {
		held, err := a.TryLock("outbox/.held")
		must(t, err)
		if _, err := b.TryLock("outbox/.held"); !errors.Is(err, filestore.ErrLocked) {
			t.Errorf("got %v", err)
		}
		other, err := b.TryLock(".leaving-x")
		must(t, err)
		must(t, errors.Join(held.Release(), other.Remove()))
		held, err = b.TryLock("outbox/.held")
		must(t, err)
		must(t, held.Release())
	},
	"a damaged document is kept aside": func(t *testing.T, a, _ agentstate.Store) {
		must(t, os.WriteFile(a.Path("x.draft"), []byte("damaged"), 0o600))
		var fault *filestore.CorruptError
		if err := a.SetAside("x.draft", "a draft", errors.New("its end is missing")); !errors.As(err, &fault) {
			t.Fatal(err)
		}
		if content, err := os.ReadFile(fault.Path); string(content) != "damaged" || err != nil {
			t.Errorf("got %q, %v", content, err)
		}
		must(t, a.Put("x.draft", []byte("new"), agentstate.None))
	},
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func requireChanged(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, agentstate.ErrChanged) {
		t.Errorf("got %v", err)
	}
}

func requireContent(t *testing.T, s agentstate.Store, name, want string) {
	t.Helper()
	d, err := s.Get(name)
	if err != nil || string(d.Content) != want || d.Revision != agentstate.RevisionOf(d.Content) {
		t.Errorf("%s: got %q, %v, want %q", name, d.Content, err, want)
	}
}
