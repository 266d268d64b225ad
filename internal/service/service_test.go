package service_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// What the service accepts: an API key, and orders:hush for the order operations of account 4711.
const (
	key     = "Basic c2VjcmV0"
	login   = "Basic b3JkZXJzOmh1c2g="
	account = 4711
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// newService returns a service on an empty desk, at noon.
func newService(t testing.TB) *service.Service {
	t.Helper()
	h, end, err := newServiceIn(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	return h
}

// newServiceIn is newService in a file; end closes it.
func newServiceIn(path string) (h *service.Service, end func(), err error) {
	address, err := storetest.New(path)
	if err != nil {
		return nil, nil, err
	}
	s, err := store.Open(context.Background(), address)
	if err != nil {
		return nil, nil, err
	}
	err = s.Load(context.Background(), store.Dataset{
		Queues:     []store.Queue{{Key: "HW", Name: "Hardware"}},
		Categories: []store.Category{{ID: 2, Name: "Delivery", Path: "1/2/"}},
		Articles:   []store.Article{{ID: 5, Title: "Refund not received", Detail: "&lt;p&gt;Wait&lt;/p&gt;", Enabled: true, Created: noon.Unix()}},
	})
	return configured(s), func() { _ = s.Close() }, err
}

// serviceOn returns a service on a desk that others may serve as well.
func serviceOn(address string) (h http.Handler, end func(), err error) {
	s, err := store.Open(context.Background(), address)
	if err != nil {
		return nil, nil, err
	}
	return configured(s), func() { _ = s.Close() }, nil
}

func configured(s *store.Store) *service.Service {
	return service.New(service.Config{
		Store: s, Token: "c2VjcmV0", OrderUser: "orders", OrderPassword: "hush", AccountID: account,
		Zone: time.UTC, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: func() time.Time { return noon },
	})
}

// credential returns the credential that an operation accepts.
func credential(op wire.OperationInfo) string {
	if op.Group == wire.BasicAuth {
		return login
	}
	return key
}

func post(h http.Handler, op wire.OperationInfo, auth, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, op.Path, strings.NewReader(body))
	r.Header.Set("Authorization", auth)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// call performs an operation as a client does: written by wire, read by wire.
func call[Req, Ans any](t testing.TB, h http.Handler, op wire.Operation[Req, Ans], req Req) (Ans, error) {
	t.Helper()
	body, err := op.Encode(req)
	if err != nil {
		t.Fatal(err)
	}
	return op.Decode(post(h, op.OperationInfo, credential(op.OperationInfo), string(body)).Body, wire.DecodeOptions{Zone: time.UTC})
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestTheVocabularyIsTheDesks: the one that a service remembers gives way as soon as the desk is filled.
func TestTheVocabularyIsTheDesks(t *testing.T) {
	s := storetest.Open(t)
	h := service.New(service.Config{Store: s, Token: "c2VjcmV0", Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return noon }})
	update := func() string {
		return post(h, wire.UpdateTicket.OperationInfo, key, `[{"ticket_id":"1","sub_status":"RS"}]`).Body.String()
	}
	if got := update(); !strings.Contains(got, "known are CL, P, PS, US") {
		t.Error(got)
	}
	if err := s.Load(t.Context(), store.Dataset{SubStatuses: []store.SubStatus{{Key: "RS", Name: "Resolved", Status: "C", StatusName: "Complete"}}}); err != nil {
		t.Fatal(err)
	}
	if got := update(); !strings.Contains(got, "No Data found") {
		t.Error(got)
	}
}

// TestAnUpdateBringsTheFirstMemberOfAnAccountsOwn to a ticket that was added without any.
func TestAnUpdateBringsTheFirstMemberOfAnAccountsOwn(t *testing.T) {
	h := newService(t)
	added := must[desk.TicketResult](t)(call(t, h, wire.AddTicket, wire.AddTicketRequest{Title: "x"}))
	updated := must[desk.TicketResult](t)(call(t, h, wire.UpdateTicket, wire.UpdateTicketRequest{
		TicketID: added.Ticket.ID.Raw(), SubStatus: "P", Extra: wire.CustomFields{"order_details": []byte(`[{"awb":"X1"}]`)},
	}))
	if len(updated.Groups) != 1 {
		t.Errorf("updated %+v", updated)
	}
}

func TestATicketIsAddedUpdatedAndFoundAgain(t *testing.T) {
	h := newService(t)
	added := must[desk.TicketResult](t)(call(t, h, wire.AddTicket, wire.AddTicketRequest{
		Title: "Screen stays black &amp; beeps", Details: "<b>help</b>", Email: "a@example.com", DueDate: "2026-11-25",
		Extra: wire.CustomFields{"order_details": []byte(`[{"awb":"X1"}]`)},
	}))
	id := added.Ticket.ID.Raw()
	if added.Ticket.SubStatus.Key().Raw() != "US" || added.Ticket.Title.String() != "Screen stays black & beeps" || len(added.Groups) != 1 {
		t.Errorf("added %+v", added)
	}
	updated := must[desk.TicketResult](t)(call(t, h, wire.UpdateTicket, wire.UpdateTicketRequest{
		TicketID: id, SubStatus: "CL", Queue: "HW", Comment: "done", Callback: "2026-12-24 00:30:00", Disposition: "A|B",
	}))
	if updated.Ticket.SubStatus.Label() != "Closed" || updated.Ticket.Status.String() != "Complete" || !updated.Ticket.Marks.Has(desk.Closed) {
		t.Errorf("updated %+v", updated.Ticket)
	}
	if got := updated.Ticket.Callback.In(time.UTC).Format(time.DateTime); got != "2026-12-24 00:30:00" {
		t.Errorf("called back %s", got)
	}
	details := must[[]desk.TicketDetails](t)(call(t, h, wire.GetTicket, wire.GetTicketRequest{TicketIDs: id + ",unknown, " + id}))
	if len(details) != 1 || len(details[0].Timeline) != 1 || details[0].Timeline[0].Body.Text().String() != "done" {
		t.Fatalf("got %+v", details)
	}
	d := details[0]
	if d.Queue.Label() != "Hardware" || d.DispositionPath.String() != "A|B" || d.Body.Text().String() != "help" || len(d.Groups) != 1 {
		t.Errorf("got %+v", d)
	}
	page := must[desk.TicketPage](t)(call(t, h, wire.PullTicket, wire.PullTicketRequest{StartDate: "2026-11-20", EndDate: "2026-11-21"}))
	if page.Total != 1 || len(page.Tickets) != 1 || page.Tickets[0].ID.Raw() != id || page.Tickets[0].CustomerID != 0 {
		t.Errorf("pulled %+v", page)
	}
}

func TestAPullIsCutByItsLimitAndSaysHowManyThereAre(t *testing.T) {
	h := newService(t)
	for range 3 {
		must[desk.TicketResult](t)(call(t, h, wire.AddTicket, wire.AddTicketRequest{Title: "x"}))
	}
	page := must[desk.TicketPage](t)(call(t, h, wire.PullTicket, wire.PullTicketRequest{StartDate: "2026-11-20", EndDate: "2026-11-20", Limit: new(2)}))
	if page.Total != 3 || len(page.Tickets) != 2 {
		t.Errorf("got %d of %d", len(page.Tickets), page.Total)
	}
	page = must[desk.TicketPage](t)(call(t, h, wire.PullTicket, wire.PullTicketRequest{StartDate: "2026-11-19", EndDate: "2026-11-19"}))
	if page.Total != 0 || len(page.Tickets) != 0 {
		t.Errorf("the day before holds %+v", page)
	}
}

func TestTheFAQIsSearchedAndItsCategoriesListed(t *testing.T) {
	h := newService(t)
	found := must[[]desk.Article](t)(call(t, h, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: "refund rec"}))
	if len(found) != 1 || found[0].Title.String() != "Refund not received" || found[0].Body.Text().String() != "Wait" || found[0].Created.In(time.UTC) != noon {
		t.Errorf("found %+v", found)
	}
	categories := must[[]desk.Category](t)(call(t, h, wire.FAQCategories, wire.EmptyRequest{}))
	if len(categories) != 1 || categories[0].Name.String() != "Delivery" || len(categories[0].Path) != 2 {
		t.Errorf("listed %+v", categories)
	}
}

// TestRefusals walks the failure rows of PROTOCOL.md 5.1 and 6.1, with the codes of 5.2.
func TestRefusals(t *testing.T) {
	h := newService(t)
	id := must[desk.TicketResult](t)(call(t, h, wire.AddTicket, wire.AddTicketRequest{Title: "x"})).Ticket.ID.Raw()
	long := strings.Repeat("x", 64<<10+1)
	update := func(rest string) string { return fmt.Sprintf(`[{"ticket_id":%q,"sub_status":"P",%s}]`, id, rest) }
	badCallback := "Invalid Format.callback_date should be yyyy-MM-dd hh:mm:ss."
	for _, c := range []struct {
		op      wire.OperationInfo
		body    string
		code    int
		message string
	}{
		{wire.AddTicket.OperationInfo, `[{}]`, 400, "title is missing"},
		{wire.AddTicket.OperationInfo, `[{"title":""}]`, 400, "title is missing"},
		{wire.AddTicket.OperationInfo, "\ufeff" + `[{"title":""}]`, 400, "title is missing"},
		{wire.AddTicket.OperationInfo, "[\x00{\x00", 400, "not UTF-8"},
		{wire.AddTicket.OperationInfo, `[{"title":" \n"}]`, 400, "title is missing"},
		{wire.AddTicket.OperationInfo, `[{"title":7}]`, 400, "Invalid Json."},
		{wire.AddTicket.OperationInfo, `[{"TITLE":"x"}]`, 400, "title is missing"},
		{wire.AddTicket.OperationInfo, `[{"title":"x","title":"y"}]`, 400, "Invalid Json."},
		{wire.AddTicket.OperationInfo, `{"title":"x"}`, 400, "Invalid Json."},
		{wire.AddTicket.OperationInfo, `[]`, 400, "Invalid Json. One object"},
		{wire.AddTicket.OperationInfo, `[null]`, 400, "Invalid Json. One object"},
		{wire.AddTicket.OperationInfo, `[{"title":"x"},{"title":"y"}]`, 400, "Invalid Json. One object"},
		{wire.AddTicket.OperationInfo, `[{"title":"x","due_date":"2026-02-29"}]`, 400, "due_date"},
		{wire.AddTicket.OperationInfo, `[{"title":"` + long + `"}]`, 400, "64 KiB"},
		{wire.AddTicket.OperationInfo, `[{"title":"x","own":"` + long + `"}]`, 400, "64 KiB"},
		{wire.AddTicket.OperationInfo, ``, 400, "Invalid Json."},
		{wire.AddTicket.OperationInfo, `[{"title":`, 400, "Invalid Json."},
		{wire.AddTicket.OperationInfo, `[{"title":"` + strings.Repeat("x", 8<<20) + `"}]`, 413, "8 MiB"},
		{wire.UpdateTicket.OperationInfo, `[{"sub_status":"P"}]`, 400, "No Data found/ticket_id is missing"},
		{wire.UpdateTicket.OperationInfo, `[{"ticket_id":"","sub_status":"P"}]`, 400, "No Data found/ticket_id is missing"},
		{wire.UpdateTicket.OperationInfo, `[{"ticket_id":"unknown","sub_status":"P"}]`, 404, "No Data found/ticket_id is missing"},
		{wire.UpdateTicket.OperationInfo, fmt.Sprintf(`[{"ticket_id":%q}]`, id), 400, "known are CL, P, PS, US"},
		{wire.UpdateTicket.OperationInfo, fmt.Sprintf(`[{"ticket_id":%q,"sub_status":"cl"}]`, id), 400, "known are CL, P, PS, US"},
		{wire.UpdateTicket.OperationInfo, update(`"queue":"NO"`), 400, "known are HW"},
		{wire.UpdateTicket.OperationInfo, update(`"callback_time":"24-12-2026 10:00"`), 400, badCallback},
		{wire.UpdateTicket.OperationInfo, update(`"callback_time":" 2026-12-24 10:00:00"`), 400, badCallback},
		{wire.UpdateTicket.OperationInfo, update(`"callback_time":"2026-12-24 24:00:00"`), 400, badCallback},
		{wire.GetTicket.OperationInfo, `[{"ticket_ids":"1"}]`, 400, "Invalid Json."},
		{wire.GetTicket.OperationInfo, `{}`, 400, "ticket_ids are missing."},
		{wire.GetTicket.OperationInfo, `{"ticket_ids":" , "}`, 400, "ticket_ids are missing."},
		{wire.GetTicket.OperationInfo, `{"ticket_ids":"unknown"}`, 404, "No Data found"},
		{wire.GetTicket.OperationInfo, `{"ticket_ids":"` + commaSeparated(1001) + `"}`, 400, "1000"},
		{wire.PullTicket.OperationInfo, `{"start_date":"2026-11-20","end_date":"2026-11-20"}`, 400, "Invalid Json."},
		{wire.PullTicket.OperationInfo, `[{"end_date":"2026-11-20"}]`, 400, "start_date"},
		{wire.PullTicket.OperationInfo, `[{"start_date":"2026-11-20","end_date":"20-11-2026"}]`, 400, "end_date"},
		{wire.PullTicket.OperationInfo, `[{"start_date":"2026-11-20","end_date":"2026-11-22"}]`, 400, "24 hours"},
		{wire.PullTicket.OperationInfo, `[{"start_date":"2026-11-20","end_date":"2026-11-19"}]`, 400, "before"},
		{wire.PullTicket.OperationInfo, `[{"start_date":"2026-11-20","end_date":"2026-11-20","limit":10001}]`, 400, "10000"},
		{wire.PullTicket.OperationInfo, `[{"start_date":"2026-11-20","end_date":"2026-11-20","limit":-1}]`, 400, "10000"},
		{wire.PullTicket.OperationInfo, `[{"start_date":"2026-11-20","end_date":"2026-11-20","limit":0}]`, 400, "10000"},
		{wire.SearchFAQ.OperationInfo, `[{"search_key":" "}]`, 400, "search_key"},
		{wire.OperationInfo{Path: "/nowhere"}, `{}`, 404, "no such endpoint"},
	} {
		w := post(h, c.op, key, c.body)
		_, err := wire.PullTicket.Decode(bytes.NewReader(w.Body.Bytes()), wire.DecodeOptions{})
		var refusal *wire.Failure
		if w.Code != c.code || !errors.As(err, &refusal) || !strings.Contains(refusal.Message.String(), c.message) {
			t.Errorf("%s %.80s: %d %v, not %d %s", c.op.Name, c.body, w.Code, err, c.code, c.message)
		}
	}
	d := must[[]desk.TicketDetails](t)(call(t, h, wire.GetTicket, wire.GetTicketRequest{TicketIDs: id}))
	if len(d[0].Timeline) != 0 || d[0].SubStatus.Key().Raw() != "US" {
		t.Errorf("a refused update left %+v", d[0])
	}
}

func commaSeparated(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d,", i)
	}
	return b.String()
}

