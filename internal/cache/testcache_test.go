package cache_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// november returns a range of days in November 2026.
func november(from, to int) desk.DateRange {
	return desk.DateRange{From: desk.Date{Year: 2026, Month: 11, Day: from}, To: desk.Date{Year: 2026, Month: 11, Day: to}}
}

// timeAt returns a time in November 2026.
func timeAt(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
}

// row and note are a ticket and an entry of its history as the service keeps them.
type (
	row  = store.Ticket
	note = store.Note
)

// ticket returns a stored ticket of a day at 9:00 with changes applied.
func ticket(number int64, day int, change ...func(*row)) row {
	t := row{
		TaskID: number, TicketID: id(number), Created: timeAt(day, 9, 0).Unix(), Title: fmt.Sprintf("Ticket %d", number),
		SubStatus: "US", QueueKey: "HW", Priority: "High", AssignedName: "Asha Rao", Email: "customer@example.com", Phone: "5550100",
	}
	for _, c := range change {
		c(&t)
	}
	return t
}

func id(number int64) string { return fmt.Sprint(713_500_000_000 + number) }

func ticketIDs(numbers ...int64) []desk.ID {
	var all []desk.ID
	for _, n := range numbers {
		all = append(all, desk.NewID(id(n)))
	}
	return all
}

// testCache is a cache of a desk with the real client, the real handler and a real store.
type testCache struct {
	*cache.Cache
	*network
	store *store.Store
}

func newTestCache(t testing.TB, tickets []row, config ...func(*cache.Config)) *testCache {
	t.Helper()
	s := storetest.OpenFile(t)
	err := s.Load(t.Context(), store.Dataset{
		Queues:     []store.Queue{{Key: "HW", Name: "Hardware"}, {Key: "BL", Name: "Billing"}},
		Categories: []store.Category{{ID: 2, Name: "Delivery", Path: "1/2/"}},
		Articles: []store.Article{
			{ID: 5, Title: "Refund not received", Detail: "<p>Wait</p>", Enabled: true},
			{ID: 6, Title: "Return and refund", Detail: "<p>Send it back</p>", Enabled: true},
			{ID: 7, Title: "Refund", Detail: "<p>How</p>", Enabled: true},
			{ID: 8, Title: "Refund of old days", Enabled: false},
		},
		Tickets: tickets,
	})
	if err != nil {
		t.Fatal(err)
	}
	settings := cache.Config{Zone: time.UTC, Now: func() time.Time { return noon }}
	for _, change := range config {
		change(&settings)
	}
	n := &network{service: client.NewHandlerTransport(service.New(service.Config{
		Store: s, Token: "c2VjcmV0", Zone: settings.Zone, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return noon },
	}))}
	settings.Client, err = client.New(client.Config{
		BaseURL: "https://desk.example.com", KMSURL: "https://kms.example.com", Token: "c2VjcmV0", Zone: settings.Zone, Transport: n,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &testCache{cache.New(settings), n, s}
}

func pull(t testing.TB, c *cache.Cache, s desk.DateRange) {
	t.Helper()
	if err := c.Pull(t.Context(), s); err != nil {
		t.Fatal(err)
	}
}

func list(t testing.TB, c *cache.Cache, q cache.Query) *cache.List {
	t.Helper()
	if q.Now.IsZero() {
		q.Now = noon
	}
	l, err := c.Snapshot().List(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// numbers returns the numbers of the tickets in a list.
func numbers(l *cache.List) []int64 {
	var all []int64
	for i := range l.Len() {
		all = append(all, l.At(i).TaskID)
	}
	return all
}

// mustTicket returns a ticket as the cache holds it now.
func mustTicket(t testing.TB, c *cache.Cache, number int64) *desk.Ticket {
	t.Helper()
	known, ok := c.Snapshot().Ticket(desk.NewID(id(number)))
	if !ok {
		t.Fatalf("ticket %d is not known", number)
	}
	return known
}

// afterSeconds returns a channel that delivers after some seconds of the test's virtual time.
func afterSeconds(seconds int) <-chan time.Time {
	return time.After(time.Duration(seconds) * time.Second)
}
