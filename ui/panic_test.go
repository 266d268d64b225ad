package ui_test

import (
	"net/http"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
	"frontdesk/ui/terminal"
	"frontdesk/ui/uitest"
)

// faultyBody panics while an answer is read, as a fault in a decoder would.
type faultyBody struct{}

func (faultyBody) Read([]byte) (int, error) { panic("a fault in the decoder") }
func (faultyBody) Close() error             { return nil }

// breakAnswers makes the answers to an operation panic while they are read, after the service has carried it out.
func breakAnswers(s *uitest.Driver, op wire.OperationInfo) {
	s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		answer, err := pass()
		if err == nil && r.URL.Path == op.Path {
			_ = answer.Body.Close()
			answer.Body = faultyBody{}
		}
		return answer, err
	})
}

func TestPanic_InATicketListIsReportedAndTheConsoleContinues(t *testing.T) {
	texttest.ExpectPanic(t, "a fault in the decoder")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		breakAnswers(s, wire.PullTicket.OperationInfo)
		s.Press("r")
		s.RequireText("internal error", blackScreenTicket)
		s.RequireNoText("goroutine")
		s.Press("enter")
		s.RequireText(blackScreenTicket)
		s.Net.Up()
		s.Press("esc", "r")
		s.RequireNoText("internal error")
	})
}

func TestPanic_InATicketIsReportedInItsPane(t *testing.T) {
	texttest.ExpectPanic(t, "a fault in the decoder")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		breakAnswers(s, wire.GetTicket.OperationInfo)
		s.Press("j", "enter")
		s.RequireText("internal error")
	})
}

// TestPanic_InTheAnswerToAWriteSendsNothingTwice: the outcome is read from the service's records.
func TestPanic_InTheAnswerToAWriteSendsNothingTwice(t *testing.T) {
	texttest.ExpectPanic(t, "a fault in the decoder")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		breakAnswers(s, wire.UpdateTicket.OperationInfo)
		before := s.Net.Calls(wire.UpdateTicket.OperationInfo.Path)
		typeComment(s, "Called back")
		s.Press("ctrl+s")
		if sent := s.Net.Calls(wire.UpdateTicket.OperationInfo.Path) - before; sent != 1 {
			t.Errorf("the update was sent %d times", sent)
		}
		s.RequireNoText("not saved")
		s.RequireText("saved 14:02 ✓")
	})
}

func TestPanic_InACommandIsReportedOnTheLastLine(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Do(func(m tea.Model) { m.Update(terminal.CommandFailedMsg{Err: http.ErrAbortHandler}) })
		s.RequireText("net/http: abort Handler: try again", blackScreenTicket)
	})
}
