package service_test

import (
	"context"
	"database/sql/driver"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// failingStore is a desk of which each ticket ends with an error.
type failingStore struct {
	service.Store
	err error
}

func (f *failingStore) EachTicket(context.Context, []string) iter.Seq2[store.Ticket, error] {
	return func(yield func(store.Ticket, error) bool) { yield(store.Ticket{}, f.err) }
}

func (f *failingStore) UpdateTicket(
	context.Context, string, func(*store.Ticket) (store.Note, error),
) (store.Ticket, error) {
	return store.Ticket{}, f.err
}

func TestMetrics_AnswersAreCountedByOperationAndCode(t *testing.T) {
	h := newService(t)
	for range 2 {
		post(h, wire.FAQCategories.OperationInfo, key, "")
	}
	post(h, wire.FAQCategories.OperationInfo, "Basic eA==", "")
	post(h, wire.OperationInfo{Path: "/what-an-outsider-chose"}, key, "")
	requireMetrics(t, h,
		fmt.Sprintf("frontdesk_service_answers_total{operation=%q,code=\"200\"} 2", wire.FAQCategories.Name),
		`frontdesk_service_answers_total{operation="other",code="401"} 1`,
		`frontdesk_service_answers_total{operation="other",code="404"} 1`,
		"frontdesk_service_answer_seconds_count 4", "frontdesk_service_unavailable_total 0", "frontdesk_service_unknown_total 0",
	)
}

// TestMetrics_DatabaseThatIsAwayAndOutcomesThatAreNotKnownAreCounted as they are answered.
func TestMetrics_DatabaseThatIsAwayAndOutcomesThatAreNotKnownAreCounted(t *testing.T) {
	address, err := storetest.New(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	there, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	desk := &failingStore{Store: there}
	h := service.New(service.Config{
		Store: desk, Token: "c2VjcmV0", Zone: time.UTC, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now,
	})
	const one = `[{"ticket_id":"713500000001","sub_status":"P"}]`
	for _, test := range []struct {
		err  error
		op   wire.OperationInfo
		body string
		code int
		late bool
	}{
		{driver.ErrBadConn, wire.GetTicket.OperationInfo, `{"ticket_ids":"713500000001"}`, http.StatusServiceUnavailable, false},
		{driver.ErrBadConn, wire.UpdateTicket.OperationInfo, one, http.StatusServiceUnavailable, false},
		{store.ErrOutcomeUnknown, wire.UpdateTicket.OperationInfo, one, http.StatusInternalServerError, false},
		{io.ErrClosedPipe, wire.UpdateTicket.OperationInfo, one, http.StatusInternalServerError, false},
		{fmt.Errorf("%w: %w", store.ErrOutcomeUnknown, context.DeadlineExceeded), wire.UpdateTicket.OperationInfo, one, http.StatusInternalServerError, true},
		{fmt.Errorf("while it waited: %w", context.DeadlineExceeded), wire.UpdateTicket.OperationInfo, one, http.StatusServiceUnavailable, true},
	} {
		desk.err, h.RequestTime = test.err, time.Minute
		if test.late {
			h.RequestTime = time.Nanosecond
		}
		if w := post(h, test.op, key, test.body); w.Code != test.code {
			t.Errorf("%s after %v: %d %s", test.op.Name, test.err, w.Code, w.Body)
		}
	}
	requireMetrics(t, h, "frontdesk_service_unavailable_total 2", "frontdesk_service_unknown_total 2")
}

func requireMetrics(t *testing.T, h *service.Service, lines ...string) {
	t.Helper()
	var page strings.Builder
	h.WriteMetrics(&page)
	for _, line := range lines {
		if !strings.Contains(page.String(), "\n"+line+"\n") {
			t.Errorf("%s is not among\n%s", line, &page)
		}
	}
}
