package main

import (
	"context"
	"errors"
	"slices"
	"time"
)

// measure compares a console with the smallest program.
func measure(ctx context.Context, t *table, console, smallest program, o options) error {
	first, err := console.start(ctx, o)
	if err != nil {
		return err
	}
	what := "First start, which makes the desk and its sample"
	if o.home != "" {
		what = "First start"
	}
	t.duration(what, first.shown, 0)
	if err := first.end(); err != nil {
		return err
	}
	if err := measureStarts(ctx, t, console, smallest, o); err != nil {
		return err
	}
	return measureRunning(ctx, t, console, smallest, o)
}

// measureStarts starts both programs in turn.
func measureStarts(ctx context.Context, t *table, console, smallest program, o options) error {
	var ours, theirs []time.Duration
	for range o.starts {
		for _, p := range []struct {
			program
			took *[]time.Duration
		}{{console, &ours}, {smallest, &theirs}} {
			r, err := p.start(ctx, o)
			if err != nil {
				return err
			}
			*p.took = append(*p.took, r.shown)
			if err := r.end(); err != nil {
				return err
			}
		}
	}
	t.duration(
		"From the start of the process to rows on the screen, median",
		percentile(ours, 50),
		percentile(theirs, 50),
	)
	t.duration("… 95th percentile", percentile(ours, 95), percentile(theirs, 95))
	return nil
}

// measureRunning measures keys, idle CPU and memory of both programs while both run.
func measureRunning(ctx context.Context, t *table, console, smallest program, o options) (err error) {
	ours, err := console.start(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ours.end()) }()
	theirs, err := smallest.start(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, theirs.end()) }()

	var keys, theirKeys []time.Duration
	for i := range o.keys {
		took, err := ours.press(console.keys[i%2])
		if err != nil {
			return err
		}
		keys = append(keys, took)
		if took, err = theirs.press(smallest.keys[i%2]); err != nil {
			return err
		}
		theirKeys = append(theirKeys, took)
	}
	t.duration("A key until the screen changes, median", percentile(keys, 50), percentile(theirKeys, 50))
	t.duration("… 95th percentile", percentile(keys, 95), percentile(theirKeys, 95))

	if err := errors.Join(ours.settle(), theirs.settle()); err != nil {
		return err
	}
	cpu, theirCPU, ok, err := idleCPU(ctx, o.idle, ours.cmd.Process.Pid, theirs.cmd.Process.Pid)
	if err != nil {
		return err
	}
	if ok {
		t.share("CPU while nothing happens, of one core", cpu, theirCPU)
	}
	if rss, ok := residentBytes(ours.cmd.Process.Pid); ok {
		small, _ := residentBytes(theirs.cmd.Process.Pid)
		t.bytes("Memory, resident", rss, small)
	}
	return nil
}

// idleCPU leaves processes alone and returns what share of one core each used. It is not ok where the CPU time of
// a process cannot be read.
func idleCPU(ctx context.Context, idle time.Duration, first, second int) (a, b float64, ok bool, err error) {
	a0, ok := cpuTime(first)
	b0, _ := cpuTime(second)
	if !ok {
		return 0, 0, false, nil
	}
	select {
	case <-time.After(idle):
	case <-ctx.Done():
		return 0, 0, false, context.Cause(ctx)
	}
	a1, ok := cpuTime(first)
	b1, _ := cpuTime(second)
	return float64(a1-a0) / float64(idle), float64(b1-b0) / float64(idle), ok, nil
}

// percentile returns the value below which p percent of the values lie.
func percentile(values []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}
