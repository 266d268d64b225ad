package wire_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

func TestNoValue_DatesOfZeroMeanNone(t *testing.T) {
	kolkata := time.FixedZone("IST", 5*3600+1800)
	for _, date := range []string{
		"00-00-0000 00:00", "30-11-0002 00:00", "01-01-0001 00:00", "01-01-1970 00:00", "01-01-1970 05:30", "31-12-1969 19:00",
		"01-01-1970 14:00", "02-01-1970 02:00", "01-01-1900 00:00", "01-01-1970 00:00:00", "0001-01-01T00:00:00Z", "01/01/1970", "0000-00-00 00:00:00", "null", "0", "N/A", "",
	} {
		for _, zone := range []*time.Location{time.UTC, kolkata, time.FixedZone("west", -12*3600), time.FixedZone("east", 14*3600)} {
			row := detailRow(t, zone, `"nextFollowUp":"`+date+`","taskEnddate":"`+date+`","lastFollowUp":"`+date+`","sla":""`)
			if row.Callback != 0 || row.Due != 0 || row.LastFollowUp != 0 {
				t.Errorf("%q in %v is a callback at %v, due %v", date, zone, row.Callback.In(zone), row.Due.In(zone))
			}
			for _, f := range row.Fields {
				if f.Member == "nextFollowUp" || f.Member == "taskEnddate" || f.Member == "lastFollowUp" {
					t.Errorf("%q is shown as %s %q", date, f.Label, f.Value)
				}
			}
		}
	}
	if row := detailRow(t, time.UTC, `"nextFollowUp":"03-01-1971 00:00"`); row.Callback == 0 {
		t.Error("a callback of 1971 is none")
	}
	if row := detailRow(t, time.UTC, `"nextFollowUp":"soon"`); fieldOf(row, "nextFollowUp") != "soon" {
		t.Error("what is no date is not shown")
	}
}

func TestNoValue_WordsOfProgramsAreNoNames(t *testing.T) {
	for _, word := range []string{"null", "NULL", "undefined", "NA", "N/A", "n/a", "None", "null null", "undefined undefined", "-", "(null)", "NaN"} {
		row := detailRow(t, time.UTC, `"assignedToName":"`+word+`","creatorName":"`+word+`","email":"`+word+`","phone":"`+word+`"`)
		if !row.Assignee.IsEmpty() || !row.Creator.IsEmpty() || !row.Email.IsEmpty() || !row.Phone.IsEmpty() || fieldOf(row, "assignedToName") != "" {
			t.Errorf("%q is a name: %q %q %q %q %q", word, row.Assignee, row.Creator, row.Email, row.Phone, fieldOf(row, "assignedToName"))
		}
	}
	for _, name := range []string{"Na", "Jennifer Null", "Nana", "None Taken", "Nadia"} {
		if row := detailRow(t, time.UTC, `"assignedToName":"`+name+`"`); row.Assignee.String() != name {
			t.Errorf("%q is %q", name, row.Assignee)
		}
	}
	row := detailRow(t, time.UTC, `"title":"null","queueName":"NA","queueKey":"NA","disposition":"null","priority":"None"`)
	if row.Title.String() != "null" || row.Queue.Label() != "NA" || !row.Disposition.IsEmpty() || row.Priority.String() != "None" {
		t.Errorf("a title, a queue, a disposition or a priority changed: %q %q %q %q", row.Title, row.Queue.Label(), row.Disposition, row.Priority)
	}
}

func TestNoValue_OfCustomersOrdersAndHistory(t *testing.T) {
	customers, err := wire.PullCustomer.Decode(strings.NewReader(
		`{"message":[{"id":7,"name":"null","city":"NA","generationDate":"Jan 1, 1970 5:30:00 AM","lastModificationTime":`+
			`{"year":1970,"month":0,"dayOfMonth":1,"hourOfDay":5,"minute":30,"second":0},"remarks":"NA"}]}`), wire.DecodeOptions{})
	if err != nil || len(customers) != 1 {
		t.Fatal(err)
	}
	c := customers[0]
	if !c.Name.IsEmpty() || c.Created != 0 || c.Modified != 0 || c.Text("city").String() != "NA" || c.Remarks.String() != "NA" {
		t.Errorf("the customer is %q of %q, created %d, changed %d, %q", c.Name, c.Text("city"), c.Created, c.Modified, c.Remarks)
	}
	for _, f := range c.Fields {
		if f.Member == "generationDate" || f.Member == "lastModificationTime" || f.Member == "name" {
			t.Errorf("%s %q is shown", f.Label, f.Value)
		}
	}
	orders, err := wire.PullOrder.Decode(strings.NewReader(
		`{"message":[{"order_id":"7","customer_name":"undefined","create_date":"0000-00-00","invoice_date":"30-11-0002"}]}`), wire.DecodeOptions{})
	if err != nil || len(orders.Orders) != 1 || len(orders.Orders[0].Fields) != 1 || !orders.Orders[0].Created.IsEmpty() {
		t.Errorf("the orders are %+v, %v", orders, err)
	}
	read, err := wire.GetTicket.Decode(strings.NewReader(`[{"task_details":{"ticketId":"7"},"history":{"1":{"date":"00-00-0000 00:00",`+
		`"creatorName":"null","comment":"NA","nextFollowUp":"30-11-0002 00:00"}}}]`), wire.DecodeOptions{})
	if err != nil || len(read) != 1 || len(read[0].Timeline) != 1 {
		t.Fatalf("the history is %+v, %v", read, err)
	}
	if e := read[0].Timeline[0]; e.At != 0 || !e.RawTime.IsEmpty() || !e.Author.IsEmpty() || e.Body.Text().String() != "NA" || len(e.Values) > 0 {
		t.Errorf("the entry is %+v", e)
	}
}

// detailRow reads a ticket with some members, as the pull and the detail record give it.
func detailRow(t *testing.T, zone *time.Location, members string) desk.TicketDetails {
	t.Helper()
	read, err := wire.GetTicket.Decode(strings.NewReader(`[{"task_details":{"ticketId":"7",`+members+`}}]`), wire.DecodeOptions{Zone: zone})
	if err != nil || len(read) != 1 {
		t.Fatal(read, err)
	}
	listed, err := wire.PullTicket.Decode(strings.NewReader(`{"status":"success","message":[{"ticketId":"7",`+members+`}]}`), wire.DecodeOptions{Zone: zone})
	if err != nil || len(listed.Tickets) != 1 || listed.Tickets[0] != read[0].Ticket {
		t.Fatalf("the list has %+v, %v; the record %+v", listed.Tickets, err, read[0].Ticket)
	}
	return read[0]
}

// fieldOf returns the value of a member that is shown.
func fieldOf(d desk.TicketDetails, member string) string {
	for _, f := range d.Fields {
		if f.Member == member {
			return f.Value.String()
		}
	}
	return ""
}