func TestAPanicIsAnsweredAndTheServiceGoesOn(t *testing.T) {
	var log bytes.Buffer
	h := service.New(service.Config{Token: "c2VjcmV0", Zone: time.UTC, Log: slog.New(slog.NewTextHandler(&log, nil)), Now: time.Now}) // no store: every query panics
	w := post(h, wire.FAQCategories.OperationInfo, key, "")
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), `"status":"failed"`) || !strings.Contains(log.String(), "panic while answering") {
		t.Errorf("got %d %s; logged %s", w.Code, w.Body, log.String())
	}
	if strings.Contains(log.String(), "c2VjcmV0") || strings.Contains(w.Body.String(), "goroutine") {
		t.Error("the credential or the stack went where it must not")
	}
}

func TestHostileTextGoesThroughTheDeskAndIsReadSafely(t *testing.T) {
	h := newService(t)
	for _, hostile := range texttest.Hostile(t) {
		hostile.Text = hostile.Text[:min(len(hostile.Text), hostileBytes())]
		added := must[desk.TicketResult](t)(call(t, h, wire.AddTicket, wire.AddTicketRequest{Title: "t" + hostile.Text, Details: hostile.Text}))
		d := must[[]desk.TicketDetails](t)(call(t, h, wire.GetTicket, wire.GetTicketRequest{TicketIDs: added.Ticket.ID.Raw()}))[0]
		for _, shown := range []string{added.Ticket.Title.String(), d.Title.String(), d.Body.Text().String()} {
			if err := texttest.Forbidden(shown); err != nil {
				t.Errorf("%s: %v", hostile.Name, err)
			}
		}
	}
}

// unwritable is a desk that can be read and not written.
type unwritable struct{ service.Store }

func (unwritable) CheckWrite(context.Context) error { return errors.New("the disk is full") }

// checking is a desk whose file is still being looked through.
type checking struct{ service.Store }

func (checking) IsChecking() bool { return true }

func TestService_SaysThatItsFileIsBeingLookedThrough(t *testing.T) {
	c := newService(t).Config
	c.Store = checking{c.Store}
	h := service.New(c)
	for path, want := range map[string]string{"/healthz": `{"status":"checking"}`, "/readyz": `{"status":"ok"}`} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("%s: %d %s, want %s", path, w.Code, w.Body, want)
		}
	}
}

func TestService_ThatCannotWriteIsNotReady(t *testing.T) {
	c := newService(t).Config
	c.Store = unwritable{c.Store}
	h := service.New(c)
	for _, path := range []string{"/healthz", "/readyz"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "cannot be written") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}
