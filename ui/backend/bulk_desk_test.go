package backend_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
)

// bulkComment is the comment of every update of the tests.
const bulkComment = "Refund sent"

// unknownQueue is a queue for which the service refuses an update.
const unknownQueue = "NOWHERE"

// bulkDesk is an agent's console at a desk, through a network that a test can change.
type bulkDesk struct {
	t      *testing.T
	c      *backend.Backend
	dir    string // of the agent's files
	direct http.RoundTripper
	end    context.CancelFunc // ends the console

	mu   sync.Mutex
	sent []string // the tickets of the updates that have left, in their order
	// intercept answers an update in place of the network; nil for nobody.
	intercept func(ticket string, r *http.Request, through roundTrip) (*http.Response, error)
}

// runWithBulkDesk runs a test in virtual time at a desk with tickets 7000 and following.
func runWithBulkDesk(t *testing.T, test func(t *testing.T, d *bulkDesk)) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "desk.db")
	if err := storetest.Create(file); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		held, err := store.Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		if err := held.Load(t.Context(), newDataset(time.Now())); err != nil {
			t.Fatal(err)
		}
		direct := client.NewHandlerTransport(newBulkService(held))
		d := &bulkDesk{t: t, dir: filepath.Join(dir, "agent"), direct: direct}
		d.startConsole()
		test(t, d)
		d.endConsole()
		direct.Close()
		if err := held.Close(); err != nil {
			t.Error(err)
		}
	})
}

// newBulkService returns the service of a desk. Whoever sends the header Author writes under that name.
func newBulkService(held *store.Store) http.Handler {
	handler := service.New(service.Config{Store: held, Token: token, Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(desk.WithAgent(r.Context(), safetext.LineFromText(cmp.Or(r.Header.Get("Author"), agentName)))))
	})
}

// startConsole starts a console on the files of the last one.
func (d *bulkDesk) startConsole() {
	ctx, end := context.WithCancel(d.t.Context())
	d.c = newConsoleAt(ctx, d.t, d.dir, newTestClient(d.t, d))
	d.end = end
}

// newConsoleAt returns the backend of a new console.
func newConsoleAt(ctx context.Context, t *testing.T, dir string, c *client.Client) *backend.Backend {
	t.Helper()
	storage := openStorage(t, dir)
	return backend.New(backend.Config{
		Context: ctx, Cache: cache.New(cache.Config{Client: c, Zone: time.UTC, AccountID: 1}), Storage: storage,
		Account: account, Agent: safetext.LineFromText(agentName), Zones: desk.NewTimeZones(time.UTC, nil), Now: time.Now,
	})
}

// endConsole ends the console as a closed terminal does.
func (d *bulkDesk) endConsole() {
	d.end()
	d.c.Close()
	if err := d.c.WaitForWrites(context.Background()); err != nil {
		d.t.Error(err)
	}
	synctest.Wait()
}

var ticketOfUpdate = regexp.MustCompile(`"ticket_id":"(\d+)"`)

// RoundTrip implements http.RoundTripper.
func (d *bulkDesk) RoundTrip(r *http.Request) (*http.Response, error) {
	if !isWrite(r) {
		return d.direct.RoundTrip(r)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	ticket := string(ticketOfUpdate.FindSubmatch(body)[1])
	d.mu.Lock()
	d.sent = append(d.sent, ticket)
	intercept := d.intercept
	d.mu.Unlock()
	if intercept == nil {
		return d.direct.RoundTrip(r)
	}
	return intercept(ticket, r, d.direct.RoundTrip)
}

// interceptUpdates sets who answers the updates from now on.
func (d *bulkDesk) interceptUpdates(by func(ticket string, r *http.Request, through roundTrip) (*http.Response, error)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.intercept = by
}

// takeSent returns the tickets of the updates that have left since its last call.
func (d *bulkDesk) takeSent() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	sent := d.sent
	d.sent = nil
	return sent
}

// updateAs changes a ticket as another agent.
func (d *bulkDesk) updateAs(author, ticket, status string) {
	d.t.Helper()
	other := newTestClient(d.t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
		r.Header.Set("Author", author)
		return d.direct.RoundTrip(r)
	}))
	_, err := client.Call(d.t.Context(), other, wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: ticket, SubStatus: status, Comment: "Mine"})
	if err != nil {
		d.t.Fatal(err)
	}
}

type roundTripFunc func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// comments returns how many entries of a ticket hold the comment of the updates.
func (d *bulkDesk) comments(ticket string) int {
	d.t.Helper()
	return countComments(d.t, newTestClient(d.t, d.direct), ticket)
}

func countComments(t *testing.T, c *client.Client, ticket string) int {
	t.Helper()
	one, err := client.Call(context.Background(), c, wire.GetTicket, wire.GetTicketRequest{TicketIDs: ticket})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range one[0].Timeline {
		if e.Body.Text().String() == bulkComment {
			n++
		}
	}
	return n
}

// closings returns updates that close tickets 7000 and following; refused are the places of those with an unknown
// queue.
func closings(t *testing.T, c *backend.Backend, n int, refused ...int) []backend.BulkUpdate {
	t.Helper()
	ids := make([]desk.ID, n)
	for i := range ids {
		ids[i] = desk.NewID(fmt.Sprint(7000 + i))
	}
	tickets, _, err := c.Cache.GetTickets(t.Context(), ids)
	if err != nil || len(tickets) != n {
		t.Fatal(len(tickets), err)
	}
	all := make([]backend.BulkUpdate, n)
	for i := range all {
		all[i] = backend.BulkUpdate{
			Ticket: ids[i], Title: tickets[i].Title.String(), Original: c.TicketValues(&tickets[i]),
			Values: map[string]string{backend.FieldSubStatus: "CL", backend.FieldComment: bulkComment},
		}
		if slices.Contains(refused, i) {
			all[i].Values[backend.FieldQueue] = unknownQueue
		}
	}
	return all
}

// follow runs a command of a run and asks for its progress until it is not active; it returns the last message and
// how many there were.
func follow(t *testing.T, c *backend.Backend, cmd tea.Cmd) (backend.BulkMsg, int) {
	t.Helper()
	for n := 1; ; n++ {
		msg, ok := cmd().(backend.BulkMsg)
		if !ok {
			t.Fatal("the run does not answer")
		}
		if msg.Err != nil || !msg.Run.IsActive() {
			return msg, n
		}
		cmd = c.Bulk.Watch(msg.Run)
	}
}

// finish is follow for a run that must not fail.
func finish(t *testing.T, c *backend.Backend, cmd tea.Cmd) backend.BulkRun {
	t.Helper()
	msg, _ := follow(t, c, cmd)
	if msg.Err != nil {
		t.Fatal(msg.Err)
	}
	return msg.Run
}

// results returns the results of a run in the order of its rows.
func results(r backend.BulkRun) []backend.BulkResult {
	all := make([]backend.BulkResult, len(r.Rows))
	for i, row := range r.Rows {
		all[i] = row.Result
	}
	return all
}
