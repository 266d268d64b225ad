package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

func TestOrder_EmptyFormIsNotSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":add-order", "ctrl+s")
		s.RequireText("New order for Isla MacPherson", "✗ nothing is filled in yet")
		if n := len(s.Orders("5")); n != 1 {
			t.Errorf("the customer has %d orders", n)
		}
	})
}

func TestOrder_NewOneIsShownBeforeItIsSent(t *testing.T) {
	for _, width := range []int{80, 120} {
		uitest.Run(t, uitest.Options{Width: width, Height: 24, Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
			s.Press(":add-order")
			s.Type("ERP-2")
			s.Press("ctrl+s")
			s.RequireText("This will be sent", "New order for Isla MacPherson", "It cannot be deleted afterwards", "ERP order ERP-2", "Ticket "+blackScreenTicket)
			s.Press("esc")
			s.RequireText("▌ ERP order ERP-2")
			if n := len(s.Orders("5")); n != 1 {
				t.Errorf("the customer has %d orders", n)
			}
			s.Press("ctrl+s", "enter")
			s.RequireText("order 901 added ✓")
		})
	}
}

func TestCustomer_NewOneIsShownBeforeItIsSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":new-customer")
		s.Type("Tom Reid")
		replaceText(t, s, "Phone", "5550177")
		s.Press("ctrl+s")
		s.RequireText("This will be sent", "New customer", "It cannot be deleted afterwards", "Tom Reid", "5550177")
		if n := s.Net.Calls("/customer/api"); n != 0 {
			t.Errorf("%d were sent before", n)
		}
		s.Press("enter")
		s.RequireText("customer 6 added ✓")
	})
}

func TestOrder_ValuesOfKnownOrdersAreOffered(t *testing.T) {
	d := newOrderDesk()
	d.Sales = append(d.Sales, store.OrderAggregate{
		Enquiry: store.Enquiry{ID: 71, CustomerID: 5},
		Order:   store.Order{ID: 901, CustomerID: 5, EnquiryID: 71, DeliveryStatus: "Collected", PaymentMode: "Card"},
	})
	uitest.Run(t, uitest.Options{Desk: d}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C")
		s.RequireText("Orders 2")
		s.Press(":add-order")
		focusField(t, s, "Delivery")
		s.RequireText("Collected", "Packed")
		s.RequireNoText("nothing fits")
		s.Type("coll")
		s.RequireText("“coll”", "Collected")
		s.Press("down", "tab")
		s.RequireText("Delivery Collected")
		s.RequireText("Card", "Cash") // of the payment, which has the keys now
		s.Press("down")
		s.Press("tab")
		s.RequireText("Payment Card")
	})
}

func TestOrder_KeyThatEditsItIsNamedOnItsRow(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk(), Width: 120, Height: 36}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "C")
		if !strings.Contains(s.Text(), "a order") || strings.Contains(s.Text(), "u edit order") {
			t.Errorf("no order is chosen, and the last line is not that of a customer:\n%s", s.Text())
		}
		s.Press("j", "j")
		s.RequireText("a order u edit order")
	})
}

func TestOrder_TypingReplacesAKnownValue(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "C")
		for range 20 {
			if s.Press("u"); strings.Contains(s.Text(), "Edit order") {
				break
			}
			s.Press("down")
		}
		focusField(t, s, "Delivery")
		s.Type("Delivered")
		s.Press("ctrl+s")
		s.RequireText("Delivery Packed Delivered")
		s.RequireNoText("PackedDelivered")
	})
}

func TestOrder_FieldWithoutKnownValuesTakesAnyText(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":add-order")
		focusField(t, s, "Delivery")
		s.RequireNoText("nothing fits")
		s.Type("Held at customs")
		s.Press("tab")
		s.RequireText("Delivery Held at customs")
		s.RequireNoText("the service may refuse it")
	})
}

func TestOrder_RefusalNamesTheFieldAsTheFormDoes(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newOrderDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press(":add-order")
		s.Type("ERP-2")
		s.Net.Answer("customer/order", `{"status":"failed","message":"erp_order_id exists already"}`)
		s.Press("ctrl+s", "enter")
		s.RequireText("▌ ERP order ERP-2", "“ERP order” exists already")
		s.RequireNoText("erp_order_id")
	})
}

func TestCall_NewOrderOfTheCallerIsForTheTicketOfTheCall(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "esc", "p")
		s.Type("9876543210")
		s.Press("enter")
		s.RequireText("Notes go to 713516551148")
		s.Press("tab", "enter")
		s.RequireText("☎ 00:", "Loaded tickets 2")
		s.Press("a")
		s.RequireText("New order for Priya Natarajan", "Ticket 713516551148")
	})
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "tab", "a") // without a call
		s.RequireText("New order for Priya Natarajan")
		s.RequireNoText("Ticket 713516551148")
	})
}
