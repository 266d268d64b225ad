package desk_test

import (
	"testing"

	"frontdesk/internal/desk"
)

func TestAPhoneNumberIsFoundHoweverItIsWritten(t *testing.T) {
	for _, c := range []struct {
		typed, held string
		want        desk.Match
	}{
		{"+49 (0)176 5550-100", "491765550100", desk.ExactMatch},
		{"0176 5550100", "+49 176 5550 100", desk.ExactMatch},
		{"0049 176 5550100", "01765550100", desk.ExactMatch},
		{"(555) 010-0199", "+1 555 010 0199", desk.ExactMatch},
		{"5550100", "555-0100", desk.ExactMatch},
		{"0044 7911 123456", "07911 123456", desk.ExactMatch},
		{"1 555 010 0199", "91 555 010 0199", desk.ExactMatch}, // the last ten digits decide
		{"491765550100", "331765550100", desk.ExactMatch},
		{"4417655501", "4917655501", desk.PossibleMatch},
		{"176555", "01765550100", desk.PartialMatch},
		{"0100", "5550100", desk.PartialMatch},
		{"5550100 ext 12", "5550100", desk.ExactMatch},
		{"5550101", "5550100", desk.NoMatch},
		{"55", "5550100", desk.NoMatch},
		{"", "5550100", desk.NoMatch},
		{"5550100", "", desk.NoMatch},
		{"98765 43210", "XXXXXX3210", desk.PossibleMatch},
		{"98765 43210", "98******10", desk.PossibleMatch},
		{"+91 98765 43210", "********10", desk.NoMatch}, // too little can be seen
		{"98765 43210", "987***3210", desk.PossibleMatch},
		{"98765 43211", "XXXXXX3210", desk.NoMatch},
		{"3210", "XXXXXX3210", desk.PossibleMatch},
		{"98765 43210", "••••••3210", desk.PossibleMatch},
		{"+91 98765 45627", "+91 … 5627", desk.PossibleMatch}, // how many digits are left out is not known
		{"45627", "+91 ... 5627", desk.PossibleMatch},
		{"5627", "+91 … 5627", desk.PossibleMatch},
		{"5628", "+91 … 5627", desk.NoMatch},
		{"9198", "+91 … 5627", desk.NoMatch},
		{"000", "5550100", desk.NoMatch},
		{"555 010 0199 2837 4650", "010 0199 2837 4650", desk.ExactMatch},
	} {
		if got := desk.NewPhone(c.typed).Match(desk.NewPhone(c.held)); got != c.want {
			t.Errorf("%q beside %q: %d, not %d", c.typed, c.held, got, c.want)
		}
	}
}

func TestAnAddressIsFoundAsFarAsItIsTypedAndShown(t *testing.T) {
	for _, c := range []struct {
		typed, held string
		want        desk.Match
	}{
		{"joan@example.com", "joan@example.com", desk.ExactMatch},
		{"joan@", "joan@example.com", desk.PartialMatch},
		{"example.com", "joan@example.com", desk.PartialMatch},
		{"joan@example.com", "joxxxxx@example.com", desk.PossibleMatch},
		{"joan@exa", "jo***n@example.com", desk.PossibleMatch},
		{"joan@example.org", "joxxxxx@example.com", desk.NoMatch},
		{"john", "joxxxxx@example.com", desk.NoMatch},
		{"max@example.com", "maxx@example.com", desk.NoMatch},
		{"joan@example.com", "j•••n@example.com", desk.PossibleMatch},
		{"joan@example.com", "jo*n@example.com", desk.PossibleMatch},
		{"joan@example.com", "joan@e******.com", desk.NoMatch},
		{"", "joan@example.com", desk.NoMatch},
	} {
		if got := desk.MatchEmail(c.typed, c.held); got != c.want {
			t.Errorf("%q beside %q: %d, not %d", c.typed, c.held, got, c.want)
		}
	}
}

func TestWhatTheAccountHidesIsKnownAsMasked(t *testing.T) {
	for value, want := range map[string]bool{
		"XXXXXX3210": true, "98*****10": true, "joxxxxx@example.com": true, "5550100": false, "joan@example.com": false,
		"5550100 x12": false, "maxx@example.com": false, "": false, "raxxxxx@example.com": true, "xx.raxxxxx@example.com": true,
		"j*n@example.com": true, "joan@e***.com": true, "•••••••106": true, "is••@example.org": true, "joan@xxx.example": false,
		"+91 … 5627": true, "jo…n@example.com": true, "555 010 #12": false, "#####3210": true, "98765*3210": true,
	} {
		if got := desk.IsMasked(value); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}
