package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// addTicket adds one and gives its id.
func addTicket(t testing.TB, h http.Handler) string {
	t.Helper()
	return must[desk.TicketResult](t)(call(t, h, wire.AddTicket, wire.AddTicketRequest{Title: "Screen stays black"})).Ticket.ID.Raw()
}

// checkRefused checks a refusal in the documented form.
func checkRefused(t *testing.T, w *httptest.ResponseRecorder, code int, why string) {
	t.Helper()
	var said struct {
		Message string `json:"message"`
		Status  string `json:"status"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Code != code || said.Status != "failed" || !strings.Contains(said.Message, why) {
		t.Errorf("%d %.200s, not %d because %s", w.Code, w.Body, code, why)
	}
}

// customField returns a custom field of about 60 KiB.
func customField(name string) string { return `"` + name + `":"` + strings.Repeat("x", 60<<10) + `"` }

func TestTicket_OwnMembersDoNotGrowWithoutBound(t *testing.T) {
	h := newService(t)
	id := addTicket(t, h)
	taken := 0
	for i := range 10 {
		w := post(h, wire.UpdateTicket.OperationInfo, key, `[{"ticket_id":"`+id+`","sub_status":"P",`+customField(fmt.Sprint("m", i))+`}]`)
		if w.Code != http.StatusOK {
			checkRefused(t, w, http.StatusBadRequest, "larger than 256 KiB together")
			break
		}
		taken++
	}
	if taken != 4 {
		t.Errorf("%d members of 60 KiB were taken", taken)
	}
	if w := post(h, wire.UpdateTicket.OperationInfo, key, `[{"ticket_id":"`+id+`","sub_status":"CL","comment":"Sent a new one","m0":"short"}]`); w.Code != http.StatusOK {
		t.Errorf("it cannot be closed any more: %d %.200s", w.Code, w.Body)
	}
	many := strings.Join([]string{customField("a"), customField("b"), customField("c"), customField("d"), customField("e")}, ",")
	checkRefused(t, post(h, wire.AddTicket.OperationInfo, key, `[{"title":"x",`+many+`}]`), http.StatusBadRequest, "larger than 256 KiB together")
	checkRefused(t, post(h, wire.AddCustomer.OperationInfo, key, `{"customer_info":{"customer_name":"Asha","phone":"1","additional_fields":{`+many+`}}}`),
		http.StatusBadRequest, "larger than 256 KiB together")
}

// serviceWithNotes returns a service with one ticket that has some updates already, each of some bytes, and the
// ticket's id.
func serviceWithNotes(t *testing.T, updates, size int) (h *service.Service, id string) {
	t.Helper()
	s := storetest.Open(t)
	id = "713500000077"
	notes := make([]store.Note, updates)
	for i := range notes {
		notes[i] = store.Note{At: noon.Unix(), Detail: strings.Repeat("x", size)}
	}
	if err := s.Load(t.Context(), store.Dataset{Tickets: []store.Ticket{{TaskID: 77, TicketID: id, Created: noon.Unix(), Title: "Old", SubStatus: "P", Notes: notes}}}); err != nil {
		t.Fatal(err)
	}
	c := newService(t).Config
	c.Store = s
	return service.New(c), id
}

func TestTicket_CommentsDoNotGrowWithoutBound(t *testing.T) {
	for _, c := range []struct {
		name           string
		updates, size  int
		comment, close int
		why            string
	}{
		{"just room", 1999, 10, 200, 200, ""},
		{"too many", 2000, 10, 400, 200, "the ticket's history is full"},
		{"too large", 70, 64 << 10, 400, 200, "the ticket's history is full"},
		{"far too many", 4000, 10, 400, 400, "4000 updates"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, id := serviceWithNotes(t, c.updates, c.size)
			w := post(h, wire.UpdateTicket.OperationInfo, key, `[{"ticket_id":"`+id+`","sub_status":"P","comment":"one more"}]`)
			if w.Code != c.comment {
				t.Errorf("a comment: %d %.200s", w.Code, w.Body)
			}
			if c.comment != http.StatusOK {
				checkRefused(t, w, c.comment, c.why)
			}
			if w := post(h, wire.UpdateTicket.OperationInfo, key, `[{"ticket_id":"`+id+`","sub_status":"CL"}]`); w.Code != c.close {
				t.Errorf("closing: %d %.200s", w.Code, w.Body)
			}
		})
	}
}

func TestCustomer_ContactsDoNotGrowWithoutBound(t *testing.T) {
	h := newService(t)
	contacts := func(from, n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(`{"contact_person_phone":"%d"}`, 1000+from+i)
		}
		return strings.Join(all, ",")
	}
	checkRefused(t, post(h, wire.AddCustomer.OperationInfo, key, `{"customer_info":{"customer_name":"Asha"},"contact_info":[`+contacts(0, 101)+`]}`),
		http.StatusBadRequest, "at most 100 contacts")
	w := post(h, wire.AddCustomer.OperationInfo, key, `{"customer_info":{"customer_name":"Asha"},"contact_info":[`+contacts(0, 100)+`]}`)
	var added struct {
		Customer struct {
			ID int64 `json:"customer_id"`
		} `json:"customer"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &added); err != nil || w.Code != http.StatusOK {
		t.Fatal(w.Code, w.Body, err)
	}
	more := func(from int) *httptest.ResponseRecorder {
		return post(h, wire.UpdateCustomer.OperationInfo, key, fmt.Sprintf(`{"customer_info":{"customer_name":"Asha","customer_id":"%d"},"contact_info":[%s]}`,
			added.Customer.ID, contacts(from, 100)))
	}
	for n := 100; n < 500; n += 100 {
		if w := more(n); w.Code != http.StatusOK {
			t.Fatalf("contact %d: %d %s", n, w.Code, w.Body)
		}
	}
	checkRefused(t, more(500), http.StatusBadRequest, "at most 500 contacts")
}

