package store_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"frontdesk/internal/store"
)

// BenchmarkWrites adds tickets, each durable before the next of the same writer: the tickets a second of one writer
// and of 64, and how many times more that is, from one run.
func BenchmarkWrites(b *testing.B) {
	rates := map[int]float64{}
	for _, writers := range []int{1, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			s := newStore(b)
			var left atomic.Int64
			left.Store(int64(b.N))
			ended := make(chan error, writers)
			b.ResetTimer()
			for range writers {
				go func() {
					var err error
					for err == nil && left.Add(-1) >= 0 {
						_, err = s.AddTicket(context.Background(), store.Ticket{Title: "Drum does not turn", Detail: "It hums.", SubStatus: "US", Email: "asha@example.com"})
					}
					ended <- err
				}()
			}
			for range writers {
				if err := <-ended; err != nil {
					b.Fatal(err)
				}
			}
			rates[writers] = float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rates[writers], "tickets/s")
			if writers > 1 && rates[1] > 0 {
				b.ReportMetric(rates[writers]/rates[1], "times-one-writer")
			}
		})
	}
}
