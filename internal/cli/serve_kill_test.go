//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/wire"
)

// startServiceProcess starts frontdesk serve as a process of its own.
func startServiceProcess(t *testing.T, db string) (address string, process *exec.Cmd, errOut *bytes.Buffer) {
	t.Helper()
	errOut = &bytes.Buffer{}
	c := exec.Command("frontdesk", "serve", "--listen", "127.0.0.1:0", "--db", db) // the test's own program under that name
	c.Env, c.Stderr = append(os.Environ(), "FRONTDESK_TOKEN="+clitest.Token, "GORACE=atexit_sleep_ms=0"), errOut
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err, errOut)
	}
	_, address, _ = strings.Cut(strings.TrimSpace(line), " on ")
	return address, c, errOut
}

// TestServe_EveryAnsweredTicketSurvivesAKill: 64 writers are at work when the service is killed (kill -9), and what
// any of them was answered is there afterwards.
func TestServe_EveryAnsweredTicketSurvivesAKill(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "desk.db")
	address, process, _ := startServiceProcess(t, db)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	answered := make(chan string, 10_000)
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for {
				r, err := http.NewRequest(wire.Method, address+wire.AddTicket.Path, strings.NewReader(`[{"title":"Drum does not turn"}]`))
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("Authorization", "Basic "+clitest.Token)
				answer, err := client.Do(r)
				if err != nil {
					return // it was killed
				}
				receipt, err := wire.AddTicket.Decode(answer.Body, wire.DecodeOptions{})
				_ = answer.Body.Close()
				if err != nil {
					return
				}
				answered <- receipt.Ticket.ID.Raw()
			}
		})
	}
	var ids []string
	for len(ids) < 300 {
		ids = append(ids, <-answered)
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	close(answered)
	for id := range answered {
		ids = append(ids, id)
	}
	address, process, errOut := startServiceProcess(t, db)
	for len(ids) > 0 {
		some := ids[:min(len(ids), 500)]
		ids = ids[len(some):]
		if found := callService(t, address, wire.GetTicket, wire.GetTicketRequest{TicketIDs: strings.Join(some, ",")}); len(found) != len(some) {
			t.Errorf("%d of %d tickets are there", len(found), len(some))
		}
	}
	http.DefaultClient.CloseIdleConnections()
	_ = process.Process.Signal(syscall.SIGTERM)
	if err := process.Wait(); err != nil || !strings.Contains(errOut.String(), "not closed cleanly, or is open elsewhere: its file is looked through") {
		t.Errorf("after the kill: %v %s", err, errOut)
	}
}
