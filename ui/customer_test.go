package ui_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

const (
	getCustomer = "search-customer-by-customer-id"
	pullOrder   = "order-search"
	getTicket   = "search-ticket-by-ticket-id"
)

// newPriya and newJonas return customers; Jonas's phone is masked by the account.
func newPriya() store.Customer {
	return store.Customer{
		ID: 61001, Name: "Priya Natarajan", Code: "C-1234", Type: "Individual", Classification: "Gold", CurrentStatus: "Active",
		Address: "4 Temple Road", City: "Chennai", Country: "India", Zone: "5", CreditLimit: 1500, CreditDays: 30, Outstanding: 12.5,
		Created: uitest.Now.AddDate(0, 0, -40).Unix(), Modified: uitest.Now.AddDate(0, 0, -3).Unix(),
		Contacts: []store.Contact{
			{ID: 1, Name: "Priya Natarajan", CountryCode: "91", Phone: "9876543210", Email: "priya@example.com", Primary: true, Gender: "Female"},
			{ID: 2, Name: "Ravi Natarajan", Phone: "XXXXXX4455", PhoneMasked: true, Email: "raxxxxx@example.com", EmailMasked: true},
		},
	}
}

func newJonas() store.Customer {
	return store.Customer{
		ID: 61002, Name: "Jonas Lindqvist", Code: "C-77", Created: uitest.Now.AddDate(0, 0, -9).Unix(),
		Contacts: []store.Contact{{ID: 3, Name: "Jonas Lindqvist", Phone: "XXXXXX0199", PhoneMasked: true, Primary: true}},
	}
}

func withCustomer(customer int64) func(*store.Ticket) {
	return func(t *store.Ticket) { t.CustomerID = customer }
}

// newCustomerDesk returns a desk with customers: the newest ticket is Priya's, the second Jonas's, the third names
// nobody, the fourth a customer who does not exist; the oldest is Priya's too.
func newCustomerDesk() *store.Dataset {
	desk := newDesk(
		newTicket("713516551148", "Screen stays black", 2, withCustomer(61001)),
		newTicket("713516551101", "Refund not received", 20, withCustomer(61002)),
		newTicket("713516550977", "Who is this", 30),
		newTicket("713516550900", "Ghost", 40, withCustomer(99999)),
		newTicket("713516550800", "Door lock jams", 50, withCustomer(61001), func(t *store.Ticket) { t.SubStatus = "CL" }),
	)
	desk.Customers = []store.Customer{newPriya(), newJonas()}
	desk.Sales = []store.OrderAggregate{
		{Enquiry: store.Enquiry{ID: 7, CustomerID: 61001}, Order: store.Order{
			ID: 5001, CustomerID: 61001, EnquiryID: 7, CreateDate: "2026-11-01", DeliveryStatus: "Shipped", ERPOrderID: "ACM-5", PaymentMode: "Card",
			Remarks: "Two-person delivery",
		}},
		{Enquiry: store.Enquiry{ID: 8, CustomerID: 61001}, Order: store.Order{ID: 5002, CustomerID: 61001, EnquiryID: 8, DeliveryStatus: "Packed"}},
	}
	return desk
}

func TestCustomer_IsShownBesideTheList(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 160, Height: 32, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C")
		s.RequireText("Priya Natarajan", "customer since Oct 2026", "C-1234 · Individual · Gold · Active · Chennai, India",
			"+91 9876543210 · priya@example.com", "Ravi Natarajan", "XXXXXX4455 (masked)", "raxxxxx@example.com (masked)",
			"Loaded tickets 2", "Unattended Screen stays black", "Closed Door lock jams",
			"Orders 2", "Shipped · Card · ACM-5", "Packed", "▸ Whole record", "1 of 5")
		s.RequireText("4 Temple Road")
		s.RequireNoText("61001", "5001")
		s.Press("tab", "down", "down", "down", "down", "down", "enter")
		s.RequireText("▾ Whole record", "1500", "12.5")
		if n := s.Net.Calls(getCustomer); n != 1 {
			t.Errorf("the customer was asked for %d times", n)
		}
	})
}

