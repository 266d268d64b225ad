package ui_test

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
	"frontdesk/ui/backend"
	"frontdesk/ui/uitest"
)

// BenchmarkCustomer is what a customer with 500 tickets and 500 orders costs at 120×40: a key that moves, and the answer
// that has everything put together anew.
func BenchmarkCustomer(b *testing.B) {
	const many = 500
	s := uitest.NewLoaded(b, shop(ticket(black, "Screen stays black", 2, of(61001), func(t *store.Ticket) { t.TaskID = 1 })))
	known := backend.CustomerLoadedMsg{ID: 61001, Customer: &desk.Customer{ID: 61001, Name: safetext.LineFromText("Priya Natarajan")}}
	tickets := backend.CustomerTicketsLoadedMsg{ID: 61001, Tickets: make([]desk.Ticket, many)}
	orders := backend.CustomerOrdersLoadedMsg{ID: 61001, Page: desk.OrderPage{Orders: make([]desk.Order, many)}, At: uitest.Now}
	for i := range many {
		tickets.Tickets[i] = desk.Ticket{ID: desk.NewKey(fmt.Sprint(i)), Title: safetext.LineFromText("Screen stays black & beeps"), Created: desk.NewStamp(uitest.Now)}
		orders.Page.Orders[i] = desk.Order{ID: desk.NewKey(fmt.Sprint(i)), Created: safetext.LineFromText("2026-11-20")}
	}
	s.Do(func(m tea.Model) {
		for _, msg := range []tea.Msg{uitest.Key("C"), uitest.Key("C"), known, tickets, orders, uitest.Key("G")} {
			m.Update(msg)
		}
	})
	for name, msg := range map[string]tea.Msg{"key": uitest.Key("k"), "answer": orders} {
		b.Run(name, func(b *testing.B) {
			s.Do(func(m tea.Model) {
				for b.Loop() {
					m.Update(msg)
					m.View()
				}
			})
		})
	}
}
