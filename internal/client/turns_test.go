package client_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

func TestOneCoreIsLeftWhileManyAnswersAreDecoded(t *testing.T) {
	var rows []string
	for i := range 2_000 {
		rows = append(rows, fmt.Sprintf(`{"ticketId":"%d","title":"Ticket %d"}`, i, i))
	}
	body := `{"status":"success","message":[` + strings.Join(rows, ",") + `]}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
	defer server.Close()
	c, err := client.New(client.Config{BaseURL: server.URL, Token: "c2VjcmV0", Zone: time.UTC})
	if err != nil {
		t.Fatal(err)
	}
	var decoding, most atomic.Int64
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			received := 0
			_, err := client.Call(t.Context(), c, wire.PullTicket, wire.PullTicketRequest{StartDate: "2026-11-20", EndDate: "2026-11-20"},
				client.OnTickets(func(tickets []desk.Ticket) {
					now := decoding.Add(1)
					for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
					}
					runtime.Gosched()
					received += len(tickets)
					decoding.Add(-1)
				}))
			if err != nil || received != len(rows) {
				t.Errorf("%d of %d tickets arrived: %v", received, len(rows), err)
			}
		})
	}
	calls.Wait()
	if limit := max(1, runtime.GOMAXPROCS(0)-1); most.Load() > int64(limit) {
		t.Errorf("%d answers were decoded at once, on %d cores", most.Load(), runtime.GOMAXPROCS(0))
	}
}
