package ui_test

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

const maySendTwice = "Send it? It may already be saved"

// leftElsewhere lets a console on another host be typed into and send what was typed. It returns what the agent finds on
// this host if the other one is cut off from the cluster and killed then: the draft as it was before it was sent. The
// write has reached the service that the other console has used, and has to be sent to the one of this host's console.
func leftElsewhere(t *testing.T, desk func() *store.Dataset, fill func(*testing.T, *uitest.Driver), send ...string) (
	left string, write *http.Request,
) {
	t.Helper()
	other, left := filepath.Join(t.TempDir(), "drafts"), filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: desk(), Dir: left, Clustered: true}, func(*testing.T, *uitest.Driver) {})
	uitest.Run(t, uitest.Options{Desk: desk(), Dir: other, Clustered: true}, func(t *testing.T, s *uitest.Driver) {
		fill(t, s)
		s.Advance(2 * time.Second)
		copyState(t, other, left)
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if isWrite(r) {
				write = r.Clone(context.Background())
				write.Body = io.NopCloser(strings.NewReader(uitest.RequestBody(r)))
			}
			return pass()
		})
		s.Press(send...)
		s.Advance(time.Second)
	})
	if write == nil {
		t.Fatal("the other console has sent nothing")
	}
	return left, write
}

func isWrite(r *http.Request) bool {
	return strings.Contains(r.URL.Path, "add-ticket") || strings.Contains(r.URL.Path, "update-ticket") ||
		strings.Contains(uitest.RequestBody(r), `"update":`)
}

func TestDraftBegunElsewhere_IsSentOnlyAfterAQuestionIfItLooksSaved(t *testing.T) {
	for what, c := range map[string]struct {
		fill  func(t *testing.T, s *uitest.Driver)
		open  []string // opens the form again
		send  []string
		found string
		count func(s *uitest.Driver) int
	}{
		"new ticket": {
			func(t *testing.T, s *uitest.Driver) {
				s.Press("n")
				s.Type("Voucher does not work")
				focusField(t, s, "Details")
				s.Type("It says <expired> & old.")
			},
			[]string{"n"},
			[]string{"ctrl+s"},
			"has this title and these details",
			func(s *uitest.Driver) int { return len(s.TicketsToday("Voucher does not work")) },
		},
		"new customer": {
			func(_ *testing.T, s *uitest.Driver) {
				s.Press(":new-customer")
				s.Type("Tom Reid")
				s.Press("tab")
				s.Type("5550177")
			},
			[]string{":new-customer"},
			[]string{"ctrl+s", "enter"},
			"Customer 6 has this name and was added that day",
			func(s *uitest.Driver) int { return len(s.CustomersToday()) },
		},
		"new order": {
			func(t *testing.T, s *uitest.Driver) {
				s.Press(":add-order")
				replaceText(t, s, "Payment", "Card")
			},
			[]string{":add-order"},
			[]string{"ctrl+s", "enter"},
			"Order 901 of this customer holds what was sent",
			func(s *uitest.Driver) int { return len(s.Orders("5")) - 1 },
		},
		"comment": {
			func(_ *testing.T, s *uitest.Driver) { typeComment(s, "Said on the phone that it beeps") },
			[]string{"c"},
			[]string{"ctrl+s"},
			"The ticket has this comment already",
			func(s *uitest.Driver) int { return len(s.Ticket("713516551148").Timeline) },
		},
	} {
		t.Run(what, func(t *testing.T) {
			here, write := leftElsewhere(t, newOrderDesk, c.fill, c.send...)
			options := uitest.Options{Desk: newOrderDesk(), Dir: here, Clustered: true}
			uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
				s.Replay(write)
				before := s.Net.Calls("")
				s.Press(c.open...)
				s.Press(c.send...)
				s.RequireText(maySendTwice, "You began this in another console, which may have sent it.", c.found)
				if n := c.count(s); n != 1 {
					t.Errorf("it is there %d times after %d requests", n, s.Net.Calls("")-before)
				}
				s.Press("esc")
				s.RequireText("not sent: it may already be saved")
				s.Press(c.send...)
				s.RequireText(maySendTwice, c.found)
				s.Press("x") // it is saved: discard this form
				s.RequireText("draft discarded")
				if n := c.count(s); n != 1 {
					t.Errorf("it is there %d times", n)
				}
			})
			options.Dir, write = leftElsewhere(t, newOrderDesk, c.fill, c.send...)
			uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
				s.Replay(write)
				s.Press(c.open...)
				s.Press(c.send...)
				s.Press("s") // send it
				s.RequireNoText(maySendTwice)
				if n := c.count(s); n != 2 {
					t.Errorf("it is there %d times", n)
				}
			})
			options.Dir, _ = leftElsewhere(t, newOrderDesk, c.fill, c.send...)
			uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) { // it was not sent
				s.Press(c.open...)
				s.Press(c.send...)
				s.RequireNoText(maySendTwice)
				if n := c.count(s); n != 1 {
					t.Errorf("it is there %d times", n)
				}
			})
		})
	}
}

