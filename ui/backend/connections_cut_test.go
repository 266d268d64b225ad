package backend_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
)

// parallelDesks is at how many desks the writes are tried at the same time.
const parallelDesks = 4

// TestConnectionsCut sends writes of every kind through a network that is cut at every stage, as forms and from the
// outbox, with consoles that die meanwhile. None is carried out twice, none that was is said to have failed, and of
// each that was lost is found out what became of it. Each bears a mark of its own.
func TestConnectionsCut(t *testing.T) { cutConnections(t, true) }

// TestConnectionsCut_NobodyElsesWriteIsTakenForOurs does the same with texts that are always the same, next to clients
// that send the same to the last byte, before it and after it, and to a service that cannot always be looked at. What
// of this agent was not carried out is never said to be stored.
func TestConnectionsCut_NobodyElsesWriteIsTakenForOurs(t *testing.T) { cutConnections(t, false) }

func cutConnections(t *testing.T, marked bool) {
	writes := 24 // four of each kind
	switch {
	case texttest.Long():
		writes = 10_000
	case texttest.Load() && texttest.Race:
		writes = 40
	case texttest.Load():
		writes = 120
	}
	total := outcomeCounts{}
	t.Run("desks", func(t *testing.T) {
		for i := range parallelDesks {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				synctest.Test(t, func(t *testing.T) { runWritesAtDesk(t, dir, writes/parallelDesks, marked, &total) })
			})
		}
	})
	t.Logf("%d writes, %d sendings: %v", writes, total.sendings, total.ends)
}

// outcomeCounts counts the outcomes of writes.
type outcomeCounts struct {
	mu       sync.Mutex
	sendings int
	ends     map[string]int
}

func (l *outcomeCounts) add(end string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ends == nil {
		l.ends = map[string]int{}
	}
	l.sendings++
	l.ends[end]++
}

const (
	customers = 10
	tickets   = 40
)

// newDataset returns a desk with some customers and tickets.
func newDataset(now time.Time) store.Dataset {
	var d store.Dataset
	for i := range customers {
		d.Customers = append(d.Customers, store.Customer{ID: int64(i + 1), Created: now.Unix() - 1e6, Name: fmt.Sprintf("Customer %d", i+1), Phone: fmt.Sprint(5_550_000 + i)})
	}
	for i := range tickets {
		d.Tickets = append(d.Tickets, store.Ticket{TaskID: int64(i + 1), TicketID: fmt.Sprint(7000 + i), Title: "Screen stays black", Created: now.Unix() - 1e6, SubStatus: "US"})
	}
	for i := range customers {
		d.Sales = append(d.Sales, store.OrderAggregate{
			Customer: d.Customers[i], Enquiry: store.Enquiry{ID: int64(i + 1), CustomerID: int64(i + 1)}, Contact: -1,
			Order: store.Order{ID: int64(i + 1), CustomerID: int64(i + 1), EnquiryID: int64(i + 1), DeliveryStatus: "Packed"},
		})
	}
	return d
}

// runWritesAtDesk performs writes at a new desk and counts them in the end.
func runWritesAtDesk(t *testing.T, dir string, writes int, marked bool, total *outcomeCounts) {
	a, closed := newFaultyAgent(t, dir, total)
	defer closed()
	a.marked = marked
	for i := range writes {
		a.completeWrite(i)
		if t.Failed() {
			break
		}
	}
	if marked {
		a.checkStore(writes)
	}
}

