package book

import "frontdesk/internal/desk"

// Learn gives a book tickets without a service, for benchmarks.
func Learn(b *Book, tickets []desk.Ticket) {
	b.learn(listed, b.next(), desk.Day{}, tickets)
}
