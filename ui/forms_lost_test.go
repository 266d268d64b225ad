package ui_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/wire"
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
				s.Sees("The customer has changed meanwhile", "was is now yours", "City Leith Dùn Èideann Edinburgh", "Country Scotland Alba Alba")
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
		path  string
		fill  func(t *testing.T, s *uitest.Story)
		found string
		count func(s *uitest.Story) int
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
			"has this title and these details", func(s *uitest.Story) int { return len(s.TicketsToday("Voucher does not work")) },
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
			"customer 6 has this name and was added that day", func(s *uitest.Story) int { return len(s.CustomersToday()) },
		},
		"add-order": {
			"/order/api",
			func(t *testing.T, s *uitest.Story) {
				s.Press("A")
				put(t, s, "Payment", "Card")
				s.Press("ctrl+s", "enter")
			},
			"order 901 of this customer holds what was sent", func(s *uitest.Story) int { return len(s.Orders("5")) - 1 },
		},
		"update-customer": {
			"/customer/api",
			func(t *testing.T, s *uitest.Story) {
				s.Press("E")
				put(t, s, "City", "Edinburgh")
				s.Press("ctrl+s", "enter")
			},
			"the customer's record shows the change",
			func(s *uitest.Story) int { return strings.Count(s.Customer(5).City.String(), "Edinburgh") },
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
						s.Sees("Saved, but look at this", "The answer was lost, but", c.found)
						s.Press("enter")
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
