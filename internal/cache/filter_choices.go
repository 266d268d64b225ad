package cache

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"frontdesk/internal/filter"
)

// FilterChoices returns the names that a filter can ask for, those of most tickets first, with the number of tickets
// that a query lists. Names without such tickets are included, because tickets that arrive may have them.
func (s *Snapshot) FilterChoices(q Query) map[filter.Name][]filter.Choice {
	tickets := s.Select(q)
	env := tickets.Env()
	env.Queues = slices.Concat(env.Queues, s.cache.Queues)
	env.SubStatuses = slices.Concat(env.SubStatuses, s.cache.SubStatuses)
	var all []namedCounts
	for _, c := range filter.Conditions {
		if c.Key != nil {
			names := c.Names(env)
			all = append(all, namedCounts{c, names, make([]int, len(names))})
		}
	}
	_ = tickets.Each(context.Background(), func(_ uint32, row *filter.Row) { // it does not end
		for i := range all {
			all[i].counts[all[i].Key(row)]++
		}
	})
	choices := map[filter.Name][]filter.Choice{}
	for _, c := range all {
		choices[c.Name] = namedChoices(c.names, c.counts)
	}
	return choices
}

// namedCounts are the numbers of tickets by the names of a condition.
type namedCounts struct {
	filter.Condition
	names  [][]string
	counts []int
}

// namedChoices returns the names with their counts.
func namedChoices(names [][]string, counts []int) []filter.Choice {
	labels := make([]string, len(names))
	for i, texts := range names {
		labels[i] = texts[len(texts)-1]
	}
	groups := filter.GroupNames(labels, func(i int) bool { return labels[i] != "" })
	all := make([]filter.Choice, len(groups))
	for g, group := range groups {
		all[g].Text = group.Label
		for _, i := range group.Of {
			all[g].Count += counts[i]
		}
	}
	slices.SortStableFunc(all, func(a, b filter.Choice) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Text, b.Text))
	})
	return all
}
