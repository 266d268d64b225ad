package safetext

import (
	"testing"

	"frontdesk/internal/safetext/texttest"
)

// seed starts a fuzz target from the hostile and honest texts, but for the floods, which only make it slow.
func seed(f *testing.F) {
	for _, c := range texttest.Hostile(f) {
		if len(c.Text) < 2000 {
			f.Add(c.Text)
		}
	}
	for _, s := range texttest.Honest(f) {
		f.Add(s)
	}
}

func FuzzExits(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		for name, exit := range exits {
			checkExit(t, name, exit, s)
		}
	})
}

func FuzzFrame(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		for name, exit := range exits {
			if err := ValidateFrame(exit(s)); err != nil {
				t.Errorf("the frame guard refuses what %s gave: %v", name, err)
			}
		}
	})
}

func FuzzFold(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		if s = LineFromText(s).String(); Fold(Fold(s)) != Fold(s) {
			t.Errorf("folding %q twice changes it", s)
		}
	})
}
