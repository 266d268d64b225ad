package stats

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

// count counts the tickets of each bar by the test of its filter, which lists them.
func (f *Figures) count(ctx context.Context, tickets *cache.Selection, days filterOf) error {
	var all []*tally
	for _, spec := range days.charts() {
		all = append(all, newTally(spec, tickets, days))
	}
	var took []time.Duration
	err := tickets.Each(ctx, func(number uint32, row *filter.Row) {
		f.Tickets++
		for _, t := range all {
			t.add(number, row)
		}
		if row.Marks.Has(desk.Closed) && row.Turnaround.IsSaid() {
			took = append(took, row.Turnaround.Duration())
		}
	})
	for _, t := range all {
		f.Charts = append(f.Charts, t.chart())
	}
	c := f.Chart(byTurnaround)
	c.Median, c.HasMedian = median(took)
	return err
}

// tally counts the tickets of a chart.
type tally struct {
	spec
	has    filter.Test // whether a ticket belongs to the chart
	isPart filter.Test
	bars   []filter.Test
	last   int         // the bar of the last ticket
	env    *filter.Env // of the names
	groups []parted    // by the number of the name
}

// parted is a count with the count of a part.
type parted struct{ all, part int }

func newTally(s spec, tickets *cache.Selection, days filterOf) *tally {
	test := func(text string) filter.Test { return tickets.Test(days.alone(text)) }
	t := &tally{spec: s, has: test(s.of), isPart: filter.Never}
	if s.Part != "" {
		t.isPart = test(s.part)
	}
	for _, b := range s.Bars {
		t.bars = append(t.bars, test(b.Filter))
	}
	if s.by != nil {
		t.env = tickets.Env()
		t.groups = make([]parted, len(s.by.Names(t.env)))
	}
	return t
}

// add counts a ticket. Tickets of one day stand together, so their bar is mostly that of the last one.
func (t *tally) add(number uint32, row *filter.Row) {
	switch {
	case !t.has(number, row), t.by == nil && t.isOf(t.last, number, row):
		return
	case t.by != nil:
		group := &t.groups[t.by.Key(row)]
		group.all++
		if t.isPart(number, row) {
			group.part++
		}
		return
	}
	for i := range t.bars {
		if i != t.last && t.isOf(i, number, row) {
			t.last = i
			return
		}
	}
	if !t.overlaps {
		t.NotSaid++
	}
}

// isOf counts a ticket that belongs to a bar, and reports whether it belongs to no other.
func (t *tally) isOf(bar int, number uint32, row *filter.Row) bool {
	if !t.bars[bar](number, row) {
		return false
	}
	t.Bars[bar].Count++
	if t.isPart(number, row) {
		t.Bars[bar].Part++
	}
	return !t.overlaps
}

// chart returns what was counted.
func (t *tally) chart() Chart {
	if t.by != nil {
		t.Bars = t.namedBars()
	}
	return t.Chart
}

// noName is the label of tickets without a name.
const noName = "none"

// namedBars returns the bars of names, the largest first; that of tickets without a name comes last.
func (t *tally) namedBars() []Bar {
	labels := make([]string, len(t.groups))
	for i, names := range t.by.Names(t.env) {
		labels[i] = t.label(names)
	}
	groups := filter.GroupNames(labels, func(i int) bool { return t.groups[i].all > 0 })
	groupOf := make([]int, len(labels))
	for g, group := range groups {
		for _, i := range group.Of {
			groupOf[i] = g
		}
	}
	bars := make([]Bar, 0, len(groups))
	var none []Bar
	for g, group := range groups {
		bar := Bar{Label: group.Label, Rank: t.rank}
		for _, i := range group.Of {
			bar.Count, bar.Part = bar.Count+t.groups[i].all, bar.Part+t.groups[i].part
		}
		value, isNone := filter.Quote(group.Label), filter.FoldName(group.Label) == ""
		if isNone {
			bar.Label, value = noName, filter.None
		}
		if t.means(value, func(i int) bool { return groupOf[i] == g }) {
			bar.Filter = strings.TrimSpace(t.of + " " + string(t.by.Name) + ":" + value)
		}
		if isNone {
			none = append(none, bar)
		} else {
			bars = append(bars, bar)
		}
	}
	slices.SortFunc(bars, func(a, b Bar) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Label, b.Label))
	})
	return append(bars, none...)
}

// means reports whether a value of the condition finds the counted tickets of a group and no others.
func (t *tally) means(value string, isOfGroup func(int) bool) bool {
	found := t.by.Named(t.env, value)
	for i, n := range t.groups {
		if n.all > 0 && found[i] != isOfGroup(i) {
			return false
		}
	}
	return true
}

// median returns the middle of the times, and whether there is one; of two it is the shorter one, which a record says.
func median(all []time.Duration) (time.Duration, bool) {
	if len(all) == 0 {
		return 0, false
	}
	slices.Sort(all)
	return all[(len(all)-1)/2], true
}
