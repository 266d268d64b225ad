package main

import (
	"fmt"
	"io"
	"time"
)

// table prints the figures as rows of a markdown table, each as soon as it is known.
type table struct{ out io.Writer }

func (t *table) head(o options) {
	_, _ = fmt.Fprintf(
		t.out,
		"%s; %d×%d, %d starts, %d keys, in turn\n\n",
		machine(),
		o.width,
		o.height,
		o.starts,
		o.keys,
	)
	t.row("What", "frontdesk", "smallest program")
	t.row("---", "---", "---")
}

func (t *table) row(what, ours, theirs string) {
	_, _ = fmt.Fprintf(t.out, "| %s | %s | %s |\n", what, ours, theirs)
}

// duration prints times in milliseconds; 0 stands for not measured.
func (t *table) duration(what string, ours, theirs time.Duration) {
	t.row(what, milliseconds(ours), milliseconds(theirs))
}

func (t *table) bytes(what string, ours, theirs int64) {
	t.row(what, megabytes(ours), megabytes(theirs))
}

func (t *table) share(what string, ours, theirs float64) {
	t.row(what, fmt.Sprintf("%.1f %%", 100*ours), fmt.Sprintf("%.1f %%", 100*theirs))
}

func milliseconds(d time.Duration) string {
	switch {
	case d == 0:
		return ""
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond))
	default:
		return fmt.Sprintf("%.0f ms", float64(d)/float64(time.Millisecond))
	}
}

func megabytes(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f MB", float64(n)/1e6)
}
