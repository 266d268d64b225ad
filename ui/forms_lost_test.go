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
	"frontdesk/ui/command"
	"frontdesk/ui/uitest"
)

func TestTheServicesRefusalIsShownAtItsField(t *testing.T) {
	for message, label := range map[string]string{
		"title is missing":                             "Title",
		"due_date is not YYYY-MM-DD":                   "Due",
		"email_id: no customer has this address":       "E-mail",
		"something that speaks of nothing in the form": "Title", // stays where it was
	} {
		t.Run(message, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: three()}, func(_ *testing.T, s *uitest.Story) {
				s.Net.Bend(func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
					if !strings.Contains(r.URL.Path, "add-ticket") {
						return through()
					}
					return &http.Response{StatusCode: 200, Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(`{"status":"failed","message":"` + message + `"}`))}, nil
				})
				s.Press("n")
				s.Type("A title")
				s.Press("ctrl+s")
				s.Sees("▌ "+label, "✗ refused: "+message, "A title")
			})
		})
	}
}

func TestWhatASecondAgentChangedIsShownFieldByField(t *testing.T) {
	type story func(t *testing.T, s *uitest.Story)
	for what, then := range map[string]story{
		"mine": func(t *testing.T, s *uitest.Story) {
			s.Press("s")
			s.Sees("saved")
			if got := s.Customer(5); got.City.String() != "Edinburgh" || got.Country.String() != "Alba" {
				t.Errorf("the service holds %s, %s", got.City, got.Country)
			}
		},
		"theirs": func(t *testing.T, s *uitest.Story) {
			s.Press("t")
			s.Sees("Country Alba", "what they changed is in the form now")
			s.Press("ctrl+s")
			s.Sees("nothing is changed yet")
		},
		"back": func(_ *testing.T, s *uitest.Story) {
			s.Press("esc")
			s.Sees("City Edinburgh", "not sent: the customer has changed")
		},
	} {
		t.Run(what, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
				s.Press("E")
				put(t, s, "City", "Edinburgh")
				s.UpdateCustomer("5", map[string]string{
					"customer_info.customer_name": "Isla MacPherson", "customer_info.city": "Dùn Èideann", "customer_info.country": "Alba", "customer_info.individual": "true",
				})
				s.Press("ctrl+s", "enter")
				s.Sees("Someone changed this customer while you were editing", "When you opened it Now After saving", "City Leith Dùn Èideann Edinburgh", "Country Scotland Alba Alba")
				then(t, s)
			})
		})
	}
}

func TestOnlyTheCommentCanBeSentWhenTheTicketMoved(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(t *testing.T, s *uitest.Story) {
		s.Press("u")
		s.Type("PS")
		s.Press("tab", "tab", "tab", "tab")
		s.Type("Mine")
		s.UpdateTicket(wire.TicketUpdate{TicketID: black, SubStatus: "CL", Comment: "Theirs"})
		s.Press("ctrl+s", "c")
		s.Sees("saved")
		found := s.Ticket(black)
		if found.SubStatus.Key().Raw() != "CL" || len(found.Timeline) != 2 {
			t.Errorf("the service holds %s and %d entries", found.SubStatus.Key().Raw(), len(found.Timeline))
		}
	})
}

// cut lets writes to a path through, or not, and loses their answers.
func cut(s *uitest.Story, path string, carriedOut bool) {
	s.Net.Bend(func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		if !strings.Contains(r.URL.Path, path) {
			return through()
		}
		if carriedOut {
			answer, err := through()
			if err != nil {
				return nil, err
			}
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
		}
		uitest.Left(r)
		return nil, io.ErrUnexpectedEOF
	})
}

