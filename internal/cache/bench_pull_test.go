package cache_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/guard"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// perDay is how many tickets each of the month's 30 days has: 99,000 in all.
const perDay = 3_300

// startBusyDesk starts a service with a month of tickets and returns its address.
func startBusyDesk(b *testing.B) string {
	b.Helper()
	s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "desk.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	var tickets []row
	for i, made := range largeDesk(30 * perDay) {
		day := month.From.Add(i / perDay)
		tickets = append(tickets, row{
			TaskID: int64(i + 1), TicketID: id(int64(i + 1)), Title: made.Title.String(), Detail: strings.Repeat("The screen stays black. ", 20),
			Created: time.Date(day.Year, day.Month, day.Day, 0, 0, i%perDay*20, 0, time.UTC).Unix(),
			Email:   made.Email.String(), Phone: made.Phone.String(), OrderID: made.OrderID.String(), SubStatus: "US", QueueKey: "HW",
			Priority: made.Priority.String(), AssignedName: made.Assignee.String(), CreatorName: "API", SLAStatus: made.SLA.String(),
		})
	}
	if err := s.Load(b.Context(), store.Dataset{Queues: []store.Queue{{Key: "HW", Name: "Hardware"}}, Tickets: tickets}); err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(service.New(service.Config{
		Store: s, Token: "c2VjcmV0", Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return noon },
	}))
	b.Cleanup(server.Close)
	return server.URL
}

// BenchmarkPull30Days pulls 99,000 tickets over loopback from a service in this process, beside the same
// thirty answers merely fetched, eight at a time: the rest is the cost of the cache.
func BenchmarkPull30Days(b *testing.B) {
	address := startBusyDesk(b)
	b.Run("fetched alone", func(b *testing.B) {
		for b.Loop() {
			if err := pullAllDays(b.Context(), address); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("pulled", func(b *testing.B) {
		var first time.Duration
		for b.Loop() {
			first += pullMonth(b, address)
		}
		b.ReportMetric(float64(first.Milliseconds())/float64(b.N), "ms-to-first-rows")
	})
}

// pullAllDays asks for every day and throws the answers away.
func pullAllDays(ctx context.Context, address string) error {
	var calls errgroup.Group
	calls.SetLimit(8)
	for _, day := range month.Days() {
		calls.Go(func() error {
			body := fmt.Sprintf(`[{"start_date":%q,"end_date":%q}]`, day, day)
			request, err := http.NewRequestWithContext(ctx, wire.Method, address+wire.PullTicket.Path, strings.NewReader(body))
			if err != nil {
				return err
			}
			request.Header.Set("Authorization", "Basic c2VjcmV0")
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				return err
			}
			defer answer.Body.Close()
			_, err = io.Copy(io.Discard, answer.Body)
			return err
		})
	}
	return calls.Wait()
}

// pullMonth returns the time until the first rows.
func pullMonth(b *testing.B, address string) time.Duration {
	b.Helper()
	c, err := client.New(client.Config{BaseURL: address, KMSURL: address, Token: "c2VjcmV0", Zone: time.UTC})
	if err != nil {
		b.Fatal(err)
	}
	known := cache.New(cache.Config{Client: c})
	subscription := known.Subscribe()
	defer subscription.Close()
	began := time.Now()
	first := make(chan time.Duration, 1)
	go func() {
		for subscription.Wait(b.Context()) {
			if known.Snapshot().Len() > 0 {
				first <- time.Since(began)
				return
			}
		}
	}()
	if err := known.Pull(b.Context(), month); err != nil {
		b.Fatal(err)
	}
	if n := known.Snapshot().Len(); n != 30*perDay {
		b.Fatalf("%d tickets arrived", n)
	}
	return <-first
}

// BenchmarkKeyDuringAPull is what a key waits for while a month of tickets arrives: for a core, and for a millisecond
// of its own work.
func BenchmarkKeyDuringAPull(b *testing.B) {
	address := startBusyDesk(b)
	var waits []time.Duration
	for b.Loop() {
		var ended atomic.Bool
		keys := guard.Start(func() error {
			for !ended.Load() {
				pressed := time.Now().Add(20 * time.Millisecond)
				<-time.After(time.Until(pressed))
				spend(time.Millisecond)
				waits = append(waits, time.Since(pressed))
			}
			return nil
		})
		pullMonth(b, address)
		ended.Store(true)
		if err := <-keys; err != nil {
			b.Fatal(err)
		}
	}
	slices.Sort(waits)
	b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(waits[len(waits)*95/100].Microseconds())/1000, "ms-95th")
}

// spend computes for about as long as a machine of 2026 takes for it when nothing else runs.
func spend(work time.Duration) {
	sum := 0
	for i := range int(work / time.Nanosecond) {
		sum += i * i
	}
	runtime.KeepAlive(sum)
}
