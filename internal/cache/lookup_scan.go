package cache

import (
	"bytes"
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// hit is a customer, an order or a row that matches.
type hit[T any] struct {
	of    T
	rank  rank
	order int64 // hits of the same rank are kept by this, largest first
}

// maxHits is how many hits each goroutine of a look-up keeps. A letter or two match almost everything.
const maxHits = 500

// hits holds the best hits of one goroutine.
type hits[T any] struct {
	all  []hit[T]
	last hit[T] // of those kept when there were too many; a worse one is not kept
	more bool   // others match too
}

func (h *hits[T]) add(one hit[T]) {
	if h.more && compareHits(one, h.last) >= 0 {
		return
	}
	if h.all = append(h.all, one); len(h.all) == 2*maxHits {
		slices.SortFunc(h.all, compareHits[T])
		h.all, h.more = h.all[:maxHits], true
		h.last = h.all[maxHits-1]
	}
}

func compareHits[T any](x, y hit[T]) int {
	return cmp.Or(cmp.Compare(y.rank, x.rank), cmp.Compare(y.order, x.order))
}

// joinHits returns the hits of all goroutines, and whether there were others.
func joinHits[T any](parts []hits[T]) (all []hit[T], more bool) {
	for _, p := range parts {
		all, more = append(all, p.all...), more || p.more
	}
	return all, more
}

// scanCustomers looks through the customers concurrently.
func (q *lookupQuery) scanCustomers(
	ctx context.Context,
	all []*customerEntry,
) ([]hit[*customerEntry], bool, error) {
	n := max(1, min(maxSearchers, runtime.GOMAXPROCS(0), len(all)/1_000))
	parts := make([]hits[*customerEntry], n)
	var group guard.Group
	for part := range n {
		group.Go(func() error {
			for i, s := range all[len(all)*part/n : len(all)*(part+1)/n] {
				if i%pageSize == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				if fit := q.customer(s); fit != 0 {
					parts[part].add(hit[*customerEntry]{s, fit, int64(s.record.Created)})
				}
			}
			return nil
		})
	}
	err := group.Wait()
	found, more := joinHits(parts)
	return found, more, err
}

// rowHit is a ticket that matches, by its own number or order or by whose ticket it is.
type rowHit struct {
	row uint32
	own bool
}

// scanTickets looks through the tickets concurrently.
func (q *lookupQuery) scanTickets(ctx context.Context, s *Snapshot, x *lookupIndex) ([]hit[rowHit], bool, error) {
	creators := q.creators(s, x)
	if q.digits == 0 && q.mail == "" && q.code.isZero() && creators == nil {
		return nil, false, nil
	}
	parts := make([]hits[rowHit], s.parts())
	err := s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		for p := from; p < to; p++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			scan := pageScan{q, x.pages[p], min(pageSize, s.n-p*pageSize), uint32(p * pageSize), &parts[part]}
			if q.digits != 0 {
				scan.numbers()
			}
			if !q.code.isZero() {
				scan.codes()
			}
			if q.mail != "" {
				scan.emails()
			}
			if creators != nil {
				scan.creators(creators)
			}
		}
		return nil
	})
	found, more := joinHits(parts)
	return found, more, err
}

// pageScan looks through the rows of a page. A row may be found several times.
type pageScan struct {
	*lookupQuery
	page  *lookupPage
	n     int    // number of rows
	first uint32 // row
	found *hits[rowHit]
}

func (s *pageScan) add(i int, fit rank, own bool) {
	s.found.add(hit[rowHit]{rowHit{s.first + uint32(i), own}, fit, int64(s.page.of.rows[i].created)})
}

// numbers matches the numbers of tickets and orders, and phone numbers. Of a word with letters, as some order numbers
// are, the digits are compared first.
func (s *pageScan) numbers() {
	for i := range s.n {
		ticket, order := s.number(s.page.tickets[i]), s.number(s.page.orders[i])
		if s.isMixed && max(ticket, order) != 0 {
			_, _, orderText, id := s.page.of.rows[i].contact()
			ticket, order = s.part(id), s.part(orderText)
		}
		if fit := max(ticket, order); fit != 0 {
			s.add(i, fit, true)
		}
		if phone := s.page.phones[i]; phone != 0 && s.phone != 0 {
			if fit := rankOf(s.phone.Match(phone), true); fit != 0 {
				s.add(i, fit, false)
			}
		}
	}
}

// emails matches addresses.
func (s *pageScan) emails() {
	word, all := []byte(s.mail), s.page.emails[:s.page.emailEnds[s.n-1]]
	i := 0
	for from := 0; ; {
		at := bytes.Index(all[from:], word)
		if at < 0 {
			break
		}
		at += from
		for int(s.page.emailEnds[i]) <= at {
			i++
		}
		from = int(s.page.emailEnds[i])
		start := 0
		if i > 0 {
			start = int(s.page.emailEnds[i-1])
		}
		level := desk.PartialMatch
		if at == start && at+len(word)+1 == from {
			level = desk.ExactMatch
		}
		s.add(i, rankOf(level, at == start), false)
	}
	if !strings.Contains(s.mail, "@") {
		return
	}
	for _, i := range s.page.masked {
		email, _, _, _ := s.page.of.rows[i].contact()
		if fit := rankOf(desk.MatchEmail(s.mail, email), false); int(i) < s.n && fit.level() == desk.PossibleMatch {
			s.add(int(i), fit, false)
		}
	}
}

// creators matches who created the tickets, by the rank of each label.
func (s *pageScan) creators(ranks []rank) {
	for i, label := range s.page.creators[:s.n] {
		if fit := ranks[label]; fit != 0 {
			s.add(i, fit, false)
		}
	}
}