func TestALostAnswerIsFoundOutForEveryKindOfWrite(t *testing.T) {
	for what, c := range map[string]struct {
		path   string
		fill   func(t *testing.T, s *uitest.Story)
		found  string
		count  func(s *uitest.Story) int
		isOurs bool // the record tells it from what others add
	}{
		"add-ticket": {
			"add-ticket",
			func(t *testing.T, s *uitest.Story) {
				s.Press("n")
				s.Type("Voucher does not work")
				to(t, s, "Details")
				s.Type("It says <expired> & old.")
				s.Press("ctrl+s")
			},
			"has this title and these details, and was not there before", func(s *uitest.Story) int { return len(s.TicketsToday("Voucher does not work")) }, false,
		},
		"add-ticket with a reference": {
			"add-ticket",
			func(t *testing.T, s *uitest.Story) {
				s.Press("n")
				s.Type("Voucher does not work")
				to(t, s, "Details")
				s.Type("It says <expired> & old.")
				s.Press("enter")
				s.Type("ref: A-1")
				s.Press("ctrl+s")
			},
			"has this title and these details", func(s *uitest.Story) int { return len(s.TicketsToday("Voucher does not work")) }, true,
		},
		"add-customer": {
			"/customer/api",
			func(_ *testing.T, s *uitest.Story) {
				s.Press("N")
				s.Type("Tom Reid")
				s.Press("tab")
				s.Type("5550177")
				s.Press("ctrl+s", "enter")
			},
			"Customer 6 has this name and was added that day, and was not there before", func(s *uitest.Story) int { return len(s.CustomersToday()) }, false,
		},
		"add-customer with a code": {
			"/customer/api",
			func(t *testing.T, s *uitest.Story) {
				s.Press("N")
				s.Type("Tom Reid")
				s.Press("tab")
				s.Type("5550177")
				put(t, s, "Code", "C-9")
				s.Press("ctrl+s", "enter")
			},
			"customer 6 has this code and this name", func(s *uitest.Story) int { return len(s.CustomersToday()) }, true,
		},
		"add-order": {
			"/order/api",
			func(t *testing.T, s *uitest.Story) {
				s.Press("A")
				put(t, s, "Payment", "Card")
				s.Press("ctrl+s", "enter")
			},
			"Order 901 of this customer holds what was sent, and was not there before", func(s *uitest.Story) int { return len(s.Orders("5")) - 1 }, false,
		},
		"add-order with an ERP id": {
			"/order/api",
			func(t *testing.T, s *uitest.Story) {
				s.Press("A")
				put(t, s, "Order no", "E-9")
				s.Press("ctrl+s", "enter")
			},
			"order 901 of this customer holds what was sent", func(s *uitest.Story) int { return len(s.Orders("5")) - 1 }, true,
		},
		"update-customer": {
			"/customer/api",
			func(t *testing.T, s *uitest.Story) {
				s.Press("E")
				put(t, s, "City", "Edinburgh")
				s.Press("ctrl+s", "enter")
			},
			"the customer's record shows the change",
			func(s *uitest.Story) int { return strings.Count(s.Customer(5).City.String(), "Edinburgh") }, true,
		},
	} {
		for _, carriedOut := range []bool{true, false} {
			t.Run(what+map[bool]string{true: " carried out", false: " not carried out"}[carriedOut], func(t *testing.T) {
				uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
					cut(s, c.path, carriedOut)
					c.fill(t, s)
					s.Pass(5 * time.Second)
					if n := s.Net.Calls(c.path); n != 1 {
						t.Fatalf("it was sent %d times", n)
					}
					if carriedOut {
						if c.isOurs {
							s.Sees("Saved, but look at this", "The answer was lost, but", c.found)
							s.Press("enter")
						} else {
							s.Sees("Was it carried out? That is not known", c.found, "it is there: throw this form away")
							s.Press("x")
							s.Sees("draft thrown away")
						}
						if n := c.count(s); n != 1 {
							t.Errorf("it is there %d times", n)
						}
						return
					}
					s.Sees("Was it carried out? That is not known", "send again")
					s.Net.Up()
					s.Press("s")
					s.Misses("not known")
					if n := c.count(s); n != 1 {
						t.Errorf("it is there %d times", n)
					}
				})
			})
		}
	}
}

func TestAnUpdateOfAnOrderIsFoundOut(t *testing.T) {
	for _, carriedOut := range []bool{true, false} {
		t.Run(map[bool]string{true: "carried out", false: "not carried out"}[carriedOut], func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
				s.Press("C", "C")
				for !strings.Contains(s.Screen(), "Edit order") {
					s.Press("down", "u")
				}
				put(t, s, "Delivery", "Sent")
				cut(s, "/order/api", carriedOut)
				s.Press("ctrl+s", "enter")
				s.Pass(5 * time.Second)
				if n := s.Net.Calls("/order/api"); n != 1 {
					t.Fatalf("it was sent %d times", n)
				}
				if carriedOut {
					s.Sees("The answer was lost, but the order shows the change")
					return
				}
				s.Sees("Was it carried out? That is not known", "The order was read again and does not show it")
				s.Net.Up()
				s.Press("s")
				s.Sees("saved")
			})
		})
	}
}

func TestNewTicket_TwinOfAnotherAgentIsNotTakenForOurs(t *testing.T) {
	for name, meanwhile := range map[string]bool{"opened before": false, "opened meanwhile": true} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: three(), Refresh: -1}, func(t *testing.T, s *uitest.Story) {
				s.Press("n")
				s.Type("Voucher does not work")
				if !meanwhile {
					s.AddTicket("Voucher does not work")
				}
				s.Net.Bend(func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
					if !strings.Contains(r.URL.Path, "add-ticket") {
						return through()
					}
					if meanwhile {
						s.AddTicket("Voucher does not work")
					}
					uitest.Left(r)
					return nil, io.ErrUnexpectedEOF // the service never sees it
				})
				s.Press("ctrl+s")
				s.Pass(5 * time.Second)
				s.Misses("Saved", "opened 7")
				s.Sees("Was it carried out? That is not known")
				if meanwhile {
					s.Sees("Somebody else may have added it")
				}
				s.Press("esc")
				s.Sees("New ticket", "Voucher does not work")
			})
		})
	}
}

