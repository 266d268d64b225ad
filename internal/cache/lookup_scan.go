package cache

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"frontdesk/internal/desk"
)

// hit is a customer or a ticket that matches.
type hit struct {
	rank     rank
	created  desk.UnixTime // hits of the same rank are kept by this, newest first
	customer int64         // of a customer
	row      uint32        // of a ticket
	own      bool          // it matches by its number, its order or its title, rather than by whose it is
}

// maxHits is how many hits each goroutine of a look-up keeps. A letter or two match almost everything.
const maxHits = 500

// hits holds the best hits of one goroutine.
type hits struct {
	all  []hit
	last hit  // of those kept when there were too many; a worse one is not kept
	more bool // others match too
}

func (h *hits) add(one hit) {
	if h.more && one.compare(h.last) >= 0 {
		return
	}
	if h.all = append(h.all, one); len(h.all) == 2*maxHits {
		slices.SortFunc(h.all, hit.compare)
		h.all, h.more = h.all[:maxHits], true
		h.last = h.all[maxHits-1]
	}
}

func (h hit) compare(other hit) int {
	return cmp.Or(cmp.Compare(other.rank, h.rank), cmp.Compare(other.created, h.created))
}

// scan looks through the customers and the tickets concurrently, and calls add with each hit, the customers' first. It
// reports whether others match too.
func (q *lookupQuery) scan(
	ctx context.Context,
	customers []*customerEntry,
	s *Snapshot,
	add func(hit),
) (more bool, err error) {
	people, tickets, creators := make([]hits, s.parts()), make([]hits, s.parts()), q.creators(s)
	err = s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		for i, entry := range customers[len(customers)*part/len(people) : len(customers)*(part+1)/len(people)] {
			if i%pageSize == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if fit := q.record(entry.fields); fit != 0 {
				people[part].add(hit{rank: fit, created: entry.record.Created, customer: entry.record.ID})
			}
		}
		if !q.isNumbered && q.mail == "" && creators == nil {
			return nil
		}
		for p := from; p < to; p++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for i, row := range s.pages[p].rows[:min(pageSize, s.n-p*pageSize)] {
				if fit, own := q.ticket(row, creators); fit != 0 {
					tickets[part].add(hit{rank: fit, created: row.Created, row: uint32(p*pageSize + i), own: own})
				}
			}
		}
		return nil
	})
	for _, found := range slices.Concat(people, tickets) {
		more = more || found.more
		for _, h := range found.all {
			add(h)
		}
	}
	return more, err
}

// ticket returns how well a row matches, and whether by its own number, order or title, rather than by whose it is.
func (q *lookupQuery) ticket(row *packedTicket, creators []rank) (best rank, own bool) {
	if creators != nil {
		best = creators[row.creator]
	}
	best = max(best, q.phoneNumber(row.phoneNumber, "", nil))
	if q.mail != "" {
		best = max(best, q.email(row.email(), nil))
	}
	if !q.isNumbered {
		return best, false
	}
	fit := max(q.number(row.id(), nil), q.order(row.order(), nil))
	if !q.code.isZero() {
		fit = max(fit, q.title(row.title(), nil))
	}
	if fit != 0 && fit >= best {
		return fit, true
	}
	return best, false
}

// creators returns how well each label matches as the name of a creator; nil when none does. The names of agents do not
// match: they create tickets for customers.
func (q *lookupQuery) creators(s *Snapshot) (fits []rank) {
	if q.phone != 0 {
		return nil
	}
	var agents map[string]bool
	for label, folded := range s.cache.labels.of(s) {
		fit := q.creator(folded, nil)
		if fit == 0 || folded == "" {
			continue
		}
		if fits == nil {
			fits, agents = make([]rank, len(s.values.labels)), s.assigneeNames()
		}
		if !agents[strings.ToLower(s.values.labels[label].String())] {
			fits[label] = fit
		}
	}
	return fits
}

// foldedLabels keeps the labels folded, as many as tickets have; the next snapshot shares them.
type foldedLabels struct {
	mu     sync.Mutex
	rows   *index // another one after the labels were renumbered
	folded []string
}

// of returns the folded labels of a snapshot.
func (f *foldedLabels) of(s *Snapshot) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rows != s.index {
		f.rows, f.folded = s.index, nil
	}
	for i := len(f.folded); i < len(s.values.labels); i++ {
		f.folded = append(f.folded, foldedTerm(s.values.labels[i]))
	}
	return f.folded[:len(s.values.labels)]
}
