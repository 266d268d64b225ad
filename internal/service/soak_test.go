package service_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// soak returns the number of clients and the duration: a few for a short time, or 200 for FRONTDESK_SOAK.
func soak(t *testing.T) (clients int, during time.Duration) {
	t.Helper()
	texttest.RequireLoad(t)
	given := os.Getenv("FRONTDESK_SOAK")
	if given == "" {
		return 16, time.Second
	}
	during, err := time.ParseDuration(given)
	if err != nil {
		t.Fatal(err)
	}
	return 200, during
}

// TestManyClientsAtOnceLoseNothing mixes all thirteen operations from many clients over loopback: no call fails, every
// write that was acknowledged is found again, by who wrote it and at the end, and the live heap does not grow from the
// first quarter to the end. 200 clients for a minute on a 4-core Linux machine: see CONTRIBUTING.md.
func TestManyClientsAtOnceLoseNothing(t *testing.T) {
	n, during := soak(t)
	url := startService(t)
	workers := make([]*soakWorker, n)
	for i := range workers {
		workers[i] = newWorker(t, url, i)
	}
	enough, stop := context.WithTimeout(t.Context(), during)
	defer stop()
	var all sync.WaitGroup
	for _, w := range workers {
		all.Go(func() { w.work(t.Context(), enough) })
	}
	quarter := time.NewTimer(during / 4)
	<-quarter.C
	before := liveHeap()
	<-enough.Done()
	after := liveHeap()
	all.Wait()
	rounds := 0
	for _, w := range workers {
		rounds += len(w.done)
		if w.fault == nil {
			w.fault = w.verifyAll(t.Context())
		}
		if w.fault != nil {
			t.Errorf("client %d: %v", w.number, w.fault)
		}
	}
	t.Logf("%d clients, %s: %d calls, %d writes found again; live heap %.1f MiB at a quarter, %.1f MiB at the end",
		n, during, rounds*len(wire.Operations()), rounds*6, float64(before)/(1<<20), float64(after)/(1<<20))
	if rounds == 0 || after > before+before/4+8<<20 {
		t.Errorf("%d rounds; the live heap grew from %d to %d bytes", rounds, before, after)
	}
}

// TestClientsAtOnceLoseNothing has some clients do a round each.
func TestClientsAtOnceLoseNothing(t *testing.T) {
	t.Parallel()
	url := startService(t)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			w := newWorker(t, url, i)
			w.doRound(t.Context())
			if w.fault == nil {
				w.fault = w.verifyAll(t.Context())
			}
			if w.fault != nil {
				t.Errorf("client %d: %v", i, w.fault)
			}
		})
	}
	all.Wait()
}

// theDay is that of noon, so that no midnight passes.
const theDay = "2026-11-20"

// startService returns the address of a service on a desk with one article in one category.
func startService(t *testing.T) string {
	t.Helper()
	s := storetest.OpenFile(t)
	err := s.Load(t.Context(), store.Dataset{
		Categories: []store.Category{{ID: 2, Name: "Delivery", Path: "1/2/"}},
		Articles:   []store.Article{{ID: 5, Title: "Refund not received", Enabled: true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service.New(service.Config{
		Store: s, Token: "c2VjcmV0", OrderUser: "orders", OrderPassword: "hush", Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return noon },
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// liveHeap returns the bytes of the heap after a collection.
func liveHeap() uint64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
