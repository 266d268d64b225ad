package cache

import (
	"context"
	"fmt"
	"sync"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// maxListings is how many listings a snapshot keeps for others that ask the same.
const maxListings = 8

// listCache are what was asked of a snapshot lately: the consoles of a host mostly look at the same inbox, and a listing
// of 100,000 tickets takes milliseconds and most of a megabyte.
type listCache struct {
	mu    sync.Mutex
	made  map[string]*listEntry
	order []string // oldest first
}

// listEntry is a listing, or one that is being made.
type listEntry struct {
	done    chan struct{} // closed when it is
	listing *List
	err     error
}

// List finds and sorts what a query shows, once for all that ask the same. It takes milliseconds for 100,000 tickets and
// belongs off the update loop; when ctx ends it stops with its error.
func (s *Snapshot) List(ctx context.Context, q Query) (*List, error) {
	key := fmt.Sprintf("%#v", q) // the zone by its address, which is as good
	for {
		l, mine := s.listings.get(key)
		if mine {
			s.listings.make(key, l, func() (*List, error) { return s.list(ctx, q) })
			return l.listing, l.err
		}
		select {
		case <-l.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if l.err == nil {
			return l.listing, nil
		} // whoever began it gave up
	}
}

// make makes a listing and wakes whoever waits for it, after a panic as well.
func (l *listCache) make(key string, one *listEntry, list func() (*List, error)) {
	defer close(one.done)
	one.err = guard.Run(func() (err error) {
		one.listing, err = list()
		return err
	})
	if one.err != nil {
		l.drop(key, one)
	}
}

// get is a listing that somebody has begun, or one that the caller has to make.
func (l *listCache) get(key string) (found *listEntry, mine bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.made[key]; known != nil {
		return known, false
	}
	if l.made == nil {
		l.made = map[string]*listEntry{}
	}
	if len(l.order) == maxListings {
		delete(l.made, l.order[0])
		l.order = l.order[1:]
	}
	found = &listEntry{done: make(chan struct{})}
	l.made[key], l.order = found, append(l.order, key)
	return found, true
}

// drop lets the next one who asks make a listing again.
func (l *listCache) drop(key string, failed *listEntry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made[key] != failed {
		return
	}
	delete(l.made, key)
	for i, k := range l.order {
		if k == key {
			l.order = append(l.order[:i:i], l.order[i+1:]...)
			return
		}
	}
}

// LastActivity is when something last happened on each ticket, by place: every session of a host looks through it for what is
// new to its agent. It is shared and must not be changed.
func (l *List) LastActivity() []desk.UnixTime { return l.touched }

// ActivityAt is a ticket by its place from 0 with nothing but its id and how far its conversations have come.
func (l *List) ActivityAt(i int) *desk.Ticket {
	s := l.snapshot.row(l.rows[i])
	return &desk.Ticket{
		ID: desk.NewKey(s.id()), LastConversationID: s.lastTalk, Conversations: s.talks, Created: s.created, LastConversation: s.talked, LastFollowUp: s.followed,
	}
}
