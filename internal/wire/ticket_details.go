package wire

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
)

// readDetails decodes a Get Ticket response: an array of wrappers, each with the detail record in task_details
// (PROTOCOL.md 4.10). It also accepts responses without the wrapper. Of several records of one ticket it returns the
// newest.
func readDetails(d *responseDecoder) ([]desk.TicketDetails, error) {
	if d.dec.PeekKind() != '[' {
		return d.detailObject()
	}
	details := detailsByID{}
	records := 0
	err := d.eachRecord(detailList, func() error {
		records++
		return d.wrappedTicket(&details)
	})
	if len(details.all) > 0 {
		d.status = "" // the status was a ticket's
	}
	d.payload = len(details.all) > 0 || d.status == "" && d.message.IsEmpty()
	details.checkFound(d, records)
	return details.all, d.result(err)
}

// detailsByID holds the newest record of each ticket of an answer.
type detailsByID struct {
	all []desk.TicketDetails
	odd int // objects with content that are no ticket
}

func (a *detailsByID) add(details desk.TicketDetails) {
	i := slices.IndexFunc(a.all, func(known desk.TicketDetails) bool { return known.ID == details.ID })
	switch {
	case i < 0:
		a.all = append(a.all, details)
	case details.Supersedes(&a.all[i].Ticket):
		a.all[i] = details
	}
}

// checkFound keeps it as a fault of the answer that it has objects, none of which is a ticket.
func (a *detailsByID) checkFound(d *responseDecoder, records int) {
	if a.odd > 0 && a.odd == records {
		d.oddShape(fmt.Sprintf("has %d records, and none is a ticket with a number", records))
	}
}

// detailObject decodes a response that is an object: an envelope with tickets in message, an error response, or a
// single ticket with or without its wrapper.
func (d *responseDecoder) detailObject() ([]desk.TicketDetails, error) {
	details, records := detailsByID{}, 0
	take := func() error {
		records++
		message := d.message
		err := d.wrappedTicket(&details)
		d.message = message
		return err
	}
	lone, isWrapped := d.newDetail(), false
	var status, text jsontext.Value // of the response, or of a ticket without a wrapper
	err := d.eachMember(func(name string) error {
		isWrapped = isWrapped || name == "task_details"
		isMessage := strings.EqualFold(name, "message")
		switch {
		case strings.EqualFold(name, "status"):
			v, err := d.value()
			status = v.Clone()
			return err
		case isMessage && d.isScalar():
			v, err := d.value()
			text = v.Clone()
			d.setMessage(text)
			return err
		case isMessage, detailList.hasList(name) && !d.isScalar():
			d.payload = true
			return d.at(name, func() error { return d.eachRecord(detailList, take) })
		case isNumber(name) && !d.isScalar():
			d.payload = true
			return d.at(name, take)
		}
		return d.wrapperMember(&lone, name)
	})
	d.status = scalar(status) // each ticket has a status, which must not count as the response's
	isLone := err == nil && !lone.ID.IsZero()
	if err == nil && !d.payload && !isLone && strings.EqualFold(d.status, StatusSuccess) {
		err = d.detailsInText(text, take)
	}
	details.checkFound(d, records)
	if isLone {
		lone.setStatus(status, isWrapped)
		details.add(lone.build())
		d.payload, d.status = true, ""
	}
	return details.all, d.result(err)
}

// setStatus gives a ticket without a wrapper the status that an answer has beside its members.
func (b *detailsBuilder) setStatus(status jsontext.Value, isWrapped bool) {
	if !isWrapped && len(status) > 0 {
		b.set("status", status)
		b.addField("status", status)
	}
}

// detailsInText reads the message of a successful answer without any other list.
func (d *responseDecoder) detailsInText(text jsontext.Value, take func() error) error {
	if len(text) == 0 {
		d.oddShape("has no list of tickets")
		return nil
	}
	return d.within(text, func() error {
		return d.at("message", func() error { return d.eachRecord(detailList, take) })
	})
}

// wrappedTicket decodes one element of a Get Ticket response. An element without a ticket id may be the status and
// message of the response.
func (d *responseDecoder) wrappedTicket(details *detailsByID) error {
	d.allowed.record()
	b := d.newDetail()
	err := d.eachMember(func(name string) error { return d.wrapperMember(&b, name) })
	switch {
	case err == nil && !b.ID.IsZero():
		details.add(b.build())
	case len(b.arrived) > 0 || !b.body.IsEmpty():
		details.odd++
	}
	return err
}

