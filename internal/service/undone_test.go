package service_test

import (
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/wire"
)

// TestAFailureThatSaysThatNothingWasChangedIsRight: what an answer needs is read before anything is written.
func TestAFailureThatSaysThatNothingWasChangedIsRight(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	h, end, err := freshIn(path)
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
	w := post(h, wire.AddTicket.Info, key, `[{"title":"Drum does not turn"}]`)
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "nothing was changed") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	var tickets int
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM tickets").Scan(&tickets); err != nil || tickets != 0 {
		t.Errorf("%d tickets, %v", tickets, err)
	}
}
