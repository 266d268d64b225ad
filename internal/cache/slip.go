package cache

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// packedTicket is one ticket as the book keeps it: 128 bytes and one text. A desk.Ticket of its own with its
// strings and what is needed to search it would take twice that, and a desk knows 100,000.
// A slip never changes once a snapshot can see it.
type packedTicket struct {
	text string // the searched parts, then the parts whose letters differ from what is searched

	number, customer, lastTalk               int64
	created, talked, followed, callback, due desk.UnixTime

	subStatus, queue                                 uint32
	status, priority, assignee, creator, sla, source uint32

	searched  uint32 // length of the searched parts
	talks     int32
	pulledDay int32 // the day whose pull brought it, for tickets without a readable date; 0 for none
	marks     desk.Flags
	differs   uint8 // a bit for each part that is kept a second time, as it came
	delisted  bool  // the service does not list it any more
}

// touched is when something last happened on the ticket, as desk.Ticket's is.
func (s *packedTicket) touched() desk.UnixTime { return max(s.created, s.talked, s.followed) }

// awaitsCall says that the customer is to be called back: such tickets are shown whatever their day.
func (s *packedTicket) awaitsCall() bool {
	return s.callback != 0 && !s.marks.Has(desk.Closed) && !s.delisted
}

// The parts of a slip's text. They are parted by line feeds, which no cleaned line holds; the id may
// hold anything and comes last.
const (
	partTitle = iota
	partEmail
	partPhone
	partOrder
	partID
	partCount
)

// arena keeps the texts of many new slips in few pieces of memory.
type arena struct{ piece strings.Builder }

const arenaPiece = 16 << 10

// keep joins a text; what it returns stays valid, since a piece is never grown.
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

// packTicket makes the slip of a ticket; join keeps its text.
func (l *lexicons) packTicket(t *desk.Ticket, join func(...string) string) packedTicket {
	s := packedTicket{
		number: t.TaskID, customer: t.CustomerID, lastTalk: t.LastConversationID, talks: t.Conversations, marks: t.Marks,
		created: t.Created, talked: t.LastConversation, followed: t.LastFollowUp, callback: t.Callback, due: t.Due,
		subStatus: l.subStatuses.number(t.SubStatus), queue: l.queues.number(t.Queue),
		priority: l.priorities.number(t.Priority), assignee: l.assignees.number(t.Assignee), sla: l.slas.number(t.SLA),
		status: l.others.number(t.Status), creator: l.others.number(t.Creator), source: l.others.number(t.Source),
	}
	parts := [partCount]string{t.Title.String(), t.Email.String(), t.Phone.String(), t.OrderID.String(), t.ID.Raw()}
	var all [4 * partCount]string // folded parts, then parts that differ, each with its separator
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
	return s
}

// searchText is what filters look into: title, e-mail, phone, order and id, folded.
func (s *packedTicket) searchText() string { return s.text[:s.searched] }

// parts are the texts as they came.
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

// id is the ticket's id as the service wrote it.
func (s *packedTicket) id() string { return s.parts()[partID] }

// title is the folded title, for sorting.
func (s *packedTicket) title() string { return s.text[:strings.IndexByte(s.text, '\n')] }

// ticket is the slip written out. Its lines were clean when they were packed: cleaning them as plain
// text changes nothing and makes the type that views must take.
func (v *internedValues) ticket(s *packedTicket) desk.Ticket {
	parts := s.parts()
	return desk.Ticket{
		ID: desk.NewKey(parts[partID]), Title: safetext.LineFromText(parts[partTitle]), Email: safetext.LineFromText(parts[partEmail]),
		Phone: safetext.LineFromText(parts[partPhone]), OrderID: safetext.LineFromText(parts[partOrder]),
		TaskID: s.number, CustomerID: s.customer, LastConversationID: s.lastTalk, Conversations: s.talks, Marks: s.marks,
		Created: s.created, LastConversation: s.talked, LastFollowUp: s.followed, Callback: s.callback, Due: s.due,
		SubStatus: v.subStatuses[s.subStatus], Queue: v.queues[s.queue],
		Priority: v.priorities[s.priority], Assignee: v.assignees[s.assignee], SLA: v.slas[s.sla],
		Status: v.others[s.status], Creator: v.others[s.creator], Source: v.others[s.source],
	}
}
