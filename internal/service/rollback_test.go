package service_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/service"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// TestAFailureThatSaysThatNothingWasChangedIsRight: what an answer needs is read before anything is written.
func TestAFailureThatSaysThatNothingWasChangedIsRight(t *testing.T) {
	if os.Getenv(storetest.Variable) != "" {
		t.Skip("takes a table out of a desk in a file")
	}
	path := filepath.Join(t.TempDir(), "desk.db")
	h, end, err := newServiceIn(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "DROP TABLE sub_statuses"); err != nil {
		t.Fatal(err)
	}
	w := post(h, wire.AddTicket.OperationInfo, key, `[{"title":"Drum does not turn"}]`)
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "nothing was changed") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	var tickets int
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM tickets").Scan(&tickets); err != nil || tickets != 0 {
		t.Errorf("%d tickets, %v", tickets, err)
	}
}

// TestWrite_PanicAfterTheCommitIsNotSaidToHaveChangedNothing: a write that fails when it may be stored already has an
// outcome that is not known, to people and to clients.
func TestWrite_PanicAfterTheCommitIsNotSaidToHaveChangedNothing(t *testing.T) {
	var log bytes.Buffer
	broken := service.New(service.Config{ // no store: every query panics
		Token: "c2VjcmV0", OrderUser: "orders", OrderPassword: "hush", Zone: time.UTC, Log: slog.New(slog.NewTextHandler(&log, nil)), Now: time.Now,
	})
	w := post(broken, wire.AddTicket.OperationInfo, key, `[{"title":"Drum does not turn"}]`)
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "nothing was changed") ||
		!strings.Contains(w.Body.String(), wire.OutcomeUnknown) || !strings.Contains(log.String(), "panic while answering") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	over := client.NewHandlerTransport(broken)
	defer over.Close()
	c, err := client.New(client.Config{BaseURL: "https://desk.example.com", Token: "c2VjcmV0", Zone: time.UTC, Transport: over})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Call(context.Background(), c, wire.AddTicket, wire.AddTicketRequest{Title: "Drum does not turn"})
	var fault *client.Error
	if !errors.As(err, &fault) || !fault.OutcomeUnknown() {
		t.Errorf("the client takes it for %v", err)
	}
	if w := post(broken, wire.PullTicket.OperationInfo, key, `[{"start_date":"2026-11-20","end_date":"2026-11-20"}]`); !strings.Contains(w.Body.String(), "nothing was changed") {
		t.Errorf("of a read it is said %s", w.Body)
	}
}
