package ui_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// newOrderDesk returns a small desk with a customer, whose phone is masked, and an order of hers.
func newOrderDesk() *store.Dataset {
	d := newDesk(newTicket(blackScreenTicket, "Screen stays black", 2, func(t *store.Ticket) { t.CustomerID = 5 }), newTicket("713516551149", "Another", 20))
	added := uitest.Now.Add(-72 * time.Hour).Unix()
	d.Customers = []store.Customer{{
		ID: 5, Created: added, Modified: added, Name: "Isla MacPherson", Code: "C-5", City: "Leith", Country: "Scotland", State: "Lothian", Individual: true,
		Contacts: []store.Contact{{ID: 51, Name: "Isla MacPherson", Phone: "5550106", PhoneMasked: true, Email: "isla@example.org", Primary: true, Created: added}},
	}}
	d.Sales = []store.OrderAggregate{{
		Enquiry: store.Enquiry{ID: 70, CustomerID: 5},
		Order: store.Order{
			ID: 900, CustomerID: 5, EnquiryID: 70, ContactID: 51, Added: added, CreatedAt: added,
			DeliveryStatus: "Packed", ERPOrderID: "ERP-1", PaymentMode: "Cash",
		},
	}}
	return d
}

// focusField moves to a field by its label.
func focusField(t *testing.T, s *uitest.Driver, label string) {
	t.Helper()
	for range 120 {
		if strings.Contains(s.Text(), "▌ "+label) {
			return
		}
		s.Press("tab")
	}
	t.Fatalf("no field is called %s:\n%s", label, s.Text())
}

// replaceText types a text over the content of a field of one line.
func replaceText(t *testing.T, s *uitest.Driver, label, text string) {
	t.Helper()
	focusField(t, s, label)
	s.Press("ctrl+a", "ctrl+k")
	s.Type(text)
}

func TestForm_OnlyChangesOfACustomerAreSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		var sent string
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if strings.Contains(r.URL.Path, "/customer/api") {
				sent = uitest.RequestBody(r)
			}
			return pass()
		})
		s.Press(":edit-customer")
		s.RequireText("Edit customer 5 · Isla MacPherson", "── Customer", "City Leith", "── Contact 1", "masked: a new one replaces it", "ctrl+t shows")
		replaceText(t, s, "City", "Edinburgh")
		s.Press("ctrl+s")
		s.RequireText("This will be sent", "Now After saving", "City Leith Edinburgh")
		s.RequireNoText("Country Scotland Scotland")
		if sent != "" {
			t.Fatal("it was sent before it was looked at")
		}
		s.Press("enter")
		s.RequireText("saved 14:02 ✓")
		for _, held := range []string{`"city":"Edinburgh"`, `"customer_name":"Isla MacPherson"`, `"customer_id":"5"`, `"update":true`, `"country":""`, `"contact_info":[]`} {
			if !strings.Contains(sent, held) {
				t.Errorf("%s is not in %s", held, sent)
			}
		}
		if got := s.Customer(5); got.Text("city").String() != "Edinburgh" || got.Text("country").String() != "Scotland" {
			t.Errorf("the service holds %s, %s", got.Text("city"), got.Text("country"))
		}
	})
}

func TestForm_MaskedPhoneIsNeverSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		sent := ""
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if strings.Contains(r.URL.Path, "/customer/api") {
				sent = uitest.RequestBody(r)
			}
			return pass()
		})
		s.Press(":edit-customer")
		replaceText(t, s, "Full name", "Isla M")
		s.Press("ctrl+s", "enter")
		s.RequireText("saved")
		if !strings.Contains(sent, `"contact_id":"51"`) || !strings.Contains(sent, `"contact_person_phone":""`) || strings.Contains(sent, "0106") {
			t.Errorf("sent was %s", sent)
		}
	})
}

