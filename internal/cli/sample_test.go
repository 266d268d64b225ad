package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cli"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

const (
	wasLoaded = "frontdesk: the desk was empty: loaded the sample\n"
	leftAsIs  = "frontdesk: the desk holds tickets already: left as it is, no sample loaded\n"
)

// startSampleService runs frontdesk serve --sample; stop ends it and returns what it printed on standard error before
// its log.
func startSampleService(t *testing.T, db string) (address string, stop func() string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	said := make(chan string, 1)
	go func() {
		var errOut bytes.Buffer
		args := []string{"serve", "--sample", "--listen", "127.0.0.1:0", "--db", db, "--time-zone", "Europe/Berlin"}
		if code := cli.Run(ctx, args, testVariable, strings.NewReader(""), in, &errOut); code != exitcode.OK {
			t.Errorf("it ended with %d: %s", code, errOut.String())
		}
		_ = in.CloseWithError(io.ErrUnexpectedEOF)
		before, _, _ := strings.Cut(errOut.String(), "time=")
		said <- before
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, address, _ = strings.Cut(strings.TrimSpace(line), " on ")
	return address, func() string {
		http.DefaultClient.CloseIdleConnections()
		cancel()
		return <-said
	}
}

// countRecentTickets pulls the days up to today and counts their tickets.
func countRecentTickets(t *testing.T, address string, days int) (tickets int) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	today := desk.DateOf(time.Now().In(zone))
	for back := range days {
		day := today.Add(-back).String()
		tickets += len(callService(t, address, wire.PullTicket, wire.PullTicketRequest{StartDate: day, EndDate: day}).Tickets)
	}
	return tickets
}

func TestSample_FillsAnEmptyDesk(t *testing.T) {
	t.Parallel()
	address, stop := startSampleService(t, filepath.Join(t.TempDir(), "desk.db"))
	if n := countRecentTickets(t, address, 15); n < 300 || n > 600 {
		t.Errorf("%d tickets in two weeks", n)
	}
	if found := callService(t, address, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: "refund"}); len(found) < 3 {
		t.Errorf("%d articles about refunds", len(found))
	}
	if found := callService(t, address, wire.FAQCategories, wire.EmptyRequest{}); len(found) < 10 {
		t.Errorf("%d categories", len(found))
	}
	if said := stop(); !strings.HasSuffix(said, "created a new, empty one\n"+wasLoaded) {
		t.Errorf("it said %q", said)
	}
}

func TestSample_RestartKeepsWhatWasDone(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "desk.db")
	address, stop := startSampleService(t, db)
	before := countRecentTickets(t, address, 16)
	id := callService(t, address, wire.AddTicket, wire.AddTicketRequest{Title: "Drum does not turn"}).Ticket.ID.Raw()
	callService(t, address, wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: id, SubStatus: "WP", Comment: "belt ordered"})
	stop()
	address, stop = startSampleService(t, db)
	if after := countRecentTickets(t, address, 16); after != before+1 {
		t.Errorf("%d tickets were there and one was added, now there are %d", before, after)
	}
	found := callService(t, address, wire.GetTicket, wire.GetTicketRequest{TicketIDs: id})
	if len(found) != 1 || found[0].SubStatus.Key() != desk.NewID("WP") {
		t.Errorf("found %+v", found)
	}
	if said := stop(); said != leftAsIs {
		t.Errorf("it said %q", said)
	}
}

func TestSample_IsLeftOutOfADeskThatHoldsTickets(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "desk.db")
	address, stop := startService(t, db)
	callService(t, address, wire.AddTicket, wire.AddTicketRequest{Title: "Screen stays black"})
	http.DefaultClient.CloseIdleConnections()
	stop()
	address, end := startSampleService(t, db)
	if n := countRecentTickets(t, address, 16); n != 1 {
		t.Errorf("%d tickets instead of the one that was there", n)
	}
	if said := end(); said != leftAsIs {
		t.Errorf("it said %q", said)
	}
}
