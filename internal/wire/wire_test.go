package wire_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
)

func berlinZone(t testing.TB) *time.Location {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	return zone
}

func TestRequestsAreWrittenAsTheDocumentShapesThem(t *testing.T) {
	update, _ := wire.UpdateTicket.Encode(wire.UpdateTicketRequest{TicketID: "7135", SubStatus: "CL", Comment: "done & sent"})
	pull, _ := wire.PullTicket.Encode(wire.PullTicketRequest{StartDate: "2026-11-20", EndDate: "2026-11-20"})
	get, _ := wire.GetTicket.Encode(wire.GetTicketRequest{TicketIDs: "1,2", HistoryType: "all"})
	none, _ := wire.FAQCategories.Encode(wire.EmptyRequest{})
	for _, c := range []struct{ got, want string }{
		{string(update), `[{"ticket_id":"7135","sub_status":"CL","comment":"done & sent"}]`},
		{string(pull), `[{"start_date":"2026-11-20","end_date":"2026-11-20"}]`},
		{string(get), `{"ticket_ids":"1,2","history_type":"all"}`},
		{string(none), ``},
	} {
		if c.got != c.want {
			t.Errorf("wrote %s, not %s", c.got, c.want)
		}
	}
}

func TestAPulledDayIsReadWhateverTypesItsMembersCome(t *testing.T) {
	body := `{"totalCount":null,"message":[
		{"ticketId":713516551148,"taskId":"42","title":"Screen stays black &amp;amp; beeps","substatus":"Unattended","substatusKey":"US",
		 "date":"20-11-2026 09:30","nextFollowUp":"","lastFollowUp":null,"priority":"High","queueKey":"HW","queueName":"Hardware",
		 "slaStatus":"At Risk","callBack":"Yes","customerId":"","total_conversations":"3","attachments":{},"additional_info":[]},
		{"ticketId":"2","status":"Complete","substatus":"Closed","substatusKey":"CL","date":"2026-11-20"},
		{"title":"no id: nothing can be done with it"}],"status":"success"}`
	var rows int
	page, err := wire.PullTicket.Decode(strings.NewReader(body), wire.DecodeOptions{Zone: berlinZone(t), OnTickets: func(b []desk.Ticket) { rows += len(b) }})
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Tickets) != 2 || rows != 2 || page.Total != -1 {
		t.Fatalf("got %d tickets, %d handed over, total %d", len(page.Tickets), rows, page.Total)
	}
	first, second := page.Tickets[0], page.Tickets[1]
	if first.ID.Raw() != "713516551148" || first.TaskID != 42 || first.Title.String() != "Screen stays black & beeps" {
		t.Errorf("got %+v", first)
	}
	if at := first.Created.In(time.UTC).Format(time.DateTime); at != "2026-11-20 08:30:00" {
		t.Errorf("created %s", at)
	}
	if first.SubStatus.Label() != "Unattended" || first.Queue.Key().Raw() != "HW" || first.Conversations != 3 || first.CustomerID != 0 {
		t.Errorf("got %+v", first)
	}
	if !first.Marks.Has(desk.AtRisk|desk.CallbackRequested) || first.Marks.Has(desk.Closed) || !second.Marks.Has(desk.Closed) {
		t.Errorf("marks %b and %b", first.Marks, second.Marks)
	}
	if second.Created != 0 {
		t.Errorf("a date of another layout was guessed: %v", second.Created)
	}
}

func TestAFailureIsTheServicesWordWhateverItsShape(t *testing.T) {
	for _, body := range []string{
		`{"message":"Invalid Auth Key","status":"failed"}`,
		`{"Status":"Failed","Message":"Invalid Auth Key"}`,
		`[{"message":"Invalid Auth Key","status":"failed"}]`,
		`{"message":"Invalid Auth Key"}`,
	} {
		_, err := wire.GetTicket.Decode(strings.NewReader(body), wire.DecodeOptions{})
		var refusal *wire.Failure
		if !errors.As(err, &refusal) || refusal.Message.String() != "Invalid Auth Key" {
			t.Errorf("%s was read as %v", body, err)
		}
	}
	for _, body := range []string{``, `<html>`, `{}`, `{"message":[`, `"x"`} {
		_, err := wire.PullTicket.Decode(strings.NewReader(body), wire.DecodeOptions{})
		var unreadable *wire.DecodeError
		if !errors.As(err, &unreadable) {
			t.Errorf("%s was read as %v", body, err)
		}
	}
}

