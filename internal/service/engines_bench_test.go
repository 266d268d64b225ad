package service_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// hostedDesk is a desk behind one service process or several.
type hostedDesk struct {
	name      string
	processes []*process
	urls      []string
	reader    *process

	written int
	writing time.Duration
	idle    []time.Duration
}

// startDesk starts service processes on one desk, and adds its first ticket.
func startDesk(b *testing.B, name, address string, processes int) *hostedDesk {
	d := &hostedDesk{name: name}
	for range processes {
		p := startProcess(b, "service", "", "", 0, "FRONTDESK_LOAD_DB="+address)
		d.processes, d.urls = append(d.processes, p), append(d.urls, p.readLine(b))
	}
	if err := connectTo(d.urls[0]).send(wire.AddTicket.OperationInfo, aTicket); err != nil {
		b.Fatal(err)
	}
	d.reader = startProcess(b, "reader", "", d.urls[0], 0)
	d.p95(b, 100, "ticket")
	return d
}

// p95 reads n times.
func (d *hostedDesk) p95(b *testing.B, n int, what string) time.Duration {
	b.Helper()
	fmt.Fprintln(d.reader.to, n, what)
	us, err := strconv.Atoi(d.reader.readLine(b))
	if err != nil {
		b.Fatal(err)
	}
	return time.Duration(us) * time.Microsecond
}

// write adds n tickets from 64 writers, who share the processes.
func (d *hostedDesk) write(b *testing.B, n int) {
	began, ended := time.Now(), make(chan bool, len(d.urls))
	for _, url := range d.urls {
		go func() {
			connectTo(url).write(b, writers/len(d.urls), int64(n/len(d.urls)))
			ended <- true
		}()
	}
	for range d.urls {
		<-ended
	}
	d.written, d.writing = d.written+n, d.writing+time.Since(began)
}

func (d *hostedDesk) rate() float64 { return float64(d.written) / d.writing.Seconds() }

// readingTime is how long a service is read, idle and beside writers.
const readingTime = time.Second / 2

// readFor reads again and again, and returns the median of the 95th percentiles of 200 times each.
func (d *hostedDesk) readFor(b *testing.B, what string) time.Duration {
	b.Helper()
	var all []time.Duration
	for began := time.Now(); time.Since(began) < readingTime; {
		all = append(all, d.p95(b, 200, what))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// besideWriters is how reading goes beside writers.
type besideWriters struct {
	ticket, nothing float64 // how many times longer it takes than without them
	written         float64 // tickets a second
}

// beside reads before, while and after 64 writers, on some cores, add tickets, rate a second between them or, for 0, as
// many as they can.
func (d *hostedDesk) beside(b *testing.B, rate int, cores string) (w besideWriters) {
	b.Helper()
	before, beforeNothing := d.readFor(b, "ticket"), d.readFor(b, "nothing")
	load := startProcess(b, "writers", cores, d.urls[0], rate)
	load.readLine(b)
	d.p95(b, 100, "ticket")
	busy, busyNothing := d.readFor(b, "ticket"), d.readFor(b, "nothing")
	written, err := strconv.ParseFloat(load.stop(b), 64)
	if err != nil {
		b.Fatal(err)
	}
	after, afterNothing := d.readFor(b, "ticket"), d.readFor(b, "nothing")
	return besideWriters{
		ticket:  2 * busy.Seconds() / (before + after).Seconds(),
		nothing: 2 * busyNothing.Seconds() / (beforeNothing + afterNothing).Seconds(),
		written: written,
	}
}

// writerLoads are what writers do while the service is read.
var writerLoads = []struct {
	name  string
	share int    // of the highest measured rate, in per cent; 0: no limit
	cores string // of the writers; all if empty
}{
	{"half", 50, ""},
	{"half-from-one-core", 50, "0"},
	{"saturated", 0, ""},
}

// engineRounds are how often the desks take turns: a load of the machine that changes meets all of them.
const engineRounds = 5

// BenchmarkEngines compares a desk in SQLite, one in PostgreSQL and one in PostgreSQL with two service processes, in
// turn: b.N tickets from 64 writers, Get Ticket b.N times on an idle service, and for some seconds beside writers at
// half the rate that was measured, from all cores and from one, and at all that they can do. The services, the reader
// and the writers are processes of their own; all share the machine.
func BenchmarkEngines(b *testing.B) {
	desks := []*hostedDesk{
		startDesk(b, "sqlite", filepath.Join(b.TempDir(), "desk.db"), 1),
		startDesk(b, "postgres", storetest.Postgres(b), 1),
		startDesk(b, "two-processes", storetest.Postgres(b), 2),
	}
	b.ResetTimer()
	for range engineRounds {
		for _, d := range desks {
			d.write(b, max(b.N/engineRounds, 10*len(d.urls)))
			d.idle = append(d.idle, d.p95(b, max(b.N/engineRounds, 100), "ticket"))
		}
	}
	for _, d := range desks {
		slices.Sort(d.idle)
		b.ReportMetric(d.rate(), d.name+"-tickets/s")
	}
	sqlite, postgres, two := desks[0], desks[1], desks[2]
	middle := engineRounds / 2
	b.ReportMetric(postgres.rate()/sqlite.rate(), "times-sqlite-tickets")
	b.ReportMetric(two.rate()/postgres.rate(), "two-times-one")
	for _, load := range writerLoads {
		seen := map[*hostedDesk][]besideWriters{}
		for range engineRounds {
			for _, d := range desks[:2] {
				rate := 0
				if load.share > 0 {
					rate = max(int(d.rate())*load.share/100, writers)
				}
				seen[d] = append(seen[d], d.beside(b, rate, load.cores))
			}
		}
		for _, d := range desks[:2] {
			median := func(of func(besideWriters) float64) float64 {
				slices.SortFunc(seen[d], func(x, y besideWriters) int { return cmp.Compare(of(x), of(y)) })
				return of(seen[d][middle])
			}
			name := d.name + "-" + load.name
			b.ReportMetric(median(func(w besideWriters) float64 { return w.ticket }), name+"-times-idle")
			b.ReportMetric(median(func(w besideWriters) float64 { return w.nothing }), name+"-nothing-times-idle")
			b.ReportMetric(median(func(w besideWriters) float64 { return w.written }), name+"-tickets/s")
		}
	}
	for _, d := range desks[:2] {
		b.ReportMetric(float64(d.idle[middle].Microseconds()), d.name+"-µs-p95-idle")
	}
	b.ReportMetric(postgres.idle[middle].Seconds()/sqlite.idle[middle].Seconds(), "times-sqlite-p95-idle")
	b.StopTimer()
	for _, d := range desks {
		cpu := time.Duration(0)
		for _, p := range d.processes {
			p.stop(b)
			cpu += p.command.ProcessState.UserTime() + p.command.ProcessState.SystemTime()
		}
		b.ReportMetric(cpu.Seconds(), d.name+"-service-CPU-s")
	}
}
