// Command mutations removes or changes lines of the program that matter, one after the other, and says which test
// fails then.
//
//	go run -C internal/tools ./mutations [-run REGEXP | -again] [-at-once N] [-check]
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"time"

	"frontdesk/internal/guard"
	"frontdesk/internal/tools/product"
)

func main() {
	var (
		only    = flag.String("run", "", "test the mutations whose name this `regexp` matches, whatever is known of them")
		again   = flag.Bool("again", false, "test all mutations, whatever is known of them")
		check   = flag.Bool("check", false, "look for the text of each mutation and run no test")
		timeout = flag.Duration("timeout", 5*time.Minute, "the `duration` that the tests of one mutation may take")
		atOnce  = flag.Int("at-once", runtime.NumCPU(), "the `number` of mutations that are tested at the same time")
	)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *only, *again, *check, tester{*atOnce, *timeout}); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "mutations:", err)
		os.Exit(1) //nolint:gocritic // stop was called
	}
}

// run tests the mutations that are asked for, or else those without a result that holds, and keeps the results. A
// mutation that cannot be made or that survives is an error.
func run(ctx context.Context, only string, again, check bool, by tester) error {
	matches, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	if err := product.Enter(); err != nil {
		return err
	}
	mutations, err := readAll()
	if err != nil {
		return err
	}
	if err := checkAll(mutations); err != nil || check {
		return err
	}
	known, err := readResults()
	if err != nil {
		return err
	}
	var untested []mutation
	for _, m := range mutations {
		holds, err := known.holds(m)
		if err != nil {
			return err
		}
		if matches.MatchString(m.Name) && (!holds || only != "" || again) {
			untested = append(untested, m)
		}
	}
	tested, err := by.test(ctx, untested, known)
	if err := errors.Join(err, known.write(mutations)); err != nil {
		return err
	}
	bad := len(slices.DeleteFunc(tested, func(r result) bool { return r.outcome == killed }))
	if bad > 0 {
		return fmt.Errorf("%d of %d mutations were noticed by no test or could not be tested", bad, len(untested))
	}
	fmt.Printf("%d of %d mutations are noticed, %d were tested\n", len(known.known), len(mutations), len(untested))
	return nil
}

// tester tests mutations.
type tester struct {
	atOnce  int
	timeout time.Duration
}

// test tests all mutations, and says of each how it ended.
func (by tester) test(ctx context.Context, mutations []mutation, known *results) ([]result, error) {
	dir, err := os.MkdirTemp("", "mutations-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	tested := make([]result, len(mutations))
	var testing guard.Group
	testing.SetLimit(max(by.atOnce, 1))
	for i, m := range mutations {
		testing.Go(func() error {
			if ctx.Err() != nil {
				return errors.New("interrupted")
			}
			began := time.Now()
			r, err := m.test(ctx, dir, by.timeout)
			if err != nil || ctx.Err() != nil { // tests that were interrupted have noticed nothing
				return cmp.Or(err, errors.New("interrupted"))
			}
			tested[i] = r
			said := fmt.Sprintf("%-44s %s (%v)\n", m.Name, r.verdict(), time.Since(began).Round(time.Second))
			if r.outcome != killed {
				said += fmt.Sprintf("    %s\n    %s\n", m.Why, r.said)
			}
			fmt.Print(said)
			return known.add(m, r.by, r.outcome == killed)
		})
	}
	return tested, testing.Wait()
}