// chunkCounter counts the pieces that an answer is written in, and the largest.
type chunkCounter struct {
	*httptest.ResponseRecorder
	pieces, largest int
}

func (c *chunkCounter) Write(b []byte) (int, error) {
	c.pieces, c.largest = c.pieces+1, max(c.largest, len(b))
	return c.ResponseRecorder.Write(b)
}

func TestGetTicket_IsWrittenTicketByTicket(t *testing.T) {
	h := newService(t)
	var ids []string
	for range 50 {
		id := addTicket(t, h)
		ids = append(ids, id, "99")
		post(h, wire.UpdateTicket.OperationInfo, key, `[{"ticket_id":"`+id+`","sub_status":"P","comment":"`+strings.Repeat("x", 60<<10)+`"}]`)
	}
	w := &chunkCounter{ResponseRecorder: httptest.NewRecorder()}
	r := httptest.NewRequest(wire.Method, wire.GetTicket.Path, strings.NewReader(`{"ticket_ids":"`+strings.Join(ids, ",")+`"}`))
	r.Header.Set("Authorization", key)
	h.ServeHTTP(w, r)
	var all []json.RawMessage
	if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil || len(all) != 50 || w.Code != http.StatusOK {
		t.Fatalf("%d, %d tickets, %v", w.Code, len(all), err)
	}
	if w.largest > 100<<10 || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("a piece of %d bytes, %v", w.largest, w.Header())
	}
}

