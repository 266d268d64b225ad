package book

import "frontdesk/internal/desk"

// Learn gives a book tickets without a service, for benchmarks.
func Learn(b *Book, tickets []desk.Ticket) {
	b.learn(listed, b.next(), desk.Day{}, tickets)
}

// LearnCustomers takes customers over as a pull does.
func LearnCustomers(b *Book, records []desk.Customer) { b.learnCustomers(b.next(), true, records) }
