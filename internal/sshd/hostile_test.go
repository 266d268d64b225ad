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

	"frontdesk/internal/sshd"
)

// raw opens a session's channel without the client library's help.
func raw(t *testing.T, client *gossh.Client) gossh.Channel {
	t.Helper()
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	return channel
}

// pty is a request for a terminal.
func pty(columns, rows uint32) []byte {
	return gossh.Marshal(struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{"xterm", columns, rows, 0, 0, strings.Repeat("\x35\x00\x00\x00\x01", 30)})
}

func window(columns, rows uint32) []byte {
	return gossh.Marshal(struct{ Columns, Rows, Width, Height uint32 }{columns, rows, 0, 0})
}

// ask sends a request and says whether it was granted.
func ask(t *testing.T, channel gossh.Channel, name string, payload []byte) bool {
	t.Helper()
	granted, err := channel.SendRequest(name, true, payload)
	if err != nil {
		t.Fatal(err)
	}
	return granted
}

// Hazard 17.
func TestWindowsOfAnySizeAreClampedBeforeAnythingIsAllocated(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
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
			asked, changed := raw(t, client), h.open(h.signIn(asha), 80, 24)
			if !ask(t, asked, "pty-req", pty(test.columns, test.rows)) || !ask(t, asked, "shell", nil) {
				t.Fatal("no terminal was given")
			}
			c := &console{t: t, patience: patience(t)}
			c.watch(asked)
			c.sees("Asha " + test.want)

			changed.sees("Asha 80x24")
			if _, err := changed.session.SendRequest("window-change", false, window(test.columns, test.rows)); err != nil {
				t.Fatal(err)
			}
			changed.sees(test.want)
			_ = changed.session.Close()
		})
	}
}

// Hazard 17.
func TestAThousandWindowSizesAreWorkedOffAsAFew(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
	other := h.open(h.signIn(asha), 80, 24)
	c := h.open(h.signIn(asha), 80, 24)
	c.sees("80x24")
	for i := range uint32(1000) {
		if _, err := c.session.SendRequest("window-change", false, window(50+i%300, 20+i%100)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.session.SendRequest("window-change", false, window(77, 33)); err != nil {
		t.Fatal(err)
	}
	c.sees("77x33")
	other.types("undisturbed")
	other.sees("typed:undisturbed")
}

// Hazard 21, and 18 for what the library grants by itself.
func TestNothingButSessionsIsGrantedAndAnswersComeInOrder(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
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
	channel := raw(t, client)
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
		if ask(t, channel, asked.name, asked.payload) {
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

// name is the first string of a payload.
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
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
	other := h.open(h.signIn(asha), 80, 24)
	client := h.signIn(asha)
	channel := raw(t, client)
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
	other.types("undisturbed")
	other.sees("typed:undisturbed")
}

// Hazard 21.
func TestSessionsAreLimitedByConnectionAgentAndHost(t *testing.T) {
	asha, ben := signer(t), signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha")+line(ben.PublicKey(), "Ben"), sshd.Limits{Sessions: 4, PerAgent: 3})
	one := h.signIn(asha)
	first, second := h.open(one, 80, 24), h.open(one, 80, 24)
	first.sees("Asha")
	second.sees("Asha")
	if _, _, err := one.OpenChannel("session", nil); err == nil {
		t.Error("a third session was opened on one connection")
	}
	third := h.open(h.signIn(asha), 80, 24)
	third.sees("Asha")
	fourth := h.open(h.signIn(asha), 80, 24)
	fourth.sees("Asha has 3 sessions open already")
	fourth.exits(75)
	h.open(h.signIn(ben), 80, 24).sees("Ben 80x24")
	full := h.open(h.signIn(ben), 80, 24)
	full.sees("the host is full")
	full.exits(75)
	third.types("Q")
	third.exits(0)
	h.until(func() bool { return len(h.host.Sessions()) == 3 })
	h.open(h.signIn(ben), 80, 24).sees("Ben 80x24")
}

// Hazard 21.
func TestOfTwoThousandChannelsOnOneConnectionTwoAreOpened(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
	other := h.open(h.signIn(asha), 80, 24)
	other.sees("Asha")
	client := h.signIn(asha)
	var opened atomic.Int64
	var all sync.WaitGroup
	for range 2000 {
		all.Go(func() {
			if _, requests, err := client.OpenChannel("session", nil); err == nil {
				opened.Add(1)
				go gossh.DiscardRequests(requests)
			}
		})
	}
	other.types("undisturbed")
	other.sees("typed:undisturbed")
	all.Wait()
	if n := opened.Load(); n != 2 {
		t.Errorf("%d were opened", n)
	}
}

// until waits for something to become true.
func (h *hosted) until(holds func() bool) {
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
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{ShutdownGrace: 1})
	deaf := raw(t, h.signIn(asha)) // nothing reads its channel
	if !ask(t, deaf, "pty-req", pty(400, 150)) || !ask(t, deaf, "shell", nil) {
		t.Fatal("no terminal was given")
	}
	c := h.open(h.signIn(asha), 80, 24)
	c.sees("Asha")
	if _, err := io.WriteString(deaf, "F"); err != nil { // fills the screen anew again and again
		t.Fatal(err)
	}
	h.until(func() bool { return h.measured("frontdesk_ssh_written_bytes") > 1_900_000 }) // the client takes 2 MiB unread
	for _, session := range h.host.Sessions() {
		session.Notify("a word to all")
	}
	c.sees("told:a word to all")
	c.types("on")
	c.sees("typed:on")
	h.stop() // and the end of the host does not wait for it either
	if err := <-h.ended; err != nil {
		t.Error(err)
	}
	h.ended <- nil
}

// measured is a value of the metrics.
func (h *hosted) measured(name string) (value int) {
	var all strings.Builder
	h.host.WriteMetrics(&all)
	for line := range strings.SplitSeq(all.String(), "\n") {
		if rest, found := strings.CutPrefix(line, name+" "); found {
			value, _ = strconv.Atoi(rest)
		}
	}
	return value
}
