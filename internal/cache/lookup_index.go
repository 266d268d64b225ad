package cache

import (
	"strings"
	"sync"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// lookupIndex is what look-ups compare of the rows of a snapshot, in columns, which are read ten times faster than the
// rows. It is immutable. The next one shares all pages that have not changed, so that it is built as rows arrive.
type lookupIndex struct {
	rows  *index // another one after the rows were renumbered
	pages []*lookupPage
	names []byte   // the folded labels, among them the creators' names
	ends  []uint32 // of each in names
}

// lookupPage holds the columns of the rows of one chunk.
type lookupPage struct {
	of        *chunk
	n         int // number of rows
	tickets   [pageSize]digits
	orders    [pageSize]digits
	phones    [pageSize]desk.Phone
	customers [pageSize]int64
	creators  [pageSize]uint32
	emails    []byte           // folded, a line each
	emailEnds [pageSize]uint16 // in emails, after the line feed
	masked    []uint8          // the rows whose e-mail hides characters
}

// longestEmail is the length from which a text is no address; what follows is not searched.
const longestEmail = 254

// lookupIndexes makes one index after the other.
type lookupIndexes struct {
	mu   sync.Mutex
	last *lookupIndex
}

// of returns the index of a snapshot.
func (x *lookupIndexes) of(s *Snapshot) *lookupIndex {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.last == nil || x.last.rows != s.index {
		x.last = &lookupIndex{rows: s.index}
	}
	next := x.last.extendedTo(s)
	x.last = next
	return next
}

// prepareLookup brings the index up to date, so that the next look-up need not. A cache without subscribers belongs to
// a single command, which looks nothing up.
func (c *Cache) prepareLookup() {
	c.mu.Lock()
	wanted := len(c.subscriptions) > 0
	c.mu.Unlock()
	if wanted {
		c.lookups.of(c.Snapshot())
	}
}

// extendedTo returns the index of a later snapshot of the same numbering, or itself if nothing has changed.
func (x *lookupIndex) extendedTo(s *Snapshot) *lookupIndex {
	next := &lookupIndex{rows: x.rows, pages: make([]*lookupPage, len(s.pages)), names: x.names, ends: x.ends}
	var stale []int
	for p, of := range s.pages {
		n := min(pageSize, s.n-p*pageSize)
		if p < len(x.pages) && x.pages[p].of == of && x.pages[p].n >= n {
			next.pages[p] = x.pages[p]
			continue
		}
		stale = append(stale, p)
	}
	if len(stale) == 0 && len(x.ends) >= len(s.values.labels) && len(x.pages) == len(s.pages) {
		return x
	}
	for i := len(next.ends); i < len(s.values.labels); i++ {
		next.names = append(next.names, foldedTerm(s.values.labels[i])...)
		next.ends = append(next.ends, uint32(len(next.names)))
	}
	next.build(s, x.pages, stale)
	return next
}

// build makes the given pages concurrently.
func (x *lookupIndex) build(s *Snapshot, old []*lookupPage, stale []int) {
	var group guard.Group
	group.SetLimit(maxSearchers)
	const share = 64 // pages that are worth a goroutine
	for from := 0; from < len(stale); from += share {
		some := stale[from:min(from+share, len(stale))]
		group.Go(func() error {
			for _, p := range some {
				page := &lookupPage{of: s.pages[p]}
				if p < len(old) && old[p].of == page.of {
					*page = *old[p]
				}
				page.add(min(pageSize, s.n-p*pageSize))
				x.pages[p] = page
			}
			return nil
		})
	}
	_ = group.Wait() // none fails
}

// add adds the rows up to n.
func (l *lookupPage) add(n int) {
	for i := l.n; i < n; i++ {
		row := l.of.rows[i]
		email, phone, order, id := row.contact()
		l.tickets[i], l.orders[i] = digitsIn(id), digitsIn(order)
		l.customers[i], l.creators[i] = row.customer, row.creator
		if phone != "" {
			l.phones[i] = desk.NewPhone(phone)
		}
		l.emails = append(append(l.emails, email[:min(len(email), longestEmail)]...), '\n')
		l.emailEnds[i] = uint16(len(l.emails))
		if email != "" && desk.IsMasked(email) {
			l.masked = append(l.masked, uint8(i))
		}
	}
	l.n = max(l.n, n)
}

// contact returns the folded parts of a row but its title.
func (s *packedTicket) contact() (email, phone, order, id string) {
	_, rest, _ := strings.Cut(s.searchText(), "\n")
	email, rest, _ = strings.Cut(rest, "\n")
	phone, rest, _ = strings.Cut(rest, "\n")
	order, id, _ = strings.Cut(rest, "\n")
	return email, phone, order, id
}

// name returns the folded label of a number.
func (x *lookupIndex) name(label int) []byte {
	from := uint32(0)
	if label > 0 {
		from = x.ends[label-1]
	}
	return x.names[from:x.ends[label]]
}

// digits are the last digits of a number, at most fifteen: four bits each, the last lowest, their count in the highest.
type digits uint64

const (
	mostDigits = 15
	countAt    = 4 * mostDigits
)

// digitsIn returns the digits of a text, whatever is between them.
func digitsIn(s string) digits {
	var all uint64
	n := 0
	for i := range len(s) {
		if c := s[i]; c >= '0' && c <= '9' {
			all = all<<4 | uint64(c-'0')
			n++
		}
	}
	n = min(n, mostDigits)
	return digits(all&(1<<countAt-1) | uint64(n)<<countAt)
}

func (d digits) count() int { return int(d >> countAt) }

// endsIn reports whether the last digits are those of another number.
func (d digits) endsIn(typed digits) bool {
	return (d^typed)&(1<<(4*typed.count())-1) == 0 && d.count() >= typed.count()
}

// startsWith reports whether the first of the kept digits are those of another number.
func (d digits) startsWith(typed digits) bool {
	more := d.count() - typed.count()
	return more >= 0 && d>>(4*more)&(1<<(4*typed.count())-1) == typed&(1<<countAt-1)
}

// foldedQuery returns a typed text in one line of folded words, without what only surrounds a pasted number.
func foldedQuery(typed string) (raw string, words []string) {
	raw = strings.Join(strings.Fields(strings.ReplaceAll(safetext.Searched(typed), "…", " ")), " ")
	return raw, strings.Fields(safetext.Fold(raw))
}
