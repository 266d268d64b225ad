//go:build unix

package cache_test

import (
	"context"
	"testing"

	"frontdesk/internal/cache"
)

// BenchmarkLookup100000 is one key of typing over 20,000 customers and 100,000 tickets.
func BenchmarkLookup100000(b *testing.B) {
	known := fullCache(many)
	cache.LearnCustomers(known, manyCustomers(20_000))
	for _, typed := range []string{"5", "55", "555", "0555 0100 1234", "555010012345", "cust", "customer.777@example.com", "larkfeild", "asha", "as", "C-01234", "71350", "no such body"} {
		b.Run(typed, func(b *testing.B) {
			before := cpuTime()
			for b.Loop() {
				if _, err := known.Lookup(context.Background(), typed, 200); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((cpuTime()-before).Microseconds())/1000/float64(b.N), "ms-of-CPU")
		})
	}
}
