package sshd_test

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/sshd"
)

// openChannel opens a session's channel without the client library's help.
func openChannel(t *testing.T, client *gossh.Client) gossh.Channel {
	t.Helper()
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	return channel
}

// ptyRequest returns a request for a terminal.
func ptyRequest(columns, rows uint32) []byte {
	return gossh.Marshal(struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{"xterm", columns, rows, 0, 0, strings.Repeat("\x35\x00\x00\x00\x01", 30)})
}

func windowRequest(columns, rows uint32) []byte {
	return gossh.Marshal(struct{ Columns, Rows, Width, Height uint32 }{columns, rows, 0, 0})
}

// sendRequest sends a request and says whether it was granted.
func sendRequest(t *testing.T, channel gossh.Channel, name string, payload []byte) bool {
	t.Helper()
	granted, err := channel.SendRequest(name, true, payload)
	if err != nil {
		t.Fatal(err)
	}
	return granted
}

// Hazard 17.
func TestWindowsOfAnySizeAreClampedBeforeAnythingIsAllocated(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	tests := map[string]struct {
		columns, rows uint32
		want          string
	}{
		"all there are": {4294967295, 4294967295, "400x150"},
		"none":          {0, 0, "80x24"},
		"one line":      {4294967295, 1, "400x1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			client := h.signIn(asha)
			defer func() { _ = client.Close() }()
			asked, changed := openChannel(t, client), h.openConsole(h.signIn(asha), 80, 24)
			if !sendRequest(t, asked, "pty-req", ptyRequest(test.columns, test.rows)) || !sendRequest(t, asked, "shell", nil) {
				t.Fatal("no terminal was given")
			}
			c := &console{t: t, patience: testTimeout(t)}
			c.watch(asked)
			c.waitFor("Asha " + test.want)

			changed.waitFor("Asha 80x24")
			if _, err := changed.session.SendRequest("window-change", false, windowRequest(test.columns, test.rows)); err != nil {
				t.Fatal(err)
			}
			changed.waitFor(test.want)
			_ = changed.session.Close()
		})
	}
}