// TestRequests_AreCountedBeforeAnythingIsBuiltOfThem: a request of 8 MB must not take a gigabyte before it is refused.
func TestRequests_AreCountedBeforeAnythingIsBuiltOfThem(t *testing.T) {
	h := newService(t)
	const many = 1_000_000
	things := strings.TrimSuffix(strings.Repeat("{},", many), ",")
	var pairs strings.Builder
	for n := range many / 2 {
		fmt.Fprintf(&pairs, `"%x":1,`, n)
	}
	before := pullEverything(t, h)
	for name, c := range map[string]struct {
		op   wire.OperationInfo
		body string
	}{
		"requests":                   {wire.AddTicket.OperationInfo, "[" + things + "]"},
		"contacts":                   {wire.AddCustomer.OperationInfo, addCustomer.with("contact_info", "["+things+"]").body(wire.AddCustomer.OperationInfo)},
		"contacts of an order":       {wire.AddOrder.OperationInfo, addOrder.with("contact_info", "["+things+"]").body(wire.AddOrder.OperationInfo)},
		"an account's own members":   {wire.AddCustomer.OperationInfo, addCustomer.with("customer_info.additional_fields", "{"+pairs.String()+`"x":1}`).body(wire.AddCustomer.OperationInfo)},
		"own members of a ticket":    {wire.AddTicket.OperationInfo, "[{" + pairs.String() + `"title":"x"}]`},
		"lists in lists":             {wire.UpdateTicket.OperationInfo, `[{"ticket_id":"1","sub_status":"P","own":` + strings.Repeat("[", 100) + things + strings.Repeat("]", 100) + "}]"},
		"what the interface has not": {wire.PullCustomer.OperationInfo, `{"nothing":[` + things + `]}`},
	} {
		var start, end runtime.MemStats
		runtime.ReadMemStats(&start)
		w := post(h, c.op, credential(c.op), c.body)
		runtime.ReadMemStats(&end)
		checkRefused(t, w, http.StatusBadRequest, "at most 20000 values and names")
		if used := (end.TotalAlloc - start.TotalAlloc) >> 20; used > 64 {
			t.Errorf("%s: %d MB", name, used)
		}
	}
	if pullEverything(t, h) != before {
		t.Error("something was changed")
	}
}

func TestRequests_EndWhenTheyTakeTooLong(t *testing.T) {
	c := newService(t).Config
	c.RequestTime = time.Nanosecond
	h := service.New(c)
	for op, body := range map[wire.OperationInfo]string{
		wire.SearchFAQ.OperationInfo: `{"search_key":"refund"}`, wire.FAQCategories.OperationInfo: ``, wire.GetTicket.OperationInfo: `{"ticket_ids":"1"}`,
		wire.GetCustomer.OperationInfo: `{"service_customer_id":1}`,
	} {
		if op.Body == wire.BodyArray {
			body = "[" + body + "]"
		}
		checkRefused(t, post(h, op, key, body), http.StatusServiceUnavailable, "took too long")
	}
}

// TestWrites_GivenUpInTimeHaveChangedNothing: whoever is told so need not look for what became of the write.
func TestWrites_GivenUpInTimeHaveChangedNothing(t *testing.T) {
	whole := newService(t)
	id := addTicket(t, whole)
	for _, o := range operations {
		if o.op.Name == wire.AddCustomer.Name || o.op.Name == wire.AddOrder.Name {
			protocolRow{"", o.op, o.good.body(o.op), http.StatusOK, "added"}.check(t, whole)
		}
	}
	look := func() string {
		return pullEverything(t, whole) + post(whole, wire.GetTicket.OperationInfo, key, `{"ticket_ids":"`+id+`"}`).Body.String()
	}
	before := look()
	c := whole.Config
	c.RequestTime = time.Nanosecond
	h := service.New(c)
	checkGivenUp := func(op wire.OperationInfo, body string) {
		t.Helper()
		checkRefused(t, post(h, op, credential(op), body), http.StatusServiceUnavailable, "given up; nothing was changed")
	}
	checkGivenUp(wire.AddTicket.OperationInfo, `[{"title":"x"}]`)
	checkGivenUp(wire.UpdateTicket.OperationInfo, `[{"ticket_id":"`+id+`","sub_status":"PS","comment":"x"}]`)
	for _, o := range operations {
		if o.op.IsWrite {
			checkGivenUp(o.op, o.good.body(o.op))
		}
	}
	if after := look(); after != before {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
}

func TestSearch_EndsWhenTheCallerGoes(t *testing.T) {
	h := newService(t)
	ctx, gone := context.WithCancel(t.Context())
	gone()
	r := httptest.NewRequestWithContext(ctx, wire.Method, wire.SearchFAQ.Path, strings.NewReader(`{"search_key":"refund"}`))
	r.Header.Set("Authorization", key)
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code == http.StatusOK {
		t.Errorf("the search was finished for nobody: %s", w.Body)
	}
}
