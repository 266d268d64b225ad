package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

func TestHeader_MarkIsGoneWithTheFirstAnswerAfterTheServiceIsBack(t *testing.T) {
	for name, keys := range map[string][]string{
		"a ticket that is opened": {"enter"},
		"a comment that is saved": {"c", "d", "o", "n", "e", "ctrl+s"},
		"a customer":              {"F", "1", "0", "1", "enter"},
		"words in the FAQ":        {"f", "r", "e", "f", "u", "n", "d"},
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Story) {
				s.Net.Down()
				s.Pass(10 * minute) // the next pull is a minute away
				s.Sees("✗ no answer since 14:0")
				s.Net.Up()
				s.Press(keys...)
				s.Settle()
				s.Misses("✗")
				s.Sees("as of 14:1")
			})
		})
	}
}

func TestFAQ_AsksAgainOnceTheServiceIsBack(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Story) {
		s.Net.Down()
		s.Press("f")
		s.Type("refund")
		s.Pass(3 * minute)
		s.Sees("✗ no answer since", "asks again")
		s.Net.Up()
		s.Pass(2 * minute)
		s.Sees("2 found", "the service answers again")
		s.Misses("✗")
	})
}

func TestFAQ_CategoriesAreAskedForAgainByHand(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(t *testing.T, s *uitest.Story) {
		s.Press("f", "esc")
		s.Sees("2 categories")
		before := s.Net.Calls("faq-categories")
		s.Press("r")
		if after := s.Net.Calls("faq-categories"); after != before+1 {
			t.Errorf("the service was asked %d times for the categories by r", after-before)
		}
		s.Misses("asking again")
		s.Net.Down()
		s.Press("r")
		s.Pass(minute)
		s.Sees("▸ Orders", "✗")
	})
}