// Hazard 17.
func TestAThousandWindowSizesAreWorkedOffAsAFew(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	other := h.openConsole(h.signIn(asha), 80, 24)
	c := h.openConsole(h.signIn(asha), 80, 24)
	c.waitFor("80x24")
	for i := range uint32(1000) {
		if _, err := c.session.SendRequest("window-change", false, windowRequest(50+i%300, 20+i%100)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.session.SendRequest("window-change", false, windowRequest(77, 33)); err != nil {
		t.Fatal(err)
	}
	c.waitFor("77x33")
	other.typeKeys("undisturbed")
	other.waitFor("typed:undisturbed")
}

// Hazard 21, and 18 for what the library grants by itself.
func TestNothingButSessionsIsGrantedAndAnswersComeInOrder(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	client := h.signIn(asha)
	for _, kind := range []string{"direct-tcpip", "direct-streamlocal@openssh.com", "x11", "forwarded-tcpip", "tun@openssh.com"} {
		if _, _, err := client.OpenChannel(kind, []byte("whatever")); err == nil {
			t.Errorf("a channel of kind %s was opened", kind)
		}
	}
	for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com", "hostkeys-prove-00@openssh.com"} {
		if granted, _, err := client.SendRequest(kind, true, []byte("whatever")); granted || err != nil {
			t.Errorf("%s was granted, or %v", kind, err)
		}
	}
	channel := openChannel(t, client)
	var granted []string
	for _, asked := range []struct {
		name    string
		payload []byte
	}{
		{"auth-agent-req@openssh.com", nil},
		{"x11-req", []byte("x")},
		{"subsystem", gossh.Marshal(struct{ Name string }{"sftp"})},
		{"env", variable("LANG", "de_DE.UTF-8")},
		{"env", variable("LD_PRELOAD", "/tmp/x.so")},
		{"env", variable("BASH_ENV", "x")},
		{"env", variable("LC_ALL", "C")},
		{"env", variable("LC_ALL\x00", "C")},
		{"env", variable("TZ", strings.Repeat("x", 200))},
		{"env", variable("NO_COLOR", "\x1b[2J")},
		{"env", nil},
		{"pty-req", []byte("short")},
		{"nonsense", nil},
		{"shell", nil},
	} {
		if sendRequest(t, channel, asked.name, asked.payload) {
			granted = append(granted, asked.name+" "+name(asked.payload))
		}
	}
	if want := []string{"env LANG", "env LC_ALL", "shell "}; !slices.Equal(granted, want) {
		t.Errorf("granted was %q, want %q", granted, want)
	}
}

func variable(name, value string) []byte {
	return gossh.Marshal(struct{ Name, Value string }{name, value})
}

// name returns the first string of a payload.
func name(payload []byte) string {
	var v struct {
		Name string
		Rest []byte `ssh:"rest"`
	}
	if gossh.Unmarshal(payload, &v) != nil {
		return ""
	}
	return v.Name
}

// Hazard 21: 640 MB of variables.
func TestWhoAsksForTooMuchLosesTheConnectionAndNobodyElse(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	other := h.openConsole(h.signIn(asha), 80, 24)
	client := h.signIn(asha)
	channel := openChannel(t, client)
	granted, sent := 0, 0
	for ; sent < 10_000; sent++ {
		ok, err := channel.SendRequest("env", true, variable("LC_X"+string(rune('A'+sent%26)), strings.Repeat("y", 100)))
		if err != nil {
			break
		}
		if ok {
			granted++
		}
	}
	if granted > 16 || sent > 1000 {
		t.Errorf("%d variables were kept of %d that were sent", granted, sent)
	}
	other.typeKeys("undisturbed")
	other.waitFor("typed:undisturbed")
}

// Hazard 21.
func TestSessionsAreLimitedByConnectionAgentAndHost(t *testing.T) {
	t.Parallel()
	asha, ben := newSigner(t), newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha")+authorizedLine(ben.PublicKey(), "Ben"), sshd.Limits{Sessions: 4, PerAgent: 3})
	one := h.signIn(asha)
	first, second := h.openConsole(one, 80, 24), h.openConsole(one, 80, 24)
	first.waitFor("Asha")
	second.waitFor("Asha")
	if _, _, err := one.OpenChannel("session", nil); err == nil {
		t.Error("a third session was opened on one connection")
	}
	third := h.openConsole(h.signIn(asha), 80, 24)
	third.waitFor("Asha")
	fourth := h.openConsole(h.signIn(asha), 80, 24)
	fourth.waitFor("Asha has 3 sessions open already")
	fourth.waitForExit(75)
	h.openConsole(h.signIn(ben), 80, 24).waitFor("Ben 80x24")
	full := h.openConsole(h.signIn(ben), 80, 24)
	full.waitFor("the host is full")
	full.waitForExit(75)
	third.typeKeys("Q")
	third.waitForExit(0)
	h.waitUntil(func() bool { return len(h.host.Sessions()) == 3 })
	h.openConsole(h.signIn(ben), 80, 24).waitFor("Ben 80x24")
}

// Hazard 21.
func TestOfTwoThousandChannelsOnOneConnectionTwoAreOpened(t *testing.T) {
	texttest.RequireLoad(t)
	openChannelsAtOnce(t, 2000)
}

func TestOfManyChannelsOnOneConnectionTwoAreOpened(t *testing.T) {
	t.Parallel()
	openChannelsAtOnce(t, 20)
}

// openChannelsAtOnce asks for channels on one connection while an agent types on another.
func openChannelsAtOnce(t *testing.T, channels int) {
	t.Helper()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	other := h.openConsole(h.signIn(asha), 80, 24)
	other.waitFor("Asha")
	client := h.signIn(asha)
	var opened atomic.Int64
	var all sync.WaitGroup
	for range channels {
		all.Go(func() {
			if _, requests, err := client.OpenChannel("session", nil); err == nil {
				opened.Add(1)
				go gossh.DiscardRequests(requests)
			}
		})
	}
	other.typeKeys("undisturbed")
	other.waitFor("typed:undisturbed")
	all.Wait()
	if n := opened.Load(); n != 2 {
		t.Errorf("%d were opened", n)
	}
}

// waitUntil waits for something to become true.
func (h *testHost) waitUntil(holds func() bool) {
	h.t.Helper()
	ctx, stop := context.WithTimeout(h.t.Context(), h.patience)
	defer stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			h.t.Fatal("it never became true")
		case <-tick.C:
		}
	}
}

// Hazard 22.
func TestAClientThatStopsReadingHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{ShutdownGrace: 1})
	deaf := openChannel(t, h.signIn(asha)) // nothing reads its channel
	if !sendRequest(t, deaf, "pty-req", ptyRequest(400, 150)) || !sendRequest(t, deaf, "shell", nil) {
		t.Fatal("no terminal was given")
	}
	c := h.openConsole(h.signIn(asha), 80, 24)
	c.waitFor("Asha")
	if _, err := io.WriteString(deaf, "F"); err != nil { // fills the screen anew again and again
		t.Fatal(err)
	}
	h.waitUntil(func() bool { return h.metric("frontdesk_ssh_written_bytes") > 1_900_000 }) // the client takes 2 MiB unread
	for _, session := range h.host.Sessions() {
		session.Notify("a word to all")
	}
	c.waitFor("notice:a word to all")
	c.typeKeys("on")
	c.waitFor("typed:on")
	h.stop() // and the end of the host does not wait for it either
	if err := <-h.ended; err != nil {
		t.Error(err)
	}
	h.ended <- nil
}

// metric returns a value of the metrics.
func (h *testHost) metric(name string) (value int) {
	var all strings.Builder
	h.host.WriteMetrics(&all)
	for line := range strings.SplitSeq(all.String(), "\n") {
		if rest, found := strings.CutPrefix(line, name+" "); found {
			value, _ = strconv.Atoi(rest)
		}
	}
	return value
}
