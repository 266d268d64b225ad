package sharedpulls_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/desk"
	"frontdesk/internal/service"
	"frontdesk/internal/sharedpulls"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// days is the range that hosts show in tests.
var days = desk.DateRange{From: desk.Date{Year: 2026, Month: 11, Day: 18}, To: desk.Date{Year: 2026, Month: 11, Day: 20}}

// aMinute is how old answers may be that consoles refresh by themselves.
var aMinute = cache.MaxAge{Newest: time.Minute, Older: 10 * time.Minute}

// asked is a refresh that an agent has asked for.
var asked = cache.MaxAge{Newest: time.Second, Older: time.Second, Asked: true}

// upstream is a service with the real handler and a real store, which counts pulls.
type upstream struct {
	store   *store.Store
	handler http.Handler

	mu    sync.Mutex
	pulls []string      // the days, such as 2026-11-20
	held  chan struct{} // answers to pulls wait until it is closed; nil for none
	fails bool          // pulls are not answered
}

func newUpstream(t *testing.T) *upstream {
	t.Helper()
	s := storetest.OpenFile(t)
	err := s.Load(t.Context(), store.Dataset{
		Queues:  []store.Queue{{Key: "HW", Name: "Hardware"}},
		Tickets: []store.Ticket{ticket(18), ticket(19), ticket(20)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return &upstream{store: s, handler: service.New(service.Config{
		Store: s, Token: "c2VjcmV0", Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})}
}

// ticket returns a ticket of a day with a title that says so.
func ticket(day int) store.Ticket {
	return store.Ticket{
		TaskID: int64(day), TicketID: fmt.Sprint(713_500_000_000 + day), Title: fmt.Sprintf("Lamp of day %d", day),
		Created: time.Date(2026, 11, day, 9, 0, 0, 0, time.UTC).Unix(), SubStatus: "US", QueueKey: "HW",
	}
}

// setTitle changes a ticket as another program would.
func (u *upstream) setTitle(t *testing.T, day int, title string) {
	t.Helper()
	_, err := u.store.UpdateTicket(t.Context(), ticket(day).TicketID, func(known *store.Ticket) (store.Note, error) {
		known.Title = title
		return store.Note{}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (u *upstream) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path != wire.PullTicket.Path {
		return client.NewHandlerTransport(u.handler).RoundTrip(r)
	}
	request, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(request))
	recorded := httptest.NewRecorder()
	u.handler.ServeHTTP(recorded, r)
	u.mu.Lock()
	for day := 18; day <= 20; day++ {
		if name := fmt.Sprintf("2026-11-%d", day); strings.Contains(string(request), name) {
			u.pulls = append(u.pulls, name)
		}
	}
	held, fails := u.held, u.fails
	u.mu.Unlock()
	if held != nil {
		<-held
	}
	if fails {
		return nil, io.ErrUnexpectedEOF
	}
	return recorded.Result(), nil
}

// pulled returns how often days were pulled since the last call.
func (u *upstream) pulled() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	n := len(u.pulls)
	u.pulls = nil
	return n
}

func (u *upstream) set(change func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	change()
}

// host is a host with the account open.
type host struct {
	t *testing.T
	*cache.Cache
	pulls   *sharedpulls.Group
	cluster *cluster.Cluster
	log     *syncedLog
}

// syncedLog holds the lines of a host.
type syncedLog struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *syncedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

// count returns how many lines hold a text.
func (l *syncedLog) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.all.String(), text)
}

// patient are the times of hosts of which none is to count as gone, however slow the machine is.
var patient = sharedpulls.Times{Lease: 2 * time.Minute, Silence: time.Minute}

// openHost opens an account on a host for the length of a test.
func openHost(t *testing.T, c *cluster.Cluster, account string, u *upstream, times sharedpulls.Times, scope ...any) *host {
	t.Helper()
	asking, err := client.New(client.Config{
		BaseURL: "https://desk.example.com", Token: "c2VjcmV0", Zone: time.UTC, Transport: u, ReadTries: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &host{
		t: t, cluster: c, log: &syncedLog{},
		Cache: cache.New(cache.Config{Client: asking, Zone: time.UTC, PullTries: 1}),
	}
	name, err := sharedpulls.Scope("c2VjcmV0", scope...)
	if err != nil {
		t.Fatal(err)
	}
	h.pulls, err = sharedpulls.New(sharedpulls.Options{
		Cluster: c, Account: account, Scope: name, Cache: h.Cache, Times: times,
		Log: slog.New(slog.NewTextHandler(h.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.SetPeers(h.pulls)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(h.log.all.String())
		}
		if err := h.pulls.Close(); err != nil {
			t.Error(err)
		}
		h.Close()
	})
	return h
}

// openHosts opens an account on several hosts.
func openHosts(t *testing.T, servers *clustertest.Servers, u *upstream, count int) (all []*host) {
	t.Helper()
	for range count {
		all = append(all, openHost(t, servers.Connect(t), "acme", u, patient))
	}
	return all
}

// refresh makes a host refresh what it shows, and returns as of when.
func (h *host) refresh(age cache.MaxAge) time.Time {
	h.t.Helper()
	at, err := h.RefreshIfStale(h.t.Context(), days, age)
	if err != nil {
		h.t.Error(err)
	}
	return at
}

// title returns the title that a host knows of the ticket of a day.
func (h *host) title(day int) string {
	known, ok := h.Snapshot().Ticket(desk.NewID(ticket(day).TicketID))
	if !ok {
		return ""
	}
	return known.Title.String()
}

// shows opens a console on a host that shows the days.
func (h *host) shows() {
	s := h.Subscribe()
	s.ShowDays(days)
	h.t.Cleanup(s.Close)
}

// wantPulls checks how often the service was asked since the last call.
func wantPulls(t *testing.T, u *upstream, want int) {
	t.Helper()
	if n := u.pulled(); n != want {
		t.Errorf("the service was asked for days %d times, not %d", n, want)
	}
}
