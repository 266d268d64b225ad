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

// namedChoices returns the labels with their counts. Names of the same label are one choice.
func namedChoices(names [][]string, counts []int) []filter.Choice {
	var all []filter.Choice
	at := map[string]int{}
	for i, texts := range names {
		text := texts[len(texts)-1]
		if text == "" {
			continue
		}
		if known, has := at[text]; has {
			all[known].Count += counts[i]
			continue
		}
		at[text] = len(all)
		all = append(all, filter.Choice{Text: text, Count: counts[i]})
	}
	slices.SortStableFunc(all, func(a, b filter.Choice) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Text, b.Text))
	})
	return all
}
