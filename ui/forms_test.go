package ui_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// counter is a small desk with a customer, whose phone is masked, and an order of hers.
func counter() *store.Desk {
	d := shop(ticket(black, "Screen stays black", 2, func(t *store.Ticket) { t.CustomerID = 5 }), ticket("713516551149", "Another", 20))
	added := uitest.Now.Add(-72 * time.Hour).Unix()
	d.Customers = []store.Customer{{
		ID: 5, Created: added, Modified: added, Name: "Isla MacPherson", Code: "C-5", City: "Leith", Country: "Scotland", State: "Lothian", Individual: true,
		Contacts: []store.Contact{{ID: 51, Name: "Isla MacPherson", Phone: "5550106", PhoneMasked: true, Email: "isla@example.org", Primary: true, Created: added}},
	}}
	d.Sales = []store.Sale{{
		Enquiry: store.Enquiry{ID: 70, CustomerID: 5},
		Order: store.Order{
			ID: 900, CustomerID: 5, EnquiryID: 70, ContactID: 51, Added: added, CreatedAt: added,
			DeliveryStatus: "Packed", ERPOrderID: "ERP-1", PaymentMode: "Cash",
		},
	}}
	return d
}

// to goes to a field by its label.
func to(t *testing.T, s *uitest.Story, label string) {
	t.Helper()
	for range 120 {
		if strings.Contains(s.Screen(), "▌ "+label) {
			return
		}
		s.Press("tab")
	}
	t.Fatalf("no field is called %s:\n%s", label, s.Screen())
}

// put types text over what stands in a field of one line.
func put(t *testing.T, s *uitest.Story, label, text string) {
	t.Helper()
	to(t, s, label)
	s.Press("ctrl+a", "ctrl+k")
	s.Type(text)
}

func TestACustomerIsCorrectedAndOnlyWhatChangedIsSent(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		var sent string
		s.Net.Bend(func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			if strings.Contains(r.URL.Path, "/customer/api") {
				sent = uitest.Body(r)
			}
			return through()
		})
		s.Press("E")
		s.Sees("Edit customer 5 · Isla MacPherson", "── Customer", "City Leith", "── Contact 1", "masked: a new one replaces it", "ctrl+t shows")
		put(t, s, "City", "Edinburgh")
		s.Press("ctrl+s")
		s.Sees("This will be sent", "is will be", "City Leith Edinburgh")
		s.Misses("Country Scotland Scotland")
		if sent != "" {
			t.Fatal("it was sent before it was looked at")
		}
		s.Press("enter")
		s.Sees("saved 14:02 ✓")
		for _, held := range []string{`"city":"Edinburgh"`, `"customer_name":"Isla MacPherson"`, `"customer_id":"5"`, `"update":true`, `"country":""`, `"contact_info":[]`} {
			if !strings.Contains(sent, held) {
				t.Errorf("%s is not in %s", held, sent)
			}
		}
		if got := s.Customer(5); got.City.String() != "Edinburgh" || got.Country.String() != "Scotland" {
			t.Errorf("the service holds %s, %s", got.City, got.Country)
		}
	})
}

func TestAMaskedPhoneIsNeverSentBack(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		sent := ""
		s.Net.Bend(func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			if strings.Contains(r.URL.Path, "/customer/api") {
				sent = uitest.Body(r)
			}
			return through()
		})
		s.Press("E")
		put(t, s, "Whole name", "Isla M")
		s.Press("ctrl+s", "enter")
		s.Sees("saved")
		if !strings.Contains(sent, `"contact_id":"51"`) || !strings.Contains(sent, `"contact_person_phone":""`) || strings.Contains(sent, "0106") {
			t.Errorf("sent was %s", sent)
		}
	})
}

func TestACustomerIsAddedWithContactsAndFieldsOfTheAccountsOwn(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("N", "ctrl+s")
		s.Sees("New customer", "✗ is needed")
		s.Type("Tom Reid")
		s.Press("ctrl+s")
		s.Sees("a phone number or an e-mail")
		s.Paste("555-01 77")
		put(t, s, "Whole name", "Ann Reid")
		put(t, s, "E-mail", "ann@")
		s.Press("ctrl+s")
		s.Sees("is no e-mail address")
		s.Type("example.org")
		to(t, s, "")
		s.Press("ctrl+t")
		to(t, s, "More fields")
		s.Type("shoe size")
		s.Press("tab")
		s.Type("42")
		s.Press("ctrl+s")
		s.Sees("customer 6 added ✓")
		found := s.CustomersToday()
		if len(found) != 1 || found[0].Name.String() != "Tom Reid" {
			t.Fatalf("the service holds %+v", found)
		}
		if n := s.Net.Calls("/customer/api"); n != 1 {
			t.Errorf("%d customers were sent", n)
		}
	})
}

func TestAnotherContactCanBeAdded(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("E")
		to(t, s, "            + another contact")
		s.Press("enter")
		s.Sees("── New contact", "▌ Whole name")
		s.Type("Rob Kerr")
		put(t, s, "Phone", "5550188")
		s.Press("ctrl+s")
		s.Sees("Rob Kerr: Whole name")
		s.Press("enter")
		s.Sees("saved")
		if all := s.Customer(5).Contacts; len(all) != 2 || all[1].Name.String() != "Rob Kerr" {
			t.Errorf("the contacts are %+v", all)
		}
	})
}

func TestAnOrderIsAddedForTheTicketsCustomer(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("A")
		s.Sees("New order for Isla MacPherson", "Ticket "+black)
		s.Type("ERP-2")
		put(t, s, "Payment", "Card")
		s.Press("ctrl+s")
		s.Sees("order 901 added ✓")
		all := s.Orders("5")
		if len(all) != 2 || !slices.ContainsFunc(all, func(p desk.Purchase) bool {
			return p.ERPOrder.String() == "ERP-2" && p.Payment.String() == "Card" && p.Ticket.Raw() == black
		}) {
			t.Errorf("the service holds %+v", all)
		}
	})
}

