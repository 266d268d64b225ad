package wire

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// ticketBuilder collects the members of a ticket. Each code arrives as two members.
type ticketBuilder struct {
	desk.Ticket
	zone                     *time.Location
	vocabulary               []desk.Code // the account's sub-statuses
	statusCode               string
	layout                   string
	subStatus, queue         string
	subStatusName, queueName safetext.Line
	url                      safetext.Line
	end                      desk.UnixTime // taskEnddate
	allowed                  time.Duration // sla
	isEmpty                  bool          // an object without members
}

// ticketSetters decodes the members that a list needs, of both ticket records. The others, which are most of the
// bytes of a pull, are skipped without decoding.
var ticketSetters = internNames(map[string]func(*ticketBuilder, jsontext.Value){
	"ticketId":            func(d *ticketBuilder, v jsontext.Value) { d.ID = desk.NewID(scalar(v)) },
	"taskId":              func(d *ticketBuilder, v jsontext.Value) { d.TaskID = number(v) },
	"id":                  func(d *ticketBuilder, v jsontext.Value) { d.TaskID = number(v) },
	"customerId":          func(d *ticketBuilder, v jsontext.Value) { d.CustomerID = number(v) },
	"title":               func(d *ticketBuilder, v jsontext.Value) { d.setTitle(v) },
	"taskTitle":           func(d *ticketBuilder, v jsontext.Value) { d.setTitle(v) },
	"email":               func(d *ticketBuilder, v jsontext.Value) { d.Email = line(v) },
	"phone":               func(d *ticketBuilder, v jsontext.Value) { d.Phone = line(v) },
	"orderId":             func(d *ticketBuilder, v jsontext.Value) { d.OrderID = line(v) },
	"substatusKey":        func(d *ticketBuilder, v jsontext.Value) { d.subStatus = scalar(v) },
	"queueKey":            func(d *ticketBuilder, v jsontext.Value) { d.queue = scalar(v) },
	"queueName":           func(d *ticketBuilder, v jsontext.Value) { d.queueName = line(v) },
	"priority":            func(d *ticketBuilder, v jsontext.Value) { d.Priority = internedLine(v) },
	"assignedToName":      func(d *ticketBuilder, v jsontext.Value) { d.Assignee = internedLine(v) },
	"creatorName":         func(d *ticketBuilder, v jsontext.Value) { d.Creator = internedLine(v) },
	"primarySource":       func(d *ticketBuilder, v jsontext.Value) { d.Source = internedLine(v) },
	"slaStatus":           func(d *ticketBuilder, v jsontext.Value) { d.setSLA(v) },
	"callBack":            func(d *ticketBuilder, v jsontext.Value) { d.setFlag(desk.CallbackRequested, v) },
	"isCallBack":          func(d *ticketBuilder, v jsontext.Value) { d.setFlag(desk.CallbackRequested, v) },
	"ftr":                 func(d *ticketBuilder, v jsontext.Value) { d.setFixedAtOnce(v) },
	"tat":                 func(d *ticketBuilder, v jsontext.Value) { d.Turnaround = desk.ParseTurnaround(line(v).String()) },
	"disposition":         func(d *ticketBuilder, v jsontext.Value) { d.Disposition = internedLine(v) },
	"isEscalated":         func(d *ticketBuilder, v jsontext.Value) { d.setFlag(desk.Escalated, v) },
	"isOutOfSLA":          func(d *ticketBuilder, v jsontext.Value) { d.setFlag(desk.OutOfSLA, v) },
	"date":                func(d *ticketBuilder, v jsontext.Value) { d.Created = parseTime(v, d.layout, d.zone) },
	"lastConvesationTime": func(d *ticketBuilder, v jsontext.Value) { d.LastConversation = parseTime(v, d.layout, d.zone) },
	"lastConversationTime": func(d *ticketBuilder, v jsontext.Value) {
		d.LastConversation = desk.NewUnixTime(time.UnixMilli(number(v)))
	},
	"lastFollowUp":           func(d *ticketBuilder, v jsontext.Value) { d.LastFollowUp = parseTime(v, d.layout, d.zone) },
	"nextFollowUp":           func(d *ticketBuilder, v jsontext.Value) { d.Callback = parseTime(v, d.layout, d.zone) },
	"taskEnddate":            func(d *ticketBuilder, v jsontext.Value) { d.end = parseTime(v, d.layout, d.zone) },
	"sla":                    func(d *ticketBuilder, v jsontext.Value) { d.allowed = desk.ParseSLA(line(v).String()) },
	"lastConversationId":     func(d *ticketBuilder, v jsontext.Value) { d.LastConversationID = number(v) },
	"total_conversations":    func(d *ticketBuilder, v jsontext.Value) { d.Conversations = int32(min(number(v), 1<<30)) },
	"totalConversationCount": func(d *ticketBuilder, v jsontext.Value) { d.Conversations = int32(min(number(v), 1<<30)) },
	"ticketURL":              func(d *ticketBuilder, v jsontext.Value) { d.url = line(v) },
})

func (b *ticketBuilder) setTitle(v jsontext.Value) {
	if l := line(v); !l.IsEmpty() {
		b.Title = l
	}
}

