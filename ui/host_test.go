package ui_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui"
	"frontdesk/ui/uitest"
)

func TestWhatTheHostSaysStaysUntilItIsTakenBackOrSomethingElseIsSaid(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(t *testing.T, s *uitest.Story) {
		host := func(says string) {
			s.Do(func(m tea.Model) { m.Update(ui.HostMsg{Says: says}) })
			s.Settle()
		}
		host("this session ends in 2 min unless you press a key")
		s.Press("j", "k")
		s.Sees("this session ends in 2 min")
		host("")
		s.Misses("this session ends")

		host("this session ends in 2 min unless you press a key")
		s.Press("y") // says what was copied
		s.Misses("this session ends")
		before := s.Screen()
		host("")
		host("")
		if s.Screen() != before {
			t.Errorf("what was said since then is gone:\n%s", s.Screen())
		}
	})
}
