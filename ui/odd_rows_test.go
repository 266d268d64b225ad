package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

func TestOfTwoRowsWithOneNumberTheNewerIsShownAndRowsWithoutOneAreCounted(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 140, Height: 30}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Answer("select-ticket", `{"totalCount":4,"status":"success","message":[
			{"ticketId":"522","title":"The newer row","date":"20-11-2026 08:00","lastConvesationTime":"20-11-2026 11:00"},
			{"ticketId":"522","title":"The older row","date":"20-11-2026 08:00","lastConvesationTime":"20-11-2026 10:00"},
			{"ticketId":"","title":"The row without number","date":"20-11-2026 08:00"},
			{"title":"Another without number","date":"20-11-2026 08:00"}]}`)
		s.Press("r")
		s.RequireText("The newer row", "without a ticket number left out")
		s.RequireNoText("The older row", "without number", "cut short")
	})
}

func TestAnAnswerThatIsNoListIsAnErrorOfItsDays(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 140, Height: 30}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Answer("select-ticket", `{"status":"success","message":7}`)
		s.Press("r")
		s.RequireText("cannot be read")
		s.RequireNoText("No tickets of")
	})
}
