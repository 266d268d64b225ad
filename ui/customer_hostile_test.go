package ui_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// newHostileCustomer returns a customer whose every text is hostile, with an order of theirs.
func newHostileCustomer(id int64, hostile string) (store.Customer, store.OrderAggregate) {
	quoted, err := json.Marshal(map[string]any{hostile: hostile, "rows": []any{map[string]string{hostile: hostile}}})
	if err != nil {
		panic(err)
	}
	customer := store.Customer{
		ID: id, Name: "Nasty " + hostile, Code: hostile, Type: hostile, Classification: hostile, CurrentStatus: hostile, Address: hostile, City: hostile,
		Remarks: hostile, Website: hostile, Created: uitest.Now.Unix(), Additional: quoted,
		Contacts: []store.Contact{{ID: id, Name: hostile, Phone: hostile, CountryCode: hostile, Email: hostile, AdditionalPhone: hostile, Gender: hostile}},
	}
	order := store.Order{ID: id, CustomerID: id, EnquiryID: id, DeliveryStatus: hostile, ERPOrderID: hostile, Remarks: hostile, Associate: quoted}
	return customer, store.OrderAggregate{Enquiry: store.Enquiry{ID: id, CustomerID: id}, Order: order}
}

func TestCustomer_HostileTextIsHarmlessOnScreen(t *testing.T) {
	t.Parallel()
	cases := texttest.Some(t, 256, 1<<10)
	desk := newDesk()
	for i, c := range cases {
		customer, sale := newHostileCustomer(int64(1000+i), c.Text)
		desk.Customers, desk.Sales = append(desk.Customers, customer), append(desk.Sales, sale)
		desk.Tickets = append(desk.Tickets, newTicket(fmt.Sprint(713_500_000_000+i), "Hostile", 1, withCustomer(customer.ID), func(t *store.Ticket) {
			t.TaskID, t.Email, t.Phone = int64(i+1), c.Text, c.Text
		}))
	}
	uitest.Run(t, uitest.Options{Width: 140, Height: 60, Desk: desk, Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		look := func(where string) {
			t.Helper()
			if err := texttest.Forbidden(s.Text()); err != nil {
				t.Fatalf("%s: %v", where, err)
			}
		}
		s.Press("C")
		for i, c := range cases {
			s.Press("C")
			s.RequireText("Nasty", "── Orders ─")
			s.Press("down", "down", "enter")
			look(fmt.Sprintf("order %d", i))
			s.Press("G")
			look(fmt.Sprintf("customer %d", i))
			s.Press("y")
			look(fmt.Sprintf("copy %d", i))
			if strings.Contains(s.Text(), "or its digit") { // otherwise there was one thing to copy
				s.Press("esc")
			}
			s.Press("tab", "F")
			s.Paste(c.Text)
			look(fmt.Sprintf("finder %d", i))
			s.Press("esc", "j")
		}
		s.Press("F")
		s.Type("nasty")
		look("found")
	})
}
