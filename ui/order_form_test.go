package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

func TestOrder_EmptyFormIsNotSent(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("A", "ctrl+s")
		s.Sees("New order for Isla MacPherson", "✗ Nothing is filled in yet")
		if n := len(s.Orders("5")); n != 1 {
			t.Errorf("the customer has %d orders", n)
		}
	})
}

func TestOrder_NewOneIsShownBeforeItIsSent(t *testing.T) {
	for _, width := range []int{80, 120} {
		uitest.Run(t, uitest.Options{Width: width, Height: 24, Desk: counter()}, func(t *testing.T, s *uitest.Story) {
			s.Press("A")
			s.Type("ERP-2")
			s.Press("ctrl+s")
			s.Sees("This will be sent", "New order for Isla MacPherson", "It cannot be deleted afterwards", "Order no ERP-2", "Ticket "+black)
			s.Press("esc")
			s.Sees("▌ Order no ERP-2")
			if n := len(s.Orders("5")); n != 1 {
				t.Errorf("the customer has %d orders", n)
			}
			s.Press("ctrl+s", "enter")
			s.Sees("order 901 added ✓")
		})
	}
}

func TestCustomer_NewOneIsShownBeforeItIsSent(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("N")
		s.Type("Tom Reid")
		put(t, s, "Phone", "5550177")
		s.Press("ctrl+s")
		s.Sees("This will be sent", "New customer", "It cannot be deleted afterwards", "Tom Reid", "5550177")
		if n := s.Net.Calls("/customer/api"); n != 0 {
			t.Errorf("%d were sent before", n)
		}
		s.Press("enter")
		s.Sees("customer 6 added ✓")
	})
}

func TestOrder_ValuesOfKnownOrdersAreOffered(t *testing.T) {
	d := counter()
	d.Sales = append(d.Sales, store.Sale{
		Enquiry: store.Enquiry{ID: 71, CustomerID: 5},
		Order:   store.Order{ID: 901, CustomerID: 5, EnquiryID: 71, DeliveryStatus: "Collected", PaymentMode: "Card"},
	})
	uitest.Run(t, uitest.Options{Desk: d}, func(t *testing.T, s *uitest.Story) {
		s.Press("C")
		s.Sees("Orders · 2")
		s.Press("A")
		to(t, s, "Delivery")
		s.Sees("Collected", "Packed")
		s.Misses("nothing fits")
		s.Type("coll")
		s.Sees("“coll”", "Collected")
		s.Press("down", "tab")
		s.Sees("Delivery Collected")
		s.Sees("Card", "Cash") // of the payment, which has the keys now
		s.Press("down")
		s.Press("tab")
		s.Sees("Payment Card")
	})
}

func TestOrder_TypingReplacesAKnownValue(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("C", "C")
		for range 20 {
			if s.Press("u"); strings.Contains(s.Screen(), "Edit order") {
				break
			}
			s.Press("down")
		}
		to(t, s, "Delivery")
		s.Type("Delivered")
		s.Press("ctrl+s")
		s.Sees("Delivery Packed Delivered")
		s.Misses("PackedDelivered")
	})
}

func TestOrder_FieldWithoutKnownValuesTakesAnyText(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: counter()}, func(t *testing.T, s *uitest.Story) {
		s.Press("A")
		to(t, s, "Delivery")
		s.Misses("nothing fits")
		s.Type("Held at customs")
		s.Press("tab")
		s.Sees("Delivery Held at customs")
		s.Misses("the service may refuse it")
	})
}
