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

// readDetails reads a Get Ticket answer: an array of wrappers, each with the detail record in
// task_details (PROTOCOL.md 4.10). Accounts that leave the wrapper out are read too.
func readDetails(a *responseDecoder) ([]desk.TicketDetails, error) {
	if a.dec.PeekKind() != '[' {
		return a.detailObject()
	}
	var details []desk.TicketDetails
	err := a.elements(func() error { return a.wrapped(&details) })
	if len(details) > 0 {
		a.status = "" // it was a ticket's
	}
	a.payload = len(details) > 0 || a.status == "" && a.message.IsEmpty()
	return details, a.result(err)
}

// detailObject reads an answer that is an object: an envelope with the tickets in message, a refusal, or the only ticket
// itself, with its wrapper or without.
func (a *responseDecoder) detailObject() (details []desk.TicketDetails, err error) {
	lone, isWrapped := a.newDetail(), false
	var status jsontext.Value // the answer's own, or the ticket's when it has no wrapper
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
	a.status = scalar(status) // tickets have a status of their own
	if err == nil && !lone.ID.IsZero() {
		if !isWrapped && len(status) > 0 {
			lone.set("status", status)
			lone.note("status", status)
		}
		details, a.payload, a.status = append(details, lone.detail()), true, ""
	}
	return details, a.result(err)
}

// wrapped reads one element of a Get Ticket answer; an element without a ticket id may be the
// service's status and message.
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

// wrapperMember reads a member of the wrapper, or of a ticket that comes without one.
func (a *responseDecoder) wrapperMember(d *detailsBuilder, name string) error {
	if name == "task_details" {
		return a.eachMember(func(name string) error { return a.detailMember(d, name) })
	}
	return a.detailMember(d, name)
}

// detailsBuilder is a whole ticket while its members come in.
type detailsBuilder struct {
	ticketBuilder
	body        safetext.HTML
	values      map[string]safetext.Block
	arrived     []string // names of values in the order of the answer
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
			a.status = scalar(v) // the answer's, where no ticket stands beside it
		}
		d.set(name, v)
		d.note(name, v)
	}
	return nil
}

// note keeps a member to be shown as a labelled field.
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

// detail is the finished record, its fields in the document's order and unknown members last.
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
		if ok && value.String() != "0" { // that the document's own numbers say where there is none
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

// detailLabels are the words for the members of the ticket detail record, in the document's order
// but for what an agent looks for first.
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

// entries reads history or conversation_type of any shape as moments: the objects that it holds,
// however deep below named lists.
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

// maxNesting is how deep lists of lists are looked into.
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

// holdsOnlyBlocks tells an object that names lists, like {"notes":[…]}, from a moment.
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

// set puts a member where its name and content say that it belongs: date-like, who-like, text-like
// or a fact among others.
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

// moment reads a date in one of the document's layouts or epoch milliseconds.
func (r *historyReader) moment(v jsontext.Value) desk.UnixTime {
	if at := r.written(v); at != 0 {
		return at
	}
	if n := number(v); n > 1e11 {
		return desk.UnixTime(n / 1000)
	}
	return 0
}

// written reads a date in one of the document's layouts, none of which can be taken for another.
func (r *historyReader) written(v jsontext.Value) desk.UnixTime {
	for _, layout := range []string{DetailTimeLayout, TicketTimeLayout, ArticleTimeLayout} {
		if at := stamp(v, layout, r.zone); at != 0 {
			return at
		}
	}
	return 0
}

// inOrder sorts moments oldest first; those without a date come last, as they came.
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

// links reads attachments: addresses, or objects with a name and an address.
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
