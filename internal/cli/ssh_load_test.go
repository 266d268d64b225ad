package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// fullLoad reports whether the load tests run at full length; `go test` alone runs a short form of each.
func fullLoad() bool { return os.Getenv("FRONTDESK_TEST_LOAD") == "full" }

// fillLargeDesk writes tickets of the last six days to the data directory of a host.
func fillLargeDesk(t *testing.T, dir string, tickets int) {
	t.Helper()
	file := filepath.Join(dir, "frontdesk", "desk.db")
	if err := storetest.Create(file); err != nil { // in place of the sample
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	all := store.Dataset{Queues: []store.Queue{{Key: "HW", Name: "Hardware"}}}
	now := time.Now()
	for i := range tickets {
		n := int64(i + 1)
		all.Tickets = append(all.Tickets, store.Ticket{
			TaskID: n, TicketID: fmt.Sprint(713_500_000_000 + n), Created: now.Add(-time.Duration(i%7200) * time.Minute).Unix(),
			Title: fmt.Sprintf("Parcel %d has not arrived, and nobody says where it is", n), Detail: strings.Repeat("It was promised for Monday. ", 10),
			SubStatus: "US", QueueKey: "HW", Priority: "High", AssignedName: "Asha Rao", Email: "customer@example.com", Phone: "5550100",
		})
	}
	if err := s.Load(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// typingSession is a session that measures how soon its keys are answered.
type typingSession struct {
	channel gossh.Channel
	drawn   chan struct{} // holds one notice at most
	took    []time.Duration
	first   time.Duration // from dialling to the first rows
}

// Write takes the output of the session.
func (y *typingSession) Write(p []byte) (int, error) {
	select {
	case y.drawn <- struct{}{}:
	default:
	}
	return len(p), nil
}

// signIn signs in and waits for the first rows.
func (y *typingSession) signIn(h *sshHost, agent string) error {
	began := time.Now()
	client, err := gossh.Dial("tcp", h.address, &gossh.ClientConfig{
		User: "agent", Auth: []gossh.AuthMethod{gossh.PublicKeys(h.keys[agent])}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), //nolint:gosec // the host is the test's own
	})
	if err != nil {
		return err
	}
	h.t.Cleanup(func() { _ = client.Close() })
	channel, err := openConsole120(client)
	if err != nil {
		return err
	}
	y.channel, y.drawn = channel, make(chan struct{}, 1)
	if err := readUntil(channel, "7135"); err != nil {
		return err
	}
	y.first = time.Since(began)
	go func() { _, _ = io.Copy(y, channel) }()
	return nil
}

// openConsole120 opens a console of 120×40; the caller reads its output.
func openConsole120(client *gossh.Client) (gossh.Channel, error) {
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		return nil, err
	}
	go gossh.DiscardRequests(requests)
	terminal := gossh.Marshal(struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{"xterm-256color", 120, 40, 0, 0, ""})
	for _, ask := range []struct {
		name    string
		payload []byte
	}{{"pty-req", terminal}, {"shell", nil}} {
		if granted, err := channel.SendRequest(ask.name, true, ask.payload); err != nil || !granted {
			return nil, fmt.Errorf("%s was not granted: %w", ask.name, err)
		}
	}
	return channel, nil
}

// readUntil reads until a text has come.
func readUntil(from io.Reader, what string) error {
	var came strings.Builder
	part := make([]byte, 32<<10)
	for !strings.Contains(came.String(), what) {
		n, err := from.Read(part)
		came.Write(part[:n])
		if err != nil {
			return fmt.Errorf("%q never came: %w", what, err)
		}
	}
	return nil
}

// pressKey presses a key and waits until something is drawn.
func (y *typingSession) pressKey(key string) error {
	select {
	case <-y.drawn:
	default:
	}
	began := time.Now()
	if _, err := io.WriteString(y.channel, key); err != nil {
		return err
	}
	select {
	case <-y.drawn:
		y.took = append(y.took, time.Since(began))
		return nil
	case <-time.After(5 * time.Minute): // for ever: how fast the machine is decides nothing
		return fmt.Errorf("the key %q was not answered", key)
	}
}

// percentiles returns the median and the 95th percentile.
func percentiles(all []time.Duration) (median, most time.Duration) {
	slices.Sort(all)
	return all[len(all)/2].Round(10 * time.Microsecond), all[len(all)*95/100].Round(10 * time.Microsecond)
}

func heapMegabytes() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapInuse+m.StackInuse) / 1e6
}