func TestCustomer_FollowsTheCursorWithOneCallEach(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "j")
		s.RequireText("Jonas Lindqvist")
		s.RequireNoText("Priya")
		s.Press("k", "j", "k", "G", "g")
		s.RequireText("Priya Natarajan")
		if n := s.Net.Calls(getCustomer); n != 2 {
			t.Errorf("customers were asked for %d times", n)
		}
		if n := s.Net.Calls(pullOrder); n != 2 {
			t.Errorf("orders were asked for %d times", n)
		}
	})
}

func TestCustomer_CursorThatMovesOnSendsNoRequest(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C")
		s.Type("jk")
		s.Type("jjjj")
		s.RequireText("Priya Natarajan", "5 of 5")
		if n := s.Net.Calls(getCustomer); n != 1 {
			t.Errorf("customers were asked for %d times", n)
		}
	})
}

func TestCustomer_TicketWithoutOneSaysSo(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "j", "C")
		s.RequireText("This ticket names no customer.", "of ticket 713516550977", "5550100", "F finds one")
		s.Press("F")
		s.RequireText("│ 5550100")
		s.Press("esc", "k", "j")
		if n := s.Net.Calls(getCustomer); n != 1 {
			t.Errorf("customers were asked for %d times", n)
		}
	})
}

func TestCustomer_WhatToDoAboutAnUnknownOneIsReadInANarrowPane(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 100, Height: 30, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("j", "j", "j", "C")
		s.RequireText("F finds a customer by phone, e-mail or", "│ name")
	})
}

func TestCustomer_UnknownOneIsNotShownAsAFailure(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("j", "j", "j", "C")
		s.RequireText("The service has no customer 99999.", "“The given information does not exist”", "F finds a customer", "Ghost")
		s.RequireNoText("✗", "Orders")
	})
}

func TestCustomer_FailedFetchIsTriedAgain(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Press("C")
		s.Advance(minute)
		s.RequireText("✗", "r retries")
		s.Net.Up()
		s.Press("r")
		s.RequireText("Priya Natarajan", "Orders 2")
		s.Net.Down()
		s.Press("r")
		s.Advance(minute)
		s.RequireText("Priya Natarajan", "✗ as of 14:0")
	})
}

func TestCustomer_SecondPressZooms(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C")
		s.RequireText("All 5", "Priya Natarajan")
		s.Press("C")
		s.RequireText("Priya Natarajan")
		s.RequireNoText("All 5")
		s.Press("esc")
		s.RequireText("All 5", "Priya Natarajan")
		s.Press("enter")
		s.RequireText("713516551148 · Unattended")
		s.Press("esc")
		s.RequireText("All 5", "Priya Natarajan")
		s.Press("esc")
		s.RequireNoText("── Orders")
		s.Press("enter", "C")
		s.RequireText("All 5", "Priya Natarajan")
		s.Press("esc")
		s.RequireText("713516551148 · Unattended")
	})
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C")
		s.RequireText("Priya Natarajan")
		s.RequireNoText("All 5")
		s.Press("C")
		s.RequireText("esc goes back")
		s.Press("esc")
		s.RequireText("All 5")
	})
}

func TestCustomer_NarrowWindowShowsTheSelectedTicketsCustomer(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C")
		s.Resize(80, 24)
		s.Press("j", "C")
		s.RequireText("Jonas Lindqvist")
		s.Resize(120, 40)
		s.Press("esc")
		s.RequireText("All 5", "Jonas Lindqvist")
	})
}

func TestCustomer_TicketIsOpenedAndLeftAgain(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "tab", "j", "j", "enter")
		s.RequireText("Door lock jams", "713516550800 · Closed")
		s.Press("esc")
		s.RequireText("Priya Natarajan")
		s.Press("esc")
		s.RequireText("713516551148 · Unattended")
	})
}

