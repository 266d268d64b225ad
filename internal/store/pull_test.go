package store

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// newDesk returns an empty desk.
func newDesk(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// newBusyDesk returns a desk with more records of each kind than one chunk, four in each second.
func newBusyDesk(t *testing.T) (s *Store, n int) {
	t.Helper()
	s, n = newDesk(t), 2*chunkRows+100
	var d Dataset
	for i := range n {
		id, at := int64(i+1), int64(1000+i/4)
		d.Tickets = append(d.Tickets, Ticket{TaskID: id, TicketID: fmt.Sprint(id), Created: at, Title: "Screen"})
		d.Customers = append(d.Customers, Customer{ID: id, Created: at, Name: "Asha"})
		d.Sales = append(d.Sales, OrderAggregate{Enquiry: Enquiry{ID: id, CustomerID: id}, Order: Order{ID: id, CustomerID: id, EnquiryID: id, Added: at}})
	}
	if err := s.Load(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	return s, n
}

// idsOf gathers the ids of records.
func idsOf[T any](t *testing.T, rows iter.Seq2[LazyRow[T], error], id func(T) int64) []int64 {
	t.Helper()
	var all []int64
	for record, err := range DecodeAll(rows) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, id(record))
	}
	return all
}

// checkIDs checks that ids are those from first to last, each once.
func checkIDs(t *testing.T, what string, ids []int64, first, last int) {
	t.Helper()
	if len(ids) != last-first+1 {
		t.Errorf("%s: %d rows, not %d", what, len(ids), last-first+1)
	}
	for i, id := range ids {
		if id != int64(first+i) {
			t.Errorf("%s: row %d is %d", what, i, id)
			return
		}
	}
}

func TestPull_ALongDayComesWholeAndInOrder(t *testing.T) {
	s, n := newBusyDesk(t)
	ctx := t.Context()
	ticketID, orderID, customerID := func(t Ticket) int64 { return t.TaskID }, func(o Order) int64 { return o.ID }, func(c Customer) int64 { return c.ID }
	for _, limit := range []int{0, 1, chunkRows, chunkRows + 1, n, n + 1} {
		total, rows, err := s.PullTickets(ctx, time.Unix(1000, 0), time.Unix(2000, 0), limit)
		if err != nil || total != n {
			t.Fatal(total, err)
		}
		last := n
		if limit > 0 {
			last = min(limit, n)
		}
		checkIDs(t, fmt.Sprint("tickets, limit ", limit), idsOf(t, rows, ticketID), 1, last)
	}
	_, rows, err := s.PullTickets(ctx, time.Unix(1001, 0), time.Unix(1003, 0), 0)
	if err != nil {
		t.Fatal(err)
	}
	checkIDs(t, "tickets of two seconds", idsOf(t, rows, ticketID), 5, 12)
	for _, p := range []Page{{Limit: n}, {Limit: n, Offset: 3}, {Limit: chunkRows + 7, Offset: chunkRows + 5}, {Limit: 2, Offset: n - 1}} {
		last := min(p.Offset+p.Limit, n)
		var f Filter
		f.NameContains("asha")
		total, orders, err := s.PullOrders(ctx, f, p)
		if err != nil || total != n {
			t.Fatal(total, err)
		}
		checkIDs(t, fmt.Sprint("orders ", p), idsOf(t, orders, orderID), p.Offset+1, last)
		checkIDs(t, fmt.Sprint("customers ", p), idsOf(t, s.PullCustomers(ctx, f, p), customerID), p.Offset+1, last)
		checkIDs(t, fmt.Sprint("customers without a filter ", p), idsOf(t, s.PullCustomers(ctx, Filter{}, p), customerID), p.Offset+1, last)
	}
}

func TestPull_LargeRecordsAreReadAFewAtATime(t *testing.T) {
	s := newDesk(t)
	var d Dataset
	for i := range 40 {
		d.Tickets = append(d.Tickets, Ticket{TaskID: int64(i + 1), TicketID: fmt.Sprint(i), Created: 1000, Detail: strings.Repeat("x", 64<<10)})
	}
	if err := s.Load(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	_, rows, err := s.PullTickets(t.Context(), time.Unix(1000, 0), time.Unix(2000, 0), 0)
	if err != nil {
		t.Fatal(err)
	}
	checkIDs(t, "large tickets", idsOf(t, rows, func(t Ticket) int64 { return t.TaskID }), 1, 40)
}

// TestPull_SlowReadersHoldNoConnection: more clients than there are connections stop reading in the middle of an
// answer.
func TestPull_SlowReadersHoldNoConnection(t *testing.T) {
	s, _ := newBusyDesk(t)
	ctx := t.Context()
	for range readers + 8 {
		_, tickets, err := s.PullTickets(ctx, time.Unix(1000, 0), time.Unix(2000, 0), 0)
		if err != nil {
			t.Fatal(err)
		}
		_, orders, err := s.PullOrders(ctx, Filter{}, Page{Limit: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		mustBegin(t, tickets)
		mustBegin(t, orders)
		mustBegin(t, s.PullCustomers(ctx, Filter{}, Page{Limit: 10_000}))
	}
	if busy := s.read.db.Stats().InUse; busy != 0 {
		t.Errorf("%d connections are held", busy)
	}
	soon, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	if _, err := s.Tickets(soon, []string{"1"}); err != nil {
		t.Errorf("a ticket cannot be read meanwhile: %v", err)
	}
}

// mustBegin reads the first row and stops until the test ends.
func mustBegin[T any](t *testing.T, rows iter.Seq2[LazyRow[T], error]) {
	t.Helper()
	next, stop := iter.Pull2(rows)
	t.Cleanup(stop)
	if _, err, ok := next(); err != nil || !ok {
		t.Fatal(err, ok)
	}
}

// BenchmarkPullTickets_OfOneSecond reads tickets that all have the same second, as an import of dates gives them, and as
// many that have a second each. One of 50,000 must not take longer than one of 10,000.
func BenchmarkPullTickets_OfOneSecond(b *testing.B) {
	for _, n := range []int{10_000, 50_000} {
		for _, together := range []bool{true, false} {
			b.Run(fmt.Sprintf("%d together=%v", n, together), func(b *testing.B) {
				s, err := Open(b.Context(), filepath.Join(b.TempDir(), "desk.db"))
				if err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				tickets := make([]Ticket, n)
				for i := range tickets {
					at := int64(1000 + i)
					if together {
						at = 1000
					}
					tickets[i] = Ticket{TaskID: int64(i + 1), TicketID: fmt.Sprint(i + 1), Created: at, Detail: strings.Repeat("x", 1000)}
				}
				if err := s.Load(b.Context(), Dataset{Tickets: tickets}); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					_, rows, err := s.PullTickets(b.Context(), time.Unix(0, 0), time.Unix(1e6, 0), 0)
					for _, failed := range rows {
						if failed != nil {
							err = failed
						}
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/ticket")
			})
		}
	}
}
