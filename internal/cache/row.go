package cache

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
)

// packedTicket is the compact form of a ticket in the cache: 168 bytes and one string, half of what a desk.Ticket with
// its strings and search text takes; a desk may hold 100,000. It is immutable once a snapshot holds it.
//
//	text  title \n e-mail \n phone \n order \n id   each folded, for searching
//	      \n original                              of each part that folding has changed, in the same order
type packedTicket struct {
	// What look-ups and filters compare of all rows, within a line of the processor's cache.
	text        string
	phoneNumber desk.Phone
	creator     uint32
	ends        [partCount]uint32 // of the folded parts in text
	differs     uint8             // bit per part: the original is kept too
	delisted    bool              // the service no longer lists it
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

// The parts of a packedTicket's text. No sanitised line contains a line feed; the id may contain any character and
// therefore comes last.
const (
	partTitle = iota
	partEmail
	partPhone
	partOrder
	partID
	partCount
)

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
			Source:      l.sources.number(t.Source),
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
	all := make([]string, 0, 4*partCount)
	end := -1
	for i, part := range parts {
		folded := safetext.Fold(part)
		end += len("\n") + len(folded)
		all, s.ends[i] = append(all, folded, "\n"), uint32(end)
		if folded != part {
			s.differs |= 1 << i
		}
	}
	all = all[:len(all)-1]
	for i, part := range parts {
		if s.differs&(1<<i) != 0 {
			all = append(all, "\n", part)
		}
	}
	s.text = join(all...)
	return s
}

// searchText returns the folded title, e-mail, phone, order and id, which filters search.
func (s *packedTicket) searchText() string { return s.text[:s.ends[partID]] }

// part returns a folded part.
func (s *packedTicket) part(i int) string {
	if i == 0 {
		return s.text[:s.ends[0]]
	}
	return s.text[s.ends[i-1]+1 : s.ends[i]]
}

// originals returns the parts as the service wrote them.
func (s *packedTicket) originals() (parts [partCount]string) {
	kept := s.text[s.ends[partID]:]
	for i := range parts {
		if parts[i] = s.part(i); s.differs&(1<<i) == 0 {
			continue
		}
		if parts[i] = kept[1:]; i != partID {
			parts[i], _, _ = strings.Cut(parts[i], "\n")
		}
		kept = kept[1+len(parts[i]):]
	}
	return parts
}

// id returns the ticket's id as the service wrote it.
func (s *packedTicket) id() string {
	if s.differs&(1<<partID) == 0 {
		return s.part(partID)
	}
	return s.originals()[partID]
}

// ticket returns the unpacked ticket. Its lines were sanitised before packing, so LineFromText only restores their
// type.
func (l *interners) ticket(s *packedTicket) desk.Ticket {
	parts := s.originals()
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
		SubStatus:          l.subStatuses.all[s.SubStatus],
		Queue:              l.queues.all[s.Queue],
		Priority:           l.priorities.all[s.Priority],
		Assignee:           l.assignees.all[s.Assignee],
		SLA:                l.slas.all[s.sla],
		Status:             l.labels.all[s.status],
		Creator:            l.labels.all[s.creator],
		Source:             l.sources.all[s.Source],
		Disposition:        l.dispositions.all[s.Disposition],
		Turnaround:         s.Turnaround,
	}
}

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

// take returns the number here of a value of another interner.
func (l *interner[T]) take(from *interner[T], n uint32) uint32 { return l.number(from.all[n]) }

// interners are the cache's interned values, grouped by how filters use them: a desk has few priorities, but may have
// as many creators as tickets. A snapshot has a copy, of which it reads the values alone.
type interners struct {
	subStatuses, queues                 interner[desk.Code]
	priorities, assignees, slas, labels interner[desk.InternedLine]
	sources, dispositions               interner[desk.InternedLine]
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
		newInterner[desk.InternedLine](),
	}
}

// maxInterned is how many interned values may be unused, beyond one per row, before a rebuild.
const maxInterned = 1_000

func (l *interners) len() int {
	return len(l.subStatuses.all) + len(l.queues.all) +
		len(l.priorities.all) + len(l.assignees.all) + len(l.slas.all) + len(l.labels.all) +
		len(l.sources.all) + len(l.dispositions.all)
}

// repack returns a row with its numbers translated from the values of other interners to these.
func (l *interners) repack(from *interners, row *packedTicket) packedTicket {
	s := *row
	s.SubStatus, s.Queue = l.subStatuses.take(&from.subStatuses, s.SubStatus), l.queues.take(&from.queues, s.Queue)
	s.Priority = l.priorities.take(&from.priorities, s.Priority)
	s.Assignee, s.sla = l.assignees.take(&from.assignees, s.Assignee), l.slas.take(&from.slas, s.sla)
	s.status, s.creator = l.labels.take(&from.labels, s.status), l.labels.take(&from.labels, s.creator)
	s.Source = l.sources.take(&from.sources, s.Source)
	s.Disposition = l.dispositions.take(&from.dispositions, s.Disposition)
	return s
}

// foldedCode and foldedTerm return the folded text by which values are searched and sorted.
func foldedCode(c desk.Code) string         { return safetext.Fold(c.Label()) }
func foldedTerm(t desk.InternedLine) string { return safetext.Fold(t.String()) }
