package sshd_test

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/sshd"
)

// underLoad skips a test unless load was asked for, and returns n in full length, a tenth of it in the short one.
func underLoad(t *testing.T, n int) int {
	t.Helper()
	if texttest.RequireLoad(t) {
		return n
	}
	return n / 10
}

// usage is the resources that the process holds.
type usage struct {
	goroutines, files int
	heap              uint64
}

func measureUsage() usage {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, _ := os.ReadDir("/proc/self/fd") // none where there is no such place
	return usage{runtime.NumGoroutine(), len(files), m.HeapInuse}
}

// Hazard 20.
func TestAbruptDisconnectsLeaveNothingBehind(t *testing.T) { dropAbruptly(t, underLoad(t, 1000)) }

func TestAFewAbruptDisconnectsLeaveNothingBehind(t *testing.T) { dropAbruptly(t, 12) }

// dropAbruptly drops connections in every way, and compares what the process holds before and after.
func dropAbruptly(t *testing.T, connections int) {
	t.Helper()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{Sessions: 50, PerAgent: 50})
	ways := map[string]func(*gossh.Client){
		"with a console":        func(c *gossh.Client) { openAndDrop(t, c, "pty-req", "shell") },
		"with a terminal alone": func(c *gossh.Client) { openAndDrop(t, c, "pty-req") },
		"with a channel alone":  func(c *gossh.Client) { openAndDrop(t, c) },
		"in the middle of a window": func(c *gossh.Client) {
			openAndDrop(t, c, "pty-req", "shell", "window-change", "window-change", "window-change")
		},
		"with a command": func(c *gossh.Client) { openAndDrop(t, c, "exec") },
		"with nothing":   func(c *gossh.Client) { _ = c.Close() },
	}
	round := func(n int) {
		for range n {
			for _, way := range ways {
				client, err := h.dial("asha", asha)
				if err != nil {
					t.Fatal(err)
				}
				way(client)
			}
		}
		h.waitUntil(func() bool {
			return h.metric("frontdesk_ssh_sessions") == 0 && h.metric("frontdesk_ssh_connections") == 0 && h.metric("frontdesk_ssh_unauthenticated") == 0
		})
	}
	round(2) // what is made once
	before := measureUsage()
	round(connections / len(ways))
	h.waitUntil(func() bool { return measureUsage().goroutines <= before.goroutines+2 })
	after := measureUsage()
	t.Logf("before %+v, after %+v", before, after)
	if after.files > before.files+2 || after.heap > before.heap+8<<20 {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// openAndDrop opens a session, asks for something and vanishes.
func openAndDrop(t *testing.T, client *gossh.Client, asks ...string) {
	t.Helper()
	channel := openChannel(t, client)
	for _, name := range asks {
		mustRequest(t, channel, name)
	}
	_ = client.Close()
}

// mustRequest sends a request as a client would, with what belongs to it.
func mustRequest(t *testing.T, channel gossh.Channel, name string) {
	t.Helper()
	payload := map[string][]byte{"pty-req": ptyRequest(120, 40), "window-change": windowRequest(100, 30), "exec": gossh.Marshal(struct{ Line string }{"faq"})}[name]
	if _, err := channel.SendRequest(name, name != "window-change", payload); err != nil {
		t.Error(err)
	}
}

// Hazard 21: connections that never sign in while an agent works on.
func TestAnAgentKeepsWorkingWhileHundredsConnect(t *testing.T) {
	workAmongStrangers(t, underLoad(t, 500))
}

func TestAnAgentKeepsWorkingWhileStrangersConnect(t *testing.T) { workAmongStrangers(t, 20) }

// workAmongStrangers has strangers connect who never sign in, while an agent types.
func workAmongStrangers(t *testing.T, strangers int) {
	t.Helper()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	c := h.openConsole(h.signIn(asha), 80, 24)
	c.waitFor("Asha")
	for i := range strangers {
		conn := h.openSilent()
		if i%10 == 0 {
			c.typeKeys("x")
			c.waitFor("typed:" + strings.Repeat("x", i/10+1))
		}
		if i%3 == 0 {
			_, _ = io.WriteString(conn, "SSH-2.0-slow\r\n") // and no more
		}
	}
	if waiting := h.metric("frontdesk_ssh_unauthenticated"); waiting > 10 {
		t.Errorf("%d connections wait", waiting)
	}
	c.typeKeys("still here")
	c.waitFor("still here")
}

// 200 sessions that type five keys a second each.
func TestManySessionsTypeAtOnce(t *testing.T) {
	asha := newSigner(t)
	sessions, lasting := underLoad(t, 200), 2*time.Second
	if texttest.FullLoad() {
		lasting = time.Minute
	}
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{Sessions: sessions, PerAgent: sessions})
	before := measureUsage()
	ended := make(chan error, sessions)
	enough := time.After(lasting)
	stop := make(chan struct{})
	for range sessions {
		channel := openChannel(t, h.signIn(asha))
		go func() { _, _ = io.Copy(io.Discard, channel) }()
		if !sendRequest(t, channel, "pty-req", ptyRequest(120, 40)) || !sendRequest(t, channel, "shell", nil) {
			t.Fatal("no console was given")
		}
		go func() { ended <- typeUntil(channel, stop) }()
	}
	after := measureUsage()
	<-enough
	close(stop)
	for range sessions {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d sessions: %.2f MB and %d goroutines each with their clients; a key: median %s s, 95th percentile %s s", sessions,
		float64(after.heap-before.heap)/float64(sessions)/1e6, (after.goroutines-before.goroutines)/sessions, h.percentile(0.5), h.percentile(0.95))
	if n := h.metric("frontdesk_ssh_key_seconds_count"); n < sessions {
		t.Errorf("only %d keys were answered", n)
	}
}

func typeUntil(into io.Writer, stop <-chan struct{}) error {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return nil
		case <-tick.C:
			if _, err := io.WriteString(into, "k"); err != nil {
				return err
			}
		}
	}
}

// percentile returns the upper bound of the key histogram's bucket that covers a share of the keys.
func (h *testHost) percentile(share float64) string {
	var all strings.Builder
	h.host.WriteMetrics(&all)
	count := float64(h.metric("frontdesk_ssh_key_seconds_count"))
	for line := range strings.SplitSeq(all.String(), "\n") {
		rest, found := strings.CutPrefix(line, `frontdesk_ssh_key_seconds_bucket{le="`)
		if !found {
			continue
		}
		bound, n, _ := strings.Cut(rest, `"} `)
		if within, err := strconv.Atoi(n); err == nil && float64(within) >= share*count {
			return "≤ " + bound
		}
	}
	return "unknown"
}
