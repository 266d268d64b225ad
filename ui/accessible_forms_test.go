package ui_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

func TestAccessible_MacroIsLookedAtAndSent(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("macro 1", "4", "1", "form", ".", "send", "macro 3", "2", "send", "quit")
		requireTranscript(t, s, "macros")
		if got := s.Ticket(blackScreenTicket).SubStatus.Key().Raw(); got != "CL" {
			t.Errorf("the first has the sub-status %s", got)
		}
		if got := s.Ticket("713516551101").Queue.Key().Raw(); got != "BL" {
			t.Errorf("the third is in the queue %s", got)
		}
	})
}

func TestAccessible_OrderIsAddedAndEdited(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("add-order 1", "ERP-2", "", "Card", ".", "fields", "send", "1", "customer 1", "edit-order 1", "edit-order 3", "",
			"payment Cash", "send", "1", "record", "back")
		requireTranscript(t, s, "order")
		if n := len(s.Orders("5")); n != 2 {
			t.Errorf("the customer has %d orders", n)
		}
	})
}

func TestAccessible_ManyTicketsAreUpdatedAtOnce(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThirty()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("filter parcel", "mark-all", "close", "Refund sent", ".", "send", "?", "send one", "send the others")
		requireClosed(t, s.Driver, func(n int) bool { return n == 1 })
		s.Enter("send all")
		s.Wait(10 * time.Second)
		s.Enter("", "back")
		requireTranscript(t, s, "bulk")
		requireClosed(t, s.Driver, func(int) bool { return true })
	})
}

func TestAccessible_AccountIsSaidWhenItIsSwitched(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, twoAccounts(uitest.Options{}), func(t *testing.T, s *uitest.Lines) {
		s.Enter("comment 1 Half a sentence", "accounts", "2", "comment 1 The valve was greased.", "send", "accounts", "1",
			"and the rest.", ".", "send", "quit")
		requireTranscript(t, s, "accounts")
		if got := comment(s.Driver, "713516550001"); got != "Half a sentence\nand the rest." {
			t.Errorf("acme has the comment %q", got)
		}
		if n := len(s.Other("globex").Ticket("713516990001").Timeline); n != 1 {
			t.Errorf("globex has %d comments", n)
		}
	})
}

func TestAccessible_LostAnswerIsSaidWithWhatWasFound(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Lines) {
		s.Driver.Net.LoseAnswers("add-ticket", true)
		s.Enter("new", "Voucher does not work", ".", "details It says expired.", "send")
		s.Wait(10 * time.Second)
		s.Enter("", "3")
		s.Driver.Net.LoseAnswers("update-ticket", false)
		s.Enter("comment 1 Gone?", "send")
		s.Wait(10 * time.Second)
		s.Enter("again")
		s.Net.Up()
		s.Enter("2")
		requireTranscript(t, s, "lost_answer")
		if n := len(s.TicketsToday("Voucher does not work")); n != 1 {
			t.Errorf("%d tickets were opened", n)
		}
		if got := comment(s.Driver, blackScreenTicket); got != "Gone?" {
			t.Errorf("the comment is %q", got)
		}
	})
}

func TestAccessible_PasteIsTextOrIsNotTaken(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Paste("close 1", "send", "1")
		s.Enter("comment 1")
		s.Paste("Dear customer,", "", ".", "send", "quit", "regards")
		s.Enter(".", "queue")
		s.Paste("one", "two")
		s.Enter("billing")
		s.Paste("x", "y", "z")
		s.Enter("send", "call Mira", "1")
		s.Paste("Her washing machine leaks.", "send")
		s.Paste("", "", "")
		requireTranscript(t, s, "paste")
		if got := comment(s.Driver, blackScreenTicket); got != "Dear customer,\n\n.\nsend\nquit\nregards" {
			t.Errorf("the comment is %q", got)
		}
		if n := s.Net.Calls("update-ticket"); n != 1 {
			t.Errorf("%d updates were sent", n)
		}
	})
}

func TestAccessible_LinesThatWereTypedAheadAreEachTaken(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.TypeAhead(200*time.Millisecond, "1", "comment The screen is replaced.", "send")
		if got := comment(s.Driver, blackScreenTicket); got != "The screen is replaced." {
			t.Errorf("the comment is %q:\n%s", got, s.Transcript())
		}
	})
}

func TestAccessible_LongTextIsReadBackByItsEnds(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("comment 1")
		s.Paste("One", "Two", "Three", "Four", "Five", "Six")
		if said := s.Enter("."); !strings.Contains(said, "Comment: 6 lines. It begins: One. It ends: Six.") {
			t.Errorf("read back as\n%s", said)
		}
	})
}

func TestAccessible_UpdateOfEveryField(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("update 1", "PS", "fields", "queue billing", "callback tomorrow 10:00", "comment A part is ordered.", "callback whenever", "+90m", "send", "again")
		requireTranscript(t, s, "update")
	})
}

func TestAccessible_CustomerSaysWhatIsDrawnInPlaceOfARecordAndOfOrders(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Lines) {
		for row, says := range map[string]string{
			"2": "Phone XXXXXX0199 (masked).\nNo orders. add-order adds one.\n1. Ticket",
			"3": "This ticket names no customer.\nFind-customer finds one by phone, e-mail or name.",
			"4": "Of ticket 713516550900, 5550100, customer@example.com.\nThe service has no customer 99999.\n",
		} {
			if said := s.Enter("customer " + row); !strings.Contains(said, says) {
				t.Errorf("the customer of %s is read as\n%s", row, said)
			}
			s.Enter("back")
		}
	})
}

func TestAccessible_CustomerOfATicket(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("customer 1", "3", "3", "edit", "", "address 5 Temple Road", "send", "1", "record", "back", "back", "find-customer", "Jonas", "1")
		requireTranscript(t, s, "customer")
	})
}

func TestAccessible_CallOfAKnownCustomer(t *testing.T) {
	t.Parallel()
	d := newCustomerDesk()
	d.Articles = newDeskOfAnswers().Articles
	uitest.RunLines(t, uitest.Options{Desk: d}, func(t *testing.T, s *uitest.Lines) {
		s.LearnArticles()
		s.Enter("call", "713516551148", "1", "Wants the technician on Friday.", "answers", "money", "1", "callback fri 9:00", "send")
		requireTranscript(t, s, "call")
	})
}
