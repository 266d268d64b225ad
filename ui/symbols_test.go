package ui_test

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"frontdesk/internal/macro"
	"frontdesk/ui/uitest"
)

func TestPlainSymbols_TheWholeScreenIsOfPlainCharacters(t *testing.T) {
	for _, width := range []int{80, 120, 200} {
		o := uitest.Options{Width: width, Height: 50, Desk: newDeskOfSeven(), PlainSymbols: true}
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			requirePlain := func() {
				t.Helper()
				for row := range strings.SplitSeq(s.Text(), "\n") {
					if i := strings.IndexFunc(row, func(r rune) bool { return r > unicode.MaxASCII }); i >= 0 {
						t.Errorf("%d columns: %q", width, row)
					}
				}
			}
			requirePlain()
			s.RequireText("enter open", "?")
			for _, keys := range [][]string{
				{"?"}, {"ctrl+p"}, {"s"}, {"0"}, {"F"}, {"f"}, {"u"}, {"enter"}, {"B"}, {"p"}, {"H"}, {"D"}, {"/", "z"},
			} {
				s.Press(keys...)
				requirePlain()
				s.Press("esc", "esc")
			}
		})
	}
}

func TestPlainSymbols_KeysInSentencesAreNamed(t *testing.T) {
	o := uitest.Options{Desk: newDeskOfAnswers(), PlainSymbols: true, Texts: []macro.Text{{Name: "Greeting", Body: "Good morning"}}}
	for name, c := range map[string]struct {
		keys        []string
		typed, want string
		isDown      bool
	}{
		"the list of texts":       {[]string{"c"}, "::", "up down choose - enter insert", false},
		"a form with a list":      {[]string{":new-customer"}, "", "+ another contact (enter)", false},
		"a search that failed":    {[]string{"f"}, "zeppelin", "enter retries", true},
		"the lines of an article": {[]string{"f", "enter", "v", "v", "down"}, "", "up down more or fewer", false},
	} {
		t.Run(name, func(t *testing.T) {
			withAnswers(t, o, func(_ *testing.T, s *uitest.Driver) {
				s.Press(c.keys...)
				if c.isDown {
					s.Net.Down()
				}
				s.Type(c.typed)
				if c.isDown {
					s.Advance(time.Minute)
				}
				s.RequireText(c.want)
			})
		})
	}
}
