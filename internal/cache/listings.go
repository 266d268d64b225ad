package cache

import (
	"context"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"

	"frontdesk/internal/guard"
)

// maxListings is how many lists a snapshot caches.
const maxListings = 8

// listCache caches a snapshot's recent lists: most consoles of a host show the same inbox, and a list of 100,000
// tickets takes milliseconds and most of a megabyte.
type listCache struct {
	made   *lru.Cache[string, *List]
	calls  guard.Shared[string, *List]
	counts atomic.Pointer[viewCounts] // the last ones
}

func newListCache() *listCache {
	made, _ := lru.New[string, *List](maxListings) // fails for a size of 0 only
	return &listCache{made: made}
}

// List finds and sorts the tickets that match a query; callers with the same query share the result. It takes
// milliseconds for 100,000 tickets, so call it outside the update loop. When ctx ends it returns the context's error.
func (s *Snapshot) List(ctx context.Context, q Query) (*List, error) {
	prepared := s.prepare(q)
	if known, ok := s.listings.made.Get(prepared.key); ok {
		return known, nil
	}
	return s.listings.calls.Do(ctx, prepared.key, func(ctx context.Context) (*List, error) {
		if known, ok := s.listings.made.Get(prepared.key); ok { // meanwhile
			return known, nil
		}
		found, err := s.list(ctx, prepared)
		if err == nil {
			s.listings.made.Add(prepared.key, found)
		}
		return found, err
	})
}
