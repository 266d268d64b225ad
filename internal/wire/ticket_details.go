package wire

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// readDetails decodes a Get Ticket response: an array of wrappers, each with the detail record in task_details
// (PROTOCOL.md 4.10). It also accepts responses without the wrapper.
func readDetails(a *responseDecoder) ([]desk.TicketDetails, error) {
	if a.dec.PeekKind() != '[' {
		return a.detailObject()
	}
	var details []desk.TicketDetails
	err := a.elements(func() error { return a.wrapped(&details) })
	if len(details) > 0 {
		a.status = "" // the status was a ticket's
	}
	a.payload = len(details) > 0 || a.status == "" && a.message.IsEmpty()
	return details, a.result(err)
}

// detailObject decodes a response that is an object: an envelope with tickets in message, an error response, or a
// single ticket with or without its wrapper.
func (a *responseDecoder) detailObject() (details []desk.TicketDetails, err error) {
	lone, isWrapped := a.newDetail(), false
	var status jsontext.Value // of the response, or of a ticket without a wrapper
	err = a.eachMember(func(name string) error {
		isWrapped = isWrapped || name == "task_details"
		switch lower := strings.ToLower(name); {
		case lower == "status":
			v, err := a.value()
			status = v.Clone()
			return err
		case lower != "message":
			return a.wrapperMember(&lone, name)
		case a.isScalar():
			return a.keep(lower)
		}
		a.payload = true
		message := a.message
		err := a.elements(func() error { return a.wrapped(&details) })
		a.message = message
		return err
	})
	a.status = scalar(status) // each ticket has a status, which must not count as the response's
	if err == nil && !lone.ID.IsZero() {
		if !isWrapped && len(status) > 0 {
			lone.set("status", status)
			lone.note("status", status)
		}
		details, a.payload, a.status = append(details, lone.detail()), true, ""
	}
	return details, a.result(err)
}

// wrapped decodes one element of a Get Ticket response. An element without a ticket id may be the status and message
// of the response.
func (a *responseDecoder) wrapped(details *[]desk.TicketDetails) error {
	d := a.newDetail()
	err := a.eachMember(func(name string) error { return a.wrapperMember(&d, name) })
	if err == nil && !d.ID.IsZero() {
		*details = append(*details, d.detail())
	}
	return err
}

func (a *responseDecoder) newDetail() detailsBuilder {
	return detailsBuilder{ticketBuilder: ticketBuilder{zone: a.Zone, layout: DetailTimeLayout}, values: map[string]safetext.Block{}}
}

// wrapperMember decodes a member of the wrapper, or of a ticket without one.
func (a *responseDecoder) wrapperMember(d *detailsBuilder, name string) error {
	if name == "task_details" {
		return a.eachMember(func(name string) error { return a.detailMember(d, name) })
	}
	return a.detailMember(d, name)
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
}

func (a *responseDecoder) detailMember(d *detailsBuilder, name string) error {
	v, err := a.value()
	if err != nil {
		return err
	}
	switch name {
	case "additional_info":
		d.groups = append(d.groups, groups(v)...)
	case "history", "conversation_type":
		d.timeline = append(d.timeline, entries(v, name, a.Zone)...)
	case "attachments":
		d.attachments = append(d.attachments, links(v)...)
	case "detail":
		d.body = safetext.NewHTML(scalar(v))
	case "Message", "message":
		a.message = safetext.LineFromHTML(scalar(v))
	default:
		if strings.EqualFold(name, "status") {
			a.status = scalar(v) // counts as the response's if there is no ticket
		}
		d.set(name, v)
		d.note(name, v)
	}
	return nil
}

// note keeps a member as a labelled field.
func (d *detailsBuilder) note(name string, v jsontext.Value) {
	value := safetext.BlockFromHTML(scalar(v))
	if value.IsEmpty() {
		return
	}
	if _, twice := d.values[name]; !twice {
		d.arrived = append(d.arrived, name)
	}
	d.values[name] = value
}

