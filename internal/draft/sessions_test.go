package draft_test

import (
	"path/filepath"
	"testing"

	"frontdesk/internal/draft"
)

// commentsOnDisk returns the comments on disk, by form.
func commentsOnDisk(t *testing.T, dir string) map[string]int {
	t.Helper()
	all, err := open(t, dir).List()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, d := range all {
		found[d.Values["comment"]]++
	}
	return found
}

func TestTwoConsolesThatTypeIntoOneFormKeepBoth(t *testing.T) {
	dir := t.TempDir()
	first, second := open(t, dir), open(t, dir)
	for _, typing := range []string{"a", "b"} {
		if kept := save(t, first, draftWith("first "+typing)); kept != form {
			t.Errorf("the first is kept as %+v", kept)
		}
		if kept := save(t, second, draftWith("second "+typing)); kept.Conflict == "" || kept.Record != form.Record {
			t.Errorf("the second is kept as %+v", kept)
		}
	}
	if got := commentsOnDisk(t, dir); len(got) != 2 || got["first b"] != 1 || got["second b"] != 1 {
		t.Errorf("got %v", got)
	}
	if err := second.Discard(form); err != nil {
		t.Fatal(err)
	}
	if got := commentsOnDisk(t, dir); len(got) != 1 || got["first b"] != 1 {
		t.Errorf("after the second has discarded: %v", got)
	}
}

func TestAConsoleThatTookADraftOverReplacesIt(t *testing.T) {
	dir := t.TempDir()
	save(t, open(t, dir), draftWith("before the crash"))
	again := open(t, dir)
	d, found, err := again.Load(form)
	if !found || err != nil {
		t.Fatal(err)
	}
	again.Adopt(d)
	if kept := save(t, again, draftWith("before the crash, and after")); kept != form {
		t.Errorf("it is kept as %+v", kept)
	}
	if got := commentsOnDisk(t, dir); len(got) != 1 || got["before the crash, and after"] != 1 {
		t.Errorf("got %v", got)
	}
}

func TestOfTwoConsolesThatTookOneDraftOverTheSecondGoesOnBesideIt(t *testing.T) {
	dir := t.TempDir()
	save(t, open(t, dir), draftWith("shared"))
	first, second := open(t, dir), open(t, dir)
	for _, shelf := range []*draft.Store{first, second} {
		d, _, err := shelf.Load(form)
		if err != nil {
			t.Fatal(err)
		}
		shelf.Adopt(d)
	}
	save(t, first, draftWith("shared, first"))
	if kept := save(t, second, draftWith("shared, second")); kept.Conflict == "" {
		t.Error("what the first typed is overwritten")
	}
	if err := first.Discard(form); err != nil {
		t.Fatal(err)
	}
	if got := commentsOnDisk(t, dir); len(got) != 1 || got["shared, second"] != 1 {
		t.Errorf("got %v", got)
	}
}

func TestNobodyDiscardsWhatAnotherConsoleTyped(t *testing.T) {
	dir := t.TempDir()
	first, second := open(t, dir), open(t, dir)
	save(t, first, draftWith("mine"))
	if err := second.Discard(form); err != nil {
		t.Fatal(err)
	}
	if got := commentsOnDisk(t, dir); got["mine"] != 1 {
		t.Errorf("got %v", got)
	}
}

func TestAgentsOfOneMachineUserKeepApart(t *testing.T) {
	places := map[string]string{}
	for _, who := range [][2]string{{"acme", ""}, {"acme", "Asha Rao"}, {"acme", "asha rao"}, {"acme", "../.."}, {"../acme", "Asha Rao"}, {"acme", "."}} {
		dir := draft.Place("/data", who[0], who[1])
		if other, taken := places[dir]; taken {
			t.Errorf("%q has the place of %s: %s", who, other, dir)
		}
		places[dir] = who[0] + " " + who[1]
		if rel, err := filepath.Rel("/data/drafts", dir); err != nil || !filepath.IsLocal(rel) {
			t.Errorf("%q is kept in %s", who, dir)
		}
	}
}
