package draft_test

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/draft"
)

var form = draft.Form{Account: "acme", Kind: "update-ticket", Record: "713516551148"}

func typed(comment string) draft.Draft {
	return draft.Draft{
		Form: form, Saved: time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC),
		Opened: map[string]string{"sub_status": "US"}, Values: map[string]string{"comment": comment},
	}
}

func open(t *testing.T, dir string) *draft.Shelf {
	t.Helper()
	shelf, err := draft.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return shelf
}

func TestWhatWasTypedIsThereAtTheNextStart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	if err := open(t, dir).Save(typed("called back,\nno answer \x00 é 👩‍👩‍👧")); err != nil {
		t.Fatal(err)
	}
	d, found, err := open(t, dir).Load(form)
	if err != nil || !found || d.Values["comment"] != "called back,\nno answer \x00 é 👩‍👩‍👧" || d.Opened["sub_status"] != "US" {
		t.Errorf("got %+v, %v, %v", d, found, err)
	}
	files, _ := os.ReadDir(dir)
	for _, file := range files {
		info, _ := file.Info()
		if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s may be read by others: %v", file.Name(), info.Mode())
		}
	}
}

func TestDraftsOfDifferentFormsKeepApart(t *testing.T) {
	shelf := open(t, t.TempDir())
	forms := []draft.Form{form, {Account: "acme", Kind: "add-ticket"}, {Account: "acme", Kind: "update-ticket", Record: "../../etc/passwd"}, {Account: "a\x00", Kind: "b", Record: "c"}, {Account: "a", Kind: "\x00b", Record: "c"}}
	for i, f := range forms {
		d := typed(fmt.Sprint(i))
		d.Form, d.Saved = f, d.Saved.Add(time.Duration(i)*time.Second)
		if err := shelf.Save(d); err != nil {
			t.Fatal(err)
		}
	}
	all, err := shelf.List()
	if err != nil || len(all) != len(forms) || all[0].Form != forms[len(forms)-1] {
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
		func() error { return shelf.Save(typed(" \n")) },
		func() error { return shelf.Discard(form) },
	} {
		if err := errors.Join(shelf.Save(typed("x")), remove()); err != nil {
			t.Error(err)
		}
		if _, found, err := shelf.Load(form); found || err != nil {
			t.Errorf("it is still there: %v", err)
		}
	}
}

func TestADamagedDraftIsSetAsideAndNamed(t *testing.T) {
	dir := t.TempDir()
	shelf := open(t, dir)
	if err := shelf.Save(typed("precious")); err != nil {
		t.Fatal(err)
	}
	files, _ := os.ReadDir(dir)
	path := filepath.Join(dir, files[0].Name())
	content, _ := os.ReadFile(path)
	if err := os.WriteFile(path, content[:len(content)-3], 0o600); err != nil {
		t.Fatal(err)
	}
	_, found, err := shelf.Load(form)
	var damaged *draft.Damaged
	if found || !errors.As(err, &damaged) {
		t.Fatalf("got %v, %v", found, err)
	}
	kept, err := os.ReadFile(damaged.Path)
	if err != nil || !strings.Contains(string(kept), "precious") {
		t.Errorf("kept %q, %v", kept, err)
	}
	if err := shelf.Save(typed("again")); err != nil {
		t.Error(err)
	}
	if all, err := shelf.List(); err != nil || len(all) != 1 {
		t.Errorf("got %+v, %v", all, err)
	}
}

// TestKillNine types in another process, kills it at random moments, and finds at least what it
// had been told was saved.
func TestKillNine(t *testing.T) {
	if dir := os.Getenv("FRONTDESK_TEST_TYPIST"); dir != "" {
		typeForEver(t, dir)
		return
	}
	for round := range 20 {
		dir := t.TempDir()
		typist := exec.Command(os.Args[0], "-test.run=^TestKillNine$")
		typist.Env = append(os.Environ(), "FRONTDESK_TEST_TYPIST="+dir)
		out, err := typist.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := typist.Start(); err != nil {
			t.Fatal(err)
		}
		told := 0
		lines := bufio.NewScanner(out)
		for range rand.IntN(30) + 1 {
			if lines.Scan() {
				_, _ = fmt.Sscanf(lines.Text(), "saved %d", &told)
			}
		}
		_ = typist.Process.Kill()
		_ = typist.Wait()
		d, found, err := open(t, dir).Load(form)
		if err != nil || !found || len(d.Values["comment"]) < told {
			t.Errorf("round %d: told %d, found %v with %d letters, %v", round, told, found, len(d.Values["comment"]), err)
		}
	}
}

func typeForEver(t *testing.T, dir string) {
	shelf := open(t, dir)
	for n := 1; ; n++ {
		if err := shelf.Save(typed(strings.Repeat("x", n))); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("saved %d\n", n)
	}
}
