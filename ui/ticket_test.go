package ui_test

import (
	"encoding/json"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

func TestTicket_ShowsItsWholeRecord(t *testing.T) {
	desk := newDesk(newTicket(blackScreenTicket, "Screen stays black", 2, func(t *store.Ticket) {
		t.Detail = "&lt;p&gt;It beeps &amp;amp; &lt;b&gt;stays&lt;/b&gt; dark.&lt;/p&gt;"
		t.OrderID, t.Disposition, t.TAT, t.SLAStatus = "ACM-77", "Hardware|Screen", "1 Day 2 Hr 5 Min", "Within SLA"
		t.Additional = json.RawMessage(`{"order_details":[{"awb":"X1"},{"awb":"X2"}],"visit":{"slot":"8-12"}}`)
		t.Attachments = []store.Attachment{{Name: "photo.jpg", URL: "https://files.example.com/photo.jpg"}}
	}))
	uitest.Run(t, uitest.Options{Width: 120, Height: 60, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Asked for a <i>photo</i>"})
		s.Press("enter")
		s.RequireText("▸ Order details", "▸ Whole record")
		s.RequireNoText("1 Day 2 Hr 5 Min")
		s.Press("enter")
		s.RequireText("Screen stays black", "It beeps & stays dark.", "ACM-77", "Hardware › Screen", "Asked for a photo",
			"X1", "X2", "8-12", "photo.jpg", "https://files.example.com/photo.jpg", "Whole record", "1 Day 2 Hr 5 Min")
		s.RequireNoText("<p>", "&amp;", "<i>")
	})
}

func TestTicket_IsSearchedAndScrolled(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "/")
		s.Type("sla")
		s.Press("enter")
		s.RequireText("found", "Search: sla")
		s.Press("n", "G", "G")
		s.RequireText("100%")
		s.Press("g", "/", "esc")
		s.RequireNoText("Search:")
	})
}

func TestTicket_NextOneIsReadWithoutLeaving(t *testing.T) {
	for _, width := range []int{80, 120} {
		uitest.Run(t, uitest.Options{Width: width, Height: 24, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("enter", "J")
			s.RequireText("Change the delivery address", "713516550977 · Closed")
			s.Press("K", "K")
			s.RequireText("713516551148 · Unattended", "this is the first ticket of the list")
			s.Press("J", "J", "J")
			s.RequireText("713516551101 · Unattended", "this is the last ticket of the list")
		})
	}
}

func TestTicket_FailedFetchShowsTheListsValuesAndTheReason(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Press("enter")
		s.Advance(minute)
		s.RequireText("Screen stays black", blackScreenTicket, "✗", "r retries")
		s.Net.Up()
		s.Press("r")
		s.RequireText("It beeps & stays dark.")
	})
}

func TestTicket_StaysOnScreenDuringARefresh(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.Net.Down()
		s.Press("r")
		s.Advance(minute)
		s.RequireText("It beeps & stays dark.", "✗ as of 14:02", "✗ no answer since 14:0")
		s.Net.Up()
		waitFor(s, "the service answers again")
		s.RequireText("as of 14:0")
	})
}
