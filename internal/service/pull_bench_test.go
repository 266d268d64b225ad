package service_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// serviceWithTickets returns a service whose desk holds n tickets of about 1.2 KB, all of one day.
func serviceWithTickets(t testing.TB, n int) (h *service.Service, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "desk.db")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	tickets := make([]store.Ticket, n)
	for i := range tickets {
		tickets[i] = store.Ticket{
			TaskID: int64(i + 1), TicketID: fmt.Sprint(713500000001 + i), Created: noon.Unix(), Title: "Drum does not turn", SubStatus: "US",
			Detail: strings.Repeat("It hums, and the door stays locked. ", 10), Email: "asha@example.com", Phone: "9876543210",
			AssignedName: "Ravi Kumar", QueueKey: "HW", Additional: []byte(`{"order_details":[{"awb":"X1"}]}`),
		}
	}
	if err := s.Load(t.Context(), store.Dataset{Queues: []store.Queue{{Key: "HW", Name: "Hardware"}}, Tickets: tickets}); err != nil {
		t.Fatal(err)
	}
	return service.New(service.Config{
		Store: s, Token: "c2VjcmV0", Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return noon },
	}), path
}

// countingWriter is a client that discards the response, and can measure the memory in use every 100 KB.
type countingWriter struct {
	header     http.Header
	size, next int64
	look       bool
	heap       uint64 // the most that was in use
}

func (c *countingWriter) Header() http.Header { return c.header }
func (c *countingWriter) WriteHeader(int)     {}
func (c *countingWriter) Write(b []byte) (int, error) {
	c.size += int64(len(b))
	if c.look && c.size > c.next {
		c.next = c.size + 100<<10
		c.heap = max(c.heap, heapInUse())
	}
	return len(b), nil
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func pullInto(h http.Handler, w http.ResponseWriter) {
	r := httptest.NewRequest(http.MethodPost, wire.PullTicket.Path, strings.NewReader(`[{"start_date":"2026-11-20","end_date":"2026-11-20"}]`))
	r.Header.Set("Authorization", key)
	h.ServeHTTP(w, r)
}

// BenchmarkPullTicket answers a day of 10,000 tickets, beside what cannot be saved: reading the rows with the same
// driver. Of the rest, decoding the stored records and quoting texts take about a quarter of the time each.
func BenchmarkPullTicket(b *testing.B) {
	h, path := serviceWithTickets(b, 10_000)
	b.Run("answer", func(b *testing.B) {
		for b.Loop() {
			c := &countingWriter{header: http.Header{}}
			pullInto(h, c)
			b.SetBytes(c.size)
		}
	})
	b.Run("rows", func(b *testing.B) {
		for b.Loop() {
			readRows(b, path)
		}
	})
}

// readRows reads the day as the driver gives it, without looking into the records.
func readRows(b *testing.B, path string) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT task_id, ticket_id, created, record FROM tickets WHERE created = ? ORDER BY created, task_id", noon.Unix())
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	var id, created int64
	var ticketID string
	var record []byte
	for rows.Next() {
		if err := rows.Scan(&id, &ticketID, &created, &record); err != nil {
			b.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil || id != 10_000 {
		b.Fatal(id, err)
	}
}

// TestALongDayNeedsNoMemory: the response of 2,000 tickets never takes more memory than that of 200.
func TestALongDayNeedsNoMemory(t *testing.T) {
	held := func(tickets int) uint64 {
		h, _ := serviceWithTickets(t, tickets)
		c := &countingWriter{header: http.Header{}, look: true}
		_ = heapInUse() // what pools keep goes at the second collection
		before := heapInUse()
		pullInto(h, c)
		if c.size < int64(tickets)*1000 {
			t.Fatalf("%d bytes of %d tickets", c.size, tickets)
		}
		return c.heap - min(before, c.heap)
	}
	if few, many := held(200), held(2000); many > few+1<<20 {
		t.Errorf("200 tickets held %d bytes, 2,000 held %d", few, many)
	}
}
