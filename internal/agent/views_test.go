package agent

import (
	"path/filepath"
	"testing"

	"frontdesk/internal/desk"
)

// formerView is a view as it was saved when it had conditions beside its filter.
type formerView struct {
	Name        string
	SubStatuses []string
	Queues      []string
	Text        string
	Filter      string
	Callbacks   bool
	Open        bool
	AnyDay      bool
	Sort        string
}

// TestSavedViews_WithConditionsOfTheirOwnMeanTheSame: nothing that an earlier build has saved lists more than it did.
func TestSavedViews_WithConditionsOfTheirOwnMeanTheSame(t *testing.T) {
	state, err := ThisHost{}.Open(filepath.Join(t.TempDir(), "agent"), "acme")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = state.Close() })
	former := List[formerView]{
		state: state, kind: kindView, name: func(v *formerView) *string { return &v.Name },
		check: func([]formerView, formerView) error { return nil },
	}
	for _, v := range []formerView{
		{Name: "Money", Queues: []string{"Second line"}, Text: "refund", Filter: "due:<2h", Open: true, Sort: "clock"},
		{Name: "Calls", Callbacks: true},
		{Name: "Plain", Filter: "is:open"},
	} {
		if _, err := former.Add(v); err != nil {
			t.Fatal(err)
		}
	}
	want := []desk.View{
		{Name: "Money", Filter: `is:open queue:="Second line" refund due:<2h`, Sort: "clock"},
		{Name: "Called", Filter: "has:callback any:day"},
		{Name: "Plain", Filter: "is:open"},
	}
	if _, err := state.Views().Rename("Calls", "Called"); err != nil {
		t.Fatal(err)
	}
	views, err := state.Views().Load() // the one that was renamed is written anew
	if err != nil || len(views) != len(want) {
		t.Fatal(views, err)
	}
	for i, v := range views {
		if v.Name != want[i].Name || v.Filter != want[i].Filter || v.Sort != want[i].Sort {
			t.Errorf("%+v, not %+v", v, want[i])
		}
	}
}
