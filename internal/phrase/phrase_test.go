package phrase_test

import (
	"testing"

	"frontdesk/internal/phrase"
)

func TestCount_OneHasNoPlural(t *testing.T) {
	for want, got := range map[string]string{
		"0 tickets": phrase.Count(0, "ticket"),
		"1 ticket":  phrase.Count(1, "ticket"),
		"2 tickets": phrase.Count(2, "ticket"),
		"1 reply":   phrase.CountOf(1, "reply", "replies"),
		"3 replies": phrase.CountOf(3, "reply", "replies"),
	} {
		if got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestJoin_LeavesOutWhatIsEmpty(t *testing.T) {
	if got := phrase.Join(" · ", "", "late", "", "HW"); got != "late · HW" {
		t.Errorf("%q", got)
	}
	if got := phrase.Join(" · ", "", ""); got != "" {
		t.Errorf("%q", got)
	}
}
