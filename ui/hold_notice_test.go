package ui_test

import (
	"net/http"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

// TestHold_NoticeKeepsTheKeyHoweverLongTheReasonIs: the key leads to where the whole reason stands.
func TestHold_NoticeKeepsTheKeyHoweverLongTheReasonIs(t *testing.T) {
	revoked := func(s *uitest.Driver) {
		s.Net.Intercept(func(r *http.Request, _ uitest.Pass) (*http.Response, error) {
			return uitest.Response(r, http.StatusUnauthorized, `{"status":"failed","message":"invalid auth key"}`), nil
		})
	}
	refused := func(s *uitest.Driver) {
		s.Net.Answer("update-ticket", `{"status":"failed","message":"the sub-status is not one that this queue takes at this time of the day"}`)
	}
	for _, c := range []struct {
		width int
		fault func(*uitest.Driver)
		want  string
	}{
		{80, revoked, "…551148 not sent: does not accept the "},
		{120, revoked, "…551148 not sent: does not accept the credential · D lists it"},
		{200, revoked, "…551148 not sent: the service does not accept the credential: frontdesk doctor tells where it comes from · D lists it"},
		{80, func(s *uitest.Driver) { s.Net.Down() }, "…551148 not sent: cannot be reached · D lists it"},
		{80, refused, "…551148 refused: "},
		{120, refused, "…551148 refused: "},
	} {
		uitest.Run(t, heldBack(uitest.Options{Width: c.width, Height: 24}), func(_ *testing.T, s *uitest.Driver) {
			typeComment(s, "Told")
			c.fault(s)
			s.Press("ctrl+s")
			s.Advance(40 * time.Second)
			s.RequireText(c.want, " · D lists it")
		})
	}
}

// TestHold_WarningOfASavedUpdateLeadsToTheJournal: the whole warning stands there.
func TestHold_WarningOfASavedUpdateLeadsToTheJournal(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{Width: 80, Height: 24}), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Told")
		s.Press("ctrl+s")
		s.Net.LoseAnswers("update-ticket", true)
		s.Advance(40 * time.Second)
		s.RequireText("…551148 saved with a warning · D lists it")
		s.Press("D")
		s.RequireText("The answer was lost, but the ticket shows the change, with its comment.")
		s.Press("esc")
		s.RequireNoText("with a warning")
	})
}

func TestHold_UndoSaysWhatBecameOfTheLatestWrite(t *testing.T) {
	inOutbox := func(s *uitest.Driver) {
		typeComment(s, "Told")
		s.Press("ctrl+s")
		s.Net.Down()
		s.Advance(3 * time.Minute)
		s.Net.Up()
		s.Press("z")
		s.RequireText("…551148 not sent: ", " · D lists it")
	}
	for name, c := range map[string]struct {
		then func(*uitest.Driver)
		want string
	}{
		"sent from the outbox": {
			func(s *uitest.Driver) { s.Press("D", "s", "esc") },
			"too late: …551148 was sent · open it and press u",
		},
		"sent from its form": {
			func(s *uitest.Driver) { s.Press("D", "enter", "ctrl+s") },
			"too late: …551148 was sent · open it and press u",
		},
		"taken back into its form": {
			func(s *uitest.Driver) { s.Press("D", "enter", "esc") },
			"nothing is about to be sent",
		},
		"two others updated together": {
			func(s *uitest.Driver) {
				s.Press("j", "space", "space", "c")
				s.Type("Both")
				s.Press("ctrl+s", "S")
				s.Advance(5 * time.Second)
				s.RequireText("finished · 2 saved")
				s.Press("esc")
			},
			"too late: the update of 2 tickets was sent · open each and press u",
		},
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, heldBack(uitest.Options{Width: 160, Height: 40}), func(_ *testing.T, s *uitest.Driver) {
				inOutbox(s)
				c.then(s)
				s.Press("z")
				s.RequireText(c.want)
			})
		})
	}
}
