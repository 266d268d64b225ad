package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// newZoneOptions puts the agent into a zone; the account is in Berlin, where it is Friday 20 November, 14:02.
func newZoneOptions(t *testing.T, name string) uitest.Options {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return uitest.Options{Desk: newDeskOfThree(), Refresh: -1, Zone: zone}
}

// tenInKolkata is tomorrow 10:00 in Kolkata.
var tenInKolkata = time.Date(2026, 11, 21, 4, 30, 0, 0, time.UTC)

func TestZone_CallbackIsTypedInTheAgentsZoneAndSentInTheAccounts(t *testing.T) {
	t.Parallel()
	uitest.Run(t, newZoneOptions(t, "Asia/Kolkata"), func(t *testing.T, s *uitest.Driver) {
		s.RequireText("as of 18:32 IST")
		s.Press("b")
		s.Type("tomorrow 10:00")
		s.RequireText("→ Sat 2026-11-21 10:00 Asia/Kolkata, for the", "account 05:30 Europe/Berlin")
		s.Press("ctrl+s")
		s.RequireText("saved 18:32", "☎ Call back tomorrow 10:00")
		if got := wire.FormatCallbackTime(s.Ticket(blackScreenTicket).Callback.In(uitest.Zone), uitest.Zone); got != "2026-11-21 05:30:00" {
			t.Errorf("the service holds %v", got)
		}
		s.Press("b", "b")
		s.RequireText("stays Sat 21 Nov 10:00")
		s.Type("x")
		s.Press("backspace")
		s.RequireText("stays Sat 21 Nov 10:00 IST")
		s.Press("esc", "enter", "G")
		s.RequireText("Callback: tomorrow 10:00")
	})
}

func TestZone_TwoAgentsSeeACallbackInTheirOwnZones(t *testing.T) {
	for name, want := range map[string]string{
		"Europe/Berlin": "☎ Call back tomorrow 05:30", "Asia/Kolkata": "☎ Call back tomorrow 10:00", "America/New_York": "☎ Call back today 23:30",
		"Pacific/Kiritimati": "☎ Call back today 18:30", // where it is tomorrow already
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, newZoneOptions(t, name), func(_ *testing.T, s *uitest.Driver) {
				s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "P", Callback: "2026-11-21 05:30:00"})
				s.Press("r")
				s.WaitIdle()
				s.RequireText(want)
			})
		})
	}
}

func TestZone_HelpAndDatesNameBothZonesWhereTheyDiffer(t *testing.T) {
	t.Parallel()
	uitest.Run(t, newZoneOptions(t, "Pacific/Kiritimati"), func(_ *testing.T, s *uitest.Driver) {
		s.Press("?")
		s.RequireText("Times are those of Pacific/Kiritimati", "it is Fri 20 Nov 14:02 now")
		s.Press("esc", "d")
		s.RequireText("Times are those of Pacific/Kiritimati.")
		s.Type("today")
		s.Press("enter")
		s.WaitIdle()
		s.RequireText("20 Nov  as of 03:02 +14", blackScreenTicket)
	})
	uitest.Run(t, newZoneOptions(t, "Europe/Paris"), func(_ *testing.T, s *uitest.Driver) { // another name for the same time
		s.RequireText("as of 14:02 ")
		s.RequireNoText("CET")
		s.Press("?")
		s.RequireNoText("Times are")
		s.Press("esc", "d")
		s.RequireNoText("Times are")
	})
}

func TestZone_QueuedCallbackKeepsItsTimeInAnotherZone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	kolkata, berlin := newZoneOptions(t, "Asia/Kolkata"), newZoneOptions(t, "Europe/Berlin")
	kolkata.Dir, berlin.Dir = dir, dir
	uitest.Run(t, kolkata, func(_ *testing.T, s *uitest.Driver) {
		s.Press("b")
		s.Type("tomorrow 10:00")
		s.Net.Down()
		s.Press("ctrl+s")
		s.Advance(40 * time.Second)
		s.Press("ctrl+o", "D")
		s.RequireText("Callback: 2026-11-21 10:00")
	})
	uitest.Run(t, berlin, func(t *testing.T, s *uitest.Driver) {
		s.Press("D")
		s.RequireText("Callback: 2026-11-21 05:30")
		s.Press("enter")
		s.RequireText("→ Sat 2026-11-21 05:30 CET")
		s.Press("ctrl+s")
		s.RequireText("saved", "☎ Call back tomorrow 05:30")
		if got := s.Ticket(blackScreenTicket).Callback.In(time.UTC); !got.Equal(tenInKolkata) {
			t.Errorf("the service holds %v", got)
		}
	})
}

