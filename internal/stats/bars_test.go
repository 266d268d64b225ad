package stats_test

import (
	"testing"

	"frontdesk/internal/stats"
	"frontdesk/internal/termwidth"
)

func TestBar_GrowsWithItsCountAndFitsItsWidth(t *testing.T) {
	for _, style := range []stats.BarStyle{stats.BlockBars, stats.PlainBars} {
		last := 0
		for n := range 101 {
			bar := style.Bar(n, 100, 20)
			width := termwidth.Width(bar)
			if width < last || width > 20 || (n > 0) != (width > 0) {
				t.Errorf("%d of 100 is %q", n, bar)
			}
			last = width
		}
		if last != 20 {
			t.Errorf("the largest bar has %d columns", last)
		}
	}
}

func TestColumn_IsAsHighAsItsCount(t *testing.T) {
	for _, style := range []stats.BarStyle{stats.BlockBars, stats.PlainBars} {
		for n := range 33 {
			filled := 0
			for row := range 4 {
				if style.Column(n, 32, row, 4) != " " {
					filled++
				}
			}
			if (n > 0) != (filled > 0) || n == 32 && filled != 4 {
				t.Errorf("%d of 32 fills %d rows", n, filled)
			}
		}
	}
}

func TestBarStyleOf_TerminalsWithoutBlocks(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want stats.BarStyle
	}{
		{map[string]string{"TERM": "xterm-256color", "LANG": "de_DE.UTF-8"}, stats.BlockBars},
		{map[string]string{"TERM": "xterm-256color"}, stats.BlockBars},
		{map[string]string{"TERM": "linux", "LANG": "C.UTF-8"}, stats.PlainBars},
		{map[string]string{"TERM": "xterm", "LANG": "C"}, stats.PlainBars},
		{map[string]string{"TERM": "xterm", "LC_ALL": "en_GB.utf8", "LANG": "C"}, stats.BlockBars},
		{map[string]string{"TERM": "dumb"}, stats.PlainBars},
	} {
		if got := stats.BarStyleOf(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %d", c.env, got)
		}
	}
}
