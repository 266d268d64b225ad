package ui_test

import (
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// newDeskOfQueues returns a desk with tickets of two queues, agents and priorities.
func newDeskOfQueues() *store.Dataset {
	return newDesk(
		newTicket("713516551101", "Refund not received", 30, func(t *store.Ticket) { t.QueueKey, t.AssignedName = "BL", "Bo Ek" }),
		newTicket("713516550977", "Change the delivery address", 20, func(t *store.Ticket) { t.SubStatus, t.Priority = "CL", "High" }),
		newTicket("713516551148", "Screen stays black", 2, func(t *store.Ticket) {
			t.Detail, t.Phone = "It beeps &amp; <b>stays</b> dark.", "+1 (512) 555-01 99"
		}),
	)
}

func TestFilter_ConditionsAreCompletedAsTyped(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfQueues()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("6", "/")
		s.Type("qu")
		s.RequireText("│ queue: the queue")
		s.Press("tab")
		s.RequireText("Filter: queue:", "│ Hardware 2 │", "│ Billing 1 │", "1 of 3")
		s.Press("down", "enter")
		s.RequireText("Filter: queue:Billing", "1 of 1", "Refund not received")
		s.RequireNoText("│ Billing 1 │", "Screen stays black")
		s.Type(",hard")
		s.RequireText("│ Hardware 2 │", "3 of 3")
		s.Press("esc")
		s.RequireNoText("│ Hardware 2 │")
		s.RequireText("Filter: queue:Billing,hard")
		s.Press("esc")
		s.RequireNoText("Filter:")
		s.RequireText("of 3 · by age")
	})
}

func TestFilter_CompletionsSayWhatTheyMeanInANarrowWindow(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfQueues()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "/")
		for i := range filter.Conditions {
			c := &filter.Conditions[i]
			s.Type(string(c.Name) + ":")
			for _, value := range c.Values[:min(len(c.Values), 7)] {
				s.RequireText(value.Text+" ", value.Meaning+" ")
			}
			s.Press("ctrl+u")
		}
	})
}

func TestFilter_CompletionCountsWhatTheFilterWouldList(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfQueues()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "/")
		s.Type("queue:")
		s.RequireText("│ Hardware 2 │", "│ Billing 1 │")
		s.Press("esc", "esc", "5", "/") // open and unassigned tickets
		s.Type("queue:")
		s.RequireNoText("│ Hardware 2 │")
		s.Press("esc", "esc", "6", "/")
		s.Type("is:closed queue:")
		s.RequireText("│ Hardware 1 │", "│ Billing 0 │")
		s.Press("enter")
		s.RequireText("1 of 1", "Change the delivery address")
	})
}

func TestFilter_EnterKeepsAWordThatBeginsLikeACondition(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfQueues()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "/")
		s.Type("c")
		s.RequireText("│ customer:", "│ created:")
		s.Press("enter")
		s.RequireText("Filter: c", "1 of 3")
		s.RequireNoText("│ customer:")
		s.Press("u")
		s.RequireText("Sub-status")
	})
}

func TestFilter_SaysWhatItDoesNotUnderstand(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfQueues()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "/")
		s.Type("is:odd")
		s.RequireText("The filter is not understood", "column 4: is:odd is not understood; known are open, closed, escalated, unread")
		s.RequireNoText("Screen stays black")
		s.Press("esc", "/")
		s.Type("is:op")
		s.RequireText("│ open not closed │", "Change the delivery address", "2 of 3") // as complete as it is, it does not filter yet
		s.Press("enter")
		s.RequireText("Filter: is:open", "1 of 2")
		s.Press("esc", "/")
		s.Type("-queue:nosuch")
		s.RequireText("! no ticket has the queue “nosuch”", "Screen stays black")
		s.Press("esc", "/")
		s.Type("queue:nosuch")
		s.RequireText("No ticket of 14–20 Nov matches “queue:nosuch”", "no ticket has the queue “nosuch”")
		s.Press("esc", "/")
		s.Type("due:<2")
		s.RequireText("│ <2h in less than two hours, or overdue │")
		s.Press("esc")
		s.RequireText("! not used yet: due:<2 needs a number with m, h, d or w")
		s.RequireText("Refund not received")
	})
}

