package cache

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
)

// packedTicket is the compact form of a ticket in the cache: 152 bytes and one string, half of what a desk.Ticket with
// its strings and search text takes; a desk may hold 100,000. It is immutable once a snapshot holds it.
type packedTicket struct {
	// What look-ups and filters compare of all rows, within a line of the processor's cache.
	text        string // the folded parts for searching, then the original of each part that folding changed
	phoneNumber desk.Phone
	creator     uint32
	searched    uint32 // length of the searched parts
	differs     uint8  // bit per part: the original is kept too
	idLength    uint8  // of an id that folding leaves as it is; 0 for any other, which parts finds
	delisted    bool   // the service no longer lists it
	talks       int32
	filter.Row

	number, lastTalk int64
	talked, followed desk.UnixTime
	status, sla      uint32
}

// touched returns the time of the last activity, as desk.Ticket.LastActivity does.
func (s *packedTicket) touched() desk.UnixTime { return max(s.Created, s.talked, s.followed) }

// awaitsCall reports whether the ticket has an open callback. Such tickets are listed whatever their day.
func (s *packedTicket) awaitsCall() bool {
	return s.Callback != 0 && !s.Marks.Has(desk.Closed) && !s.delisted
}

// The parts of a packedTicket's text, separated by line feeds, which no sanitised line contains. The id may contain any
// character and therefore comes last.
const (
	partTitle = iota
	partEmail
	partPhone
	partOrder
	partID
	partCount
)

// arena stores the texts of many tickets in few allocations.
type arena struct{ piece strings.Builder }

const arenaPiece = 16 << 10

// keep concatenates s into the arena. The result stays valid because a piece is never regrown.
func (a *arena) keep(s ...string) string {
	need := 0
	for _, part := range s {
		need += len(part)
	}
	if a.piece.Cap()-a.piece.Len() < need {
		a.piece = strings.Builder{}
		a.piece.Grow(max(arenaPiece, need))
	}
	from := a.piece.Len()
	for _, part := range s {
		a.piece.WriteString(part)
	}
	return a.piece.String()[from:]
}

// packTicket returns the packed form of a ticket; join concatenates its text.
func (l *interners) packTicket(t *desk.Ticket, join func(...string) string) packedTicket {
	s := packedTicket{
		Row: filter.Row{
			Customer:    t.CustomerID,
			Created:     t.Created,
			Marks:       t.Marks,
			Callback:    t.Callback,
			Due:         t.Due,
			SubStatus:   l.subStatuses.number(t.SubStatus),
			Queue:       l.queues.number(t.Queue),
			Priority:    l.priorities.number(t.Priority),
			Assignee:    l.assignees.number(t.Assignee),
			Source:      l.labels.number(t.Source),
			Disposition: l.dispositions.number(t.Disposition),
			Turnaround:  t.Turnaround,
		},
		number:      t.TaskID,
		lastTalk:    t.LastConversationID,
		talks:       t.Conversations,
		talked:      t.LastConversation,
		followed:    t.LastFollowUp,
		sla:         l.slas.number(t.SLA),
		status:      l.labels.number(t.Status),
		creator:     l.labels.number(t.Creator),
		phoneNumber: desk.NewPhone(t.Phone.String()),
	}
	parts := [partCount]string{t.Title.String(), t.Email.String(), t.Phone.String(), t.OrderID.String(), t.ID.Raw()}
	var all [4 * partCount]string // folded parts, then the differing originals, each with its separator
	n := 0
	for i, part := range parts {
		all[n] = safetext.Fold(part)
		s.searched += uint32(len(all[n]))
		if all[n] != part {
			s.differs |= 1 << i
		}
		n++
		if i < partID {
			all[n] = "\n"
			s.searched++
			n++
		}
	}
	for i, part := range parts {
		if s.differs&(1<<i) != 0 {
			all[n], all[n+1] = part, "\n"
			n += 2
		}
	}
	s.text = join(all[:n]...)
	s.setIDLength(len(parts[partID]))
	return s
}