func TestTheServicesRefusalIsShownAtItsField(t *testing.T) {
	for message, label := range map[string]string{
		"title is missing":                             "Title",
		"due_date is not YYYY-MM-DD":                   "Due",
		"email_id: no customer has this address":       "E-mail",
		"something that speaks of nothing in the form": "Title", // stays where it was
	} {
		t.Run(message, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Story) {
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
			if got := s.Customer(5); got.City.String() != "Edinburgh" || got.Country.String() != "Scotland" {
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
				s.Sees("The customer has changed meanwhile", "was is now yours", "City Leith Dùn Èideann Edinburgh", "Country Scotland Alba Scotland")
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
				s.Press("ctrl+s")
			},
			"customer 6 has this name and was added that day", func(s *uitest.Story) int { return len(s.CustomersToday()) },
		},
		"add-order": {
			"/order/api",
			func(t *testing.T, s *uitest.Story) {
				s.Press("A")
				put(t, s, "Payment", "Card")
				s.Press("ctrl+s")
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
						s.Sees("Saved, but look at this", "the answer was lost, but", c.found)
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

func TestADraftOfEveryFormComesBackWithItsContacts(t *testing.T) {
	dir := t.TempDir()
	uitest.Run(t, uitest.Options{Desk: counter(), Dir: dir}, func(t *testing.T, s *uitest.Story) {
		s.Press("E")
		to(t, s, "            + another contact")
		s.Press("enter")
		s.Type("Rob Kerr")
	})
	uitest.Run(t, uitest.Options{Desk: counter(), Dir: dir}, func(_ *testing.T, s *uitest.Story) {
		s.Press("D", "enter")
		s.Sees("Edit customer Isla MacPherson", "what you typed before is back", "City Leith")
		s.Press("E")
		to(t, s, "            + another contact")
		s.Sees("Rob Kerr")
	})
}

func TestACustomersOrderIsEditedFromTheirPanel(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("C", "C")
		s.Sees("Isla MacPherson", "ERP-1")
		for range 20 {
			if s.Press("u"); strings.Contains(s.Screen(), "Edit order") {
				break
			}
			s.Press("down")
		}
		s.Sees("Edit order 900 · Isla MacPherson", "▌ Order no", "Payment Cash")
		put(t, s, "Delivery", "Sent")
		s.UpdateOrder("900", "5", map[string]string{"customer_info.customer_name": "Isla MacPherson", "order_info.payment_mode": "Card"})
		s.Press("ctrl+s")
		s.Sees("This will be sent", "Delivery Packed Sent")
		s.Press("enter")
		s.Sees("The order has changed meanwhile", "Payment Cash Card Cash")
		s.Press("t", "ctrl+s", "enter")
		s.Sees("saved")
		all := s.Orders("5")
		if len(all) != 1 || all[0].Delivery.String() != "Sent" || all[0].Payment.String() != "Card" {
			t.Errorf("the service holds %+v", all)
		}
	})
}

func TestATicketIsOpenedForTheCustomerOnScreen(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("C", "C", "n")
		s.Sees("New ticket for Isla MacPherson", "E-mail isla@example.org")
		s.Type("Screen again")
		s.Press("ctrl+s")
		s.Sees("opened 7")
		if got := s.TicketsToday("Screen again"); len(got) != 1 || got[0].Email.String() != "isla@example.org" {
			t.Errorf("the service holds %+v", got)
		}
	})
}

func TestWhatIsEmptiedIsNotSentAsIfThatDidAnything(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("E")
		put(t, s, "City", "")
		s.Press("ctrl+s")
		s.Sees("▌ City", "✗ cannot be emptied")
		if n := s.Net.Calls("/customer/api"); n != 0 {
			t.Errorf("%d were sent", n)
		}
	})
}

func TestWhatARecordHoldsAgainstTheRulesDoesNotStandInTheWay(t *testing.T) {
	d := counter()
	d.Customers[0].Contacts[0].PhoneMasked = false
	d.Customers[0].Contacts[0].Phone = "+44 131 555 0106"
	uitest.Run(t, uitest.Options{Desk: d}, func(t *testing.T, s *uitest.Story) {
		s.Press("E")
		s.Sees("Phone +44 131 555 0106")
		put(t, s, "City", "Edinburgh")
		s.Press("ctrl+s", "enter")
		s.Sees("saved")
		s.Press("E")
		to(t, s, "Whole name")
		s.Press("tab", "backspace")
		s.Press("ctrl+s")
		s.Sees("✗ must be digits alone")
	})
}

func TestTheEndOfALongValueIsSeenBeforeItIsSent(t *testing.T) {
	d := counter()
	d.Customers[0].Remarks = strings.Repeat("Rings on weekdays only. ", 40)
	uitest.Run(t, uitest.Options{Desk: d, Width: 80, Height: 24}, func(t *testing.T, s *uitest.Story) {
		s.Press("E")
		to(t, s, "Remarks")
		s.Press("ctrl+end")
		s.Type("Never on Sundays.")
		for _, label := range []string{"City", "PIN code", "Address", "Type", "Country", "Code"} {
			put(t, s, label, "Another "+strings.Repeat(label+" ", 12))
		}
		s.Press("ctrl+s")
		s.Sees("This will be sent", "↓ ↑ more")
		for range 20 {
			s.Press("down")
		}
		s.Sees("Remarks", "Never on")
	})
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
					s.Sees("the answer was lost, but the order shows the change")
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