func (d *responseDecoder) newDetail() detailsBuilder {
	return detailsBuilder{
		ticketBuilder: ticketBuilder{zone: d.Zone, vocabulary: d.SubStatuses, layout: DetailTimeLayout},
		values:        map[string]safetext.Block{},
	}
}

// wrapperMember decodes a member of the wrapper, or of a ticket without one.
func (d *responseDecoder) wrapperMember(b *detailsBuilder, name string) error {
	if name == "task_details" {
		return d.elements(func() error {
			return d.eachMember(func(name string) error { return d.detailMember(b, name) })
		})
	}
	return d.detailMember(b, name)
}

// detailsBuilder collects the members of a complete ticket.
type detailsBuilder struct {
	ticketBuilder
	body        safetext.HTML
	values      map[string]safetext.Block
	arrived     []string // names of values in order of arrival
	timeline    []desk.HistoryEntry
	groups      []desk.FieldGroup
	attachments []desk.Link
	page        safetext.Address
}

func (d *responseDecoder) detailMember(b *detailsBuilder, name string) error {
	v, err := d.value()
	if err != nil {
		return err
	}
	switch name {
	case "additional_info":
		r := d.newFieldReader()
		b.groups = append(b.groups, r.groups(v)...)
	case "history", "conversation_type":
		b.timeline = append(b.timeline, d.historyEntries(v, name)...)
	case "attachments":
		b.attachments = append(b.attachments, d.attachmentLinks(v)...)
	case "detail":
		b.body = safetext.NewHTML(scalar(v))
	case "Message", "message":
		d.message = safetext.LineFromEscaped(scalar(v))
	default:
		if strings.EqualFold(name, "status") {
			d.status = scalar(v) // counts as the response's if there is no ticket
		}
		if page := safetext.AddressFromHTML(scalar(v)); (name == "url" || name == "ticketURL") && !page.IsEmpty() {
			b.page = page
		}
		b.set(name, v)
		if b.addField(name, v) {
			d.allowed.spend(1)
		}
	}
	return nil
}

// addField keeps a member as a labelled field, and reports whether it is another one.
func (b *detailsBuilder) addField(name string, v jsontext.Value) bool {
	value := safetext.BlockFromHTML(scalar(v))
	if value.IsEmpty() || saysNoValue(name, v) {
		return false
	}
	_, twice := b.values[name]
	if !twice {
		b.arrived = append(b.arrived, name)
	}
	b.values[name] = value
	return !twice
}

// build returns the complete record with fields in the order of the interface and unknown members last.
func (b *detailsBuilder) build() desk.TicketDetails {
	details := desk.TicketDetails{
		Ticket:          b.ticket(),
		Body:            b.body,
		Timeline:        sortByTime(b.timeline),
		Groups:          b.groups,
		Attachments:     b.attachments,
		Page:            b.page,
		DispositionPath: b.values["disposition"].Line(),
	}
	times := map[string]desk.UnixTime{
		"date":                b.Created,
		"lastConvesationTime": b.LastConversation,
		"lastFollowUp":        b.LastFollowUp,
		"nextFollowUp":        b.Callback,
		"taskEnddate":         b.end,
	}
	for _, m := range detailLabels {
		value, ok := b.values[m.name]
		delete(b.values, m.name)
		_, isTime := times[m.name]
		if isTime && times[m.name] == 0 && isNoDate(value.String()) {
			continue
		}
		if ok && value.String() != "0" { // 0 means no value
			details.Fields = append(
				details.Fields,
				desk.LabeledValue{
					Member: m.name,
					Label:  safetext.LineFromText(m.label),
					Value:  value,
					Time:   times[m.name],
				},
			)
		}
	}
	for _, name := range b.arrived {
		if value, ok := b.values[name]; ok {
			details.Fields = append(
				details.Fields,
				desk.LabeledValue{Member: plainName(name), Label: humanise(name), Value: value},
			)
		}
	}
	return details
}

// detailLabels holds the labels of the ticket detail record.
var detailLabels = readFields("ticket")

// noteLabels holds the labels of what an update changed. An entry of the history has the names of the update or of the
// record, or both.
var noteLabels = func() map[string]string {
	labels := formLabels("ticket")
	for _, f := range schema.TicketUpdate.Fields {
		labels[f.Key] = f.Label
	}
	return labels
}()