func TestCustomer_OrderUnfoldsToItsWholeRecord(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 50, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "tab", "j", "j", "j")
		s.RequireNoText("Two-person delivery")
		s.Press("enter")
		s.RequireText("Two-person delivery", "Priya Natarajan")
		s.Press("enter")
		s.RequireNoText("Two-person delivery")
	})
}

func TestCustomer_OwnWriteIsShownAtOnce(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 160, Height: 50, Desk: newOrderDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "tab")
		s.RequireText("Isla MacPherson", "· Leith")
		s.Press("e")
		replaceText(t, s, "City", "Edinburgh")
		s.RequireText("· Leith") // the panel stands beside the form
		s.Press("ctrl+s", "enter")
		s.RequireText("saved", "· Edinburgh")
		s.RequireNoText("· Leith")
		s.Press("a")
		replaceText(t, s, "Payment", "Voucher")
		s.Press("ctrl+s", "enter")
		s.RequireText("Orders 2", "Voucher", "All")
	})
}

func TestCustomer_OrdersOfAnyShapeAreShownAsLabelledRows(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"members of their own": {`{"status":"success","message":[{"SO Number":"X-1","colour":"red","lines":[{"sku":"K1","qty":2}]}]}`, []string{"SO Number X-1", "Colour red", "SKU K1 · Qty 2"}},
		"an object":            {`{"status":"success","data":{"orders":[{"orderId":77,"delivery_status":"Lost"}]}}`, []string{"▸ Lost"}},
		"none":                 {`{"status":"success","message":[]}`, []string{"No orders. ctrl+p “add order” adds one."}},
		"more than were sent":  {`{"status":"success","totalCount":"250","message":[{"order_id":1}]}`, []string{"1 of 250"}},
		"a refusal":            {`{"status":"failed","message":"No such view"}`, []string{"✗ No such view", "r retries"}},
		"the wrong key":        {`{"status":"failed","message":"Invalid Auth Key"}`, []string{"✗", "frontdesk doctor tells"}},
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Width: 140, Height: 50, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
				s.Net.Answer(pullOrder, c.body)
				s.Press("C")
				s.RequireText("Priya Natarajan")
				s.RequireText(c.want...)
			})
		})
	}
}

func TestCustomer_MissingOrderSettingIsNamed(t *testing.T) {
	for _, o := range []uitest.Options{
		{Desk: newCustomerDesk(), OrdersNotConfigured: "set FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD"},
		{Desk: newCustomerDesk(), NoAccount: true},
	} {
		want := "FRONTDESK_ORDER_USER"
		if o.NoAccount {
			want = "set FRONTDESK_CM_ID"
		}
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			s.Press("C")
			s.RequireText("Priya Natarajan", "Not loaded:", want)
			s.RequireNoText("✗")
			if n := s.Net.Calls(pullOrder); n != 0 {
				t.Errorf("orders were asked for %d times", n)
			}
		})
	}
}

func TestCustomer_IsReadFromTheTicketWhenTheListNamesNone(t *testing.T) {
	strip := func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		answer, err := pass()
		if err != nil || !strings.Contains(r.URL.Path, "select-ticket") {
			return answer, err
		}
		body, _ := io.ReadAll(answer.Body)
		body = bytes.ReplaceAll(body, []byte(`"customerId":61001`), []byte(`"customerId":0`))
		answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		return answer, nil
	}
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Intercept: strip}, func(t *testing.T, s *uitest.Driver) {
		before := s.Net.Calls(getTicket)
		s.Press("j", "C", "k")
		s.RequireText("Priya Natarajan")
		if n := s.Net.Calls(getTicket) - before; n > 2 {
			t.Errorf("tickets were asked for %d times", n)
		}
	})
}

