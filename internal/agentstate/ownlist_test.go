package agentstate_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/desk"
	"frontdesk/internal/macro"
	"frontdesk/internal/ownlist"
)

func openViews(t *testing.T, dir string) ownlist.List[desk.View] {
	t.Helper()
	files, err := agentstate.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return ownlist.Views(files)
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

func TestSavedViews_AreRenamedAndRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "agent")
	views := openViews(t, dir)
	for _, name := range []string{"Money", "Late", "Mine too"} {
		if _, err := views.Add(desk.View{Name: name, Filter: "is:open"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := views.Rename("Late", "money"); err == nil || !strings.Contains(err.Error(), "there is a view “Money” already") {
		t.Errorf("a name that is taken: %v", err)
	}
	if all, err := views.Rename("Late", "LATE"); err != nil || len(all) != 3 || all[1].Name != "LATE" || all[1].Filter != "is:open" {
		t.Errorf("%+v, %v", all, err)
	}
	if all, err := views.Remove("Money"); err != nil || len(all) != 2 || all[0].Name != "LATE" {
		t.Errorf("%+v, %v", all, err)
	}
	for _, err := range []error{errorOf(views.Remove("Money")), errorOf(views.Rename("Money", "x"))} {
		if err == nil || !strings.Contains(err.Error(), "there is no saved view “Money”") {
			t.Errorf("%v", err)
		}
	}
	if all, err := openViews(t, dir).Load(); err != nil || len(all) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
}

func errorOf[T any](_ T, err error) error { return err }

func TestSavedMacros_AreKeptRenamedAndRemoved(t *testing.T) {
	files, err := agentstate.OpenFiles(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	macros := ownlist.Macros(files)
	sent := macro.Macro{Name: "Sent", Comment: "Dear {{customer|there}}", SubStatus: "CL", Blocks: map[string]string{"issue.kind": "Late"}}
	if _, err := macros.Add(sent); err != nil {
		t.Fatal(err)
	}
	if _, err := macros.Add(macro.Macro{Name: "Odd", Comment: "{{custommer}}"}); err == nil || !strings.Contains(err.Error(), "did you mean {{customer}}?") {
		t.Errorf("a macro that could never be sent: %v", err)
	}
	all, err := macros.Rename("Sent", "Refund sent")
	sent.Name = "Refund sent"
	if err != nil || len(all) != 1 || !reflect.DeepEqual(all[0], sent) {
		t.Errorf("%+v, %v", all, err)
	}
	if all, err := ownlist.Macros(files).Load(); err != nil || len(all) != 1 || !reflect.DeepEqual(all[0], sent) {
		t.Errorf("%+v, %v", all, err)
	}
	if all, err := macros.Remove("Refund sent"); err != nil || len(all) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestSavedViews_WhatOneHostHasRemovedAnotherDoesNotBringBack(t *testing.T) {
	hereDir, thereDir := t.TempDir(), t.TempDir()
	here, there := openViews(t, hereDir), openViews(t, thereDir)
	for _, host := range []ownlist.List[desk.View]{here, there} {
		for _, name := range []string{"Money", "Late", "Both"} {
			if _, err := host.Add(desk.View{Name: name}); err != nil {
				t.Fatal(err)
			}
		}
	}
	_, err1 := here.Remove("Money")
	_, err2 := there.Rename("Late", "Too late")
	_, err3 := here.Add(desk.View{Name: "Here"})
	_, err4 := there.Add(desk.View{Name: "There"})
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	for n, merged := range [][]desk.View{mergedViews(t, hereDir, thereDir), mergedViews(t, thereDir, hereDir)} {
		var names []string
		for _, v := range merged {
			names = append(names, v.Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, ", "); got != "Both, Here, There, Too late" {
			t.Errorf("merge %d has %s", n+1, got)
		}
	}
}

// mergedViews returns what two hosts' views are put together.
func mergedViews(t *testing.T, here, shared string) []desk.View {
	t.Helper()
	var documents [2][]byte
	for i, dir := range []string{here, shared} {
		content, err := os.ReadFile(filepath.Join(dir, "views"))
		if err != nil {
			t.Fatal(err)
		}
		documents[i] = content
	}
	merged, _ := ownlist.Kinds[0].Merge("views", documents[0], documents[1])
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "views"), merged, 0o600); err != nil {
		t.Fatal(err)
	}
	views, err := openViews(t, dir).Load()
	if err != nil {
		t.Fatal(err)
	}
	return views
}
