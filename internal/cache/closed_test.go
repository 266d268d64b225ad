package cache_test

import (
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// TestClosed_ListAndFormAgree: a ticket that is listed as closed has a sub-status that the form takes for closing, and
// the other way round.
func TestClosed_ListAndFormAgree(t *testing.T) {
	configured := func(key, label string, closes bool) []desk.Code {
		c := desk.NewCode(key, safetext.LineFromText(label))
		if closes {
			c = c.Closing()
		}
		return []desk.Code{c}
	}
	for _, c := range []struct {
		key, name, status string
		configured        []desk.Code
		closed            bool
	}{
		{"CL", "Closed", "Complete", nil, true},
		{"CL", "", "", nil, true},
		{"CL", "Erledigt", "Abgeschlossen", nil, true},
		{"CN", "Closed - no fault", "Pending", nil, true},
		{"CN", "Closed - no fault", "Resolved", nil, true},
		{"CN", "CLOSED: duplicate", "", nil, true},
		{"RS", "Resolved", "Completed", nil, true},
		{"RS", "Resolved", "closed", nil, true},
		{"CP", "Complete", "Pending", nil, true},
		{"DN", "Done", "Closed", nil, true},
		{"DN", "Done", "Closed by the customer", nil, true},
		{"DN", "Done", "Geschlossen", configured("DN", "Done", true), true},
		{"CN", "", "Pending", configured("CN", "Closed - no fault", false), true},

		{"DN", "Done", "Geschlossen", configured("DN", "Done", false), false},
		{"DN", "Done", "Pending", configured("XX", "Other", true), false},
		{"US", "Unattended", "Pending", nil, false},
		{"RS", "Resolved", "Pending", nil, false},
		{"RO", "Reopened, was closed", "Pending", nil, false},
		{"IC", "Incomplete", "Incomplete", nil, false},
		{"CD", "Closedown planned", "Pending", nil, false},
		{"CA", "Complete address needed", "Pending", nil, false},
		{"cl", "", "", nil, false}, // keys are compared as they are
	} {
		t.Run(c.key+" "+c.name+" "+c.status, func(t *testing.T) {
			answer := fmt.Sprintf(`{"status":"success","message":[{"ticketId":"1","substatusKey":%q,"substatus":%q,"status":%q}]}`, c.key, c.name, c.status)
			page, err := wire.PullTicket.Decode(strings.NewReader(answer), wire.DecodeOptions{SubStatuses: c.configured})
			if err != nil || len(page.Tickets) != 1 {
				t.Fatal(page, err)
			}
			records := cache.New(cache.Config{SubStatuses: c.configured})
			cache.Learn(records, page.Tickets)
			if got := page.Tickets[0].Marks.Has(desk.Closed); got != c.closed {
				t.Errorf("its ticket is closed: %t", got)
			}
			if got := records.IsClosing(" " + c.key); got != c.closed {
				t.Errorf("the form takes it for closing: %t", got)
			}
			if v := records.Vocabulary(); (v.Closing.Key().Raw() == c.key) != c.closed {
				t.Errorf("tickets are closed with %q", v.Closing.Label())
			}
		})
	}
}

// TestClosed_AnAnswerWithACodeAlone: the answer to an update has codes, whose names only the account knows.
func TestClosed_AnAnswerWithACodeAlone(t *testing.T) {
	for answer, want := range map[string]bool{
		`"status":"C","statusName":"Geschlossen","substatus":"DN","substatusName":"Done"`: true,
		`"status":"P","statusName":"Offen","substatus":"DN","substatusName":"Done"`:       false,
		`"substatus":"DN"`: true, // its tickets are closed
	} {
		records := cache.New(cache.Config{})
		done := desk.NewCode("DN", safetext.LineFromText("Done"))
		cache.Learn(records, []desk.Ticket{{ID: desk.NewID("2"), SubStatus: done.Closing(), Marks: desk.Closed}, {ID: desk.NewID("1"), SubStatus: desk.NewCode("US", safetext.Line{})}})
		r, err := wire.UpdateTicket.Decode(strings.NewReader(`{"status":"success","ticket":{"ticketId":"1",`+answer+`}}`), wire.DecodeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		records.ApplyTicketResult(r, "")
		is, _ := records.Snapshot().Ticket(desk.NewID("1"))
		if got := is.Marks.Has(desk.Closed); got != want {
			t.Errorf("%s: closed: %t", answer, got)
		}
	}
}

// TestClosed_ASubStatusOfOpenTicketsTooDoesNotClose: one odd record must not make the form ask for what closing needs.
func TestClosed_ASubStatusOfOpenTicketsTooDoesNotClose(t *testing.T) {
	records := cache.New(cache.Config{})
	pending := desk.NewCode("PS", safetext.LineFromText("Pending"))
	cache.Learn(records, []desk.Ticket{{ID: desk.NewID("1"), SubStatus: pending.Closing(), Marks: desk.Closed}, {ID: desk.NewID("2"), SubStatus: pending}})
	if records.IsClosing("PS") {
		t.Error("Pending closes")
	}
	equalLists(t, "sub-statuses", labels(records.Vocabulary().SubStatuses), []string{"PS=Pending"})
}

// TestClosed_TheUsualSubStatusIsOffered when several close tickets.
func TestClosed_TheUsualSubStatusIsOffered(t *testing.T) {
	code := func(key, name string) desk.Code { return desk.NewCode(key, safetext.LineFromText(name)) }
	cancelled, closed, usual := code("CA", "Cancelled").Closing(), code("CN", "Closed - no fault"), code("CL", "Closed")
	for want, c := range map[string]struct{ configured, tickets []desk.Code }{
		"CL": {tickets: []desk.Code{cancelled, closed, usual}},
		"CN": {tickets: []desk.Code{cancelled, closed}},
		"CA": {tickets: []desk.Code{cancelled, code("US", "Unattended")}},
		"DN": {configured: []desk.Code{code("US", "Unattended"), code("DN", "Done").Closing()}, tickets: []desk.Code{usual}},
		"":   {tickets: []desk.Code{code("US", "Unattended")}},
	} {
		records := cache.New(cache.Config{SubStatuses: c.configured})
		for i, is := range c.tickets {
			cache.Learn(records, []desk.Ticket{{ID: desk.NewID(fmt.Sprint(i)), SubStatus: is}})
		}
		if got := records.Vocabulary().Closing.Key().Raw(); got != want {
			t.Errorf("tickets are closed with %q instead of %q", got, want)
		}
	}
}
