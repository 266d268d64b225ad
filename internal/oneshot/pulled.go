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

// pulled prints the tickets of day after day: JSON at once, words at the end, when all widths are known.
type pulled struct {
	screen  *Session
	list    list
	seen    map[string]bool // ids; two days may both hold a ticket of midnight
	days    int             // that came, whole or not
	tickets []desk.Ticket
}

func newPulled(s *Session) *pulled {
	return &pulled{screen: s, list: list{screen: &s.Screen}, seen: map[string]bool{}}
}

// take prints the answers of some days. A day that was asked for again with a larger limit has several; the last
// holds most.
func (p *pulled) take(answers []heard) {
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

// askedDay is the day that a pull was for.
func askedDay(request []byte) string {
	all, err := wire.Info{Records: "."}.Verbatim(request)
	if err != nil || len(all) == 0 {
		return ""
	}
	return wire.Text(wire.Member(all[0], "start_date"))
}

// dated is a record with what it is sorted and told apart by.
type dated struct {
	record jsontext.Value
	at     int64 // as the record says, in a zone that is the same for all; 0 when it does not say
	id     string
}

// records prints a day as it came, sorted by creation: the interface leaves the order open.
func (p *pulled) records(day heard) {
	came, err := day.op.Verbatim(day.answer)
	if err != nil {
		return // the client has read it before
	}
	all := make([]dated, len(came))
	for i, record := range came {
		all[i] = dated{record: record, id: wire.Text(wire.Member(record, "ticketId"))}
		if at, err := time.Parse(wire.DetailLayout, wire.Text(wire.Member(record, "date"))); err == nil {
			all[i].at = at.Unix()
		}
	}
	slices.SortStableFunc(all, func(a, b dated) int { return cmp.Compare(a.at, b.at) })
	for _, one := range all {
		if p.fresh(one.id) {
			p.list.add(one.record)
		}
	}
}

func (p *pulled) rows(day heard) {
	page, err := wire.PullTicket.Read(bytes.NewReader(day.answer), wire.Reading{Zone: p.screen.Zones.Account()})
	if err != nil {
		return // the client has read it before
	}
	slices.SortStableFunc(page.Tickets, func(a, b desk.Ticket) int { return cmp.Compare(a.Created, b.Created) })
	for _, t := range page.Tickets {
		if p.fresh(t.ID.Raw()) {
			p.tickets = append(p.tickets, t)
		}
	}
}

// fresh says whether an id comes for the first time; records without one are all their own.
func (p *pulled) fresh(id string) bool {
	if id == "" {
		return p.screen.JSON
	}
	known := p.seen[id]
	p.seen[id] = true
	return !known
}

// end prints what is left to print.
func (p *pulled) end(span desk.Span) {
	switch {
	case p.screen.JSON:
		p.list.end()
	case len(p.tickets) == 0:
		p.screen.Note("no tickets of %s", span)
	default:
		table(&p.screen.Screen, ticketColumns(p.screen.Zones), p.tickets)
	}
}
