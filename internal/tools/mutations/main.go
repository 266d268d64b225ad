// Command mutations removes or changes lines of the program that matter, one after the other, and says which test
// fails then.
//
//	go run -C internal/tools ./mutations [-run REGEXP] [-check] [-table FILE]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"time"

	"frontdesk/internal/tools/product"
)

func main() {
	var (
		only    = flag.String("run", "", "test the mutations whose name this `regexp` matches")
		check   = flag.Bool("check", false, "look for the text of each mutation and run no test")
		table   = flag.String("table", "", "write the results as a Markdown table to this `file`")
		timeout = flag.Duration("timeout", 5*time.Minute, "the `duration` that the tests of one mutation may take")
	)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *only, *check, *table, *timeout); err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "mutations:", err)
		os.Exit(1) //nolint:gocritic // stop was called
	}
}

// run tests the mutations that are asked for. A mutation that cannot be made or that survives is an error.
func run(ctx context.Context, only string, check bool, table string, timeout time.Duration) error {
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
	dir, err := os.MkdirTemp("", "mutations-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	var results []result
	bad := 0
	for _, m := range mutations {
		if !matches.MatchString(m.Name) {
			continue
		}
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		began := time.Now()
		r, err := m.test(ctx, dir, timeout)
		if err != nil {
			return err
		}
		fmt.Printf("%-44s %s (%v)\n", m.Name, r.verdict(), time.Since(began).Round(time.Second))
		if r.outcome != killed {
			bad++
			fmt.Printf("    %s\n    %s\n", m.Why, r.said)
		}
		results = append(results, r)
	}
	if table != "" {
		if err := writeTable(table, results); err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d mutations were noticed by no test or could not be tested", bad, len(results))
	}
	return nil
}
