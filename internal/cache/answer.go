package cache

import (
	"maps"
	"slices"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// pullResult is what one pull of a day brought.
type pullResult struct {
	asked   seq
	rows    []uint32 // in order, each once
	records int      // as they came, the same ticket twice included
	total   int      // as the service counts; -1 when it did not say
}

// pullOnce pulls a day once, taking rows over as they come.
func (b *Cache) pullOnce(f *pullJob, limit int) (*pullResult, error) {
	request := wire.PullTicketRequest{StartDate: f.day.String(), EndDate: f.day.String()}
	if limit > 0 {
		request.Limit = &limit
	}
	asked, rows := b.next(), map[uint32]struct{}{}
	page, err := client.Call(f.ctx, b.Client, wire.PullTicket, request, client.OnTickets(func(tickets []desk.Ticket) {
		for _, row := range b.merge(listed, asked, f.day, tickets) {
			rows[row] = struct{}{}
		}
		b.count(f, len(rows))
	}))
	return &pullResult{asked, slices.Sorted(maps.Keys(rows)), len(page.Tickets), page.Total}, err
}

// count shows the rows that a day's answer has brought so far.
func (b *Cache) count(f *pullJob, rows int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flights[f.day] == f {
		d := b.dayOf(f.day)
		d.status.Received = max(d.lastResult.Received, rows)
		b.notify()
	}
}

// nextLimit decides whether an answer is the whole day and, if not, which limit to ask for next: some more
// than the service says there is, since tickets keep coming. An answer as long as its limit may be cut
// whatever it says: some accounts count in totalCount only what they send. Only where no nextLimit limit is
// left is that count all there is to go by.
func nextLimit(limit, records, total int) (next int, whole bool) {
	if total <= records && (limit == 0 || records < limit || limit >= maxLimit && total == records) {
		return 0, true
	}
	return min(maxLimit, max(leastMore, total+total/8, 4*limit)), false
}

// storeComplete notes an answer that was not cut. Where the service vouches by totalCount that it is all there
// is, tickets that an earlier answer held are out of the lists; otherwise what was known stays known.
func (b *Cache) storeComplete(f *pullJob, page *pullResult, limit int) {
	b.markDelisted(page.asked, b.arrived(f, page, limit))
}

// arrived notes a whole answer and gives the rows that it does not hold any more.
func (b *Cache) arrived(f *pullJob, page *pullResult, limit int) (over []uint32) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.dayOf(f.day)
	d.limit = limit
	if b.flights[f.day] == f {
		d.complete(Complete, len(page.rows), page.total, nil, b.Now())
	}
	if page.total == page.records {
		d.listed, over = page.rows, without(d.listed, page.rows)
	} else {
		d.listed = union(d.listed, page.rows)
	}
	return over
}

// storeTruncated notes an answer that does not hold the whole day, and why no larger one came.
func (b *Cache) storeTruncated(f *pullJob, page *pullResult, because error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.dayOf(f.day)
	d.listed = union(d.listed, page.rows)
	if b.flights[f.day] == f {
		d.complete(Truncated, len(page.rows), page.total, because, b.Now())
	}
}

// union is the numbers of both, in order, each once.
func union(x, y []uint32) []uint32 {
	all := slices.Concat(x, y)
	slices.Sort(all)
	return slices.Compact(all)
}

// without is all but the numbers of other; both are in order.
func without(all, other []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(all), func(row uint32) bool {
		_, found := slices.BinarySearch(other, row)
		return found
	})
}
