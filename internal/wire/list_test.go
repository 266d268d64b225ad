package wire_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// listOf reads an answer of each operation that has a list, and returns the ids of its records.
var listOf = map[string]struct {
	info   wire.OperationInfo
	member string // of the record that has its id
	read   func(body string) ([]string, error)
}{
	"tickets": {wire.PullTicket.OperationInfo, "ticketId", func(body string) (ids []string, err error) {
		page, err := wire.PullTicket.Decode(strings.NewReader(body), wire.DecodeOptions{})
		for _, ticket := range page.Tickets {
			ids = append(ids, ticket.ID.Raw())
		}
		return ids, err
	}},
	"whole tickets": {wire.GetTicket.OperationInfo, "ticketId", func(body string) (ids []string, err error) {
		all, err := wire.GetTicket.Decode(strings.NewReader(body), wire.DecodeOptions{})
		for _, details := range all {
			ids = append(ids, details.ID.Raw())
		}
		return ids, err
	}},
	"articles": {wire.SearchFAQ.OperationInfo, "id", func(body string) (ids []string, err error) {
		all, err := wire.SearchFAQ.Decode(strings.NewReader(body), wire.DecodeOptions{})
		for _, article := range all {
			ids = append(ids, strconv.FormatInt(article.ID, 10))
		}
		return ids, err
	}},
	"categories": {wire.FAQCategories.OperationInfo, "id", func(body string) (ids []string, err error) {
		all, err := wire.FAQCategories.Decode(strings.NewReader(body), wire.DecodeOptions{})
		for _, category := range all {
			ids = append(ids, strconv.FormatInt(category.ID, 10))
		}
		return ids, err
	}},
	"customers": {wire.PullCustomer.OperationInfo, "id", func(body string) (ids []string, err error) {
		all, err := wire.PullCustomer.Decode(strings.NewReader(body), wire.DecodeOptions{})
		for _, customer := range all {
			ids = append(ids, strconv.FormatInt(customer.ID, 10))
		}
		return ids, err
	}},
	"orders": {wire.PullOrder.OperationInfo, "order_id", func(body string) (ids []string, err error) {
		page, err := wire.PullOrder.Decode(strings.NewReader(body), wire.DecodeOptions{})
		for _, order := range page.Orders {
			ids = append(ids, order.ID.Raw())
		}
		return ids, err
	}},
}

// Of each body, R1 and R2 stand for two records.
func TestListsAreReadInEveryFormThatServicesWrite(t *testing.T) {
	for body, want := range map[string]string{
		`{"status":"success","message":[R1,R2]}`:                              "1 2",
		`{"status":"success","message":{"0":R1,"1":R2}}`:                      "1 2",
		`{"status":"success","message":{"3":R1,"10":null,"17":R2}}`:           "1 2",
		`{"status":"success","message":{"one":R1,"two":R2}}`:                  "1 2",
		`{"status":"success","message":R1}`:                                   "1",
		`{"status":"success","message":[[R1],[R2]]}`:                          "1 2",
		`{"status":"success","message":[R1,null,{},[]]}`:                      "1",
		`{"status":"success","message":TEXT[R1,R2]TEXT}`:                      "1 2",
		`{"message":TEXT{"0":R1,"1":R2}TEXT,"status":"success"}`:              "1 2",
		`{"status":"success","message":TEXTR1TEXT}`:                           "1",
		`{"status":"success","message":[TEXTR1TEXT,R2]}`:                      "1 2",
		`{"status":"success","message":{"0":TEXTR1TEXT}}`:                     "1",
		`{"status":"success","message":{"records":[R1,R2],"total":2}}`:        "1 2",
		`{"status":"success","message":{"total":1,"data":{"0":R1}}}`:          "1",
		`{"status":"success","message":"OK","data":[R1,R2]}`:                  "1 2",
		`{"status":"success","data":{"items":[R1],"page":1}}`:                 "1",
		`{"status":"success","0":R1,"1":R2}`:                                  "1 2",
		`[R1,R2]`:                                                             "1 2",
		`TEXT{"status":"success","message":[R1]}TEXT`:                         "1",
		`{"status":"success","message":[]}`:                                   "",
		`{"status":"success","message":{}}`:                                   "",
		`{"status":"success","message":null}`:                                 "",
		`{"status":"success","message":""}`:                                   "",
		`{"status":"success","message":"[]"}`:                                 "",
		`{"status":"success","message":[{}]}`:                                 "",
		`{"status":"success","message":"No records found."}`:                  "",
		`{"status":"success","message":"OK","result":[]}`:                     "",
		`{"status":"success","message":[],"additional":{"a":1},"data":"abc"}`: "",
	} {
		for name, list := range listOf {
			body := fillIn(body, list.member)
			got, err := list.read(body)
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("%s: %s is read as %q, %v", name, body, got, err)
			}
			raw, err := list.info.RawRecords([]byte(body))
			var ids []string
			for _, record := range raw {
				ids = append(ids, wire.RawText(wire.RawMember(record, list.member)))
			}
			if got := strings.TrimSpace(strings.Join(ids, " ")); err != nil || got != want {
				t.Errorf("%s: scripts get %q of %s, %v", name, raw, body, err)
			}
		}
	}
}

