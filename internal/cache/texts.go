package cache

import (
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Limits of the texts that filters search beside titles. A desk may hold 100,000 tickets, of which agents read few.
const (
	maxTickets  = 2 << 20   // bytes of all texts; those read least recently go first
	maxTicket   = 64 << 10  // of one ticket; what follows is not searched
	maxReadable = 256 << 10 // of one description or message; a longer one is not searched
)

// texts holds the folded description and timeline of tickets that were read. It is safe for concurrent use.
type texts struct {
	mu      sync.Mutex
	byID    *simplelru.LRU[string, readText]
	size    int
	version uint64
	last    *textSnapshot
}

// readText is the text of a ticket as it was read.
type readText struct {
	text    string
	reading uint64 // another one after each change
}

// textSnapshot is an immutable view of the texts.
type textSnapshot struct {
	version    uint64
	ids, texts []string
}

func newTexts() *texts {
	t := &texts{last: &textSnapshot{}}
	evicted := func(_ string, r readText) { t.size -= len(r.text) }
	t.byID, _ = simplelru.NewLRU(maxTickets, evicted) // fails for a size of 0 only
	return t
}

// put keeps the text of a ticket, and reports whether it is new or has changed. One without the timeline does not
// replace a whole one.
func (t *texts) put(id, text string, isWhole bool) (reading uint64, changed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, has := t.byID.Get(id); has {
		if known.text == text || !isWhole {
			return known.reading, false
		}
		t.byID.Remove(id)
	}
	t.byID.Add(id, readText{text, t.version + 1})
	t.size += len(text)
	for t.size > maxTickets {
		t.byID.RemoveOldest()
	}
	t.version++
	return t.version, true
}

// reading returns the number of the text of a ticket; 0 if it is not kept.
func (t *texts) reading(id string) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	known, _ := t.byID.Peek(id)
	return known.reading
}

// snapshot returns the current texts.
func (t *texts) snapshot() *textSnapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last.version != t.version {
		last := &textSnapshot{version: t.version, ids: t.byID.Keys()}
		for _, r := range t.byID.Values() {
			last.texts = append(last.texts, r.text)
		}
		t.last = last
	}
	return t.last
}

// keepTexts keeps the texts of tickets that were read, for filters. A cache without subscribers belongs to a single
// command, which does not search them; it returns none.
func (c *Cache) keepTexts(details []desk.TicketDetails, isWhole bool) (texts []string) {
	c.mu.Lock()
	wanted := len(c.subscriptions) > 0
	c.mu.Unlock()
	if !wanted {
		return nil
	}
	texts = make([]string, len(details))
	changed := false
	for i := range details {
		texts[i] = searchedText(&details[i])
		reading, isChanged := c.readTexts.put(details[i].ID.Raw(), texts[i], isWhole)
		details[i].Reading, changed = reading, changed || isChanged
	}
	if changed {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.notify()
	}
	return texts
}

// Reading returns the number of the texts of a ticket as they were read last, by whomever; 0 if they are not kept.
func (c *Cache) Reading(id desk.ID) uint64 { return c.readTexts.reading(id.Raw()) }

// searchedText returns the folded description and timeline of a ticket, a line feed between two parts.
func searchedText(d *desk.TicketDetails) string {
	var b strings.Builder
	add := func(text string) {
		b.WriteString(text)
		b.WriteByte('\n')
	}
	addHTML := func(body safetext.HTML) {
		if body.Len() <= maxReadable && b.Len() < maxTicket {
			add(body.Text().Line().String())
		}
	}
	addHTML(d.Body)
	for i := range d.Timeline {
		addHTML(d.Timeline[i].Body)
		for _, v := range d.Timeline[i].Values {
			add(v.Value.Line().String())
		}
		if b.Len() >= maxTicket {
			break
		}
	}
	text := strings.Clone(safetext.Fold(b.String()))
	return text[:min(len(text), maxTicket)]
}