func TestZone_LostCallbackIsComparedByItsTime(t *testing.T) {
	dir, left := filepath.Join(t.TempDir(), "drafts"), filepath.Join(t.TempDir(), "drafts")
	kolkata, berlin := newZoneOptions(t, "Asia/Kolkata"), newZoneOptions(t, "Europe/Berlin")
	kolkata.Dir, berlin.Dir = dir, left
	uitest.Run(t, kolkata, func(t *testing.T, s *uitest.Driver) {
		defer s.Net.HoldAnswers("update-ticket")()
		s.Press("b")
		s.Type("tomorrow 10:00")
		s.Press("ctrl+s")
		s.RequireText("Saving…")
		if err := os.CopyFS(left, os.DirFS(dir)); err != nil { // what a kill at this moment leaves
			t.Fatal(err)
		}
		s.Advance(time.Minute)
	})
	uitest.Run(t, berlin, func(_ *testing.T, s *uitest.Driver) {
		s.ColleagueUpdatesTicket("Asha Rao", wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "US", Callback: "2026-11-21 05:30:00"}) // it had arrived
		s.Press("D")
		s.RequireText("not confirmed", "Callback: 2026-11-21 05:30")
		s.Press("l")
		s.RequireText("it was saved ✓")
		s.RequireNoText("⇪ outbox")
	})
}

func TestZone_JournalUsesTheAgentsDay(t *testing.T) {
	t.Parallel()
	uitest.Run(t, newZoneOptions(t, "Asia/Kolkata"), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Said in the evening")
		s.Press("ctrl+s")
		s.RequireText("saved 18:32")
		s.Advance(5 * time.Hour) // 23:32 in Kolkata and 19:02 in Berlin
		s.Press("D")
		s.RequireText("18:32", "Said in the evening")
		s.Press("esc")
		s.Advance(time.Hour) // a new day in Kolkata alone
		typeComment(s, "Said in the night")
		s.Press("ctrl+s")
		s.RequireText("saved 00:32")
		s.Press("D")
		s.RequireText("00:32", "Said in the night")
		s.RequireNoText("Said in the evening")
	})
}

// On 28 March 2027 Berlin's clocks jump from 2 to 3, and on 31 October they show the hour from 2 to 3 twice.
func TestZone_CallbackOnADaylightSavingChange(t *testing.T) {
	kolkata := newZoneOptions(t, "Asia/Kolkata")
	for typed, want := range map[string]string{
		"2027-03-28 05:45": "account 01:15 Europe/Berlin",
		"2027-03-28 06:45": "account 03:15 Europe/Berlin",
		"2027-10-31 05:45": "2027-10-31 02:15:00 comes twice on",
		"2027-10-31 06:45": "account 02:15 Europe/Berlin",
		"2027-10-31 07:45": "account 03:15 Europe/Berlin",
	} {
		t.Run(typed, func(t *testing.T) {
			uitest.Run(t, kolkata, func(t *testing.T, s *uitest.Driver) {
				s.Press("b")
				s.Type(typed)
				refused := strings.Contains(want, "twice")
				if refused {
					s.Press("ctrl+s")
				}
				s.RequireText(want)
				s.Press("ctrl+s")
				s.WaitIdle()
				meant, _ := time.ParseInLocation("2006-01-02 15:04", typed, kolkata.Zone)
				if got := s.Ticket(blackScreenTicket).Callback.In(time.UTC); refused == got.Equal(meant) {
					t.Errorf("the service holds %v, meant was %v", got, meant)
				}
			})
		})
	}
	uitest.Run(t, newZoneOptions(t, "America/New_York"), func(_ *testing.T, s *uitest.Driver) {
		s.Press("b")
		s.Type("2027-03-14 02:30") // when New York's jump
		s.Press("ctrl+s")
		s.RequireText("02:30 does not exist on 2027-03-14")
	})
}
