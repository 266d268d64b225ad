package cache

import (
	"cmp"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

// FilterChoices returns the names that a filter can ask for, those of most tickets first, with the number of tickets
// that a query lists. Names without such tickets are included, because tickets that arrive may have them.
func (s *Snapshot) FilterChoices(q Query) map[filter.Name][]filter.Choice {
	v := &s.values
	counts := map[filter.Name][]int{
		filter.Queue:     make([]int, len(v.queues)),
		filter.SubStatus: make([]int, len(v.subStatuses)),
		filter.Priority:  make([]int, len(v.priorities)),
		filter.Assignee:  make([]int, len(v.assignees)),
		filter.Source:    make([]int, len(v.labels)),

		filter.Disposition: make([]int, len(v.dispositions)),
	}
	queues, subStatuses, priorities := counts[filter.Queue], counts[filter.SubStatus], counts[filter.Priority]
	assignees, sources := counts[filter.Assignee], counts[filter.Source]
	dispositions := counts[filter.Disposition]
	q.CountViews = nil
	search, found := s.newSearch(s.prepare(q)), scanCounts{}
	for p, page := range s.pages {
		for i, row := range page.rows[:min(pageSize, s.n-p*pageSize)] {
			if !search.visitRow(uint32(p*pageSize+i), row, &found) {
				continue
			}
			queues[row.queue]++
			subStatuses[row.subStatus]++
			priorities[row.priority]++
			assignees[row.assignee]++
			sources[row.source]++
			dispositions[row.disposition]++
		}
	}
	label := func(c desk.Code) string { return c.Label() }
	line := func(l desk.InternedLine) string { return l.String() }
	choices := map[filter.Name][]filter.Choice{
		filter.Queue:     namedChoices(slices.Concat(v.queues, s.cache.Queues), queues, label),
		filter.SubStatus: namedChoices(slices.Concat(v.subStatuses, s.cache.SubStatuses), subStatuses, label),
		filter.Priority:  namedChoices(v.priorities, priorities, line),
		filter.Assignee:  namedChoices(v.assignees, assignees, line),

		filter.Disposition: namedChoices(v.dispositions, dispositions, line),
	}
	choices[filter.Source] = slices.DeleteFunc(namedChoices(v.labels, sources, line), func(c filter.Choice) bool {
		return c.Count == 0 // a name of another kind
	})
	return choices
}

// namedChoices returns the names with their counts; values beyond the counts have no tickets. Values of the same name
// are one choice.
func namedChoices[T any](values []T, counts []int, name func(T) string) []filter.Choice {
	var all []filter.Choice
	at := map[string]int{}
	for i, v := range values {
		text, n := name(v), 0
		if i < len(counts) {
			n = counts[i]
		}
		if text == "" {
			continue
		}
		if known, has := at[text]; has {
			all[known].Count += n
			continue
		}
		at[text] = len(all)
		all = append(all, filter.Choice{Text: text, Count: n})
	}
	slices.SortStableFunc(all, func(a, b filter.Choice) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Text, b.Text))
	})
	return all
}