// with returns the rows whose texts contain a folded text, nil when there are none.
func (t *textSnapshot) with(s *Snapshot, folded string) rowSet {
	var found rowSet
	for i, text := range t.texts {
		if !occursIn(text, folded) {
			continue
		}
		if row, known := s.index.at(t.ids[i]); known && int(row) < s.n {
			if found == nil {
				found = make(rowSet, s.n/64+1)
			}
			found.add(row)
		}
	}
	return found
}

// count returns how many of the texts are of the rows for which has holds.
func (t *textSnapshot) count(s *Snapshot, has rowTest) int {
	n := 0
	for _, id := range t.ids {
		if number, known := s.index.at(id); known && int(number) < s.n && has(number, s.row(number)) {
			n++
		}
	}
	return n
}

// rowSet is a set of row numbers; nil is the empty set.
type rowSet []uint64

func (r rowSet) add(row uint32)      { r[row/64] |= 1 << (row % 64) }
func (r rowSet) has(row uint32) bool { return len(r) > 0 && r[row/64]&(1<<(row%64)) != 0 }

// interner numbers values that many rows share, so that a row stores four bytes and a filter evaluates each value once
// instead of once per row. Number 0 is the zero value; numbers are never reused.
type interner[T comparable] struct {
	all []T // append-only: snapshots hold a shorter slice of the same array
	at  map[T]uint32
}

func newInterner[T comparable]() interner[T] {
	var zero T
	return interner[T]{all: []T{zero}, at: map[T]uint32{zero: 0}}
}

func (l *interner[T]) number(v T) uint32 {
	n, known := l.at[v]
	if !known {
		n = uint32(len(l.all))
		l.all = append(l.all, v)
		l.at[v] = n
	}
	return n
}

// interners are the cache's interned values, grouped by how filters use them: a desk has few priorities, but may have
// as many creators as tickets.
type interners struct {
	subStatuses, queues                 interner[desk.Code]
	priorities, assignees, slas, labels interner[desk.InternedLine]
	dispositions                        interner[desk.InternedLine]
}

func newInterners() interners {
	return interners{
		newInterner[desk.Code](),
		newInterner[desk.Code](),
		newInterner[desk.InternedLine](),
		newInterner[desk.InternedLine](),
		newInterner[desk.InternedLine](),
		newInterner[desk.InternedLine](),
		newInterner[desk.InternedLine](),
	}
}

// maxInterned is how many interned values may be unused, beyond one per row, before a rebuild.
const maxInterned = 1_000

func (l *interners) len() int {
	return len(l.subStatuses.all) + len(l.queues.all) +
		len(l.priorities.all) + len(l.assignees.all) + len(l.slas.all) + len(l.labels.all) +
		len(l.dispositions.all)
}

// repack returns a row with its numbers translated from the given values to these interners.
func (l *interners) repack(from *internedValues, row *packedTicket) packedTicket {
	s := *row
	s.SubStatus, s.Queue = l.subStatuses.number(from.subStatuses[s.SubStatus]), l.queues.number(from.queues[s.Queue])
	s.Priority, s.Assignee = l.priorities.number(from.priorities[s.Priority]), l.assignees.number(
		from.assignees[s.Assignee],
	)
	s.sla, s.status = l.slas.number(from.slas[s.sla]), l.labels.number(from.labels[s.status])
	s.creator, s.Source = l.labels.number(from.labels[s.creator]), l.labels.number(from.labels[s.Source])
	s.Disposition = l.dispositions.number(from.dispositions[s.Disposition])
	return s
}

// internedValues is a snapshot's view of the interners.
type internedValues struct {
	subStatuses, queues                 []desk.Code
	priorities, assignees, slas, labels []desk.InternedLine
	dispositions                        []desk.InternedLine
}

func (l *interners) values() internedValues {
	return internedValues{
		l.subStatuses.all, l.queues.all, l.priorities.all, l.assignees.all, l.slas.all, l.labels.all,
		l.dispositions.all,
	}
}

// foldedCode and foldedTerm return the folded text by which values are searched and sorted.
func foldedCode(c desk.Code) string         { return safetext.Fold(c.Label()) }
func foldedTerm(t desk.InternedLine) string { return safetext.Fold(t.String()) }