func TestATicketIsReadWholeWithItsHistoryNewestLast(t *testing.T) {
	body := `[{"additional_info":{"order_details":[{"awb":"X1"},{"awb":"X2"}],"device":{"serialNo":7},"vip":"yes"},
	 "history":{"notes":[{"date":"20-11-2026 10:00","creatorName":"Asha","detail":"second","substatus":"Pending"},
	                     {"date":"19-11-2026 10:00","creatorName":"Mei","detail":"first"}]},
	 "conversation_type":{"notes":[{"detail":"undated"}]},
	 "task_details":{"ticketId":"9","title":"T","detail":"&lt;p&gt;Hello&lt;/p&gt;","tat":"1 Day","ownMember":"kept","disposition":"A|B",
	 "attachments":[{"fileName":"a.png","fileUrl":"https://x.example/a.png"},"https://x.example/b.png"]}}]`
	details, err := wire.GetTicket.Decode(strings.NewReader(body), wire.DecodeOptions{})
	if err != nil || len(details) != 1 {
		t.Fatalf("got %d, %v", len(details), err)
	}
	d := details[0]
	var order []string
	for _, e := range d.Timeline {
		order = append(order, e.Body.Text().String())
	}
	if got := strings.Join(order, ","); got != "first,second,undated" {
		t.Errorf("timeline %s", got)
	}
	if len(d.Groups) != 3 || d.Groups[1].Title.String() != "Order details" || len(d.Groups[1].Rows) != 2 || d.Groups[2].Rows[0][0].Label.String() != "Serial no" {
		t.Errorf("groups %+v", d.Groups)
	}
	last := d.Fields[len(d.Fields)-1]
	if last.Label.String() != "Own member" || last.Value.String() != "kept" || d.DispositionPath.String() != "A|B" {
		t.Errorf("fields %+v", d.Fields)
	}
	if len(d.Attachments) != 2 || d.Attachments[0].Name.String() != "a.png" || d.Body.Text().String() != "Hello" {
		t.Errorf("attachments %+v body %q", d.Attachments, d.Body.Text())
	}
}

