package bulk_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/bulk"
	"frontdesk/internal/submit"
)

const file = "\ufeffticket_id,sub_status,comment,callback_time,queue,disposition\n" +
	"71,P,\"He said \"\"no\"\",\ntwice\",2026-12-24 18:30,HW,A|B\n" +
	"72,CL,,,,\n" +
	"73,CL,done,,,\n"

func read(t *testing.T, content string) []bulk.Row {
	t.Helper()
	rows, err := bulk.ParseCSV(strings.NewReader(content), time.UTC, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestRowsAreReadAsSpreadsheetsWriteThem(t *testing.T) {
	rows := read(t, file)
	if len(rows) != 3 || rows[0].Line != 2 || rows[1].Line != 4 {
		t.Fatalf("%+v", rows)
	}
	first := rows[0].Update
	if first.TicketID != "71" || first.Comment != "He said \"no\",\ntwice" || first.Callback != "2026-12-24 18:30:00" || first.Queue != "HW" ||
		first.Disposition != "A|B" {
		t.Errorf("%+v", first)
	}
	if other := read(t, "sub_status, ticket_id\r\nCL,71\r\n"); other[0].Update.TicketID != "71" || other[0].Update.SubStatus != "CL" {
		t.Errorf("%+v", other)
	}
}

func TestAllThatIsWrongIsSaidAtOnce(t *testing.T) {
	for content, want := range map[string][]string{
		"":                                       {"there is no header row"},
		"ticket_id,sub_status\n":                 {"there are no updates below the header"},
		"ticket_id,priority,sub_status,priori\n": {`line 1: column "priority" is not known; known are ticket_id, sub_status, comment, callback_time, queue, disposition`, `line 1: column "priori" is not known; known are ticket_id, sub_status, comment, callback_time, queue, disposition`},
		"ticket_id,ticket_id\n":                  {`line 1: column "ticket_id" is there twice`, `line 1: column "sub_status" is missing`},
		"ticket_id,sub_status,callback_time\n,P,\n71, ,\n72,P,24.12.2026\n72 73,P,2026-02-30 10:00\n74,P\n75,P,\n75,P,\n": {
			"line 2: ticket_id is empty", "line 3: sub_status is empty", `line 4: callback_time "24.12.2026" is not a moment`,
			`line 5: ticket_id "72 73" is more than one`, `line 5: callback_time "2026-02-30 10:00" is not a moment`, "line 6: it has 2 fields, the header 3",
			"line 8: it repeats line 7",
		},
		"ticket_id,sub_status\n71,\"P\n": {"line 2"},
	} {
		_, err := bulk.ParseCSV(strings.NewReader(content), time.UTC, nil)
		if err == nil {
			t.Errorf("%q is not wrong", content)
			continue
		}
		lines := strings.Split(err.Error(), "\n")
		if len(lines) != len(want) {
			t.Errorf("%q: %q", content, lines)
			continue
		}
		for i, line := range lines {
			if !strings.Contains(line, want[i]) {
				t.Errorf("%q: %q instead of %q", content, line, want[i])
			}
		}
	}
}

func TestWhatCannotBeReadWholeIsRefused(t *testing.T) {
	endless := io.MultiReader(strings.NewReader("ticket_id,sub_status\n71,P\n72,\""), endlessReader('P'))
	if rows, err := bulk.ParseCSV(endless, time.UTC, nil); err == nil || !strings.Contains(err.Error(), "larger than 64 MiB") || rows != nil {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	if _, err := bulk.ParseCSV(dir, time.UTC, nil); err == nil || strings.Contains(err.Error(), "header") {
		t.Error(err)
	}
}

// endlessReader is a reader that repeats one byte for ever.
type endlessReader byte

func (e endlessReader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// TestAnUpdateThatCannotBeNotedIsNotTakenForSent: the disk is full, and nothing was sent.
func TestAnUpdateThatCannotBeNotedIsNotTakenForSent(t *testing.T) {
	rows := read(t, file)
	r, err := bulk.Create(filepath.Join(t.TempDir(), "results.csv"), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Close() // nothing can be written any more
	if err := r.Begin(rows[0], submit.Prior{}, time.Now()); err == nil {
		t.Fatal("it was noted")
	}
	if result, _ := r.Result(rows[0]); result != "" || len(r.Pending(rows)) != len(rows) {
		t.Errorf("%q, %d pending", result, len(r.Pending(rows)))
	}
}

func TestCallbacksInThePastAreNeverMeant(t *testing.T) {
	rows := read(t, file)
	if err := bulk.PastCallbacks(rows, time.Date(2026, 12, 24, 18, 29, 0, 0, time.UTC)); err != nil {
		t.Error(err)
	}
	if err := bulk.PastCallbacks(rows, time.Date(2026, 12, 24, 18, 30, 0, 0, time.UTC)); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Error(err)
	}
}

// writeResults writes a result file: the first row is done, the second refused and the third begun.
func writeResults(t *testing.T) (path string, rows []bulk.Row) {
	t.Helper()
	rows, path = read(t, file), filepath.Join(t.TempDir(), "results.csv")
	r, err := bulk.Create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []func() error{
		func() error { return r.Begin(rows[0], submit.Prior{}, time.Now()) }, func() error { return r.Set(rows[0], bulk.Done, "") },
		func() error { return r.Begin(rows[1], submit.Prior{}, time.Now()) }, func() error { return r.Set(rows[1], bulk.Refused, "no,\nno\x1b[31m") },
		func() error { return r.Begin(rows[2], submit.Prior{}, time.Now()) }, r.Close,
	} {
		if err := step(); err != nil {
			t.Fatal(i, err)
		}
	}
	return path, rows
}

func TestWhereverTheFileBreaksOffNothingThatMayHaveBeenSentIsSentAgain(t *testing.T) {
	path, rows := writeResults(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	full := string(whole) + "5,73,CL,done,,,,done,\n"
	headed := strings.Index(full, "\n") + 1
	for cut := headed; cut <= len(full); cut++ {
		part := full[:cut]
		if err := os.WriteFile(path, []byte(part), 0o600); err != nil {
			t.Fatal(err)
		}
		// A row may have been sent once its first line is there.
		sent := 0
		for _, begun := range []string{"18:30:00,HW,A|B,sending,\n", "72,CL,,,,,sending,\n", "73,CL,done,,,,sending,\n"} {
			if strings.Contains(part, begun) {
				sent++
			}
		}
		r, err := bulk.Resume(path, rows)
		if err != nil {
			t.Fatalf("cut at %d, %q: %v", cut, part, err)
		}
		if pending := r.Pending(rows); len(pending) != 3-sent {
			t.Errorf("cut at %d, %q: %d pending", cut, part, len(pending))
		}
		if row, open := r.Interrupted(rows); open {
			if err := r.Set(row, bulk.Unknown, "gone"); err != nil {
				t.Fatal(err)
			}
		}
		for _, row := range r.Pending(rows) {
			if r.Begin(row, submit.Prior{}, time.Now()) != nil || r.Set(row, bulk.Done, "") != nil {
				t.Fatal("it cannot go on")
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := bulk.Resume(path, rows)
		if err != nil || len(again.Pending(rows)) != 0 {
			t.Fatalf("cut at %d: it is not whole at the end: %v", cut, err)
		}
		_ = again.Close()
	}
}

func TestResultsOfOtherUpdatesAreRefused(t *testing.T) {
	path, _ := writeResults(t)
	whole, _ := os.ReadFile(path)
	for name, c := range map[string]struct{ content, file, want string }{
		"a row was changed":        {string(whole), strings.Replace(file, "72,CL", "72,P", 1), "line 4"},
		"a row is gone":            {string(whole), strings.Replace(file, "72,CL,,,,\n", "", 1), "line 4"},
		"no results":               {"a,b\n", file, "it holds no results"},
		"an empty file":            {"", file, "it holds no results"},
		"a line in the middle":     {strings.Replace(string(whole), "\n4,", "\nwhat\n4,", 1), file, "is of none of the updates"},
		"a result that is unknown": {strings.Replace(string(whole), "refused", "maybe", 1), file, "it holds no results"},
		"a result that swallows":   {strings.Replace(string(whole), "72,CL,,,,,sending", `72,CL,,,,,"sending`, 1), file, "is of none of the updates"},
		"a quote that swallows":    {strings.Replace(string(whole), "\n4,", "\n\"4,", 1), file, "is of none of the updates"},
	} {
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		changed, err := bulk.ParseCSV(strings.NewReader(c.file), time.UTC, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bulk.Resume(path, changed); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if after, _ := os.ReadFile(path); string(after) != c.content {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestTwoProcessesCannotWorkOnTheSameResults(t *testing.T) {
	path, rows := writeResults(t)
	first, err := bulk.Resume(path, rows)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bulk.Resume(path, rows); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Error(err)
	}
	_ = first.Close()
	if _, err := bulk.Create(path, nil); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Error(err)
	}
}

func TestParseCSV_EndsAtTheThousandthFault(t *testing.T) {
	rows, err := bulk.ParseCSV(strings.NewReader("ticket_id,sub_status\n"+strings.Repeat("x\n", 20_000)), time.UTC, nil)
	if err == nil || rows != nil {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	faults := strings.Split(err.Error(), "\n")
	if last := faults[len(faults)-1]; len(faults) != 1001 || last != "line 1002: nothing was read from here on" {
		t.Errorf("%d faults, the last is %q", len(faults), last)
	}
}

func TestParseCSV_RefusesMoreUpdatesThanAFileCanHave(t *testing.T) {
	var file strings.Builder
	file.WriteString("ticket_id,sub_status\n")
	for n := range 100_001 {
		fmt.Fprintf(&file, "%d,P\n", n+1)
	}
	rows, err := bulk.ParseCSV(strings.NewReader(file.String()), time.UTC, nil)
	if err == nil || rows != nil || err.Error() != "line 100002: a file can have 100000 updates: split it" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
