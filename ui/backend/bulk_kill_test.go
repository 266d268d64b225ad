package backend_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/store/storetest"
	"frontdesk/ui/backend"
)

const (
	// bulkDir and bulkURL name the agent's directory and the desk to a process that closes tickets.
	bulkDir = "FRONTDESK_TEST_BULK_DIR"
	bulkURL = "FRONTDESK_TEST_BULK_URL"
	// closed is how many tickets a run closes. The service refuses three of them.
	closed = 30
)

var refusedClosings = []int{4, 11, 27}

// TestBulk_KilledConsoleClosesEachTicketOnce closes thirty tickets in other processes through the console's own
// backend, at a real service, and kills each process at a random moment. The next one resumes, and sends again what was
// looked for and not found.
func TestBulk_KilledConsoleClosesEachTicketOnce(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv(bulkDir); dir != "" {
		closeTickets(t, dir, os.Getenv(bulkURL))
		return
	}
	times := len(killMoments)
	switch {
	case texttest.Long():
		times = 50
	case texttest.Race:
		times = 2
	case texttest.Load():
		times = 5
	}
	var mu sync.Mutex
	seen := map[string]int{}
	t.Run("runs", func(t *testing.T) {
		for i := range times {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				for what, n := range killBulkRun(t, i) {
					mu.Lock()
					seen[what] += n
					mu.Unlock()
				}
			})
		}
	})
	t.Logf("%d runs of %d updates: %v", times, closed, seen)
}

// killBulkRun kills one or two processes of a run, lets another finish it, and returns what was seen.
func killBulkRun(t *testing.T, i int) map[string]int {
	dir := t.TempDir()
	held := storetest.OpenFile(t)
	if err := held.Load(t.Context(), newDataset(time.Now())); err != nil {
		t.Fatal(err)
	}
	desk := &killingDesk{Handler: newBulkService(held)}
	server := httptest.NewServer(desk)
	t.Cleanup(server.Close)
	desk.killAt(rand.IntN(closed)+1, i)
	said := closeInProcess(t, desk, dir, server.URL)
	if said == "" && rand.IntN(2) == 0 {
		desk.killAt(rand.IntN(3)+1, rand.IntN(len(killMoments)))
		said = closeInProcess(t, desk, dir, server.URL)
	}
	desk.killAt(0, 0)
	if said == "" {
		said = closeInProcess(t, desk, dir, server.URL)
	}
	if want := fmt.Sprintf("%d done, %d refused", closed-len(refusedClosings), len(refusedClosings)); said != want {
		t.Errorf("the console says %q, want %q", said, want)
	}
	direct := client.NewHandlerTransport(desk.Handler)
	defer direct.Close()
	c := newTestClient(t, direct)
	for n := range closed {
		want := 1
		if slices.Contains(refusedClosings, n) {
			want = 0
		}
		if got := countComments(t, c, fmt.Sprint(7000+n)); got != want {
			t.Errorf("ticket %d has %d comments, want %d; killed %v", 7000+n, got, want, desk.seen)
		}
	}
	return desk.seen
}

// killMoments are the moments of an update at which its process is killed.
var killMoments = []string{"killed before it was carried out", "killed after it was carried out", "killed at any time"}

// killingDesk is a service that kills the process that sends an update.
type killingDesk struct {
	http.Handler

	mu     sync.Mutex
	left   int // updates until the kill; it kills nobody at 0
	moment int
	kill   func()
	seen   map[string]int
}

// killAt chooses the update and the moment of the next kill.
func (d *killingDesk) killAt(update, moment int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left, d.moment = update, moment%len(killMoments)
	if d.seen == nil {
		d.seen = map[string]int{}
	}
}

// ServeHTTP answers, or kills at the chosen moment.
func (d *killingDesk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isWrite(r) {
		d.Handler.ServeHTTP(w, r)
		return
	}
	d.mu.Lock()
	d.left--
	kills, moment, kill := d.left == 0, d.moment, d.kill
	d.seen["updates"]++
	if kills {
		d.seen[killMoments[moment]]++
	}
	d.mu.Unlock()
	switch {
	case !kills:
		d.Handler.ServeHTTP(w, r)
		return
	case moment == 2:
		time.AfterFunc(time.Duration(rand.IntN(20_000))*time.Microsecond, kill)
		d.Handler.ServeHTTP(w, r)
		return
	case moment == 1:
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		carried := r.Clone(context.WithoutCancel(r.Context()))
		carried.Body = io.NopCloser(bytes.NewReader(body))
		d.Handler.ServeHTTP(httptest.NewRecorder(), carried)
	default:
		_, _ = io.Copy(io.Discard, r.Body) // otherwise the server does not see that the connection ends
	}
	kill()
	<-r.Context().Done()
}

// closeInProcess runs a process that closes the tickets, or resumes, and returns what its console says in the end;
// empty if it was killed.
func closeInProcess(t *testing.T, d *killingDesk, dir, url string) string {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^TestBulk_KilledConsoleClosesEachTicketOnce$")
	process.Env = append(os.Environ(), bulkDir+"="+dir, bulkURL+"="+url)
	var out bytes.Buffer
	process.Stdout, process.Stderr = &out, &out
	d.mu.Lock()
	err := process.Start()
	d.kill = func() { _ = process.Process.Kill() }
	d.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	err = process.Wait()
	for line := range strings.Lines(out.String()) {
		if said, ok := strings.CutPrefix(line, "the run: "); ok {
			return strings.TrimSpace(said)
		}
	}
	if process.ProcessState.Exited() {
		t.Fatalf("%v: %s", err, out.String())
	}
	return ""
}

// closeTickets closes the tickets, or resumes what an earlier process began. What is not known is sent again after it
// was looked for, as an agent would.
func closeTickets(t *testing.T, dir, url string) {
	network, err := client.New(client.Config{BaseURL: url, Token: token, Zone: time.UTC})
	if err != nil {
		t.Fatal(err)
	}
	c := newConsoleAt(t.Context(), t, filepath.Join(dir, "agent"), network)
	c.BulkPace = time.Millisecond
	left, ok := c.Bulk.Load().(backend.BulkRuns)
	if !ok || left.Err != nil {
		t.Fatalf("%+v", left)
	}
	var run backend.BulkRun
	if len(left.Value) == 0 {
		run = finish(t, c, c.Bulk.Start("Close", closings(t, c, closed, refusedClosings...), backend.BulkOptions{}))
	} else {
		run = finish(t, c, c.Bulk.Resume(left.Value[0].ID))
	}
	if run.Count(backend.BulkUnknown) > 0 {
		run = finish(t, c, c.Bulk.Retry(run.ID, false))
	}
	if n := run.Count(done) + run.Count(refused); n != closed || run.State != backend.BulkFinished {
		t.Fatalf("state %v (%s), results %q", run.State, run.Reason, results(run))
	}
	fmt.Printf("the run: %d done, %d refused\n", run.Count(done), run.Count(refused))
}
