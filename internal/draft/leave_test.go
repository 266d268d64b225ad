package draft_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/draft"
)

func TestADraftThatLeftAndWhoseEndNobodySawIsLost(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(*draft.InFlight) error
		lost int
		kept bool
	}{
		"it is on its way": {nil, 0, true},
		"it has arrived":   {(*draft.InFlight).Confirm, 0, false},
		"it was refused":   {(*draft.InFlight).Abort, 0, true},
		"its answer was lost, or the console died": {(*draft.InFlight).Abandon, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			left, err := open(t, dir).BeginSend(draftWith("x"), draft.Baseline{PriorMatches: []string{"7", "8"}, Compared: true}, monday)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := open(t, dir).BeginSend(draftWith("x"), draft.Baseline{}, monday); err == nil {
				t.Error("another console may send it at the same time")
			}
			if c.end == nil {
				defer func() { _ = left.Abort() }()
			} else if err := c.end(left); err != nil {
				t.Fatal(err)
			}
			lost, err := open(t, dir).Interrupted()
			if err != nil || len(lost) != c.lost {
				t.Errorf("lost are %+v, %v", lost, err)
			}
			for _, d := range lost {
				if !d.SentAt.Equal(monday) || !slices.Equal(d.PriorMatches, []string{"7", "8"}) || !d.Compared {
					t.Errorf("lost is %+v", d)
				}
			}
			if _, found, err := open(t, dir).Load(form); found != c.kept || err != nil {
				t.Errorf("kept: %v, %v", found, err)
			}
		})
	}
}

func TestDrafts_LostOneIsNotKeptQuietWhenItsLockCannotBeTaken(t *testing.T) {
	dir := t.TempDir()
	left, err := open(t, dir).BeginSend(draftWith("x"), draft.Baseline{}, monday)
	if err != nil {
		t.Fatal(err)
	}
	locks, err := filepath.Glob(filepath.Join(dir, ".leaving-*"))
	if err != nil || len(locks) != 1 {
		t.Fatal(locks, err)
	}
	if err := left.Abandon(); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(locks[0], 0o700); err != nil {
		t.Fatal(err)
	}
	if lost, err := open(t, dir).Interrupted(); err == nil {
		t.Errorf("nothing is wrong, it says, and lost are %+v", lost)
	}
	if _, err := open(t, dir).BeginSend(draftWith("x"), draft.Baseline{}, monday); err == nil || strings.Contains(err.Error(), "another console") {
		t.Errorf("nobody else sends it: %v", err)
	}
}