// fillIn writes two records, and what is between the words TEXT as JSON in a text.
func fillIn(body, member string) string {
	record := `{"` + member + `":"%d","title":"a","name":"b"}`
	for i := range 2 {
		body = strings.ReplaceAll(body, "R"+strconv.Itoa(i+1), fmt.Sprintf(record, i+1))
	}
	parts := strings.Split(body, "TEXT")
	for i := 1; i < len(parts); i += 2 {
		parts[i] = strconv.Quote(parts[i])
	}
	return strings.Join(parts, "")
}

func TestWhatIsNoListIsAnErrorThatSaysWhereAndNeverNone(t *testing.T) {
	for body, want := range map[string]string{
		`{"status":"success","message":7}`:                          "its `message` is a number, not a list",
		`{"status":"success","message":false}`:                      "its `message` is a truth value, not a list",
		`{"message":"See the attachment","status":"success"}`:       "its `message` is a text, not a list: \"See the attachment\"",
		`{"status":"success","message":"{\"a\":"}`:                  "its `message` is a text, not a list: \"{\\\"a\\\":\"",
		`{"status":"success","message":[R1,7]}`:                     "its `message.1` is a number, not a",
		`{"status":"success","message":[true]}`:                     "its `message.0` is a truth value, not a",
		`{"status":"success","message":{"0":R1,"1":"abc"}}`:         "its `message.1` is a text, not a",
		`{"status":"success","data":{"records":7}}`:                 "its `data.records` is a number, not a list",
		`{"status":"success","message":{"total":1,"list":"later"}}`: "its `message.list` is a text, not a list",
		`{"status":"success","message":"OK","data":"abc"}`:          "is a text, not a list",
	} {
		for name, list := range listOf {
			body := fillIn(body, list.member)
			_, err := list.read(body)
			var unreadable *wire.DecodeError
			if !errors.As(err, &unreadable) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %s is read as %v, not %q", name, body, err, want)
			}
			if _, err := list.info.RawRecords([]byte(body)); err == nil {
				t.Errorf("%s: scripts are given something of %s", name, body)
			}
		}
	}
	for body, want := range map[string]string{
		`{"status":"success"}`:                                              "it has no list of tickets",
		`{"status":"success","message":{"page":{"number":1}}}`:              "its `message` is an object without a list of tickets",
		`{"status":"success","message":[{"number":7},{"number":8}]}`:        "it has 2 records, and none is a ticket with a number",
		`{"status":"success","message":[{"ticketId":"","title":"x"},null]}`: "it has 1 records, and none is a ticket with a number",
	} {
		if _, err := listOf["tickets"].read(body); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %v, not %q", body, err, want)
		}
	}
}

func TestARefusalIsOneWhateverItsMessageIs(t *testing.T) {
	for _, body := range []string{
		`{"status":"failed","message":7}`, `{"message":{"error":"x"},"status":"failed"}`, `{"status":"failed"}`, `{"message":[7],"status":"failed"}`,
	} {
		for name, list := range listOf {
			var refusal *wire.Failure
			if _, err := list.read(body); !errors.As(err, &refusal) {
				t.Errorf("%s: %s is read as %v", name, body, err)
			}
		}
	}
}

