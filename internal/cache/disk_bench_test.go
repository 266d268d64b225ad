package cache_test

import (
	"context"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// deskSort is the order of the view that a console opens with.
var deskSort = desk.Sort{Key: desk.SortByClock}

// BenchmarkStart100000 is what a start does until the first view is sorted and counted.
func BenchmarkStart100000(b *testing.B) {
	dir := b.TempDir()
	filled := cache.New(cache.Config{Dir: dir})
	tickets := largeDesk(many)
	for i := 0; i < many; i += 64 {
		cache.Learn(filled, tickets[i:min(many, i+64)])
	}
	filled.Close()
	var toLoad time.Duration
	for b.Loop() {
		began := time.Now()
		c := cache.New(cache.Config{Dir: dir})
		c.WaitLoaded(context.Background())
		toLoad += time.Since(began)
		l, err := c.Snapshot().List(b.Context(), cache.Query{Span: month, Sort: deskSort, View: desk.View{Open: true}, CountViews: views})
		if err != nil || l.Total() != many {
			b.Fatal(err, l.Total())
		}
		b.StopTimer()
		c.Close()
		b.StartTimer()
	}
	b.ReportMetric(float64(toLoad.Microseconds())/1000/float64(b.N), "ms-to-load")
}
