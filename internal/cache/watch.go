package cache

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

const (
	maxWatched   = 1_000 // tickets kept on the list; the longest untouched goes first
	maxRefreshed = 200   // tickets asked for in one refresh: four calls
)

// Watch puts tickets on the watch list: they are refreshed although no pull returns them.
func (b *Cache) Watch(ids ...desk.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range ids {
		b.turn++
		b.watched[id.Raw()] = b.turn
	}
	for len(b.watched) > maxWatched {
		var oldest string
		for id, at := range b.watched {
			if oldest == "" || at < b.watched[oldest] {
				oldest = id
			}
		}
		delete(b.watched, oldest)
	}
}

// RefreshWatched asks for the tickets that are watched or have an open callback, at most 200: those that
// were not asked for longest, so that every one has its turn, and of those the callbacks that come
// soonest, then the ones touched last. Tickets that the last Pull has brought already are left out, so
// call it after Pull.
func (b *Cache) RefreshWatched(ctx context.Context) error {
	ids := b.refreshQueue()
	if len(ids) == 0 {
		return nil
	}
	_, missing, err := b.get(ctx, ids, wire.GetTicketRequest{})
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
	b.lastPullSeq = b.turn // whoever calls again wants to have them asked for again
	for _, id := range missing {
		b.requeue(id)
	}
	return err
}

// requeue has a ticket that the service does not know wait like the others for its next turn; one that
// was never seen is not watched any more. b.mu is held.
func (b *Cache) requeue(id desk.ID) {
	if row, known := b.index.at(id.Raw()); known {
		b.rowSeq[row] = b.lastPullSeq
		return
	}
	delete(b.watched, id.Raw())
}

// refreshCandidate is a ticket that wants a refresh.
type refreshCandidate struct {
	id             desk.ID
	callback       desk.UnixTime
	heard, touched seq
}

func (u refreshCandidate) compare(other refreshCandidate) int {
	return cmp.Or(
		cmp.Compare(u.heard, other.heard),
		cmp.Compare(last(u.callback), last(other.callback)),
		cmp.Compare(other.touched, u.touched),
		u.id.Compare(other.id),
	)
}

// last puts what has no callback behind what has one.
func last(callback desk.UnixTime) uint64 { return uint64(callback) - 1 }

// refreshQueue lists the tickets that want a refresh, most urgent first.
func (b *Cache) refreshQueue() []desk.ID {
	b.mu.Lock()
	defer b.mu.Unlock()
	wanted := map[string]refreshCandidate{}
	for id, touched := range b.watched {
		wanted[id] = refreshCandidate{id: desk.NewKey(id), touched: touched}
	}
	for row := range uint32(b.rows.n) {
		if s := b.rows.row(row); s.awaitsCall() {
			id := s.id()
			wanted[id] = refreshCandidate{id: desk.NewKey(id), callback: s.callback, touched: b.watched[id]}
		}
	}
	for id, u := range wanted {
		if row, known := b.index.at(id); known {
			u.heard = b.rowSeq[row]
			wanted[id] = u
		}
	}
	maps.DeleteFunc(wanted, func(_ string, u refreshCandidate) bool { return u.heard > b.lastPullSeq })
	all := slices.SortedFunc(maps.Values(wanted), refreshCandidate.compare)
	ids := make([]desk.ID, min(len(all), maxRefreshed))
	for i := range ids {
		ids[i] = all[i].id
	}
	return ids
}
