//go:build unix

package cache_test

import (
	"context"
	"syscall"
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
	var toLoad, used time.Duration
	for b.Loop() {
		began, before := time.Now(), cpuTime()
		c := cache.New(cache.Config{Dir: dir})
		c.WaitLoaded(context.Background())
		toLoad += time.Since(began)
		l, err := c.Snapshot().List(b.Context(), cache.Query{Span: month, Sort: deskSort, View: "is:open", CountViews: views})
		if err != nil || l.Total() != many {
			b.Fatal(err, l.Total())
		}
		used += cpuTime() - before
		b.StopTimer()
		c.Close()
		b.StartTimer()
	}
	b.ReportMetric(float64(toLoad.Microseconds())/1000/float64(b.N), "ms-to-load")
	b.ReportMetric(float64(used.Microseconds())/1000/float64(b.N), "ms-of-CPU")
}

// cpuTime returns the time that this process has computed.
func cpuTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
