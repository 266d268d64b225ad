package agentstate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/desk"
	"frontdesk/internal/savedview"
)

func openViews(t *testing.T, dir string) savedview.Views {
	t.Helper()
	files, err := agentstate.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return savedview.In(files)
}

func TestSavedViews_AreKeptPrivateAndInOrder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "agent")
	if views, err := openViews(t, dir).Load(); err != nil || len(views) != 0 {
		t.Fatal(views, err)
	}
	first := desk.View{Name: "Money", Filter: "queue:billing", Open: true}
	for _, v := range []desk.View{first, {Name: "Late", Filter: "due:overdue", Queues: []string{"HW"}}} {
		if _, err := openViews(t, dir).Add(v); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		view desk.View
		want string
	}{
		{desk.View{Name: "money"}, "there is a view “Money” already"},
		{desk.View{Name: " "}, "needs a name"},
		{desk.View{Name: "Odd", Filter: "is:odd"}, "column 4: is:odd is not understood"},
	} {
		if _, err := openViews(t, dir).Add(c.view); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.view, err)
		}
	}
	views, err := openViews(t, dir).Load()
	if err != nil || len(views) != 2 || views[0].Name != "Money" || views[0].Filter != "queue:billing" || !views[0].Open || views[1].Queues[0] != "HW" {
		t.Error(views, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "views")); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
}

func TestSavedViews_ADamagedFileIsPutAside(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "views"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openViews(t, dir).Load(); err == nil || !strings.Contains(err.Error(), "the list of saved views") {
		t.Error(err)
	}
	if views, err := openViews(t, dir).Add(desk.View{Name: "Money"}); err != nil || len(views) != 1 {
		t.Error(views, err)
	}
}
