package console_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// openDesk opens the embedded desk in a data directory.
func openDesk(t *testing.T, dataDir string) *connection.Desk {
	t.Helper()
	d, err := connection.Open(t.Context(), config.Config{Sample: true, Zone: time.UTC, DataDir: dataDir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// call performs an operation on a desk.
func call[Req, Ans any](t *testing.T, d *connection.Desk, op wire.Operation[Req, Ans], req Req) Ans {
	t.Helper()
	got, err := client.Call(t.Context(), d.Client, op, req)
	if err != nil {
		t.Error(err)
	}
	return got
}

// pullTickets pulls the days up to today and counts their tickets.
func pullTickets(t *testing.T, d *connection.Desk, days int) (tickets int) {
	t.Helper()
	today := desk.DateOf(time.Now().In(d.Zone))
	for back := range days {
		day := today.Add(-back).String()
		tickets += len(call(t, d, wire.PullTicket, wire.PullTicketRequest{StartDate: day, EndDate: day}).Tickets)
	}
	return tickets
}

func TestTheFirstStartShowsTheSampleAndTheNextOneWhatWasDone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "share", "frontdesk")
	d := openDesk(t, dir)
	if d.Account.String() != "sample desk" || d.Zone != time.UTC {
		t.Errorf("%q in %v", d.Account, d.Zone)
	}
	if n := pullTickets(t, d, 15); n < 300 {
		t.Errorf("%d tickets in two weeks", n)
	}
	id := call(t, d, wire.AddTicket, wire.AddTicketRequest{Title: "Drum does not turn"}).Ticket.ID.Raw()
	call(t, d, wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: id, SubStatus: "P", Comment: "belt ordered"})
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	found := call(t, openDesk(t, dir), wire.GetTicket, wire.GetTicketRequest{TicketIDs: id})
	if len(found) != 1 || found[0].Title.String() != "Drum does not turn" || found[0].SubStatus.Key() != desk.NewID("P") {
		t.Errorf("found %+v", found)
	}
}

func TestTheEmbeddedDeskIsForItsOwnerAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes mean nothing here")
	}
	dir := filepath.Join(t.TempDir(), "share", "frontdesk")
	openDesk(t, dir)
	for path, want := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, filepath.Join(dir, "desk.db"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
}

func TestAWrongCredentialIsRefusedByTheEmbeddedDeskToo(t *testing.T) {
	d := openDesk(t, t.TempDir())
	stranger, err := client.New(client.Config{BaseURL: connection.EmbeddedURL, KMSURL: connection.EmbeddedURL, Token: "c2VjcmV0", Transport: d.Client.Transport})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Call(t.Context(), stranger, wire.FAQCategories, wire.EmptyRequest{})
	if err == nil || !strings.Contains(err.Error(), string(client.Unauthorized)) {
		t.Error(err)
	}
}

