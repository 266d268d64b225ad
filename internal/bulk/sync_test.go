package bulk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

func TestBulk_UpdateIsOnDiskBeforeItIsSent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.csv")
	r, err := Create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	before, onDisk := sync, ""
	defer func() { sync = before }()
	sync = func(f *os.File) error {
		content, err := os.ReadFile(path)
		onDisk = string(content)
		return errors.Join(err, before(f))
	}
	row := Row{Line: 2, Update: wire.UpdateTicketRequest{TicketID: "71", SubStatus: "CL"}}
	if err := r.Begin(row, submit.Prior{}, time.Now()); err != nil || !strings.HasSuffix(onDisk, updateCells(row.Line, fields(row.Update, nil))+"sending,\n") {
		t.Errorf("on disk is %q, %v", onDisk, err)
	}
	if err := r.Set(row, Done, ""); err != nil || !strings.HasSuffix(onDisk, string(Done)+",\n") {
		t.Errorf("on disk is %q, %v", onDisk, err)
	}
	full := errors.New("the disk is full")
	sync = func(*os.File) error { return full }
	if err := r.Begin(row, submit.Prior{}, time.Now()); !errors.Is(err, full) {
		t.Errorf("it would be sent: %v", err)
	}
}