func TestNewOrder_LookThatFailedLeavesTheOutcomeUnknown(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter(), Refresh: -1}, func(t *testing.T, s *uitest.Story) {
		s.Press("A")
		put(t, s, "Payment", "Card")
		s.Press("ctrl+s", "enter")
		s.Sees("order 901 added ✓")
		s.Press("A")
		put(t, s, "Payment", "Card")
		failed := false
		s.Net.Bend(func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			switch {
			case strings.Contains(r.URL.Path, "/order/api"):
				uitest.Left(r)
				return nil, io.ErrUnexpectedEOF
			case strings.Contains(r.URL.Path, pullOrder) && !failed:
				failed = true
				body := `{"status":"failed","message":"fault"}`
				return &http.Response{StatusCode: 500, Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
			}
			return through()
		})
		s.Press("ctrl+s", "enter")
		s.Pass(5 * time.Second)
		s.Sees("Was it carried out? That is not known", "Order 901 looks like it, but may have been there before")
		s.Press("esc")
		s.Sees("New order", "Card")
	})
}

func TestOutcome_FormThatIsNoLongerOpenIsNotSaidToBeUnsaved(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three(), Refresh: -1}, func(_ *testing.T, s *uitest.Story) {
		ended := func(o command.Outcome, err error) {
			s.Do(func(m tea.Model) {
				m.Update(command.WrittenMsg{Kind: command.KindUpdate, Record: desk.NewKey(black), Outcome: o, Err: err})
			})
		}
		ended(command.Unknown, io.ErrUnexpectedEOF)
		s.Sees("ticket " + black + ": not known whether it arrived")
		s.Misses("not saved")
		ended(command.Moved, nil)
		s.Sees("not sent, kept as a draft: it has changed meanwhile")
		ended(command.NotSent, io.ErrUnexpectedEOF)
		s.Sees("not sent, kept as a draft: unexpected EOF")
	})
}

func TestOutcome_StoredCopyLeavesTheOtherConsolesDraftListed(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three(), Refresh: -1}, func(_ *testing.T, s *uitest.Story) {
		form := command.DraftForm{Kind: command.KindUpdate, Record: black}
		copied := form
		copied.Copy = "other"
		s.Do(func(m tea.Model) {
			m.Update(command.DraftsMsg{Drafts: []command.Draft{
				{Form: form, Saved: uitest.Now, Values: map[string]string{command.FieldComment: "Typed here"}},
				{Form: copied, Saved: uitest.Now, Values: map[string]string{command.FieldComment: "Typed there"}},
			}})
			m.Update(command.WrittenMsg{Kind: form.Kind, Record: desk.NewKey(form.Record), Copy: copied.Copy, Outcome: command.Stored})
		})
		s.Press("D")
		s.Sees("Typed here")
		s.Misses("Typed there")
	})
}

func TestOutbox_ItemThatIsLookedForIsNotShownAsBeingSent(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three(), Refresh: -1}, func(_ *testing.T, s *uitest.Story) {
		comment(s, "Once")
		blind(s, false)
		s.Press("ctrl+s")
		s.Pass(2 * time.Minute)
		s.Press("o", "O")
		dead := make(chan struct{})
		s.Net.Bend(func(_ *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			<-dead
			return through()
		})
		s.Press("l")
		s.Sees("looking…")
		s.Misses("sending…")
		close(dead)
		s.Pass(5 * time.Second)
		s.Sees("looked for, and not found")
	})
}

func TestOutbox_ItemThatCouldNotBeLookedForIsNotSaidToBeMissing(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three(), Refresh: -1}, func(_ *testing.T, s *uitest.Story) {
		comment(s, "Once")
		blind(s, true)
		s.Press("ctrl+s")
		s.Pass(2 * time.Minute)
		s.Press("o", "O", "l")
		s.Pass(2 * time.Minute)
		s.Sees("it could not be looked for")
		s.Misses("not found", "Looked for at")
	})
}

// TestLostAnswer_OfATicketWhoseTwinWasThereBefore: nothing may say that no ticket has this title.
func TestLostAnswer_OfATicketWhoseTwinWasThereBefore(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Story) {
		s.AddTicket("Voucher")
		cut(s, "add-ticket", false)
		s.Press("n", "V", "o", "u", "c", "h", "e", "r", "ctrl+s")
		s.Sees("Was it carried out? That is not known", "no new one has this title")
	})
}