func TestListsWithinARecordAreReadInEveryForm(t *testing.T) {
	contact := `{"id":8,"contactPerson":"Mei"}`
	for _, contacts := range []string{`{"0":` + contact + `}`, strconv.Quote(`[` + contact + `]`), `[[` + contact + `]]`, contact, `{"8":` + contact + `}`} {
		if c := pullCustomer1(t, `"contacts":`+contacts); len(c.Contacts) != 1 || c.Contacts[0].ID != 8 {
			t.Errorf("%s: %+v", contacts, c.Contacts)
		}
	}
	_, err := listOf["customers"].read(`{"status":"success","message":[{"id":1},{"id":2,"contacts":7}]}`)
	if err == nil || !strings.Contains(err.Error(), "its `message.1.contacts` is a number, not a list") {
		t.Errorf("a number in the place of contacts is read as %v", err)
	}
	fields := `{"gift":"yes","size":{"0":"S","1":"M"}}`
	for _, block := range []string{fields, `{"0":` + fields + `}`, strconv.Quote(fields), `[` + fields + `]`} {
		order := pullOrder1(t, `"associate_fields":`+block)
		if !isShown(nil, order.Groups, "yes") || !isShown(nil, order.Groups, "S, M") || len(order.Groups) != 1 {
			t.Errorf("%s: %+v", block, order.Groups)
		}
	}
}

// detailOf reads a Get Ticket answer whose one ticket has the members.
func detailOf(t *testing.T, wrapper, members string) desk.TicketDetails {
	t.Helper()
	body := `[{"task_details":{"ticketId":"7"` + members + `}` + wrapper + `}]`
	all, err := wire.GetTicket.Decode(strings.NewReader(body), wire.DecodeOptions{})
	if err != nil || len(all) != 1 {
		t.Fatalf("%s: %d tickets, %v", body, len(all), err)
	}
	return all[0]
}

func TestHistoryAndAttachmentsAreReadInEveryForm(t *testing.T) {
	note := `{"date":"20-11-2026 10:00","detail":"called"}`
	for _, history := range []string{
		`{"notes":[` + note + `]}`, `{"notes":{"0":` + note + `}}`, strconv.Quote(`{"notes":[` + note + `]}`), `{"notes":` + strconv.Quote(`[`+note+`]`) + `}`,
	} {
		d := detailOf(t, `,"history":`+history, "")
		if len(d.Timeline) != 1 || d.Timeline[0].Body.Text().String() != "called" || d.Timeline[0].Kind.String() != "Notes" {
			t.Errorf("%s: %+v", history, d.Timeline)
		}
	}
	for _, history := range []string{`0`, `false`, `null`, `""`, `"[]"`, `"none"`} {
		if d := detailOf(t, `,"history":`+history, ""); len(d.Timeline) != 0 {
			t.Errorf("%s: %+v", history, d.Timeline)
		}
	}
	for _, attachments := range []string{`["a.png"]`, `{"0":"a.png"}`, `"[\"a.png\"]"`, `"a.png"`, `{"0":{"name":"a.png"}}`} {
		if d := detailOf(t, "", `,"attachments":`+attachments); len(d.Attachments) != 1 || d.Attachments[0].Name.String() != "a.png" {
			t.Errorf("%s: %+v", attachments, d.Attachments)
		}
	}
	for _, attachments := range []string{`0`, `false`, `""`, `{}`} {
		if d := detailOf(t, "", `,"attachments":`+attachments); len(d.Attachments) != 0 {
			t.Errorf("%s: %+v", attachments, d.Attachments)
		}
	}
	for _, odd := range []string{`,"history":7`, `,"history":true`, `,"attachments":3`} {
		_, err := listOf["whole tickets"].read(`[{"task_details":{"ticketId":"7"}` + odd + `}]`)
		if err == nil || !strings.Contains(err.Error(), "not a list") {
			t.Errorf("%s is read as %v", odd, err)
		}
	}
}

