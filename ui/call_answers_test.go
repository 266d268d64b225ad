package ui_test

import (
	"fmt"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

func TestCall_PartsOfAnAnswerAreInserted(t *testing.T) {
	o := uitest.Options{
		Width: 120, Height: 40,
		ArticleLink: func(id int64) string { return fmt.Sprintf("https://help.example.com/%d", id) },
	}
	withAnswers(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("Someone")
		s.Press("ctrl+f")
		s.Type("reimbursment")
		s.Press("ctrl+g")
		s.RequireText("1 By card", "2 In cash", "3 By cheque", "its number inserts this section")
		s.Press("2")
		s.RequireText("At the counter.")
		s.Press("ctrl+f", "ctrl+g", "v", "g", "j", "j", "j", "v", "j", "j")
		s.RequireText("i inserts 5 lines")
		s.Press("enter", "ctrl+f", "ctrl+g", "G", "i")
		s.RequireText("https://help.example.com/")
		s.Press("ctrl+f", "ctrl+g", "esc")
		s.RequireNoText("inserts this section")
		s.RequireText("Someone", "☎") // still on the call
	})
}

func TestCall_AnswerIsScrolledBelowItsList(t *testing.T) {
	withAnswers(t, uitest.Options{Width: 80, Height: 24}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("Someone")
		s.Press("ctrl+f")
		s.Type("reimbursment")
		s.RequireText("Answers  reimbursment", "Loaded articles 1", "Wait for the reimbursement")
		s.RequireNoText("All about money.")
		for range 3 {
			s.Press("pgup")
		}
		s.RequireText("Loaded articles 1", "All about money.")
		s.Press("ctrl+g", "esc")
		s.RequireText("Answers  reimbursment", "Loaded articles 1")
		s.Type("s")
		s.RequireText("Answers  reimbursments")
	})
}

func TestCall_AnswersAreSuggestedSearchedAndInserted(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newDeskOfArticles(3)}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("Someone")
		s.Press("ctrl+f")
		s.Type("seal")
		s.Advance(time.Second)
		s.Press("down", "enter")
		s.RequireText("Someone", "Seal", "press it in.")
		s.RequireNoText("what is said: it becomes a comment")
	})
}
