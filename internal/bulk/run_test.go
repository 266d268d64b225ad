package bulk

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// newDeskSender returns a sender for a real desk with tickets 71 to 73, which tells of every update before it is
// carried out.
func newDeskSender(t *testing.T, onUpdate func()) *submit.Sender {
	t.Helper()
	held := storetest.OpenFile(t)
	var d store.Dataset
	for i, id := range []string{"71", "72", "73"} {
		d.Tickets = append(d.Tickets, store.Ticket{TaskID: int64(i + 1), TicketID: id, Title: "Screen stays black", Created: time.Now().Unix(), SubStatus: "US"})
	}
	if err := held.Load(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	desked := service.New(service.Config{Store: held, Token: "c2VjcmV0", Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	direct := client.NewHandlerTransport(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "/update-ticket") {
			onUpdate()
		}
		desked.ServeHTTP(w, r)
	}))
	t.Cleanup(direct.Close)
	c, err := client.New(client.Config{BaseURL: "https://desk.example.com", Token: "c2VjcmV0", Zone: time.UTC, Transport: direct})
	if err != nil {
		t.Fatal(err)
	}
	return &submit.Sender{
		Cache: cache.New(cache.Config{Client: c, Zone: time.UTC, AccountID: 1}), Zones: desk.NewTimeZones(time.UTC, time.UTC), Now: time.Now,
		Sleep: client.Sleep,
	}
}

// newDeskRun returns a run over the three tickets of a desk, which notes what happens in its order.
func newDeskRun(t *testing.T, events *[]string) *Run {
	t.Helper()
	path := filepath.Join(t.TempDir(), "results.csv")
	c, err := Create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	r := &Run{
		Results: c.Results, Detail: func(Report) string { return "" },
		Sender: newDeskSender(t, func() {
			content, _ := os.ReadFile(path)
			lines := strings.Split(string(content), "\n")
			*events = append(*events, "sent, and the last line is of "+lines[len(lines)-2][:len("1,71")])
		}),
	}
	for i, id := range []string{"71", "72", "73"} {
		row, err := NewRow(i+1, desk.NewID(id), wire.Values{"sub_status": "CL", "comment": "Refund sent"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

func TestRun_RecordsEachUpdateBeforeItIsSent(t *testing.T) {
	var events []string
	r := newDeskRun(t, &events)
	before := sync
	defer func() { sync = before }()
	sync = func(f *os.File) error {
		events = append(events, "on disk")
		return before(f)
	}
	if err := r.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, row := range []string{"1,71", "2,72", "3,73"} {
		want = append(want, "on disk", "sent, and the last line is of "+row, "on disk")
	}
	if !slices.Equal(events, want) {
		t.Errorf("got %q, want %q", events, want)
	}
}

func TestRun_FullDiskStopsIt(t *testing.T) {
	for name, c := range map[string]struct {
		writes, sent int
	}{"before an update": {2, 1}, "after an update": {3, 2}} {
		t.Run(name, func(t *testing.T) {
			var events []string
			r := newDeskRun(t, &events)
			full, writes, before := errors.New("the disk is full"), 0, sync
			defer func() { sync = before }()
			sync = func(f *os.File) error {
				if writes++; writes > c.writes {
					return full
				}
				return before(f)
			}
			if err := r.Send(t.Context()); !errors.Is(err, full) || len(events) != c.sent {
				t.Errorf("%d were sent, %v", len(events), err)
			}
		})
	}
}
