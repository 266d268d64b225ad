//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// TestCopy_KilledCopyGoesOn: a copy is killed (kill -9) after its first words, in the long form again and again, and the
// same command ends with the whole desk; from a file to PostgreSQL, and from there to a file.
func TestCopy_KilledCopyGoesOn(t *testing.T) {
	if texttest.Race {
		t.Skip("each copy is a process with one task, and is killed without the race detector")
	}
	t.Parallel()
	t.Run("to PostgreSQL", func(t *testing.T) {
		t.Parallel()
		requireCopyAfterKills(t, filepath.Join(t.TempDir(), "desk.db"), storetest.Postgres(t))
	})
	t.Run("to a file", func(t *testing.T) {
		t.Parallel()
		requireCopyAfterKills(t, storetest.Postgres(t), filepath.Join(t.TempDir(), "desk.db"))
	})
}

// requireCopyAfterKills fills a desk, kills copies of it and then copies it whole.
func requireCopyAfterKills(t *testing.T, from, to string) {
	t.Helper()
	kills, records := 1, int64(1100)
	if texttest.Long() {
		kills, records = 6, 4000
	}
	fillForCopy(t, from, records)
	for range kills {
		killCopy(t, from, to)
	}
	c := exec.Command("frontdesk", "copy", "--from", from, "--to", to, "--json")
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr = &out, &errOut
	if err := c.Run(); err != nil {
		t.Fatal(err, errOut.String(), out.String())
	}
	var result struct {
		Identical bool
		Rows      int64
		Tables    []store.CopiedTable
	}
	if err := json.Unmarshal(out.Bytes(), &result); err != nil || !result.Identical || result.Rows < 3*records {
		t.Errorf("%v: %+v", err, result)
	}
}

// fillForCopy makes a desk with so many customers and tickets, which takes several transactions to copy.
func fillForCopy(t *testing.T, path string, records int64) {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var d store.Dataset
	for i := range records {
		d.Customers = append(d.Customers, store.Customer{ID: i + 1, Name: fmt.Sprint("customer ", i), Email: fmt.Sprintf("%d@example.com", i)})
		d.Tickets = append(d.Tickets, store.Ticket{
			TaskID: i + 1, TicketID: fmt.Sprint(713_500_000_001 + i), Title: fmt.Sprint(i), Detail: strings.Repeat("It hums. ", 50),
		})
	}
	if err := s.Load(t.Context(), d); err != nil {
		t.Fatal(err)
	}
}

// killCopy starts a copy and kills it when it has said something.
func killCopy(t *testing.T, from, to string) {
	t.Helper()
	c := exec.Command("frontdesk", "copy", "--from", from, "--to", to)
	c.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	progress, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(progress)
	line, err := lines.ReadString('\n')
	if err == nil && strings.Contains(line, "created a new, empty one") {
		line, err = lines.ReadString('\n')
	}
	if err != nil || !strings.Contains(line, " rows ") {
		t.Errorf("it said %q, %v", line, err)
	}
	_ = c.Process.Kill()
	_ = c.Wait()
}
