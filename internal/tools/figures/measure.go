package main

import (
	"context"
	"errors"
	"slices"
	"time"
)

// measure compares programs, of which the first is the console.
func measure(ctx context.Context, t *table, programs []program, o options) error {
	first, err := programs[0].start(ctx, o)
	if err != nil {
		return err
	}
	what := "First start, which makes the desk and its sample"
	switch {
	case o.home != "":
		what = "First start"
	case o.tickets > 0:
		what = "First start, which pulls all tickets"
	}
	t.row(what, milliseconds(first.shown))
	if o.tickets > 0 { // they are written to the cache on disk meanwhile
		err = sleep(ctx, cacheTime)
	}
	if err := errors.Join(err, first.end()); err != nil {
		return err
	}
	programs[0].endService()
	if err := measureStarts(ctx, t, programs, o); err != nil {
		return err
	}
	return measureRunning(ctx, t, programs, o)
}

// cacheTime is how long a console keeps running until it has certainly written what it pulled.
const cacheTime = 10 * time.Second

// measureStarts starts the programs in turn.
func measureStarts(ctx context.Context, t *table, programs []program, o options) error {
	took := make([][]time.Duration, len(programs))
	for range o.starts {
		for i, p := range programs {
			r, err := p.start(ctx, o)
			if err != nil {
				return err
			}
			took[i] = append(took[i], r.shown)
			if err := r.end(); err != nil {
				return err
			}
		}
	}
	t.spread("From the start of the process to rows on the screen", took)
	return nil
}

// measureRunning measures keys, idle CPU and memory of the programs while all of them run.
func measureRunning(ctx context.Context, t *table, programs []program, o options) (err error) {
	var screens []*screen
	var pids []int
	var started []*running
	defer func() {
		for _, r := range started {
			_ = r.end()
		}
	}()
	for _, p := range programs {
		r, err := p.start(ctx, o)
		if err != nil {
			return err
		}
		started = append(started, r)
		screens, pids = append(screens, &r.screen), append(pids, r.cmd.Process.Pid)
	}
	if err := measureTasks(t, "", tasksOf(programs[0], o.tickets), programs, screens, pids, o.keys); err != nil {
		return err
	}
	shares, err := idleCPU(ctx, o.idle, pids...)
	if err != nil {
		return err
	}
	cells(t, "CPU while nothing happens", shares, cpuShare)
	var resident []int64
	for _, pid := range pids {
		if rss, ok := residentBytes(pid); ok {
			resident = append(resident, rss)
		}
	}
	cells(t, "Memory, resident", resident, megabytes)
	return nil
}

// cells prints a row of what was measured of each program; without a value it prints nothing.
func cells[T any](t *table, what string, values []T, format func(T) string) {
	var texts []string
	for _, v := range values {
		texts = append(texts, format(v))
	}
	if len(texts) > 0 {
		t.row(what, texts...)
	}
}

// idleCPU leaves processes alone and returns what share of one core each used, or nothing where the CPU time of
// a process cannot be read.
func idleCPU(ctx context.Context, idle time.Duration, pids ...int) (shares []float64, err error) {
	before := make([]time.Duration, len(pids))
	for i, pid := range pids {
		used, ok := cpuTime(pid)
		if !ok {
			return nil, nil
		}
		before[i] = used
	}
	began := time.Now()
	if err := sleep(ctx, idle); err != nil {
		return nil, err
	}
	for i, pid := range pids {
		used, ok := cpuTime(pid)
		if !ok {
			return nil, errEnded
		}
		shares = append(shares, float64(used-before[i])/float64(time.Since(began)))
	}
	return shares, nil
}

// sleep waits, and returns the cause when ctx ends first.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// percentile returns the value below which p percent of the values lie.
func percentile(values []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}