func TestSeveralConsolesWorkOnTheSameDesk(t *testing.T) {
	dir := t.TempDir()
	consoles := make([]*connection.Desk, 3)
	var all sync.WaitGroup
	for i := range consoles {
		all.Go(func() { // the first start of them all, at the same time
			d, err := connection.Open(t.Context(), config.Config{Sample: true, Zone: time.UTC, DataDir: dir})
			if err != nil {
				t.Error(err)
			}
			consoles[i] = d
		})
	}
	all.Wait()
	if t.Failed() {
		return
	}
	id := call(t, consoles[0], wire.AddTicket, wire.AddTicketRequest{Title: "Screen stays black"}).Ticket.ID.Raw()
	for _, d := range consoles {
		all.Go(func() {
			for range 5 {
				call(t, d, wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: id, SubStatus: "P", Comment: "on it"})
			}
		})
	}
	all.Wait()
	for _, d := range consoles {
		found := call(t, d, wire.GetTicket, wire.GetTicketRequest{TicketIDs: id, HistoryType: "all"})
		if len(found) != 1 || len(found[0].Timeline) < 15 {
			t.Errorf("found %+v", found)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestADeskThatCannotBeOpenedSaysWhatToDo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	newer := t.TempDir()
	db, err := sql.Open("sqlite", filepath.Join(newer, "desk.db"))
	if err == nil {
		_, err = db.ExecContext(t.Context(), "CREATE TABLE goose_db_version (id); PRAGMA user_version = 99")
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	for _, c := range []struct {
		config config.Config
		line   string
	}{
		{config.Config{}, "no account is configured, and the sample desk has no place: set HOME or XDG_DATA_HOME"},
		{config.Config{DataDir: filepath.Join(file, "frontdesk")}, "no account is configured, and the sample desk has no place: " + filepath.Join(file, "frontdesk") + " cannot be made: not a directory"},
		{config.Config{DataDir: newer}, "written by a newer frontdesk"},
		{config.Config{BaseURL: "https://acme.example.com"}, "no API key: set token, or FRONTDESK_TOKEN"},
		{config.Config{ArticlesURL: "https://acme.example.com"}, "no address of the service: set base_url, or FRONTDESK_BASE_URL"},
		{config.Config{BaseURL: "https://a.example.com", ArticlesURL: "https://a.example.com"}, "no API key: set token, or FRONTDESK_TOKEN"},
		{config.Config{BaseURL: "http://a.example.com", ArticlesURL: "https://a.example.com", Token: "x"}, "the base URL is plain http to another machine"},
		{config.Config{BaseURL: "https://a.example.com", ArticlesURL: "kb", Token: "x"}, "the KMS URL is not an address"},
	} {
		c.config.Zone = time.UTC
		d, err := connection.Open(t.Context(), c.config)
		if err == nil || !strings.Contains(err.Error(), c.line) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v %v", c.config, d, err)
		}
	}
}

func TestARemoteDeskIsCalledByItsAccountOrItsHost(t *testing.T) {
	for account, want := range map[string]string{"acme": "acme", "": "desk.example.com:8443"} {
		d, err := connection.Open(t.Context(), config.Config{
			Account: safetext.LineFromText(account), BaseURL: "https://desk.example.com:8443", ArticlesURL: "https://kb.example.com", Token: "c2VjcmV0", Zone: time.UTC,
		})
		if err != nil || d.Account.String() != want {
			t.Errorf("%q: %q %v", account, d.Account, err)
		}
	}
}

func BenchmarkOpenTheEmbeddedDesk(b *testing.B) {
	kept := b.TempDir()
	for name, dir := range map[string]func() string{"first start": b.TempDir, "next start": func() string { return kept }} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				d, err := connection.Open(b.Context(), config.Config{Sample: true, Zone: time.UTC, DataDir: dir()})
				if err == nil {
					err = d.Close()
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Commands and the console find each other's articles by this name.
func TestTheSampleDeskHasTheSameNameEverywhere(t *testing.T) {
	c := config.Config{DataDir: t.TempDir(), Zone: time.UTC}
	d, err := connection.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if d.Account != connection.AccountName(c) {
		t.Errorf("it is %q when it is open, and %q before", d.Account, connection.AccountName(c))
	}
}

// TestTheEmbeddedDeskIsNotWrittenUnlessItIsMeant holds for whoever forgets to ask.
func TestTheEmbeddedDeskIsNotWrittenUnlessItIsMeant(t *testing.T) {
	c := config.Config{DataDir: t.TempDir(), Zone: time.UTC}
	d, err := connection.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	_, err = client.Call(t.Context(), d.Client, wire.AddTicket, wire.AddTicketRequest{Title: "Drum does not turn"})
	if client.KindOf(err) != client.ReadOnly {
		t.Errorf("it was added: %v", err)
	}
}

// TestTheSampleDeskOfAnOlderBuildIsKeptBesideANewOne: whoever tried an older build can start this one.
func TestTheSampleDeskOfAnOlderBuildIsKeptBesideANewOne(t *testing.T) {
	dir := t.TempDir()
	d := openDesk(t, dir)
	id := call(t, d, wire.AddTicket, wire.AddTicketRequest{Title: "Drum does not turn"}).Ticket.ID.Raw()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "desk.db")
	setVersion(t, path, 5)
	d = openDesk(t, dir)
	if n := pullTickets(t, d, 15); n < 300 {
		t.Errorf("%d tickets in two weeks", n)
	}
	if found, err := client.Call(t.Context(), d.Client, wire.GetTicket, wire.GetTicketRequest{TicketIDs: id}); err == nil {
		t.Errorf("found %+v", found)
	}
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "is kept as "+path+".older: this is a new one") {
		t.Errorf("it says %q", d.Notes)
	}
	if content, err := os.ReadFile(path + ".older"); err != nil || !strings.Contains(string(content), "Drum does not turn") {
		t.Errorf("what was done is gone, %v", err)
	}
}

// setVersion gives the tables of a desk another version.
func setVersion(t *testing.T, path string, version int) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.ExecContext(t.Context(), fmt.Sprintf("PRAGMA user_version = %d", version))
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}