// detail returns the complete record with fields in the order of the interface and unknown members last.
func (d *detailsBuilder) detail() desk.TicketDetails {
	whole := desk.TicketDetails{
		Ticket: d.ticket(), Body: d.body, Timeline: inOrder(d.timeline), Groups: d.groups, Attachments: d.attachments,
		Disposition: d.values["disposition"].Line(),
	}
	moments := map[string]desk.UnixTime{
		"date": d.Created, "lastConvesationTime": d.LastConversation, "lastFollowUp": d.LastFollowUp, "nextFollowUp": d.Callback, "taskEnddate": d.Due,
	}
	for _, m := range detailLabels {
		value, ok := d.values[m.name]
		delete(d.values, m.name)
		if ok && value.String() != "0" { // 0 means no value
			whole.Fields = append(whole.Fields, desk.LabeledValue{Member: m.name, Label: safetext.LineFromText(m.label), Value: value, Time: moments[m.name]})
		}
	}
	for _, name := range d.arrived {
		if value, ok := d.values[name]; ok {
			whole.Fields = append(whole.Fields, desk.LabeledValue{Member: plainName(name), Label: humanise(name), Value: value})
		}
	}
	return whole
}

// detailLabels holds the labels of the ticket detail record in the order of the interface, except that the most
// important ones come first.
var detailLabels = []struct{ name, label string }{
	{"ticketId", "Ticket"},
	{"title", "Title"},
	{"taskTitle", "Title of task"},
	{"substatus", "Sub-status"},
	{"substatusKey", "Sub-status key"},
	{"status", "Status"},
	{"priority", "Priority"},
	{"queueName", "Queue"},
	{"queueKey", "Queue key"},
	{"assignedToName", "Assignee"},
	{"assigneeCode", "Assignee code"},
	{"creatorName", "Creator"},
	{"date", "Created"},
	{"lastConvesationTime", "Last conversation"},
	{"lastFollowUp", "Last follow-up"},
	{"nextFollowUp", "Callback"},
	{"callBack", "Callback asked"},
	{"taskEnddate", "Due"},
	{"slaStatus", "SLA status"},
	{"sla", "SLA"},
	{"tat", "Turnaround"},
	{"ftr", "First-time resolution"},
	{"disposition", "Disposition"},
	{"email", "E-mail"},
	{"phone", "Phone"},
	{"ticketEmail", "Ticket e-mail"},
	{"orderId", "Order"},
	{"primarySource", "Source"},
	{"lastSource", "Last source"},
	{"mergedTicketId", "Merged ticket"},
	{"attachment", "Attachment"},
	{"customer_feedback", "Feedback"},
	{"customer_rating", "Rating"},
	{"url", "Page"},
	{"total_conversations", "Conversations"},
	{"taskId", "Task"},
	{"folderId", "Folder"},
	{"customerId", "Customer"},
	{"contactId", "Contact"},
	{"productId", "Product"},
	{"creatorId", "Creator id"},
	{"assignedId", "Assignee id"},
	{"pendingTaskId", "Pending task"},
	{"ticketCloseEmpId", "Closed by"},
	{"referenceId", "Reference"},
	{"lastConversationId", "Last conversation id"},
}

// entries decodes history or conversation_type of any shape: it collects the objects at any depth of named lists, up
// to maxNesting.
func entries(v jsontext.Value, kind string, zone *time.Location) []desk.HistoryEntry {
	budget := maxCustomFields
	r := historyReader{zone: zone, budget: &budget}
	r.read(v.Clone(), kind, 0)
	return r.entries
}

type historyReader struct {
	zone    *time.Location
	budget  *int
	entries []desk.HistoryEntry
}

// maxNesting is the maximum depth of nested lists; deeper ones are ignored.
const maxNesting = 6

func (r *historyReader) read(v jsontext.Value, kind string, depth int) {
	if depth > maxNesting {
		return
	}
	a := decoderOf(v)
	switch {
	case v.Kind() == '[':
		_ = a.elements(func() error {
			element, err := a.value()
			if err == nil {
				r.read(element.Clone(), kind, depth+1)
			}
			return err
		})
	case v.Kind() == '{' && holdsOnlyBlocks(v):
		_ = a.eachMember(func(name string) error {
			block, err := a.value()
			if err == nil {
				r.read(block.Clone(), name, depth+1)
			}
			return err
		})
	default:
		r.add(v, kind)
	}
}

// holdsOnlyBlocks reports whether an object holds only lists or objects, like {"notes":[…]}, and so is not an entry.
func holdsOnlyBlocks(v jsontext.Value) bool {
	only := true
	a := decoderOf(v)
	_ = a.eachMember(func(string) error {
		only = only && !a.isScalar()
		return a.dec.SkipValue()
	})
	return only
}

