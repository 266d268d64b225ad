package ui_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui"
	"frontdesk/ui/uitest"
)

func TestHostMessage_StaysUntilReplacedOrWithdrawn(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		host := func(text string) {
			s.Do(func(m tea.Model) { m.Update(ui.ServerNoticeMsg{Text: text}) })
			s.WaitIdle()
		}
		host("this session ends in 2 min unless you press a key")
		s.Press("j", "k")
		s.RequireText("this session ends in 2 min")
		host("")
		s.RequireNoText("this session ends")

		host("this session ends in 2 min unless you press a key")
		s.Press("y") // says what was copied
		s.RequireNoText("this session ends")
		before := s.Text()
		host("")
		host("")
		if s.Text() != before {
			t.Errorf("what was said since then is gone:\n%s", s.Text())
		}
	})
}
