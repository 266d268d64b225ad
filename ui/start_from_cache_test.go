package ui_test

import (
	"net/http"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

// down is a network that is down from the start.
func down(r *http.Request, _ uitest.Pass) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestStart_WithoutAnswersShowsWhatWasKnownAndSince(t *testing.T) {
	options := uitest.Options{Desk: newDeskOfThree(), CacheDir: filepath.Join(t.TempDir(), "cache")}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("Screen stays black", "Refund not received")
		s.RequireNoText("yesterday")
		s.Press("enter")
		s.Advance(5 * time.Second)
	})
	options.Intercept = down
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("Screen stays black", "Refund not received", "as of 14:02", "0/7 days")
		s.Press("/")
		s.Type("refund")
		s.Press("enter")
		s.RequireRow("▌", "Refund not received")
		s.RequireNoText("Screen stays black   ")
	})
}

func TestStart_SaysWhatIsOutOfDateAndReplacesItWhenTheServiceAnswers(t *testing.T) {
	options := uitest.Options{Desk: newDeskOfThree(), CacheDir: filepath.Join(t.TempDir(), "cache")}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) { s.Advance(5 * time.Second) })
	var isUp atomic.Bool
	options.Intercept = func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		if isUp.Load() {
			return pass()
		}
		return down(r, pass)
	}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(10 * minute)
		s.RequireText("Screen stays black", "✗ no answer", "as of 14:02", "out of date")
		isUp.Store(true)
		s.Advance(3 * minute)
		s.RequireText("Screen stays black", "as of 14:1")
		s.RequireNoText("✗", "as of 14:02", "out of date")
	})
}

func TestStart_ATicketThatWasReadIsReadWithoutTheService(t *testing.T) {
	options := uitest.Options{Desk: newDeskOfThree(), CacheDir: filepath.Join(t.TempDir(), "cache")}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.Advance(5 * time.Second)
	})
	options.Intercept = down
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.WaitIdle()
		s.RequireNoText("Loading the ticket")
		s.Advance(10 * minute)
		s.RequireText("✗ as of 14:02")
	})
}

// TestLostAnswer_LookForATicketKeepsNothing has the driver find whatever is still running when the console has ended.
func TestLostAnswer_LookForATicketKeepsNothing(t *testing.T) {
	options := uitest.Options{Desk: newDeskOfThree(), CacheDir: filepath.Join(t.TempDir(), "cache")}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Net.LoseAnswers("add-ticket", true)
		s.Press("n", "V", "o", "u", "c", "h", "e", "r", "ctrl+s")
		s.RequireText("and was not there before")
	})
}