func TestCustomer_PhoneAddressAndNumberAreCopied(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "tab", "y")
		s.RequireText("Copy", "Phone · Priya Natarajan", "priya@example.com", "Customer number", "61001")
		s.Press("5") // what is masked is worth nothing elsewhere
		s.RequireText("or its digit")
		for _, want := range []string{"+91 9876543210", "priya@example.com", "61001"} {
			s.Press(fmt.Sprint(map[string]int{"+91 9876543210": 1, "priya@example.com": 2, "61001": 3}[want]))
			if got := s.Clipboard(); got != want {
				t.Errorf("%q was copied, not %q", got, want)
			}
			s.RequireText("sent to the clipboard: " + want)
			s.Press("y")
		}
		s.Press("esc", "tab", "j", "tab", "y") // of Jonas nothing but the number is known
		if got := s.Clipboard(); got != "61002" {
			t.Errorf("%q was copied", got)
		}
	})
}

func TestCustomer_LateAnswerOfAnotherIsNotShown(t *testing.T) {
	slow := func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		if strings.Contains(r.URL.Path, getCustomer) && strings.Contains(uitest.RequestBody(r), "61001") {
			select {
			case <-time.After(5 * time.Second):
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		}
		return pass()
	}
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Intercept: slow}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C")
		s.RequireText("Customer 61001", "Loading the customer…", "of ticket 713516551148")
		s.Press("j")
		s.RequireText("Jonas Lindqvist")
		s.Advance(10 * time.Second)
		s.RequireText("Jonas Lindqvist")
		s.RequireNoText("Priya")
	})
}

func TestCustomer_ThatIsNotLoadedNamesTheTicketUnderTheCursor(t *testing.T) {
	refuses := func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		if strings.Contains(r.URL.Path, getCustomer) {
			return uitest.Response(r, http.StatusForbidden, `{"status":"failed","message":"not allowed"}`), nil
		}
		return pass()
	}
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Intercept: refuses}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C")
		s.RequireText("Customer 61001", "of ticket 713516551148", "✗")
		s.Press("G") // another ticket of the same customer
		s.RequireText("Customer 61001", "of ticket 713516550800", "✗")
	})
}

func TestNewTicket_MaskedAddressOfTheCallerIsNotFilledIn(t *testing.T) {
	desk := newDesk(newTicket("713516551148", "Screen stays black", 2, func(t *store.Ticket) { t.Email = "raxxxxx@example.com" }))
	uitest.Run(t, uitest.Options{Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.RequireText("raxxxxx@example.com")
		s.Press("n")
		s.RequireText("New ticket", "this one is masked", "none: the ticket names no customer")
	})
}

func TestCustomer_WithoutOrdersNamesTheKeyThatAddsOne(t *testing.T) {
	for name, o := range map[string]uitest.Options{"with writes": {}, "read only": {ReadOnly: true}} {
		t.Run(name, func(t *testing.T) {
			o.Width, o.Height, o.Desk = 120, 36, newCustomerDesk()
			uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
				s.Press("j", "C")
				if o.ReadOnly {
					s.RequireText("Jonas Lindqvist", "No orders.")
					s.RequireNoText("adds one")
					return
				}
				s.RequireText("Jonas Lindqvist", "No orders. ctrl+p “add order” adds one.")
				s.Press("tab")
				s.RequireText("No orders. a adds one.")
				s.Press("a")
				s.RequireText("New order for Jonas Lindqvist")
			})
		})
	}
}

func TestCustomer_OnTheWholeScreenNothingIsFoldedThatHasRoom(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 200, Height: 50, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", ":zoom")
		s.RequireRow("customer since Oct 2026", "Loaded tickets")
		s.RequireText("Credit", "1500", "Dates", "61001", "Orders 2")
		s.RequireNoText("Whole record")
		s.Resize(200, 20)
		s.RequireText("▸ Whole record", "Credit")
	})
}