func TestWhatWasWrittenIsReadInEveryForm(t *testing.T) {
	ticket, saved := `{"ticketId":"71","taskTitle":"x"}`, `{"result":true,"customer_id":7,"order_id":9}`
	for _, form := range []string{`%s`, `[%s]`, `{"0":%s}`, `TEXT%sTEXT`} {
		body := fillIn(fmt.Sprintf(`{"status":"success","ticket":`+form+`}`, ticket), "")
		if r, err := wire.AddTicket.Decode(strings.NewReader(body), wire.DecodeOptions{}); err != nil || r.Ticket.ID.Raw() != "71" {
			t.Errorf("%s: %+v, %v", body, r.Ticket, err)
		}
		body = fillIn(fmt.Sprintf(`{"status":"success","Order":`+form+`}`, saved), "")
		if s, err := wire.AddOrder.Decode(strings.NewReader(body), wire.DecodeOptions{}); err != nil || s.Order.Raw() != "9" || s.Customer != 7 {
			t.Errorf("%s: %+v, %v", body, s, err)
		}
		body = fillIn(fmt.Sprintf(`{"status":"success","Customer Details":`+form+`}`, `{"id":7,"name":"Asha"}`), "")
		if c, err := wire.GetCustomer.Decode(strings.NewReader(body), wire.DecodeOptions{}); err != nil || c.ID != 7 {
			t.Errorf("%s: %+v, %v", body, c, err)
		}
	}
	var unreadable *wire.DecodeError
	if _, err := wire.GetCustomer.Decode(strings.NewReader(`{"status":"success","Customer Details":7}`), wire.DecodeOptions{}); !errors.As(err, &unreadable) {
		t.Errorf("a number in the place of the customer is read as %v", err)
	}
}

func TestOfTwoRowsWithOneNumberTheNewerIsUsed(t *testing.T) {
	row := func(title, at string) string {
		return `{"ticketId":"522","title":"` + title + `","lastConvesationTime":"` + at + `"}`
	}
	older, newer, same := row("older", "20-11-2026 10:00"), row("newer", "20-11-2026 11:00"), row("same", "20-11-2026 11:00")
	for body, want := range map[string]string{
		newer + "," + older:              "newer",
		older + "," + newer:              "newer",
		newer + "," + same:               "same",
		same + "," + older + "," + newer: "newer",
		newer + `,{"ticketId":"","a":1}`: "newer",
		`{"title":"x","id":9},` + newer:  "newer",
	} {
		var reported string
		page, err := wire.PullTicket.Decode(strings.NewReader(`{"status":"success","message":[`+body+`]}`), wire.DecodeOptions{
			OnTickets: func(tickets []desk.Ticket) { reported = tickets[len(tickets)-1].Title.String() },
		})
		if err != nil || len(page.Tickets) != 1 || page.Tickets[0].Title.String() != want || reported != want {
			t.Errorf("%s: %+v, reported %q, %v", body, page.Tickets, reported, err)
			continue
		}
		raw, _ := wire.PullTicket.RawRecords([]byte(`{"status":"success","message":[` + body + `]}`))
		if got := wire.RawText(wire.RawMember(raw[page.Places[0]], "title")); got != want {
			t.Errorf("%s: scripts get %q", body, got)
		}
		if unnumbered := page.Unnumbered; unnumbered != strings.Count(body, `"a"`)+strings.Count(body, `"x"`) {
			t.Errorf("%s: %d without a number", body, unnumbered)
		}
		details, err := wire.GetTicket.Decode(strings.NewReader(`[`+body+`]`), wire.DecodeOptions{})
		if err != nil || len(details) != 1 || details[0].Title.String() != want {
			t.Errorf("%s: %d tickets, %v", body, len(details), err)
		}
	}
}

// A row may be given out before a newer one with the same number arrives.
func TestANewerRowThatComesLateReplacesTheOlder(t *testing.T) {
	var rows []string
	for n := range 200 {
		rows = append(rows, fmt.Sprintf(`{"ticketId":"%d","title":"first"}`, n))
	}
	rows = append(rows, `{"ticketId":"3","title":"second"}`)
	titles := map[string]string{}
	_, err := wire.PullTicket.Decode(strings.NewReader(`{"status":"success","message":[`+strings.Join(rows, ",")+`]}`), wire.DecodeOptions{
		OnTickets: func(tickets []desk.Ticket) {
			for i := range tickets {
				titles[tickets[i].ID.Raw()] = tickets[i].Title.String()
			}
		},
	})
	if err != nil || len(titles) != 200 || titles["3"] != "second" {
		t.Errorf("%d tickets, the twofold one is %q, %v", len(titles), titles["3"], err)
	}
}
