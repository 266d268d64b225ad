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

func TestNearestWithin_FindsWhatWasMeant(t *testing.T) {
	names := []string{"FRONTDESK_TOKEN", "FRONTDESK_THEME", "FRONTDESK_CONFIG", "refund", "swap"}
	for _, c := range []struct {
		word string
		most int
		want string
	}{
		{"FRONTDESK_TOKNE", 1, "FRONTDESK_TOKEN"},
		{"RFONTDESK_TOKEN", 1, "FRONTDESK_TOKEN"},
		{"FRONTDESK_TOKE", 1, "FRONTDESK_TOKEN"},
		{"FRNTDESK_TOKN", 2, "FRONTDESK_TOKEN"},
		{"FRNTDESK_TOKN", 1, ""},
		{"FRONTDESK_TKNE", 1, ""},
		{"FRONTDESK_TKNE", 2, "FRONTDESK_TOKEN"},
		{"xxFRONTDESK_THEME", 2, "FRONTDESK_THEME"},
		{"xxxFRONTDESK_THEME", 2, ""},
		{"FRONTDESK_CONFIGURE", 3, "FRONTDESK_CONFIG"},
		{"wsap", 1, "swap"},
		{"wspa", 2, "swap"},
		{"wspa", 1, ""},
		{"refund", 0, "refund"},
		{"", 3, ""},
		{"", 4, "swap"},
		{"rfeudn", 2, "refund"},
	} {
		if got := phrase.NearestWithin(c.word, names, c.most); got != c.want {
			t.Errorf("%q with at most %d other letters: %q, want %q", c.word, c.most, got, c.want)
		}
	}
}