func TestAnUpdateIsAnsweredWithTheTicketAsItStands(t *testing.T) {
	body := `{"ticket":{"id":1,"ticketId":"9","taskTitle":"T","status":"P","statusName":"Pending","substatus":"PS","substatusName":"Pending",
	 "nextFollowUp":"2026-12-24 18:30:00","isEscalated":true},"Additional_details":{},"message":"Updated","status":"success"}`
	r, err := wire.UpdateTicket.Decode(strings.NewReader(body), wire.DecodeOptions{Zone: berlinZone(t)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Ticket.SubStatus.Key().Raw() != "PS" || r.Ticket.Status.String() != "Pending" || !r.Ticket.Marks.Has(desk.Escalated) {
		t.Errorf("got %+v", r.Ticket)
	}
	if got := wire.FormatCallbackTime(r.Ticket.Callback.In(time.UTC), berlinZone(t)); got != "2026-12-24 18:30:00" {
		t.Errorf("callback %s", got)
	}
}

func TestArticlesAndCategoriesAreReadFromTheirWrappers(t *testing.T) {
	articles, err := wire.SearchFAQ.Decode(strings.NewReader(`{"message":{"contents":[{"id":"5","title":"Refund &amp; return","detail":"&lt;b&gt;x","enabled":"Yes","createDate":"03 Nov, 2026 09:15","categoryId":7}]},"status":"success"}`), wire.DecodeOptions{})
	if err != nil || len(articles) != 1 || articles[0].ID != 5 || articles[0].Title.String() != "Refund & return" || articles[0].Created == 0 || !articles[0].Enabled {
		t.Errorf("got %+v, %v", articles, err)
	}
	categories, err := wire.FAQCategories.Decode(strings.NewReader(`{"message":{"category":[{"id":3,"name":"Delivery","categoryPath":"1/2/"}]},"status":"success"}`), wire.DecodeOptions{})
	if err != nil || len(categories) != 1 || len(categories[0].Path) != 2 {
		t.Errorf("got %+v, %v", categories, err)
	}
}

func TestACallbackTimeIsReadStrictly(t *testing.T) {
	for _, bad := range []string{"", "2026-12-24", "2026-12-24 24:00:00", "2026-02-29 10:00:00", " 2026-12-24 10:00:00", "2026-12-24 10:00:00 ", "24-12-2026 10:00:00", "2026-03-29 02:30:00", "2026-12-24 9:00:00"} {
		if at, err := wire.ParseCallbackTime(bad, berlinZone(t)); err == nil {
			t.Errorf("%q was read as %v", bad, at)
		}
	}
	at, err := wire.ParseCallbackTime("2026-12-24 18:30:00", berlinZone(t))
	if err != nil || wire.FormatCallbackTime(at, berlinZone(t)) != "2026-12-24 18:30:00" {
		t.Errorf("got %v, %v", at, err)
	}
}

func TestEveryOperationHasItsOwnNameAndPlace(t *testing.T) {
	shared := map[string]string{"update-customer": "add-customer", "update-order": "add-order"}
	seen := map[string]string{}
	for i, info := range wire.Operations() {
		if info.Section != i+1 {
			t.Errorf("%s stands at %d, not at %d as in the document", info.Name, i+1, info.Section)
		}
		for _, place := range []string{info.Name, info.Path, info.Alias} {
			if before := seen[place]; before != "" && before != shared[info.Name] {
				t.Errorf("%s has %q, and so has %s", info.Name, place, before)
			}
			if place != "" {
				seen[place] = info.Name
			}
		}
	}
	if len(wire.Operations()) != 13 {
		t.Errorf("%d operations", len(wire.Operations()))
	}
}

// FuzzAnswers holds the readers to three promises: no panic, no forbidden rune in what can be
// shown, and an error that is one clean line.
func FuzzAnswers(f *testing.F) {
	for _, hostile := range texttest.Hostile(f) {
		f.Add(`{"message":[{"ticketId":"1","title":"` + hostile.Text + `"}],"status":"success"}`)
	}
	f.Add(`[{"task_details":{"ticketId":"1"},"history":[[{"date":1}]],"additional_info":{"a":[[1]]}}]`)
	f.Fuzz(func(t *testing.T, body string) {
		page, err := wire.PullTicket.Decode(strings.NewReader(body), wire.DecodeOptions{})
		if err != nil && texttest.Forbidden(err.Error()) != nil {
			t.Errorf("the error shows %v", texttest.Forbidden(err.Error()))
		}
		for _, ticket := range page.Tickets {
			if err := texttest.Forbidden(ticket.Title.String() + ticket.ID.Display().String() + ticket.SubStatus.Label()); err != nil {
				t.Error(err)
			}
		}
		details, _ := wire.GetTicket.Decode(strings.NewReader(body), wire.DecodeOptions{})
		for _, d := range details {
			for _, field := range d.Fields {
				if err := texttest.Forbidden(field.Label.String() + "\n" + field.Value.String()); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

func BenchmarkReadADayOfTickets(b *testing.B) {
	one := `{"ticketId":"713516551148","taskId":42,"title":"Screen stays black &amp; beeps","substatus":"Unattended","substatusKey":"US","date":"20-11-2026 09:30","detail":"` +
		strings.Repeat("The screen stays black after the update. ", 20) + `","priority":"High","queueKey":"HW","queueName":"Hardware","slaStatus":"Within SLA"}`
	body := `{"totalCount":3300,"message":[` + strings.Repeat(one+",", 3299) + one + `],"status":"success"}`
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := wire.PullTicket.Decode(strings.NewReader(body), wire.DecodeOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
