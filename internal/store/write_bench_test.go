package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// turn is how many tickets one engine adds before it is the other one's turn: a load of the machine that changes meets
// both.
const turn = 500

// BenchmarkWrites adds tickets, each kept before the next of the same writer, in turn to a desk in SQLite and to one in
// PostgreSQL: the tickets a second of one writer and of 64, and how many of SQLite's that is.
func BenchmarkWrites(b *testing.B) {
	for _, writers := range []int{1, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			engines := []struct {
				name string
				desk *store.Store
			}{
				{"sqlite", open(b, filepath.Join(b.TempDir(), "desk.db"))},
				{"postgres", open(b, storetest.Postgres(b))},
			}
			spent := map[string]time.Duration{}
			b.ResetTimer()
			added := 0
			for ; added < b.N; added += turn {
				for _, engine := range engines {
					began := time.Now()
					addFrom(b, engine.desk, writers, min(turn, b.N-added))
					spent[engine.name] += time.Since(began)
				}
			}
			for _, engine := range engines {
				b.ReportMetric(float64(b.N)/spent[engine.name].Seconds(), engine.name+"-tickets/s")
			}
			b.ReportMetric(spent["sqlite"].Seconds()/spent["postgres"].Seconds(), "times-sqlite")
		})
	}
}

// addFrom adds n tickets from some writers at once.
func addFrom(b *testing.B, s *store.Store, writers, n int) {
	b.Helper()
	writeFrom(b, writers, n, func() error { return addTicket(s) })
}

// writeFrom writes n times from some writers at once.
func writeFrom(b *testing.B, writers, n int, write func() error) {
	b.Helper()
	var left atomic.Int64
	left.Store(int64(n))
	ended := make(chan error, writers)
	for range writers {
		go func() {
			var err error
			for err == nil && left.Add(-1) >= 0 {
				err = write()
			}
			ended <- err
		}()
	}
	for range writers {
		if err := <-ended; err != nil {
			b.Fatal(err)
		}
	}
}

func addTicket(s *store.Store) error {
	_, err := s.AddTicket(context.Background(), store.Ticket{
		Title: "Drum does not turn", Detail: "It hums.", SubStatus: "US", Email: "asha@example.com",
	})
	return err
}
