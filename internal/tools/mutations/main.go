// Command mutations removes or changes lines of the program that matter, one after the other, and says which test
// fails then.
//
//	go run -C internal/tools ./mutations [-run REGEXP] [-at-once N] [-check] [-table FILE]
package main

import (
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
		only    = flag.String("run", "", "test the mutations whose name this `regexp` matches")
		check   = flag.Bool("check", false, "look for the text of each mutation and run no test")
		table   = flag.String("table", "", "write the results as a Markdown table to this `file`")
		timeout = flag.Duration("timeout", 5*time.Minute, "the `duration` that the tests of one mutation may take")
		atOnce  = flag.Int("at-once", runtime.NumCPU(), "the `number` of mutations that are tested at the same time")
	)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *only, *check, *table, tester{*atOnce, *timeout}); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "mutations:", err)
		os.Exit(1) //nolint:gocritic // stop was called
	}
}

// run tests the mutations that are asked for. A mutation that cannot be made or that survives is an error.
func run(ctx context.Context, only string, check bool, table string, by tester) error {
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
	mutations = slices.DeleteFunc(mutations, func(m mutation) bool { return !matches.MatchString(m.Name) })
	results, err := by.test(ctx, mutations)
	if err != nil {
		return err
	}
	if table != "" {
		if err := writeTable(table, results); err != nil {
			return err
		}
	}
	bad := len(slices.DeleteFunc(slices.Clone(results), func(r result) bool { return r.outcome == killed }))
	if bad > 0 {
		return fmt.Errorf("%d of %d mutations were noticed by no test or could not be tested", bad, len(results))
	}
	return nil
}

// tester tests mutations.
type tester struct {
	atOnce  int
	timeout time.Duration
}

// test tests all mutations, and says of each how it ended.
func (by tester) test(ctx context.Context, mutations []mutation) ([]result, error) {
	dir, err := os.MkdirTemp("", "mutations-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	results := make([]result, len(mutations))
	var testing guard.Group
	testing.SetLimit(max(by.atOnce, 1))
	for i, m := range mutations {
		testing.Go(func() error {
			if ctx.Err() != nil {
				return errors.New("interrupted")
			}
			began := time.Now()
			r, err := m.test(ctx, dir, by.timeout)
			if err != nil {
				return err
			}
			results[i] = r
			said := fmt.Sprintf("%-44s %s (%v)\n", m.Name, r.verdict(), time.Since(began).Round(time.Second))
			if r.outcome != killed {
				said += fmt.Sprintf("    %s\n    %s\n", m.Why, r.said)
			}
			fmt.Print(said)
			return nil
		})
	}
	return results, testing.Wait()
}
