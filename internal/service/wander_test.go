package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/deskdata"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/schema"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// TestWander sends any request with any values, in any order, to a desk in a file and to one that is closed and opened
// now and then, in PostgreSQL if there is one. Both answer the same; a refused write changes nothing; a pull returns all
// tickets that were added; and a desk made of the files of an export, or copied, answers as its original.
func TestWander(t *testing.T) {
	seeds, steps := uint64(6), 60
	if texttest.Long() {
		seeds, steps = 60, 200
	}
	for seed := range seeds {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			w := newWalk(t, seed)
			for w.step = range steps {
				w.next()
			}
			w.export()
		})
	}
}

// walk is two desks that get the same requests.
type walk struct {
	t       *testing.T
	random  *rand.Rand
	step    int
	clock   time.Time
	began   time.Time
	file    *openDesk
	other   *openDesk
	tickets []string // the ids of those that were added
	texts   []string
	last    string // what the desks held after the last write
}

// openDesk is a desk with its service.
type openDesk struct {
	address string
	store   *store.Store
	service *service.Service
}

func newWalk(t *testing.T, seed uint64) *walk {
	w := &walk{t: t, random: rand.New(rand.NewPCG(seed, 1)), clock: noon, began: noon}
	for _, c := range texttest.Some(t, 500, 20<<10) {
		w.texts = append(w.texts, c.Text)
	}
	path := filepath.Join(t.TempDir(), "desk.db")
	if err := storetest.Create(path); err != nil {
		t.Fatal(err)
	}
	address, err := storetest.New(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	w.file, w.other = w.open(path), w.open(address)
	t.Cleanup(func() { _, _ = w.file.store.Close(), w.other.store.Close() })
	for _, d := range []*openDesk{w.file, w.other} {
		if err := d.store.Load(t.Context(), store.Dataset{
			Queues:     []store.Queue{{Key: "HW", Name: "Hardware"}, {Key: "BI", Name: "Billing"}},
			Categories: []store.Category{{ID: 2, Name: "Delivery", Path: "1/2/"}},
			Articles:   []store.Article{{ID: 5, Title: "Refund not received", Detail: "&lt;p&gt;Wait&lt;/p&gt;", Enabled: true, Created: noon.Unix()}},
		}); err != nil {
			t.Fatal(err)
		}
	}
	w.last = w.contents(w.file)
	return w
}

func (w *walk) open(address string) *openDesk {
	w.t.Helper()
	s, err := store.Open(context.Background(), address)
	if err != nil {
		w.t.Fatal(err)
	}
	return &openDesk{address, s, service.New(service.Config{
		Store: s, Token: "c2VjcmV0", OrderUser: "orders", OrderPassword: "hush", AccountID: account,
		Zone: time.UTC, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: func() time.Time { return w.clock },
	})}
}

// next sends one request to both desks, or opens the other one again.
func (w *walk) next() {
	switch w.random.IntN(20) {
	case 0:
		if err := w.other.store.Close(); err != nil {
			w.t.Fatal(err)
		}
		w.other = w.open(w.other.address)
		return
	case 1:
		w.clock = w.clock.Add(time.Duration(w.random.IntN(8*3600)) * time.Second)
		return
	}
	op, isWrite, body := w.request()
	code, answer := w.both(op, body)
	checkAnswer(w.t, code, []byte(answer))
	if !isWrite {
		return
	}
	if code == http.StatusOK && op.Name == wire.AddTicket.Name {
		var added struct {
			ID string `json:"ticket_id"`
		}
		if err := json.Unmarshal([]byte(answer), &added); err != nil || added.ID == "" {
			w.t.Errorf("step %d: added as %q (%v): %s", w.step, added.ID, err, answer)
		}
		w.tickets = append(w.tickets, added.ID)
	}
	now := w.contents(w.file)
	if other := w.contents(w.other); other != now {
		w.t.Fatalf("step %d: after %s %s\nthe desks differ:\n%s", w.step, op.Name, body, difference(now, other))
	}
	if code != http.StatusOK && now != w.last {
		w.t.Fatalf("step %d: %s %s\nwas refused (%s) and changed:\n%s", w.step, op.Name, body, answer, difference(w.last, now))
	}
	w.last = now
}

// both sends a request to both desks and returns their answer.
func (w *walk) both(op wire.OperationInfo, body string) (code int, answer string) {
	w.t.Helper()
	file := post(w.file.service, op, credential(op), body)
	other := post(w.other.service, op, credential(op), body)
	if file.Code != other.Code || file.Body.String() != other.Body.String() {
		w.t.Fatalf("step %d: %s %s\nis answered by the file  %d %s\nby the other %d %s",
			w.step, op.Name, body, file.Code, file.Body, other.Code, other.Body)
	}
	return file.Code, file.Body.String()
}

// contents returns what a desk answers to those who ask for everything.
func (w *walk) contents(d *openDesk) string {
	w.t.Helper()
	var all strings.Builder
	ask := func(op wire.OperationInfo, body string) string {
		answer := post(d.service, op, credential(op), body)
		if answer.Code != http.StatusOK {
			w.t.Fatalf("step %d: %s %s: %d %s", w.step, op.Name, body, answer.Code, answer.Body)
		}
		fmt.Fprintln(&all, answer.Body)
		return answer.Body.String()
	}
	var pulled []string
	for day := range 14 { // the clock does not come farther
		date := w.began.AddDate(0, 0, day).Format(time.DateOnly)
		var tickets struct {
			Message []struct {
				ID string `json:"ticketId"`
			}
		}
		answer := ask(wire.PullTicket.OperationInfo, fmt.Sprintf(`[{"start_date":%q,"end_date":%[1]q,"limit":1000}]`, date))
		if err := json.Unmarshal([]byte(answer), &tickets); err != nil {
			w.t.Fatal(err)
		}
		for _, ticket := range tickets.Message {
			pulled = append(pulled, ticket.ID)
		}
		ask(wire.PullCustomer.OperationInfo, fmt.Sprintf(`{"cm_id":%d,"createStartDate":%q,"createEndDate":%[2]q,"limit":1000}`, account, date))
	}
	ask(wire.PullOrder.OperationInfo, fmt.Sprintf(`{"cmId":%d,"generationStartDate":"1900-01-01","generationEndDate":"2999-01-01","limit":"1000"}`, account))
	if len(w.tickets) > 0 {
		ask(wire.GetTicket.OperationInfo, fmt.Sprintf(`{"ticket_ids":%q}`, strings.Join(w.tickets, ",")))
	}
	added := slices.Sorted(slices.Values(w.tickets))
	if slices.Sort(pulled); !slices.Equal(pulled, added) {
		w.t.Fatalf("step %d: added %v, pulled %v", w.step, added, pulled)
	}
	return all.String()
}

// export makes a desk of the files that a desk exports, and copies one.
func (w *walk) export() {
	w.t.Helper()
	dir := filepath.Join(w.t.TempDir(), "files")
	if _, err := deskdata.Export(w.t.Context(), w.file.store, dir); err != nil {
		w.t.Fatal(err)
	}
	w.checkNew("imported", func(to *store.Store) error {
		_, faults, err := deskdata.Import(w.t.Context(), to, time.UTC, w.clock, dir)
		if err != nil {
			return fmt.Errorf("%w: %v", err, faults)
		}
		return nil
	})
	w.checkNew("copied", func(to *store.Store) error {
		_, err := store.Copy(w.t.Context(), w.file.store, to, func(store.CopyProgress) {})
		return err
	})
}

// checkNew fills a new desk and compares it with the one in a file.
func (w *walk) checkNew(how string, fill func(*store.Store) error) {
	w.t.Helper()
	address, err := storetest.New(filepath.Join(w.t.TempDir(), "desk.db"))
	if err != nil {
		w.t.Fatal(err)
	}
	filled := w.open(address)
	defer filled.store.Close()
	if err := fill(filled.store); err != nil {
		w.t.Fatalf("not %s: %v", how, err)
	}
	if now := w.contents(filled); now != w.last {
		w.t.Errorf("the desk differs from the one that was %s:\n%s", how, difference(w.last, now))
	}
}

// difference returns where two texts begin to differ.
func difference(want, got string) string {
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	from := max(0, at-200)
	return fmt.Sprintf("%.400s\n---\n%.400s", want[from:], got[from:])
}

// request returns any request of an operation.
func (w *walk) request() (op wire.OperationInfo, isWrite bool, body string) {
	switch w.random.IntN(13) {
	case 0, 1:
		op, isWrite, body = wire.AddTicket.OperationInfo, true, w.list(w.object(schema.NewTicket))
	case 2, 3:
		op, isWrite, body = wire.UpdateTicket.OperationInfo, true, w.list(w.object(schema.TicketUpdate))
	case 4, 5:
		op, isWrite = wire.AddCustomer.OperationInfo, true
		body = w.blocks(schema.Customer, schema.Contact, schema.Enquiry)
	case 6, 7:
		op, isWrite = wire.AddOrder.OperationInfo, true
		body = w.blocks(schema.Customer, schema.Contact, schema.Enquiry, schema.Order)
	case 8:
		op, body = wire.GetCustomer.OperationInfo, w.list(w.object(schema.CustomerLookup))
	case 9:
		op, body = wire.PullCustomer.OperationInfo, w.object(schema.CustomerFilters)
	case 10:
		op, body = wire.PullOrder.OperationInfo, w.object(schema.OrderFilters)
	case 11:
		op = wire.GetTicket.OperationInfo
		body = fmt.Sprintf(`{"ticket_ids":%s}`, w.quoted(w.pick(w.tickets)+","+w.pick(w.tickets)))
	default:
		op = wire.SearchFAQ.OperationInfo
		body = fmt.Sprintf(`[{"search_key":%s}]`, w.quoted(w.pick(append(w.texts, "refund", "refnd", "received not"))))
	}
	return op, isWrite, body
}

func (w *walk) list(object string) string { return "[" + object + "]" }

// blocks returns the blocks of a write, each with any of its members.
func (w *walk) blocks(sections ...schema.Section) string {
	var parts []string
	for _, s := range sections {
		block := w.object(s)
		if s.Repeated {
			blocks := []string{block, w.object(s)}
			block = "[" + strings.Join(blocks[:w.random.IntN(3)], ",") + "]"
		}
		if w.random.IntN(8) > 0 {
			parts = append(parts, w.quoted(s.Path)+":"+block)
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// object returns an object with any of the members of a section; what is required is there nearly always.
func (w *walk) object(s schema.Section) string {
	var members []string
	add := func(key string, f schema.Field) {
		if w.random.IntN(10) > 3 || f.Required && w.random.IntN(10) > 0 {
			members = append(members, w.quoted(key)+":"+w.value(f))
		}
	}
	for _, f := range s.Fields {
		if f.Kind == schema.Attributes {
			add(wire.AttributeKey(1+w.random.IntN(wire.MaxAttribute)), f)
			continue
		}
		add(f.Key, f)
	}
	if w.random.IntN(4) == 0 {
		add("awb", schema.Field{})
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (w *walk) pick(from []string) string {
	if len(from) == 0 {
		return ""
	}
	return from[w.random.IntN(len(from))]
}

func (w *walk) quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

// value returns a value of a field: mostly of its kind, else any text, or another type.
func (w *walk) value(f schema.Field) string {
	number := strconv.Itoa(w.random.IntN(12))
	switch w.random.IntN(40) {
	case 0:
		return w.pick([]string{"null", "true", "{}", "[]", "1e3", "-1", "12345678901234567890", `{"a":[1,null]}`, `""`})
	case 1, 2, 3:
		return w.quoted(w.pick(w.texts))
	case 4, 5, 6:
		return `""`
	}
	day := w.began.AddDate(0, 0, w.random.IntN(4)-1).Format(time.DateOnly)
	switch f.Kind {
	case schema.Bool:
		return w.pick([]string{"true", "false"})
	case schema.YesNo:
		return w.pick([]string{`"true"`, `"Yes"`, "false"})
	case schema.Account:
		return strconv.Itoa(account)
	case schema.Limit, schema.Offset, schema.Number, schema.Integer:
		return w.pick([]string{number, w.quoted(number)})
	case schema.ID, schema.IDs:
		return w.quoted(w.pick([]string{number, number, "1,2", "2, 1", "1,,3"}))
	case schema.Date, schema.Day:
		return w.quoted(day)
	case schema.CallbackTime:
		return w.quoted(w.pick([]string{day + " 10:30:00", day + " 25:00:00", day}))
	case schema.Digits:
		return w.quoted(w.pick([]string{"9876543210", "5550100", "+49 (0) 30-12", "98765"}))
	case schema.Email:
		return w.quoted(w.pick([]string{"asha@example.com", "Asha@Example.com", "li@example.com", "no address"}))
	case schema.Pairs:
		return w.pick([]string{`{"tier":"gold"}`, `{"b":1,"a":[true,{"c":null}]}`, `{}`})
	case schema.TicketID:
		return w.quoted(w.pick(append(w.tickets, "1")))
	}
	switch f.Choices {
	case schema.SubStatuses:
		return w.quoted(w.pick([]string{"CL", "PS", "US", "P", "cl", "XX"}))
	case schema.Queues:
		return w.quoted(w.pick([]string{"HW", "BI", "ZZ"}))
	}
	if strings.Contains(strings.ToLower(f.Key), "date") {
		return w.quoted(w.pick([]string{day, day + " 08:00:00", "tomorrow"}))
	}
	return w.quoted(w.pick([]string{"Asha Rao", "Li Wei", "asha", "Mei Lin", "ML", "100%", "a_b", "Straße İ", "Delivery|Late", "1", " x "}))
}