// TestSSHHost_ManyAgentsTypeAtOnceOnOneDesk logs latencies and memory; run it with -v to see them.
func TestSSHHost_ManyAgentsTypeAtOnceOnOneDesk(t *testing.T) {
	t.Parallel()
	sessions, tickets, lasting := 4, 500, 400*time.Millisecond
	if fullLoad() {
		sessions, tickets, lasting = 200, 100_000, time.Minute
	}
	agents := make([]string, sessions)
	for i := range agents {
		agents[i] = fmt.Sprintf("Agent %d", i+1)
	}
	h := newSSHHost(t, agents)
	fillLargeDesk(t, h.dir, tickets)
	began := time.Now()
	h.start("--max-sessions", "1000", "--metrics", "127.0.0.1:0")
	lone := &typingSession{}
	if err := lone.signIn(h, agents[0]); err != nil {
		t.Fatal(err)
	}
	t.Logf("the first session: %v to the first rows, which it pulls", lone.first)
	waitUntilDrawn(lone)
	before := heapMegabytes()
	all := []*typingSession{lone}
	var signIns []time.Duration
	for _, agent := range agents[1:] {
		y := &typingSession{}
		if err := y.signIn(h, agent); err != nil {
			t.Fatal(err)
		}
		all, signIns = append(all, y), append(signIns, y.first)
	}
	median, most := percentiles(signIns)
	t.Logf("%d more: sign-in to the first rows %v median, %v 95th percentile; %.2f MB each with their clients", sessions-1, median, most, (heapMegabytes()-before)/float64(sessions-1))
	waitUntilDrawn(all...)

	for _, keys := range []string{"j", "cx"} {
		for range 20 {
			requireNoError(t, lone.pressKey("j"))
		}
		median, most = percentiles(lone.took)
		t.Logf("one busy session: a key %v median, %v 95th percentile", median, most)
		typeInAllSessions(t, all, keys, lasting)
		var took []time.Duration
		for _, y := range all {
			took, y.took = append(took, y.took...), nil
		}
		median, most = percentiles(took)
		t.Logf("%d sessions typing %q: %d keys, %v median, %v 95th percentile", sessions, keys, len(took), median, most)
	}
	pulls := h.countCalls("pull-ticket")
	t.Logf("%d pulls in all", pulls)
	rounds := int(time.Since(began)/time.Minute) + 1 // today's are asked for again each minute, once for all sessions
	if pulls < 7 || pulls > 7*rounds {
		t.Errorf("the seven days were pulled %d times in %d minutes", pulls, rounds)
	}
}

func requireNoError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// waitUntilDrawn waits until the sessions have drawn nothing for a while.
func waitUntilDrawn(all ...*typingSession) {
	for _, y := range all {
		for quiet := false; !quiet; {
			select {
			case <-y.drawn:
			case <-time.After(200 * time.Millisecond):
				quiet = true
			}
		}
	}
}

// typeInAllSessions has every session press the last key five times a second. With two keys each opens a form first, on
// a ticket of its own, and all begin when the last form is open.
func typeInAllSessions(t *testing.T, all []*typingSession, keys string, lasting time.Duration) {
	t.Helper()
	forEachSession(all, func(i int, y *typingSession) {
		if len(keys) > 1 {
			_ = y.pressKey("g" + strings.Repeat("j", i+1)) // the first may be there already
			waitUntilDrawn(y)
			if err := y.pressKey(keys[:1]); err != nil {
				t.Error(err)
			}
			waitUntilDrawn(y)
		}
		y.took = nil
	})
	enough := time.Now().Add(lasting)
	forEachSession(all, func(i int, y *typingSession) {
		<-time.After(time.Duration(i%200) * time.Millisecond)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for ; time.Now().Before(enough); <-tick.C {
			if err := y.pressKey(keys[len(keys)-1:]); err != nil {
				t.Error(err)
				return
			}
		}
	})
}

// forEachSession calls do for every session at the same time.
func forEachSession(all []*typingSession, do func(i int, y *typingSession)) {
	var busy sync.WaitGroup
	for i, y := range all {
		busy.Go(func() { do(i, y) })
	}
	busy.Wait()
}
