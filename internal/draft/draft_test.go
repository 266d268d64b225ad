package draft_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/draft"
	"frontdesk/internal/filestore"
)

var monday = time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC)

var form = draft.Key{Account: "acme", Kind: "update-ticket", Record: "713516551148"}

func draftWith(comment string) draft.Draft {
	return draft.Draft{
		Key: form, SavedAt: time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC),
		Original: map[string]string{"sub_status": "US"}, Values: map[string]string{"comment": comment},
	}
}

func open(t *testing.T, dir string) *draft.Store {
	t.Helper()
	files, err := agentstate.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return draft.In(files)
}

func save(t *testing.T, shelf *draft.Store, d draft.Draft) draft.Key {
	t.Helper()
	kept, err := shelf.Save(d)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

func TestWhatWasTypedIsThereAtTheNextStart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	save(t, open(t, dir), draftWith("called back,\nno answer \x00 é 👩‍👩‍👧"))
	d, found, err := open(t, dir).Load(form)
	if err != nil || !found || d.Values["comment"] != "called back,\nno answer \x00 é 👩‍👩‍👧" || d.Original["sub_status"] != "US" {
		t.Errorf("got %+v, %v, %v", d, found, err)
	}
	files, _ := os.ReadDir(dir)
	for _, file := range files {
		info, _ := file.Info()
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s may be read by others: %v", file.Name(), info.Mode())
		}
	}
}

func TestDraftsOfDifferentFormsKeepApart(t *testing.T) {
	shelf := open(t, t.TempDir())
	forms := []draft.Key{form, {Account: "acme", Kind: "add-ticket"}, {Account: "acme", Kind: "update-ticket", Record: "../../etc/passwd"}, {Account: "a\x00", Kind: "b", Record: "c"}, {Account: "a", Kind: "\x00b", Record: "c"}}
	for i, f := range forms {
		d := draftWith(fmt.Sprint(i))
		d.Key, d.SavedAt = f, d.SavedAt.Add(time.Duration(i)*time.Second)
		save(t, shelf, d)
	}
	all, err := shelf.List()
	if err != nil || len(all) != len(forms) || all[0].Key != forms[len(forms)-1] {
		t.Errorf("got %+v, %v", all, err)
	}
	for i, f := range forms {
		if d, found, err := shelf.Load(f); !found || err != nil || d.Values["comment"] != fmt.Sprint(i) {
			t.Errorf("%+v: %+v, %v", f, d, err)
		}
	}
}

func TestADraftIsGoneOnceItIsDiscardedOrEmptied(t *testing.T) {
	shelf := open(t, t.TempDir())
	for _, remove := range []func() error{
		func() error { return shelf.Discard(form) },
		func() error { _, err := shelf.Save(draftWith(" \n")); return err },
		func() error { return shelf.Discard(form) },
	} {
		save(t, shelf, draftWith("x"))
		if err := remove(); err != nil {
			t.Error(err)
		}
		if _, found, err := shelf.Load(form); found || err != nil {
			t.Errorf("it is still there: %v", err)
		}
	}
}

func TestADamagedDraftIsSetAsideAndNamed(t *testing.T) {
	for name, damage := range map[string]func(content []byte) []byte{
		"its end is missing":        func(content []byte) []byte { return content[:len(content)-3] },
		"another letter is in it":   func(content []byte) []byte { return bytes.Replace(content, []byte("is pre"), []byte("it pre"), 1) },
		"another record's checksum": func(content []byte) []byte { return bytes.Replace(content, content[:8], []byte("00000000"), 1) },
	} {
		t.Run(name, func(t *testing.T) { requireSetAside(t, damage) })
	}
}

// requireSetAside fails unless a damaged draft is set aside whole and named.
func requireSetAside(t *testing.T, damage func(content []byte) []byte) {
	dir := t.TempDir()
	shelf := open(t, dir)
	save(t, shelf, draftWith("this is precious"))
	files, _ := filepath.Glob(filepath.Join(dir, "*.draft"))
	path := files[0]
	content, _ := os.ReadFile(path)
	if err := os.WriteFile(path, damage(content), 0o600); err != nil {
		t.Fatal(err)
	}
	_, found, err := shelf.Load(form)
	var damaged *filestore.CorruptError
	if found || !errors.As(err, &damaged) {
		t.Fatalf("got %v, %v", found, err)
	}
	kept, err := os.ReadFile(damaged.Path)
	if err != nil || !strings.Contains(string(kept), "precious") {
		t.Errorf("kept %q, %v", kept, err)
	}
	save(t, shelf, draftWith("again"))
	if all, err := shelf.List(); err != nil || len(all) != 1 {
		t.Errorf("got %+v, %v", all, err)
	}
}
