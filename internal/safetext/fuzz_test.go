package safetext

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

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

func FuzzColumns(f *testing.F) {
	seed(f)
	for _, drawn := range []string{
		"\x1b[1;38;5;12mPending\x1b[m · waits…", "e\u0301\x1b[mx", "a\x1b[1", "\x1b[?25hx", "\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x1b\\",
		"\u06001", "1\ufe0f\u20e3", "\xc3(", "\x9b1mx", "\x1b[1\x7fmx", "👩\u200d👩", "नि\x1b[mक्ष",
	} {
		f.Add(drawn)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := columns(s), ansi.StringWidth(addPlaceholders(s)); got != want {
			t.Errorf("%q is %d wide, want %d", s, got, want)
		}
		s = LineFromText(s).String()
		for _, width := range []int{0, 1, 7, 40} {
			if got := Width(Pad(s, width)); got != width {
				t.Errorf("Pad(%q, %d) is %d wide", s, width, got)
			}
		}
		if Fold(Fold(s)) != Fold(s) {
			t.Errorf("folding %q twice changes it", s)
		}
	})
}