func (b *ticketBuilder) setFlag(m desk.Flags, v jsontext.Value) {
	if flag(v) {
		b.Marks |= m
	}
}

// setFixedAtOnce sets the flag that a ticket was closed at the first contact, or was not. Any other value says neither.
func (b *ticketBuilder) setFixedAtOnce(v jsontext.Value) {
	switch strings.ToLower(strings.TrimSpace(scalar(v))) {
	case "true", "yes", "y", "1":
		b.Marks |= desk.FixedAtOnce
	case "false", "no", "n", "0":
		b.Marks |= desk.NotFixedAtOnce
	}
}

// setSLA keeps the account's wording and the flag that follows from it.
func (b *ticketBuilder) setSLA(v jsontext.Value) {
	b.SLA = internedLine(v)
	b.Marks |= desk.SLAState(b.SLA.String())
}

// setByRecordKind decodes the members that differ between the two records: in the detail record status and substatus
// are names, in the ticket record they are codes with separate …Name members.
func (b *ticketBuilder) setByRecordKind(name string, v jsontext.Value) bool {
	detail := b.layout == DetailTimeLayout
	switch {
	case name == "substatus" && detail, name == "substatusName":
		b.subStatusName = line(v)
	case name == "substatus":
		b.subStatus = scalar(v)
	case name == "status" && detail, name == "statusName":
		b.Status = internedLine(v)
	case name == "status":
		b.statusCode = scalar(v)
	default:
		return false
	}
	return true
}

func (b *ticketBuilder) set(name string, v jsontext.Value) bool {
	if set, ok := ticketSetters[name]; ok {
		if !saysNoValue(name, v) {
			set(b, v)
		}
		return true
	}
	return b.setByRecordKind(name, v)
}

// ticket returns the completed row.
func (b *ticketBuilder) ticket() desk.Ticket {
	b.SubStatus = desk.NewCode(b.subStatus, b.subStatusName)
	b.Queue = desk.NewCode(b.queue, b.queueName)
	b.Due = desk.SLAEnd(b.end, b.Created, b.allowed, b.zone)
	if desk.IsClosed(b.SubStatus, b.vocabulary, b.statusCode, b.Status.String()) {
		b.Marks |= desk.Closed
		b.SubStatus = b.SubStatus.Closing()
	}
	return b.Ticket
}

// row decodes one ticket of a list; also may take members that a list does not need.
func (d *responseDecoder) row(
	layout string, also map[string]func(jsontext.Value),
) (*ticketBuilder, error) {
	b := &ticketBuilder{zone: d.Zone, vocabulary: d.SubStatuses, layout: layout, isEmpty: true}
	err := d.eachMember(func(name string) error {
		b.isEmpty = false
		take := also[name]
		if _, known := ticketSetters[name]; !known && name != "status" && name != "substatus" && name != "statusName" &&
			name != "substatusName" && take == nil {
			return d.dec.SkipValue()
		}
		v, err := d.value()
		if err == nil {
			b.set(name, v)
			if take != nil {
				take(v)
			}
		}
		return err
	})
	return b, err
}

// batch is the number of rows per call of OnTickets. The last call may have fewer.
const batch = 64

// pageBuilder collects the rows of a Pull Ticket response.
type pageBuilder struct {
	desk.TicketPage
	at       map[desk.ID]int // of the tickets
	replaced []desk.Ticket   // newer rows of tickets that were reported
	reported int
	report   func([]desk.Ticket) // may be nil
}

// add adds a row, or puts it in the place of an older one with the same number.
func (p *pageBuilder) add(t desk.Ticket) {
	place := p.Records
	p.Records++
	i, twice := p.at[t.ID]
	switch {
	case t.ID.IsZero():
		p.Unnumbered++
	case !twice:
		p.at[t.ID] = len(p.Tickets)
		p.Tickets, p.Places = append(p.Tickets, t), append(p.Places, place)
		p.flush(batch)
	case t.Supersedes(&p.Tickets[i]):
		p.Tickets[i], p.Places[i] = t, place
		if i < p.reported {
			p.replaced = append(p.replaced, t)
		}
	}
}

// flush reports the rows that were not reported yet, if there are that many.
func (p *pageBuilder) flush(least int) {
	if fresh := p.Tickets[p.reported:len(p.Tickets):len(p.Tickets)]; p.report != nil && len(fresh) >= least {
		p.report(fresh)
		p.reported = len(p.Tickets)
	}
}

// readTicketPage decodes a Pull Ticket response row by row (PROTOCOL.md 4.11).
func readTicketPage(d *responseDecoder) (desk.TicketPage, error) {
	page := pageBuilder{at: map[desk.ID]int{}, report: d.OnTickets}
	total, err := d.readList(ticketList, func() (bool, error) {
		b, err := d.row(DetailTimeLayout, nil)
		if err == nil && !b.isEmpty {
			page.add(b.ticket())
		} else {
			page.Records++
		}
		return !b.ID.IsZero() || b.isEmpty, err
	})
	page.flush(1)
	if len(page.replaced) > 0 && page.report != nil {
		page.report(page.replaced)
	}
	page.Total = total
	return page.TicketPage, err
}