func TestFilter_SaysWhatWordsWereSearchedIn(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 90, Height: 30, Desk: newDeskOfQueues()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "/")
		s.Type("beeps")
		s.RequireText("titles of 3 in All; texts of 0 read", "No ticket of 14–20 Nov matches “beeps”")
		s.Press("esc", "g", "enter")
		s.RequireText("It beeps & stays dark.")
		s.Press("esc", "/")
		s.Type("beeps")
		s.RequireText("titles of 3 in All; texts of 1 read", "1 of 1", "Screen stays black")
		s.Press("esc", "/")
		s.Type("5125550199")
		s.RequireText("1 of 1", "Screen stays black")
		s.Press("esc", "5", "/")
		s.Type("stays")
		s.RequireText("titles of 2 in Unattended; texts of 1 read")
	})
}

// TestFilter_SaysOfWhichTicketsTitlesWereSearched: older open ones, where the view has them.
func TestFilter_SaysOfWhichTicketsTitlesWereSearched(t *testing.T) {
	t.Parallel()
	options := uitest.Options{AsInstalled: true, Desk: newOldDesk(), OpenSince: 20, Width: 120, Height: 36}
	options.Intercept = refusesBefore("2026-11-12")
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("opened")
		s.RequireText("titles of 8 in Next; texts of", "before 13 Nov not read yet")
		s.Advance(5 * time.Minute)
		s.RequireText("titles of 9 in Next; texts of")
		s.Type(" nowhere")
		s.RequireText("Nothing in Next matches “opened nowhere”", "Open tickets of days before 12 Nov refused by the service")
		s.Press("esc", "6", "/")
		s.Type("nowhere")
		s.RequireText("titles of 7 in All; texts of", "No ticket of 14–20 Nov matches “nowhere”", "any:day adds older open tickets")
		s.Type(" any:day")
		s.RequireText("titles of 9 in All; texts of", "No ticket of 14–20 Nov or older open one matches “nowhere any:day”")
	})
}

func TestFilter_KnowsTheAgentsOwnState(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfQueues()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "/")
		s.Type("assignee:me is:open")
		s.RequireText("1 of 1", "Screen stays black")
		s.Press("esc", "g", "c")
		s.Type("half a sentence")
		s.Press("esc", "/")
		s.Type("has:draft")
		s.RequireNoText("Refund not received")
		s.RequireText("1 of 1", "Screen stays black")
		s.Press("esc", "/")
		s.Type("-has:draft")
		s.RequireText("2 of 2")
	})
}

func TestFilter_ListsAgainWhenTimeOrADraftChangesWhatItMeans(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "/")
		s.Type("age:>2h")
		s.Press("enter")
		s.RequireText("of 2")
		s.RequireNoText("Screen stays black")
		s.Advance(2 * time.Minute) // no key is pressed
		s.RequireText("of 3", "Screen stays black")

		s.Press("esc", "g", "c")
		s.Type("half a sentence")
		s.Press("esc", "/")
		s.Type("has:draft")
		s.Press("enter")
		s.RequireText("1 of 1")
		s.RequireRow("▌✎", "Screen stays black")
		s.Press("D", "x", "x", "esc")
		s.RequireRow("▌", "✓ Screen stays black") // done with, it keeps its place in the work list
	})
}

func TestFilter_IsSavedAsAViewWithATabOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	options := uitest.Options{Desk: newDeskOfQueues(), Dir: dir, Views: []desk.View{{Name: "Mönéy", Filter: "queue:billing"}}}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "/")
		s.Type("queue:hardware -is:closed")
		s.RequireText("ctrl+s save as view")
		s.Press("ctrl+s")
		s.RequireText("Save the filter as a view", "queue:hardware -is:closed")
		s.Type("money")
		s.Press("enter")
		s.RequireText("there is a view “Mönéy” already")
		s.Press("backspace", "backspace", "backspace", "backspace", "backspace")
		s.Type("Our open")
		s.Press("enter")
		s.RequireText("Our open 1", "saved as the view “Our open”", "1 of 1", "Screen stays black")
		s.RequireNoText("Filter:")
		s.Press("6", "ctrl+s")
		s.RequireText("there is no filter to save")
	})
}

func TestInbox_FilterIsTypedPastedEditedAndRemoved(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Paste("re")
		s.RequireText("Filter: re", "1 of 3")
		s.Press("down")
		s.RequireRow("▌", "…550977")
		s.Press("up")
		s.RequireText("1 of 3")
		s.Type("fund")
		s.RequireText("1 of 1")
		s.Press("esc")
		s.RequireNoText("Filter:")
		s.RequireText("of 3")
	})
}
