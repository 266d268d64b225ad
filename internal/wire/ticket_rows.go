package wire

import (
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// ticketBuilder collects the members of a ticket. Each code arrives as two members.
type ticketBuilder struct {
	desk.Ticket
	zone                     *time.Location
	layout                   string
	subStatus, queue         string
	subStatusName, queueName safetext.Line
	url                      safetext.Line
}

// ticketSetters decodes the members that a list needs, of both ticket records. The others, which are most of the
// bytes of a pull, are skipped without decoding.
var ticketSetters = internNames(map[string]func(*ticketBuilder, jsontext.Value){
	"ticketId":               func(d *ticketBuilder, v jsontext.Value) { d.ID = desk.NewID(scalar(v)) },
	"taskId":                 func(d *ticketBuilder, v jsontext.Value) { d.TaskID = number(v) },
	"id":                     func(d *ticketBuilder, v jsontext.Value) { d.TaskID = number(v) },
	"customerId":             func(d *ticketBuilder, v jsontext.Value) { d.CustomerID = number(v) },
	"title":                  func(d *ticketBuilder, v jsontext.Value) { d.setTitle(v) },
	"taskTitle":              func(d *ticketBuilder, v jsontext.Value) { d.setTitle(v) },
	"email":                  func(d *ticketBuilder, v jsontext.Value) { d.Email = line(v) },
	"phone":                  func(d *ticketBuilder, v jsontext.Value) { d.Phone = line(v) },
	"orderId":                func(d *ticketBuilder, v jsontext.Value) { d.OrderID = line(v) },
	"substatusKey":           func(d *ticketBuilder, v jsontext.Value) { d.subStatus = scalar(v) },
	"queueKey":               func(d *ticketBuilder, v jsontext.Value) { d.queue = scalar(v) },
	"queueName":              func(d *ticketBuilder, v jsontext.Value) { d.queueName = line(v) },
	"priority":               func(d *ticketBuilder, v jsontext.Value) { d.Priority = term(v) },
	"assignedToName":         func(d *ticketBuilder, v jsontext.Value) { d.Assignee = term(v) },
	"creatorName":            func(d *ticketBuilder, v jsontext.Value) { d.Creator = term(v) },
	"primarySource":          func(d *ticketBuilder, v jsontext.Value) { d.Source = term(v) },
	"slaStatus":              func(d *ticketBuilder, v jsontext.Value) { d.setSLA(v) },
	"callBack":               func(d *ticketBuilder, v jsontext.Value) { d.mark(desk.CallbackRequested, v) },
	"isCallBack":             func(d *ticketBuilder, v jsontext.Value) { d.mark(desk.CallbackRequested, v) },
	"isEscalated":            func(d *ticketBuilder, v jsontext.Value) { d.mark(desk.Escalated, v) },
	"isOutOfSLA":             func(d *ticketBuilder, v jsontext.Value) { d.mark(desk.OutOfSLA, v) },
	"date":                   func(d *ticketBuilder, v jsontext.Value) { d.Created = stamp(v, d.layout, d.zone) },
	"lastConvesationTime":    func(d *ticketBuilder, v jsontext.Value) { d.LastConversation = stamp(v, d.layout, d.zone) },
	"lastConversationTime":   func(d *ticketBuilder, v jsontext.Value) { d.LastConversation = desk.UnixTime(number(v) / 1000) },
	"lastFollowUp":           func(d *ticketBuilder, v jsontext.Value) { d.LastFollowUp = stamp(v, d.layout, d.zone) },
	"nextFollowUp":           func(d *ticketBuilder, v jsontext.Value) { d.Callback = stamp(v, d.layout, d.zone) },
	"taskEnddate":            func(d *ticketBuilder, v jsontext.Value) { d.Due = stamp(v, d.layout, d.zone) },
	"lastConversationId":     func(d *ticketBuilder, v jsontext.Value) { d.LastConversationID = number(v) },
	"total_conversations":    func(d *ticketBuilder, v jsontext.Value) { d.Conversations = int32(min(number(v), 1<<30)) },
	"totalConversationCount": func(d *ticketBuilder, v jsontext.Value) { d.Conversations = int32(min(number(v), 1<<30)) },
	"ticketURL":              func(d *ticketBuilder, v jsontext.Value) { d.url = line(v) },
})

func (d *ticketBuilder) setTitle(v jsontext.Value) {
	if l := line(v); !l.IsEmpty() {
		d.Title = l
	}
}

func (d *ticketBuilder) mark(m desk.Flags, v jsontext.Value) {
	if flag(v) {
		d.Marks |= m
	}
}

// setSLA keeps the account's wording and derives from it the two flags by which lists are sorted.
func (d *ticketBuilder) setSLA(v jsontext.Value) {
	d.SLA = term(v)
	d.Marks |= slaMark(d.SLA.String())
}

// Words of SLA states. A negation leaves the state unknown; a word of nearness means that the time is not yet
// exceeded.
var (
	slaDenied = names("not", "no", "without", "never", "non")
	slaNear   = names("risk", "about", "near", "nearing", "approaching", "soon", "will", "may", "almost")
	slaOver   = names("out", "breach", "breached", "breaches", "outside", "overdue", "exceeded", "violated", "missed")
)

// spaced separates words in camel case, such as OutOfSLA.
func spaced(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		if lower && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
}

// slaMark derives the flag from whole words, so that "Without SLA" is not out of SLA.
func slaMark(wording string) desk.Flags {
	var near, over bool
	for word := range strings.FieldsFuncSeq(spaced(wording), func(r rune) bool { return !unicode.IsLetter(r) }) {
		word = strings.ToLower(word)
		if slaDenied[word] {
			return 0
		}
		near, over = near || slaNear[word], over || slaOver[word]
	}
	switch {
	case near:
		return desk.AtRisk
	case over:
		return desk.OutOfSLA
	}
	return 0
}

// setByRecordKind decodes the members that differ between the two records: in the detail record status and substatus
// are names, in the ticket record they are codes with separate …Name members.
func (d *ticketBuilder) setByRecordKind(name string, v jsontext.Value) bool {
	detail := d.layout == DetailTimeLayout
	switch {
	case name == "substatus" && detail, name == "substatusName":
		d.subStatusName = line(v)
	case name == "substatus":
		d.subStatus = scalar(v)
	case name == "status" && detail, name == "statusName":
		d.Status = term(v)
	default:
		return false
	}
	return true
}

func (d *ticketBuilder) set(name string, v jsontext.Value) bool {
	if set, ok := ticketSetters[name]; ok {
		set(d, v)
		return true
	}
	return d.setByRecordKind(name, v)
}

// ticket returns the completed row.
func (d *ticketBuilder) ticket() desk.Ticket {
	d.SubStatus = desk.NewCode(d.subStatus, d.subStatusName)
	d.Queue = desk.NewCode(d.queue, d.queueName)
	if isClosed(d.subStatus, d.Status.String()) {
		d.Marks |= desk.Closed
	}
	return d.Ticket
}

// isClosed reports whether a ticket is closed, by its sub-status key or by common status names.
func isClosed(key, status string) bool {
	status = strings.ToLower(status)
	return key == "CL" || status == "complete" || status == "completed" || status == "closed"
}

// row decodes one ticket of a list.
func (a *responseDecoder) row(layout string) (*ticketBuilder, error) {
	d := &ticketBuilder{zone: a.Zone, layout: layout}
	err := a.eachMember(func(name string) error {
		if _, known := ticketSetters[name]; !known && name != "status" && name != "substatus" && name != "statusName" && name != "substatusName" {
			return a.dec.SkipValue()
		}
		v, err := a.value()
		if err == nil {
			d.set(name, v)
		}
		return err
	})
	return d, err
}

// batch is the number of rows per call of OnTickets. The last call may have fewer.
const batch = 64

// readTicketPage decodes a Pull Ticket response row by row (PROTOCOL.md 4.11).
func readTicketPage(a *responseDecoder) (desk.TicketPage, error) {
	page := desk.TicketPage{Total: -1}
	given := 0
	give := func(least int) {
		if a.OnTickets != nil && len(page.Tickets)-given >= least {
			a.OnTickets(page.Tickets[given:len(page.Tickets):len(page.Tickets)])
			given = len(page.Tickets)
		}
	}
	err := a.decodeEnvelope(func(name string) (bool, error) {
		switch name {
		case "message":
			return true, a.elements(func() error {
				d, err := a.row(DetailTimeLayout)
				if err == nil && !d.ID.IsZero() {
					page.Tickets = append(page.Tickets, d.ticket())
					give(batch)
				}
				return err
			})
		case "totalcount":
			v, err := a.value()
			if err == nil && scalar(v) != "" {
				page.Total = int(number(v))
			}
			return true, err
		}
		return false, nil
	})
	give(1)
	return page, err
}

// readReceipt decodes an Add Ticket or Update Ticket response (PROTOCOL.md 4.8 and 4.9).
func readReceipt(a *responseDecoder) (desk.TicketResult, error) {
	var r desk.TicketResult
	var ticketID string
	err := a.decodeEnvelope(func(name string) (bool, error) {
		switch name {
		case "ticket":
			d, err := a.row(TicketTimeLayout)
			if err == nil {
				r.Ticket, r.URL = d.ticket(), d.url
			}
			return true, err
		case "additional_details":
			v, err := a.value()
			if err == nil {
				r.Groups = groups(v)
			}
			return true, err
		case "ticket_id", "ticket id":
			v, err := a.value()
			if s := scalar(v); err == nil && s != "" {
				ticketID = s
			}
			return true, err
		}
		return false, nil
	})
	r.Message = a.message
	if r.Ticket.ID.IsZero() {
		r.Ticket.ID = desk.NewID(ticketID)
	}
	return r, err
}
