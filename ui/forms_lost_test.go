package ui_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/uitest"
)

func TestForm_RefusalIsShownAtItsField(t *testing.T) {
	for message, want := range map[string]struct{ label, text string }{
		"title is missing":                             {"Title", "title is missing"},
		"due_date is not YYYY-MM-DD":                   {"Due", "“Due” is not YYYY-MM-DD"},
		"email_id: no customer has this address":       {"E-mail", "“E-mail”: no customer has this address"},
		"something that speaks of nothing in the form": {"Title", "something that speaks of nothing in the form"}, // stays there
	} {
		t.Run(message, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
				s.Net.Answer("add-ticket", `{"status":"failed","message":"`+message+`"}`)
				s.Press("n")
				s.Type("A title")
				s.Press("ctrl+s")
				s.RequireText("▌ "+want.label, "✗ refused: "+want.text, "A title")
			})
		})
	}
}

func TestForm_ChangesOfAnotherAgentAreShownByField(t *testing.T) {
	type story func(t *testing.T, s *uitest.Driver)
	for what, then := range map[string]story{
		"mine": func(t *testing.T, s *uitest.Driver) {
			s.Press("s")
			s.RequireText("saved")
			if got := s.Customer(5); got.Text("city").String() != "Edinburgh" || got.Text("country").String() != "Alba" {
				t.Errorf("the service holds %s, %s", got.Text("city"), got.Text("country"))
			}
		},
		"theirs": func(t *testing.T, s *uitest.Driver) {
			s.Press("t")
			s.RequireText("Country Alba", "what has changed is in the form now")
			s.Press("ctrl+s")
			s.RequireText("nothing is changed yet")
		},
		"back": func(_ *testing.T, s *uitest.Driver) {
			s.Press("esc")
			s.RequireText("City Edinburgh", "not sent: the customer changed after you opened the form")
		},
	} {
		t.Run(what, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
				s.Press(":edit-customer")
				replaceText(t, s, "City", "Edinburgh")
				s.OtherAgentUpdatesCustomer("5", map[string]string{
					"customer_info.customer_name": "Isla MacPherson", "customer_info.city": "Dùn Èideann", "customer_info.country": "Alba", "customer_info.individual": "true",
				})
				s.Press("ctrl+s", "enter")
				s.RequireText("This customer has changed since you opened the form", "When you opened it Now After saving", "City Leith Dùn Èideann Edinburgh", "Country Scotland Alba Alba")
				then(t, s)
			})
		})
	}
}

func TestForm_OnlyTheCommentCanBeSentWhenTheTicketChanged(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("u")
		s.Type("PS")
		s.Press("tab", "tab", "tab", "tab")
		s.Type("Mine")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "CL", Comment: "Theirs"})
		s.Press("ctrl+s", "c")
		s.RequireText("saved")
		found := s.Ticket(blackScreenTicket)
		if found.SubStatus.Key().Raw() != "CL" || len(found.Timeline) != 2 {
			t.Errorf("the service holds %s and %d entries", found.SubStatus.Key().Raw(), len(found.Timeline))
		}
	})
}

