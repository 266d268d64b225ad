package cache

import "slices"

// lru is the ids that were used last, at most so many.
type lru struct{ ids []int64 } // the longest unused first

// touch puts an id behind all others, and gives the one that has to go for it; 0 for none.
func (r *lru) touch(id int64, most int) (gone int64) {
	if at := slices.Index(r.ids, id); at >= 0 {
		r.ids = slices.Delete(r.ids, at, at+1)
	}
	r.ids = append(r.ids, id)
	if len(r.ids) <= most {
		return 0
	}
	gone = r.ids[0]
	r.ids = slices.Delete(r.ids, 0, 1)
	return gone
}