func TestForm_CustomerIsAddedWithContactsAndAccountFields(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":new-customer", "ctrl+s")
		s.RequireText("New customer", "✗ is needed")
		s.Type("Tom Reid")
		s.Press("ctrl+s")
		s.RequireText("a phone number or an e-mail")
		s.Paste("555-01 77")
		replaceText(t, s, "Full name", "Ann Reid")
		replaceText(t, s, "E-mail", "ann@")
		s.Press("ctrl+s")
		s.RequireText("is not an e-mail address")
		s.Type("example.org")
		focusField(t, s, "")
		s.Press("ctrl+t")
		focusField(t, s, "Additional")
		s.Type("shoe size")
		s.Press("tab")
		s.Type("42")
		s.Press("ctrl+s")
		s.RequireText("shoe size: 42")
		s.Press("enter")
		s.RequireText("customer 6 added ✓", "Tom Reid", "Ann Reid", "e edit")
		s.Press("esc")
		s.RequireText("All")
		found := s.CustomersToday()
		if len(found) != 1 || found[0].Name.String() != "Tom Reid" {
			t.Fatalf("the service holds %+v", found)
		}
		if n := s.Net.Calls("/customer/api"); n != 1 {
			t.Errorf("%d customers were sent", n)
		}
	})
}

func TestForm_AnotherContactCanBeAdded(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":edit-customer")
		focusField(t, s, "            + another contact")
		s.Press("enter")
		s.RequireText("── New contact", "▌ Full name")
		s.Type("Rob Kerr")
		replaceText(t, s, "Phone", "5550188")
		s.Press("ctrl+s")
		s.RequireText("Rob Kerr: Full name")
		s.Press("enter")
		s.RequireText("saved")
		if all := s.Customer(5).Contacts; len(all) != 2 || all[1].Name.String() != "Rob Kerr" {
			t.Errorf("the contacts are %+v", all)
		}
	})
}

func TestForm_OrderIsAddedForTheTicketsCustomer(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":add-order")
		s.RequireText("New order for Isla MacPherson", "Ticket "+blackScreenTicket)
		s.Type("ERP-2")
		replaceText(t, s, "Payment", "Card")
		s.Press("ctrl+s", "enter")
		s.RequireText("order 901 added ✓")
		all := s.Orders("5")
		if len(all) != 2 || !slices.ContainsFunc(all, func(p desk.Order) bool {
			return p.ERPOrder.String() == "ERP-2" && p.Payment.String() == "Card" && p.Ticket.Raw() == blackScreenTicket
		}) {
			t.Errorf("the service holds %+v", all)
		}
	})
}

func TestForm_DraftOfEveryFormComesBackWithItsContacts(t *testing.T) {
	dir := t.TempDir()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk(), Dir: dir}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":edit-customer")
		focusField(t, s, "            + another contact")
		s.Press("enter")
		s.Type("Rob Kerr")
	})
	uitest.Run(t, uitest.Options{Desk: newOrderDesk(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("D", "enter")
		s.RequireText("Edit customer Isla MacPherson", "your draft is back", "City Leith")
		focusField(t, s, "            + another contact")
		s.RequireText("Rob Kerr")
	})
}

func TestForm_OrderIsEditedFromTheCustomersPane(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "C")
		s.RequireText("Isla MacPherson", "ERP-1")
		for range 20 {
			if s.Press("u"); strings.Contains(s.Text(), "Edit order") {
				break
			}
			s.Press("down")
		}
		s.RequireText("Edit order 900 · Isla MacPherson", "▌ ERP order", "Payment Cash")
		replaceText(t, s, "Delivery", "Sent")
		s.OtherAgentUpdatesOrder("900", "5", map[string]string{"customer_info.customer_name": "Isla MacPherson", "order_info.payment_mode": "Card"})
		s.Press("ctrl+s")
		s.RequireText("This will be sent", "Delivery Packed Sent")
		s.Press("enter")
		s.RequireText("This order has changed since you opened the form", "Payment Cash Card Card")
		s.Press("t", "ctrl+s", "enter")
		s.RequireText("saved")
		all := s.Orders("5")
		if len(all) != 1 || all[0].Delivery.String() != "Sent" || all[0].Payment.String() != "Card" {
			t.Errorf("the service holds %+v", all)
		}
	})
}