// setIDLength notes the length of the id, so that it is found without looking through the text.
func (s *packedTicket) setIDLength(n int) {
	if n <= math.MaxUint8 && s.differs&(1<<partID) == 0 {
		s.idLength = uint8(n)
	}
}

// searchText returns the folded title, e-mail, phone, order and id, which filters search.
func (s *packedTicket) searchText() string { return s.text[:s.searched] }

// parts returns the original texts.
func (s *packedTicket) parts() [partCount]string {
	var parts [partCount]string
	searched, kept := s.text[:s.searched], s.text[s.searched:]
	for i := range partID {
		parts[i], searched, _ = strings.Cut(searched, "\n")
	}
	parts[partID] = searched
	for i := range partID {
		if s.differs&(1<<i) != 0 {
			parts[i], kept, _ = strings.Cut(kept, "\n")
		}
	}
	if s.differs&(1<<partID) != 0 {
		parts[partID] = strings.TrimSuffix(kept, "\n")
	}
	return parts
}

// id returns the ticket's id as the service wrote it.
func (s *packedTicket) id() string {
	if s.idLength > 0 {
		return s.text[s.searched-uint32(s.idLength) : s.searched]
	}
	return s.parts()[partID]
}

// email returns the folded address.
func (s *packedTicket) email() string {
	_, rest, _ := strings.Cut(s.text, "\n")
	email, _, _ := strings.Cut(rest, "\n")
	return email
}

// order returns the folded number of the order.
func (s *packedTicket) order() string {
	if s.idLength == 0 {
		_, _, order, _ := s.contact()
		return order
	}
	before := s.text[:s.searched-uint32(s.idLength)-1]
	return before[strings.LastIndexByte(before, '\n')+1:]
}

// title returns the folded title, for sorting.
func (s *packedTicket) title() string { return s.text[:strings.IndexByte(s.text, '\n')] }

// ticket returns the unpacked ticket. Its lines were sanitised before packing, so LineFromText only restores their
// type.
func (v *internedValues) ticket(s *packedTicket) desk.Ticket {
	parts := s.parts()
	return desk.Ticket{
		ID:                 desk.NewID(parts[partID]),
		Title:              safetext.LineFromText(parts[partTitle]),
		Email:              safetext.LineFromText(parts[partEmail]),
		Phone:              safetext.LineFromText(parts[partPhone]),
		OrderID:            safetext.LineFromText(parts[partOrder]),
		TaskID:             s.number,
		CustomerID:         s.Customer,
		LastConversationID: s.lastTalk,
		Conversations:      s.talks,
		Marks:              s.Marks,
		Created:            s.Created,
		LastConversation:   s.talked,
		LastFollowUp:       s.followed,
		Callback:           s.Callback,
		Due:                s.Due,
		SubStatus:          v.subStatuses[s.SubStatus],
		Queue:              v.queues[s.Queue],
		Priority:           v.priorities[s.Priority],
		Assignee:           v.assignees[s.Assignee],
		SLA:                v.slas[s.sla],
		Status:             v.labels[s.status],
		Creator:            v.labels[s.creator],
		Source:             v.labels[s.Source],
		Disposition:        v.dispositions[s.Disposition],
		Turnaround:         s.Turnaround,
	}
}

// pageSize is the number of rows per chunk, which are copied when a shared one is replaced.
const pageSize = 256

// chunk is a run of rows. Rows may be appended to a chunk that snapshots share, beyond their length; replacing a row
// copies the chunk first.
type chunk struct {
	rows  [pageSize]*packedTicket
	epoch uint64 // the table's view count when the chunk was made or copied
}

// rowTable is the list of all rows by number. It only grows until it is rebuilt, and its views do not copy rows.
type rowTable struct {
	pages []*chunk
	n     int
	views uint64         // number of views taken
	block []packedTicket // memory for new rows, for locality
}

// view returns the chunks and their number of rows; what it covers never changes.
func (s *rowTable) view() ([]*chunk, int) {
	s.views++
	return slices.Clone(s.pages), s.n
}