// The draft is typed on and kept by a second console, and sent by a third one.
func TestDraftBegunElsewhere_IsAskedAboutAfterItWasTypedOn(t *testing.T) {
	dir, write := leftElsewhere(t, newDeskOfThree, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Left here")
	}, "ctrl+s")
	options := uitest.Options{Desk: newDeskOfThree(), Dir: dir, Clustered: true}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(time.Hour)
		s.Press("c")
		s.Type("!")
		s.Advance(2 * time.Second)
		s.Press("backspace")
		s.Advance(2 * time.Second)
	})
	options.Desk = newDeskOfThree()
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Replay(write)
		s.Press("c", "ctrl+s")
		s.RequireText(maySendTwice, "The ticket has this comment already")
	})
}

// The other host has sent more than the servers and this host had of it.
func TestDraftBegunElsewhere_AnEarlierStateOfWhatWasSentIsAskedAbout(t *testing.T) {
	for _, sent := range []string{"!", " for your manager to see"} {
		dir, write := leftElsewhere(t, newDeskOfThree, func(_ *testing.T, s *uitest.Driver) {
			typeComment(s, "Left here")
		}, append(strings.Split(sent, ""), "ctrl+s")...)
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir, Clustered: true}, func(_ *testing.T, s *uitest.Driver) {
			s.Replay(write)
			s.Press("c")
			s.RequireText("Left here")
			s.Press("ctrl+s")
			s.RequireText(maySendTwice, "The ticket has a longer comment that begins like this one")
		})
	}
}

func TestDraftBegunElsewhere_DiscardedAndBroughtBackIsAskedAbout(t *testing.T) {
	dir, write := leftElsewhere(t, newDeskOfThree, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Left here")
	}, "ctrl+s")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir, Clustered: true}, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(time.Hour)
		s.Replay(write)
		s.Press("c", "ctrl+x", "x", "z")
		s.RequireText("Left here")
		s.Press("ctrl+s")
		s.RequireText(maySendTwice, "The ticket has this comment already")
	})
}

func TestDraftBegunElsewhere_AskedAboutIfTheServiceCannotTell(t *testing.T) {
	dir, _ := leftElsewhere(t, newDeskOfThree, func(_ *testing.T, s *uitest.Driver) {
		s.Press("n")
		s.Type("Voucher does not work")
	}, "ctrl+s")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir, Clustered: true}, func(t *testing.T, s *uitest.Driver) {
		s.Net.InterceptPath("select-ticket-between", func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			return uitest.Response(r, 500, `{"status":"failed","message":"internal error"}`), nil
		})
		s.Press("n", "ctrl+s")
		s.Advance(time.Minute)
		s.RequireText(maySendTwice, "It could not be checked")
		if n := s.Net.Calls("add-ticket"); n != 0 {
			t.Errorf("it was sent %d times", n)
		}
	})
}

func TestDraftBegunElsewhere_NotesOfACallAreNotSentTwice(t *testing.T) {
	dir, write := leftElsewhere(t, newCustomerDesk, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type(blackScreenTicket)
		s.Press("enter")
		s.Type("Wants a refund")
	}, "ctrl+s")
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Dir: dir, Clustered: true}, func(t *testing.T, s *uitest.Driver) {
		s.Replay(write)
		s.Press("p", "enter", "ctrl+s")
		s.RequireText(maySendTwice, "The ticket has this comment already")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent without an answer to the question", n)
		}
	})
}

func TestDraftBegunElsewhere_AHeldUpdateWaitsInTheOutbox(t *testing.T) {
	dir, write := leftElsewhere(t, newDeskOfThree, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Left here")
	}, "ctrl+s")
	options := uitest.Options{Desk: newDeskOfThree(), Dir: dir, Clustered: true, HoldBack: 5 * time.Second}
	uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
		s.Press("c", "ctrl+s")
		s.Replay(write)
		s.Advance(10 * time.Second)
		s.RequireText("not sent: it may already be saved", "D lists it")
		s.Press("D")
		s.RequireText("not confirmed", "it may already be saved")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent without an answer to the question", n)
		}
	})
}

func TestOutboxItem_ThatAnotherHostMayHaveSentIsSentOnlyAfterAQuestion(t *testing.T) {
	left, other := filepath.Join(t.TempDir(), "drafts"), filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: left, Clustered: true}, func(*testing.T, *uitest.Driver) {})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: other, Clustered: true}, func(t *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "Left here")
		s.Press("ctrl+o")
		s.Advance(time.Second)
		copyState(t, other, left)
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: left, Clustered: true}, func(t *testing.T, s *uitest.Driver) {
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516551148", SubStatus: "US", Comment: "Left here"})
		s.Press("D", "s")
		s.Advance(time.Second)
		s.RequireText("not sent: it may already be saved", "The ticket has this comment already")
		s.Press("s")
		s.RequireText(maySendTwice, "Another console may have saved it")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent without an answer to the question", n)
		}
	})
}

// What was typed in this console was sent by it or not at all: nobody is asked because somebody else adds the same.
func TestDraftBegunHere_IsSentWithoutAQuestion(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Clustered: true}, func(t *testing.T, s *uitest.Driver) {
		s.OtherAgentAddsTicket("Voucher does not work")
		s.Press("n")
		s.Type("Voucher does not work")
		s.Advance(2 * time.Second)
		s.Press("esc", "n")
		before := s.Net.Calls("")
		s.Press("ctrl+s")
		s.RequireNoText(maySendTwice)
		if n := len(s.TicketsToday("Voucher does not work")); n != 2 {
			t.Errorf("%d tickets after %d requests", n, s.Net.Calls("")-before)
		}
	})
}