func (r *historyReader) add(v jsontext.Value, kind string) {
	entry := desk.HistoryEntry{Kind: humanise(kind)}
	if v.Kind() != '{' {
		entry.Body = safetext.NewHTML(scalar(v))
	} else {
		a := decoderOf(v)
		_ = a.eachMember(func(name string) error {
			member, err := a.value()
			if err == nil {
				r.set(&entry, name, member)
			}
			return err
		})
	}
	if entry.At != 0 || !entry.Body.IsEmpty() || !entry.RawTime.IsEmpty() || len(entry.Values) > 0 {
		r.entries = append(r.entries, entry)
	}
}

// set assigns a member by its name and content to the date, the author, the body or the other values.
func (r *historyReader) set(entry *desk.HistoryEntry, name string, v jsontext.Value) {
	s := scalar(v)
	lower := strings.ToLower(name)
	switch {
	case s == "":
	case entry.At == 0 && entry.RawTime.IsEmpty() && dateNames[lower]:
		if entry.At = r.moment(v); entry.At == 0 {
			entry.RawTime = line(v)
		}
	case entry.Author.IsEmpty() && whoNames[lower]:
		entry.Author = line(v)
	case entry.Body.IsEmpty() && textNames[lower]:
		entry.Body = safetext.NewHTML(s)
	default:
		facts := fields(name, v, r.budget)
		for i := range facts {
			facts[i].Time = r.written(v)
		}
		entry.Values = append(entry.Values, facts...)
	}
}

var (
	dateNames = names("date", "time", "datetime", "createdate", "create_date", "created", "createdat", "created_at", "generationdate", "conversationtime", "timestamp")
	whoNames  = names("creatorname", "creator", "createdby", "created_by", "author", "by", "user", "username", "name", "agent", "employeename", "from")
	textNames = names("detail", "details", "comment", "comments", "message", "text", "body", "note", "notes", "description", "content")
)

func names(all ...string) map[string]bool {
	set := map[string]bool{}
	for _, name := range all {
		set[name] = true
	}
	return set
}

// moment parses a date in one of the interface's layouts, or in epoch milliseconds.
func (r *historyReader) moment(v jsontext.Value) desk.UnixTime {
	if at := r.written(v); at != 0 {
		return at
	}
	if n := number(v); n > 1e11 {
		return desk.UnixTime(n / 1000)
	}
	return 0
}

// written parses a date in one of the interface's layouts, which are mutually unambiguous.
func (r *historyReader) written(v jsontext.Value) desk.UnixTime {
	for _, layout := range []string{DetailTimeLayout, TicketTimeLayout, ArticleTimeLayout} {
		if at := stamp(v, layout, r.zone); at != 0 {
			return at
		}
	}
	return 0
}

// inOrder sorts entries oldest first. Entries without a date come last in their original order.
func inOrder(all []desk.HistoryEntry) []desk.HistoryEntry {
	when := func(e desk.HistoryEntry) desk.UnixTime {
		if e.At == 0 {
			return math.MaxInt64
		}
		return e.At
	}
	slices.SortStableFunc(all, func(a, b desk.HistoryEntry) int { return cmp.Compare(when(a), when(b)) })
	return all
}

// links decodes attachments, which are URLs or objects with a name and a URL.
func links(v jsontext.Value) []desk.Link {
	var all []desk.Link
	a := decoderOf(v)
	_ = a.elements(func() error {
		if a.isScalar() {
			v, err := a.value()
			if l := line(v); err == nil && !l.IsEmpty() && len(all) < maxCustomFields {
				all = append(all, desk.Link{Name: l, URL: l})
			}
			return err
		}
		var link desk.Link
		err := a.eachMember(func(name string) error {
			v, err := a.value()
			switch lower := strings.ToLower(name); {
			case err != nil:
			case strings.Contains(lower, "url"), strings.Contains(lower, "link"), strings.Contains(lower, "path"):
				link.URL = line(v)
			case strings.Contains(lower, "name"), strings.Contains(lower, "title"):
				link.Name = line(v)
			}
			return err
		})
		if (!link.Name.IsEmpty() || !link.URL.IsEmpty()) && len(all) < maxCustomFields {
			all = append(all, link)
		}
		return err
	})
	return all
}
