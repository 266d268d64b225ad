package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// table prints the figures as rows of a markdown table, each as soon as it is known: a column for each program, and
// empty cells for those that a figure does not exist for.
type table struct {
	out     io.Writer
	columns int
}

// head prints the machine, what was left out and the titles of the columns.
func (t *table) head(o options, leftOut string, programs []program) {
	size := fmt.Sprintf("%d×%d", o.width, o.height)
	if o.tickets > 0 {
		size += fmt.Sprintf(", %d tickets", o.tickets)
	}
	_, _ = fmt.Fprintf(t.out, "%s; %s, %d starts, %d keys, in turn\n%s\n", machine(), size, o.starts, o.keys, leftOut)
	t.columns = len(programs)
	var names, rules []string
	for _, p := range programs {
		names, rules = append(names, p.name), append(rules, "---")
	}
	t.row("What", names...)
	t.row("---", rules...)
}

// row prints a figure of each program.
func (t *table) row(what string, cells ...string) {
	for len(cells) < t.columns {
		cells = append(cells, "")
	}
	_, _ = fmt.Fprintf(t.out, "| %s | %s |\n", what, strings.Join(cells, " | "))
}

// spread prints the median and the 95th percentile of the times that each program took.
func (t *table) spread(what string, took [][]time.Duration) {
	for _, line := range []struct {
		what    string
		percent int
	}{{what + ", median", 50}, {"… 95th percentile", 95}} {
		t.percentile(line.what, took, line.percent)
	}
}

// median prints the median alone.
func (t *table) median(what string, took [][]time.Duration) { t.percentile(what, took, 50) }

func (t *table) percentile(what string, took [][]time.Duration, percent int) {
	var cells []string
	for _, times := range took {
		cell := ""
		if len(times) > 0 {
			cell = milliseconds(percentile(times, percent))
		}
		cells = append(cells, cell)
	}
	t.row(what, cells...)
}

func milliseconds(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.0f ms", float64(d)/float64(time.Millisecond))
}

func megabytes(n int64) string { return fmt.Sprintf("%.0f MB", float64(n)/1e6) }

// cpuShare formats a share of one core by what it uses of each second.
func cpuShare(share float64) string { return fmt.Sprintf("%.1f ms a second", 1000*share) }