func (s *rowTable) row(i uint32) *packedTicket { return s.pages[i/pageSize].rows[i%pageSize] }

// add appends a row and returns its number.
func (s *rowTable) add(row packedTicket) uint32 {
	if len(s.block) == cap(s.block) {
		s.block = make([]packedTicket, 0, pageSize/2)
	}
	s.block = append(s.block, row)
	return s.addPointer(&s.block[len(s.block)-1])
}

// addPointer appends a row that stays where it is in memory, and returns its number.
func (s *rowTable) addPointer(row *packedTicket) uint32 {
	if s.n%pageSize == 0 {
		s.pages = append(s.pages, &chunk{epoch: s.views})
	}
	s.pages[s.n/pageSize].rows[s.n%pageSize] = row
	s.n++
	return uint32(s.n - 1)
}

// replace replaces a row.
func (s *rowTable) replace(i uint32, row packedTicket) {
	p := s.pages[i/pageSize]
	if p.epoch < s.views {
		p = &chunk{rows: p.rows, epoch: s.views}
		s.pages[i/pageSize] = p
	}
	p.rows[i%pageSize] = &row
}

// index maps ticket ids to row numbers. Rows keep their numbers until an eviction, so that snapshots share the index; a
// number beyond a snapshot's length is not in that snapshot.
type index struct {
	mu   sync.RWMutex
	rows map[string]uint32
}

func newIndex(rows int) *index { return &index{rows: make(map[string]uint32, rows)} }

func (x *index) at(id string) (uint32, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	row, known := x.rows[id]
	return row, known
}

func (x *index) put(id string, row uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.rows[id] = row
}

// Snapshot is an immutable view of the cache's tickets. It is cheap to take and to keep.
type Snapshot struct {
	pages    []*chunk
	n        int
	values   internedValues
	index    *index
	moves    *renumbering // the last eviction before it; nil for none
	zone     *time.Location
	version  uint64
	cache    *Cache // of the texts and customers that filters search too
	orders   sortCache
	listings *listCache
}

// Snapshot returns the current tickets; it returns the same snapshot until something changes.
func (c *Cache) Snapshot() *Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil || c.last.version != c.version {
		pages, n := c.rows.view()
		c.last = &Snapshot{
			pages:    pages,
			n:        n,
			values:   c.words.values(),
			index:    c.index,
			moves:    c.moves,
			zone:     c.Zone,
			version:  c.version,
			cache:    c,
			listings: newListCache(),
		}
	}
	return c.last
}

// Ticket returns a copy of the ticket with an id, including delisted ones.
func (s *Snapshot) Ticket(id desk.ID) (*desk.Ticket, bool) {
	row, known := s.index.at(id.Raw())
	if !known || int(row) >= s.n {
		return nil, false
	}
	return s.ticket(row), true
}

func (s *Snapshot) row(i uint32) *packedTicket { return s.pages[i/pageSize].rows[i%pageSize] }

func (s *Snapshot) ticket(row uint32) *desk.Ticket {
	t := s.values.ticket(s.row(row))
	return &t
}

// commonBeginning is how many characters of its number a ticket shares with others of its account at least.
const commonBeginning = 3

// IsLikeTicket reports whether a text looks like the number of a ticket: a known one is as long and begins alike.
func (s *Snapshot) IsLikeTicket(number string) bool {
	if len(number) <= commonBeginning || strings.ContainsAny(number, " \t\n") {
		return false
	}
	beginning := number[:commonBeginning]
	for row := range uint32(s.n) {
		if id := s.row(row).id(); len(id) == len(number) && strings.HasPrefix(id, beginning) {
			return true
		}
	}
	return false
}

// contact returns the folded parts of a row but its title.
func (s *packedTicket) contact() (email, phone, order, id string) {
	_, rest, _ := strings.Cut(s.searchText(), "\n")
	email, rest, _ = strings.Cut(rest, "\n")
	phone, rest, _ = strings.Cut(rest, "\n")
	order, id, _ = strings.Cut(rest, "\n")
	return email, phone, order, id
}
