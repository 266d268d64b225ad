package agent_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster/memcluster"
	"frontdesk/internal/desk"
	"frontdesk/internal/macro"
)

func TestSavedViews_AreKeptInOrder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "agent")
	if views, err := open(t, dir).Views().Load(); err != nil || len(views) != 0 {
		t.Fatal(views, err)
	}
	first := desk.View{Name: "Money", Filter: "queue:billing"}
	for _, v := range []desk.View{first, {Name: "Late", Filter: "due:overdue"}} {
		if _, err := open(t, dir).Views().Add(v); err != nil {
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
		if _, err := open(t, dir).Views().Add(c.view); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.view, err)
		}
	}
	views, err := open(t, dir).Views().Load()
	if err != nil || len(views) != 2 || views[0].Name != "Money" || views[0].Filter != "queue:billing" || views[1].Filter != "due:overdue" {
		t.Error(views, err)
	}
}

func TestSavedViews_AreRenamedAndRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "agent")
	views := open(t, dir).Views()
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
	if all, err := open(t, dir).Views().Load(); err != nil || len(all) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestSavedMacros_AreKeptRenamedAndRemoved(t *testing.T) {
	s := open(t, t.TempDir())
	macros := s.Macros()
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
	if all, err := s.Macros().Load(); err != nil || len(all) != 1 || !reflect.DeepEqual(all[0], sent) {
		t.Errorf("%+v, %v", all, err)
	}
	if all, err := macros.Remove("Refund sent"); err != nil || len(all) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

func errorOf[T any](_ T, err error) error { return err }

// TestSavedViews_WhatOneHostHasRemovedAnotherDoesNotBringBack has two hosts change their views while they are apart.
func TestSavedViews_WhatOneHostHasRemovedAnotherDoesNotBringBack(t *testing.T) {
	servers := memcluster.New()
	network := servers.Connect()
	here := agenttest.NewHost(t, network, "acme").SignIn(t, "asha")
	there := agenttest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha")
	for _, name := range []string{"Money", "Late", "Both"} {
		agenttest.Must(t, errorOf(here.Views().Add(desk.View{Name: name})))
	}
	agenttest.Must(t, errorOf(there.Views().Load()))
	network.Cut()
	agenttest.Must(t, errorOf(here.Views().Remove("Money")))
	agenttest.Must(t, errorOf(there.Views().Rename("Late", "Too late")))
	agenttest.Must(t, errorOf(here.Views().Add(desk.View{Name: "Here"})))
	agenttest.Must(t, errorOf(there.Views().Add(desk.View{Name: "There"})))
	network.Mend()
	for _, s := range []*agent.State{here, there, here} {
		agenttest.Must(t, errorOf(s.Views().Load())) // each tells the servers
	}
	for _, s := range []*agent.State{here, there} {
		all, err := s.Views().Load()
		agenttest.Must(t, err)
		var names []string
		for _, v := range all {
			names = append(names, v.Name)
		}
		if got := strings.Join(names, ", "); got != "Too late, Both, Here, There" {
			t.Errorf("there are %s", got)
		}
	}
}