func TestLostAnswer_OutcomeIsFoundForEveryKindOfWrite(t *testing.T) {
	for what, c := range map[string]struct {
		path   string
		fill   func(t *testing.T, s *uitest.Driver)
		found  string
		count  func(s *uitest.Driver) int
		isOurs bool // the record tells it from what others add
	}{
		"add-ticket": {
			"add-ticket",
			func(t *testing.T, s *uitest.Driver) {
				s.Press("n")
				s.Type("Voucher does not work")
				focusField(t, s, "Details")
				s.Type("It says <expired> & old.")
				s.Press("ctrl+s")
			},
			"has this title and these details, and was not there before", func(s *uitest.Driver) int { return len(s.TicketsToday("Voucher does not work")) }, false,
		},
		"add-ticket with a reference": {
			"add-ticket",
			func(t *testing.T, s *uitest.Driver) {
				s.Press("n")
				s.Type("Voucher does not work")
				focusField(t, s, "Details")
				s.Type("It says <expired> & old.")
				s.Press("enter")
				s.Type("ref: A-1")
				s.Press("ctrl+s")
			},
			"has ref: A-1", func(s *uitest.Driver) int { return len(s.TicketsToday("Voucher does not work")) }, true,
		},
		"add-customer": {
			"/customer/api",
			func(_ *testing.T, s *uitest.Driver) {
				s.Press(":new-customer")
				s.Type("Tom Reid")
				s.Press("tab")
				s.Type("5550177")
				s.Press("ctrl+s", "enter")
			},
			"Customer 6 has this name and was added that day, and was not there before", func(s *uitest.Driver) int { return len(s.CustomersToday()) }, false,
		},
		"add-customer with a code": {
			"/customer/api",
			func(t *testing.T, s *uitest.Driver) {
				s.Press(":new-customer")
				s.Type("Tom Reid")
				s.Press("tab")
				s.Type("5550177")
				replaceText(t, s, "Code", "C-9")
				s.Press("ctrl+s", "enter")
			},
			"customer 6 has the code C-9", func(s *uitest.Driver) int { return len(s.CustomersToday()) }, true,
		},
		"add-order": {
			"/order/api",
			func(t *testing.T, s *uitest.Driver) {
				s.Press(":add-order")
				replaceText(t, s, "Payment", "Card")
				s.Press("ctrl+s", "enter")
			},
			"Order 901 of this customer holds what was sent, and was not there before", func(s *uitest.Driver) int { return len(s.Orders("5")) - 1 }, false,
		},
		"add-order with an ERP id": {
			"/order/api",
			func(t *testing.T, s *uitest.Driver) {
				s.Press(":add-order")
				replaceText(t, s, "ERP order", "E-9")
				s.Press("ctrl+s", "enter")
			},
			"order 901 has the ERP id E-9", func(s *uitest.Driver) int { return len(s.Orders("5")) - 1 }, true,
		},
		"update-customer": {
			"/customer/api",
			func(t *testing.T, s *uitest.Driver) {
				s.Press(":edit-customer")
				replaceText(t, s, "City", "Edinburgh")
				s.Press("ctrl+s", "enter")
			},
			"the customer shows everything that was requested",
			func(s *uitest.Driver) int {
				c := s.Customer(5)
				return strings.Count(c.Text("city").String(), "Edinburgh")
			}, true,
		},
	} {
		for _, carriedOut := range []bool{true, false} {
			t.Run(what+map[bool]string{true: " carried out", false: " not carried out"}[carriedOut], func(t *testing.T) {
				uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
					s.Net.LoseAnswers(c.path, carriedOut)
					c.fill(t, s)
					s.Advance(5 * time.Second)
					if n := s.Net.Calls(c.path); n != 1 {
						t.Fatalf("it was sent %d times", n)
					}
					if carriedOut {
						if c.isOurs {
							s.RequireText("Saved with a warning", "The answer was lost, but", c.found)
							s.Press("enter")
						} else {
							s.RequireText("We could not confirm this was saved", c.found, "It is saved: discard this form")
							s.Press("x")
							s.RequireText("draft discarded")
						}
						if n := c.count(s); n != 1 {
							t.Errorf("it is there %d times", n)
						}
						return
					}
					s.RequireText("We could not confirm this was saved", "Send again")
					s.Net.Up()
					s.Press("s")
					s.RequireNoText("not confirmed")
					if n := c.count(s); n != 1 {
						t.Errorf("it is there %d times", n)
					}
				})
			})
		}
	}
}

func TestLostAnswer_OutcomeOfAnOrderUpdateIsFound(t *testing.T) {
	for _, carriedOut := range []bool{true, false} {
		t.Run(map[bool]string{true: "carried out", false: "not carried out"}[carriedOut], func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
				s.Press("C", "C")
				for !strings.Contains(s.Text(), "Edit order") {
					s.Press("down", "u")
				}
				replaceText(t, s, "Delivery", "Sent")
				s.Net.LoseAnswers("/order/api", carriedOut)
				s.Press("ctrl+s", "enter")
				s.Advance(5 * time.Second)
				if n := s.Net.Calls("/order/api"); n != 1 {
					t.Fatalf("it was sent %d times", n)
				}
				if carriedOut {
					s.RequireText("The answer was lost, but the order shows everything that was requested")
					return
				}
				s.RequireText("We could not confirm this was saved", "The order does not show the change so far")
				s.Net.Up()
				s.Press("s")
				s.RequireText("saved")
			})
		})
	}
}

func TestNewTicket_TwinOfAnotherAgentIsNotTakenForOurs(t *testing.T) {
	for name, meanwhile := range map[string]bool{"opened before": false, "opened meanwhile": true} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
				s.Press("n")
				s.Type("Voucher does not work")
				if !meanwhile {
					s.OtherAgentAddsTicket("Voucher does not work")
				}
				s.Net.InterceptPath("add-ticket", func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
					if meanwhile {
						s.OtherAgentAddsTicket("Voucher does not work")
					}
					uitest.MarkSent(r)
					return nil, io.ErrUnexpectedEOF // the service never sees it
				})
				s.Press("ctrl+s")
				s.Advance(5 * time.Second)
				s.RequireNoText("Saved", "opened 7")
				s.RequireText("We could not confirm this was saved")
				if meanwhile {
					s.RequireText("Someone else may have added it")
				}
				s.Press("esc")
				s.RequireText("New ticket", "Voucher does not work")
			})
		})
	}
}

