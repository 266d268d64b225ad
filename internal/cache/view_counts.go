package cache

// viewCounts are the counts of a query's CountViews. The last ones of a snapshot are kept, because they stay the same
// when another view, filter or order is listed, and counting takes longer than listing.
type viewCounts struct {
	key       string // preparedQuery.countKey
	counts    []int
	callbacks [][]Callback
}

// knownCounts returns the counts of a query if they are the last ones; nil if they are not.
func (c *listCache) knownCounts(q *preparedQuery) *viewCounts {
	if known := c.counts.Load(); known != nil && known.key == q.countKey {
		return known
	}
	return nil
}

// addUp adds up the counts of all parts of a snapshot.
func (s *Snapshot) addUp(key string, found []scanCounts, views int) *viewCounts {
	all := &viewCounts{key: key, counts: make([]int, views)}
	for _, f := range found {
		for v, n := range f.counts {
			all.counts[v] += n
		}
	}
	all.callbacks = s.callbacksOfViews(found, views)
	return all
}