// newFaultyAgent returns an agent at a new desk.
func newFaultyAgent(t *testing.T, dir string, total *outcomeCounts) (a *faultyAgent, closed func()) {
	t.Helper()
	held, err := store.Open(t.Context(), filepath.Join(dir, "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := held.Load(t.Context(), newDataset(time.Now())); err != nil {
		t.Fatal(err)
	}
	counted := &deskCount{carried: map[string]int{}, Handler: service.New(service.Config{
		Store: held, Token: token, OrderUser: "user", OrderPassword: token, Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})}
	a = &faultyAgent{t: t, desk: counted, net: &cutNetwork{desk: client.NewHandlerTransport(counted), next: cuts[0]}, dir: filepath.Join(dir, "agent"), total: total}
	a.startConsole()
	return a, func() {
		a.c.Close()
		a.net.desk.Close()
		if err := held.Close(); err != nil {
			t.Error(err)
		}
	}
}

// checkStore counts every write in the records of the desk.
func (a *faultyAgent) checkStore(writes int) {
	found := map[string]int{}
	note := func(s string) {
		for _, m := range mark.FindAllString(s, -1) {
			found[m]++
		}
	}
	c := newTestClient(a.t, a.net.desk)
	for day := desk.DateOf(startTime); day.Compare(desk.DateOf(time.Now())) <= 0; day = day.Add(1) {
		pulled, err := client.Call(context.Background(), c, wire.PullTicket, wire.PullTicketRequest{StartDate: day.String(), EndDate: day.String()})
		a.requireNoError(err)
		for _, p := range pulled.Tickets {
			note(p.Title.String())
		}
		for offset := 0; ; offset += 100 {
			some, err := client.Call(context.Background(), c, wire.PullCustomer, wire.PullCustomerRequest{"cm_id": int64(1), "createStartDate": day.String(), "createEndDate": day.String(), "limit": int64(100), "offset": int64(offset)})
			a.requireNoError(err)
			for _, p := range some {
				note(p.Code.String())
			}
			if len(some) < 100 {
				break
			}
		}
	}
	for i := range tickets {
		one, err := client.Call(context.Background(), c, wire.GetTicket, wire.GetTicketRequest{TicketIDs: fmt.Sprint(7000 + i)})
		a.requireNoError(err)
		for _, e := range one[0].Timeline {
			note(e.Body.Text().String())
		}
	}
	for i := range customers {
		page, err := client.Call(context.Background(), c, wire.PullOrder, wire.PullOrderRequest{"cmId": int64(1), "customer_Ids": fmt.Sprint(i + 1), "customerIds": fmt.Sprint(i + 1)})
		a.requireNoError(err)
		for _, o := range page.Orders {
			note(wire.EditableOrder(&o)["order_info.erp_order_id"])
		}
	}
	for i := range writes {
		if kind := kindOfWrite(i); kind == backend.KindUpdateCustomer || kind == backend.KindUpdateOrder {
			continue // the last one alone can be seen
		}
		if m := fmt.Sprintf("mark-%d", i); found[m] != 1 && !a.t.Failed() {
			a.t.Errorf("%s is %d times in the store", m, found[m])
		}
	}
}

// startTime is when synctest's clock begins.
var startTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// kindOfWrite returns the kind of write i.
func kindOfWrite(i int) string {
	return []string{
		backend.KindAdd, backend.KindAddCustomer, backend.KindAddOrder, backend.KindUpdate, backend.KindUpdateCustomer, backend.KindUpdateOrder,
	}[i%6]
}

// newSubmission returns the values of write i: with a mark of its own, or always the same.
func newSubmission(i int, marked bool) backend.Submission {
	m, phone := fmt.Sprintf("mark-%d", i), fmt.Sprint(9_000_000+i)
	customer := desk.NewID(fmt.Sprint(rand.IntN(customers) + 1))
	w := backend.Submission{Form: backend.Form{Kind: kindOfWrite(i)}}
	switch w.Kind {
	case backend.KindAdd:
		w.Values = map[string]string{backend.FieldTitle: "Voucher " + m, backend.FieldDetails: "It says expired.\n\nref: " + m}
	case backend.KindAddCustomer:
		w.Values = map[string]string{backend.FieldCustomerName: "Asha " + m, backend.FieldCustomerPhone: phone, "customer_info.customer_code": m}
	case backend.KindAddOrder:
		w.Record = customer
		w.Values = map[string]string{backend.FieldCustomerName: "Customer " + customer.Raw(), "order_info.erp_order_id": m}
	case backend.KindUpdate:
		w.Record = desk.NewID(fmt.Sprint(7000 + rand.IntN(tickets)))
		w.Values = map[string]string{backend.FieldSubStatus: []string{"P", "PS", "US"}[rand.IntN(3)], backend.FieldComment: "Called back, " + m}
	case backend.KindUpdateCustomer:
		w.Record = customer
		w.Values = map[string]string{"customer_info.remarks": "Wants an offer, " + m, "customer_info.city": "Pune"}
	case backend.KindUpdateOrder:
		w.Record = customer // each has one order of the same number
		w.Values = map[string]string{"order_info.remarks": "Two people, " + m, "order_info.payment_mode": "Card"}
	}
	if marked {
		return w
	}
	delete(w.Values, "customer_info.customer_code")
	for path, value := range w.Values {
		value, _, _ = strings.Cut(value, "\n")
		w.Values[path] = strings.TrimRight(mark.ReplaceAllString(value, ""), " ,")
	}
	switch w.Kind {
	case backend.KindAddCustomer:
		w.Values[backend.FieldCustomerPhone] = "9000000"
	case backend.KindAddOrder:
		w.Values["order_info.payment_mode"] = "Card"
	case backend.KindUpdateCustomer:
		w.Values["customer_info.city"] = []string{"Pune", "Leith"}[rand.IntN(2)]
	case backend.KindUpdateOrder:
		w.Values["order_info.payment_mode"] = []string{"Card", "Cash"}[rand.IntN(2)]
	}
	return w
}
