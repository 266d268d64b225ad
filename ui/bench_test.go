package ui_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/stats"
	"frontdesk/internal/store"
	"frontdesk/ui/backend"
	"frontdesk/ui/uitest"
)

// BenchmarkKey measures one key from Update to the finished frame at 120×40, with few and with many tickets in one run:
// the cost of a key may not grow with them.
func BenchmarkKey(b *testing.B) {
	for _, tickets := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(tickets), func(b *testing.B) {
			s := uitest.NewLoaded(b, uitest.ManyTickets(tickets))
			for name, keys := range map[string][2]string{"down and up": {"j", "k"}, "end and start": {"G", "g"}, "filter letter": {"/", "r"}, "mark all": {"*", "*"}} {
				b.Run(name, func(b *testing.B) {
					s.Do(func(m tea.Model) {
						for i := 0; b.Loop(); i++ {
							m.Update(uitest.Key(keys[i%2]))
							m.View()
						}
						m.Update(uitest.Key("esc"))
					})
				})
			}
		})
	}
}

// BenchmarkTyping measures one letter from Update to the finished frame at 120×40, in the form of a ticket and in the
// widest one with every field open.
func BenchmarkTyping(b *testing.B) {
	s := uitest.NewLoaded(b, newOrderDesk())
	for _, f := range []struct {
		name string
		keys []string
	}{
		{"update ticket", []string{"c"}},
		{"new customer, every field", append(byPalette("new customer"), "ctrl+t")},
		{"new ticket, every field", []string{"n", "ctrl+t"}},
	} {
		b.Run(f.name, func(b *testing.B) {
			s.Do(func(m tea.Model) {
				for _, key := range f.keys {
					m.Update(uitest.Key(key))
				}
				if !strings.Contains(m.View().Content, "ctrl+s") {
					b.Fatalf("%v opens no form:\n%s", f.keys, m.View().Content)
				}
				for i := 0; b.Loop(); i++ {
					m.Update(uitest.Key([]string{"x", "backspace"}[i%2]))
					m.View()
				}
				m.Update(uitest.Key("esc"))
			})
		})
	}
}

// byPalette returns the keys that run an action by the words of its name.
func byPalette(words string) []string {
	return append(append([]string{"ctrl+p"}, strings.Split(words, "")...), "enter")
}

// runCommand runs a command by hand.
func runCommand(m tea.Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, each := range msg {
			runCommand(m, each)
		}
	default:
		m.Update(msg)
	}
}

// BenchmarkCustomer measures a customer with 500 tickets and 500 orders at 120×40: a key that moves, and an answer that
// rebuilds the pane.
func BenchmarkCustomer(b *testing.B) {
	const many = 500
	s := uitest.NewLoaded(b, newDesk(newTicket(blackScreenTicket, "Screen stays black", 2, withCustomer(61001), func(t *store.Ticket) { t.TaskID = 1 })))
	known := backend.CustomerLoaded{Of: backend.CustomerRef{ID: 61001, Ticket: desk.NewID(blackScreenTicket)}, At: uitest.Now, Value: backend.FoundCustomer{ID: 61001, Customer: &desk.Customer{ID: 61001, Name: safetext.LineFromText("Priya Natarajan")}}}
	tickets := backend.TicketsLoaded{Of: 61001, Value: make([]desk.Ticket, many), At: uitest.Now}
	orders := backend.OrdersLoaded{Of: 61001, Value: backend.Orders{OrderPage: desk.OrderPage{Orders: make([]desk.Order, many)}}, At: uitest.Now}
	for i := range many {
		tickets.Value[i] = desk.Ticket{ID: desk.NewID(fmt.Sprint(i)), Title: safetext.LineFromText("Screen stays black & beeps"), Created: desk.NewUnixTime(uitest.Now)}
		orders.Value.Orders[i] = desk.Order{ID: desk.NewID(fmt.Sprint(i)), Created: safetext.LineFromText("2026-11-20")}
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

// BenchmarkBoard measures the figures of 100,000 tickets, which a command counts, and a key on the board with its frame.
func BenchmarkBoard(b *testing.B) {
	s := uitest.NewLoaded(b, uitest.ManyTickets(100_000))
	days := desk.LastDays(60, desk.DateOf(uitest.Now))
	b.Run("count", func(b *testing.B) {
		for b.Loop() {
			f, err := stats.Of(b.Context(), s.Backend().Cache, stats.Request{Days: days, Now: uitest.Now})
			if err != nil || f.Tickets == 0 {
				b.Fatal(f, err)
			}
		}
	})
	s.Do(func(m tea.Model) {
		_, cmd := m.Update(uitest.Key("B"))
		runCommand(m, cmd)
	})
	for _, key := range []string{"j", "tab"} {
		b.Run("key "+key, func(b *testing.B) {
			s.Do(func(m tea.Model) {
				for b.Loop() {
					m.Update(uitest.Key(key))
					m.View()
				}
			})
		})
	}
}
