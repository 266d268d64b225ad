package oneshot

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// ticketPrinter prints the tickets of successive days: JSON immediately, a table at the end, when all widths are known.
type ticketPrinter struct {
	screen  *Invocation
	list    list
	seen    map[string]bool // ids; a ticket of midnight may be in two days
	days    int             // days received, complete or not
	tickets []desk.Ticket
}

func newPulled(s *Invocation) *ticketPrinter {
	return &ticketPrinter{screen: s, list: list{screen: &s.Printer}, seen: map[string]bool{}}
}

// add prints the responses of some days. A day that was requested again with a larger limit has several; the last one
// holds the most.
func (p *ticketPrinter) add(answers []heard) {
	byDay := map[string]heard{}
	for _, h := range answers {
		if h.op.Name == wire.PullTicket.Name {
			byDay[askedDay(h.request)] = h
		}
	}
	for _, day := range slices.Sorted(maps.Keys(byDay)) {
		p.days++
		if p.screen.JSON {
			p.records(byDay[day])
		} else {
			p.rows(byDay[day])
		}
	}
}

// askedDay returns the day that a request was for.
func askedDay(request []byte) string {
	all, err := wire.OperationInfo{RecordsPath: "."}.RawRecords(request)
	if err != nil || len(all) == 0 {
		return ""
	}
	return wire.RawText(wire.RawMember(all[0], "start_date"))
}

// sortable is a raw record with its sort key and id.
type sortable struct {
	record jsontext.Value
	at     int64 // the record's time, in a zone that is the same for all; 0 if it has none
	id     string
}

// records prints the raw records of a day. It sorts them by creation, because the interface does not define an order.
func (p *ticketPrinter) records(day heard) {
	came, err := day.op.RawRecords(day.answer)
	if err != nil {
		return // the client has decoded it before
	}
	all := make([]sortable, len(came))
	for i, record := range came {
		all[i] = sortable{record: record, id: wire.RawText(wire.RawMember(record, "ticketId"))}
		if at, err := time.Parse(wire.DetailTimeLayout, wire.RawText(wire.RawMember(record, "date"))); err == nil {
			all[i].at = at.Unix()
		}
	}
	slices.SortStableFunc(all, func(a, b sortable) int { return cmp.Compare(a.at, b.at) })
	for _, one := range all {
		if p.isNew(one.id) {
			p.list.add(one.record)
		}
	}
}

func (p *ticketPrinter) rows(day heard) {
	page, err := wire.PullTicket.Decode(bytes.NewReader(day.answer), wire.DecodeOptions{Zone: p.screen.Zones.Account()})
	if err != nil {
		return // the client has decoded it before
	}
	slices.SortStableFunc(page.Tickets, func(a, b desk.Ticket) int { return cmp.Compare(a.Created, b.Created) })
	for _, t := range page.Tickets {
		if p.isNew(t.ID.Raw()) {
			p.tickets = append(p.tickets, t)
		}
	}
}

// isNew reports whether an id has not occurred before. Records without an id are always new in JSON and left out of the
// table.
func (p *ticketPrinter) isNew(id string) bool {
	if id == "" {
		return p.screen.JSON
	}
	known := p.seen[id]
	p.seen[id] = true
	return !known
}

// finish prints the rest of the output.
func (p *ticketPrinter) finish(span desk.DateRange) {
	switch {
	case p.screen.JSON:
		p.list.end()
	case len(p.tickets) == 0:
		p.screen.Notef("no tickets of %s", span)
	default:
		table(&p.screen.Printer, ticketColumns(p.screen.Zones), p.tickets)
	}
}