func TestForm_TicketIsAddedForTheCustomerOnScreen(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "C", "n")
		s.RequireText("New ticket for Isla MacPherson", "E-mail isla@example.org")
		s.Type("Screen again")
		s.Press("ctrl+s")
		s.RequireText("opened 7")
		if got := s.TicketsToday("Screen again"); len(got) != 1 || got[0].Email.String() != "isla@example.org" {
			t.Errorf("the service holds %+v", got)
		}
	})
}

func TestForm_EmptiedFieldThatTheServiceIgnoresIsNotSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":edit-customer")
		replaceText(t, s, "City", "")
		s.Press("ctrl+s")
		s.RequireText("▌ City", "✗ cannot be emptied")
		if n := s.Net.Calls("/customer/api"); n != 0 {
			t.Errorf("%d were sent", n)
		}
	})
}

func TestForm_InvalidStoredValueDoesNotBlockOtherChanges(t *testing.T) {
	d := newOrderDesk()
	d.Customers[0].Contacts[0].PhoneMasked = false
	d.Customers[0].Contacts[0].Phone = "+44 131 555 0106"
	uitest.Run(t, uitest.Options{Desk: d}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":edit-customer")
		s.RequireText("Phone +44 131 555 0106")
		replaceText(t, s, "City", "Edinburgh")
		s.Press("ctrl+s", "enter")
		s.RequireText("saved")
		s.Press(":edit-customer")
		focusField(t, s, "Full name")
		s.Press("tab", "backspace")
		s.Press("ctrl+s")
		s.RequireText("✗ must be digits alone")
	})
}

func TestForm_PreviewShowsTheEndOfALongValue(t *testing.T) {
	d := newOrderDesk()
	d.Customers[0].Remarks = strings.Repeat("Rings on weekdays only. ", 40)
	uitest.Run(t, uitest.Options{Desk: d, Width: 80, Height: 24}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":edit-customer")
		focusField(t, s, "Remarks")
		s.Press("ctrl+end")
		s.Type("Never on Sundays.")
		for _, label := range []string{"City", "PIN code", "Address", "Type", "Country", "Code"} {
			replaceText(t, s, label, "Another "+strings.Repeat(label+" ", 12))
		}
		s.Press("ctrl+s")
		s.RequireText("This will be sent", "↓ ↑ more")
		for range 20 {
			s.Press("down")
		}
		s.RequireText("Remarks", "Never on")
	})
}

func TestClose_SaysThatTheCallbackRemindsNobody(t *testing.T) {
	desk := newDesk(newTicket("713516551148", "Screen stays black", 8, func(t *store.Ticket) {
		t.NextFollowUp, t.Callback = uitest.Now.Add(time.Hour).Unix(), true
	}), newTicket("713516551149", "Old one", 70, func(t *store.Ticket) { t.SubStatus = "CL" }))
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 50}} {
		uitest.Run(t, uitest.Options{Desk: desk, Width: size[0], Height: size[1]}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("u")
			s.RequireText("stays Fri 20 Nov")
			s.Press("esc", "x")
			s.RequireText("Closed · CL", "stays Fri 20 Nov", "without a reminder")
		})
	}
}

// TestUpdate_SaysTheYearOfACallback that is not of this year, for what else would "stays Sun 26 Nov" mean?
func TestUpdate_SaysTheYearOfACallback(t *testing.T) {
	for year, said := range map[int]string{2028: "stays 26 Nov 2028 12:35", 2025: "stays 26 Nov 2025 12:35", 2026: "stays Thu 26 Nov 12:35"} {
		goods := newDesk(newTicket("900", "Callback", 8, func(t *store.Ticket) {
			t.NextFollowUp, t.Callback = time.Date(year, time.November, 26, 12, 35, 0, 0, uitest.Zone).Unix(), true
		}))
		uitest.Run(t, uitest.Options{Desk: goods, Width: 80, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("u")
			s.RequireText(said)
		})
	}
}