func TestNewOrder_LookThatFailedLeavesTheOutcomeUnknown(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":add-order")
		replaceText(t, s, "Payment", "Card")
		s.Press("ctrl+s", "enter")
		s.RequireText("order 901 added ✓")
		s.Press(":add-order")
		replaceText(t, s, "Payment", "Card")
		failed := false
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			switch {
			case strings.Contains(r.URL.Path, "/order/api"):
				uitest.MarkSent(r)
				return nil, io.ErrUnexpectedEOF
			case strings.Contains(r.URL.Path, pullOrder) && !failed:
				failed = true
				return uitest.Response(r, 500, `{"status":"failed","message":"fault"}`), nil
			}
			return pass()
		})
		s.Press("ctrl+s", "enter")
		s.Advance(5 * time.Second)
		s.RequireText("We could not confirm this was saved", "Order 901 of this customer holds what was sent, but may have existed before")
		s.Press("esc")
		s.RequireText("New order", "Card")
	})
}

func TestOutcome_FormThatIsNoLongerOpenIsNotSaidToBeUnsaved(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		ended := func(o backend.Outcome, err error) {
			s.Do(func(m tea.Model) {
				m.Update(backend.SubmitResultMsg{Kind: backend.KindUpdate, Record: desk.NewID(blackScreenTicket), Outcome: o, Err: err})
			})
		}
		ended(backend.NotKnown, io.ErrUnexpectedEOF)
		s.RequireText("ticket " + blackScreenTicket + ": not confirmed")
		s.RequireNoText("not saved")
		ended(backend.Conflict, nil)
		s.RequireText("not sent, kept as a draft: it has changed")
		ended(backend.NotSent, io.ErrUnexpectedEOF)
		s.RequireText("not sent, kept as a draft: unexpected EOF")
	})
}

func TestOutcome_StoredCopyLeavesTheOtherConsolesDraftListed(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		form := backend.DraftKey{Kind: backend.KindUpdate, Record: blackScreenTicket}
		copied := form
		copied.Conflict = "other"
		s.Do(func(m tea.Model) {
			m.Update(backend.DraftsLoaded{Value: []backend.Draft{
				{Key: form, SavedAt: uitest.Now, Values: map[string]string{backend.FieldComment: "Typed here"}},
				{Key: copied, SavedAt: uitest.Now, Values: map[string]string{backend.FieldComment: "Typed there"}},
			}})
			m.Update(backend.SubmitResultMsg{Kind: form.Kind, Record: desk.NewID(form.Record), Copy: copied.Conflict, Outcome: backend.Saved})
		})
		s.Press("D")
		s.RequireText("Typed here")
		s.RequireNoText("Typed there")
	})
}

func TestOutbox_ItemThatIsLookedForIsNotShownAsBeingSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Once")
		s.Net.LoseAnswerAndGoDown("update-ticket", false)
		s.Press("ctrl+s")
		s.Advance(2 * time.Minute)
		s.Press("o", "D")
		dead := make(chan struct{})
		s.Net.Intercept(func(_ *http.Request, pass uitest.Pass) (*http.Response, error) {
			<-dead
			return pass()
		})
		s.Press("l")
		s.RequireText("checking…")
		s.RequireNoText("sending…")
		close(dead)
		s.Advance(5 * time.Second)
		s.RequireText("checked: not found")
	})
}

func TestOutbox_ItemThatCouldNotBeLookedForIsNotSaidToBeMissing(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Once")
		s.Net.LoseAnswerAndGoDown("update-ticket", true)
		s.Press("ctrl+s")
		s.Advance(2 * time.Minute)
		s.Press("o", "D", "l")
		s.Advance(2 * time.Minute)
		s.RequireText("it could not be checked")
		s.RequireNoText("not found", "Checked at")
	})
}

// TestLostAnswer_OfATicketWhoseTwinWasThereBefore: the message must not say that no ticket has this title.
func TestLostAnswer_OfATicketWhoseTwinWasThereBefore(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.OtherAgentAddsTicket("Voucher")
		s.Net.LoseAnswers("add-ticket", false)
		s.Press("n", "V", "o", "u", "c", "h", "e", "r", "ctrl+s")
		s.RequireText("We could not confirm this was saved", "No ticket with this title has been added since it was sent")
	})
}
