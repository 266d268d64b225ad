package sshd

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// newRequests returns the requests of a session, made at a time that does not pass by itself.
func newRequests(now *time.Time) (r *requests, sizes *[][2]int) {
	sizes = &[][2]int{}
	return &requests{
		limits: Limits{}.WithDefaults(), terminal: true, now: func() time.Time { return *now }, signal: func(string) {},
		sized: func(w, h int) { *sizes = append(*sizes, [2]int{w, h}) },
	}, sizes
}

func terminalOf(name string, columns, rows uint32) []byte {
	return gossh.Marshal(struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{name, columns, rows, 9, 9, "\x35\x00\x00\x00\x01\x00"})
}

func windowOf(columns, rows uint32) []byte {
	return gossh.Marshal(struct{ Columns, Rows, Width, Height uint32 }{columns, rows, 9, 9})
}

// Hazard 17: what the library sees is bounded already.
func TestATerminalIsBoundedInTheRequestItself(t *testing.T) {
	now := noon
	r, sizes := newRequests(&now)
	req := &gossh.Request{Type: "pty-req", WantReply: true, Payload: terminalOf("xterm", 4294967295, 4294967295)}
	if r.filter(req) != forward || req.Type != "pty-req" {
		t.Fatal("it was refused")
	}
	var seen struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}
	if err := gossh.Unmarshal(req.Payload, &seen); err != nil || seen.Columns != 400 || seen.Rows != 150 || seen.Width != 0 || seen.Modes != "" {
		t.Errorf("the library is asked for %+v, %v", seen, err)
	}
	if again := (&gossh.Request{Type: "pty-req", WantReply: true, Payload: terminalOf("xterm", 80, 24)}); r.filter(again) != forward || again.Type != unsupportedRequest {
		t.Error("a second terminal was given")
	}
	change := &gossh.Request{Type: "window-change", Payload: windowOf(4294967295, 0)}
	if r.filter(change) != discard {
		t.Error("the library got a window size that nobody reads")
	}
	if want := [][2]int{{400, 150}, {400, 24}}; !slices.Equal(*sizes, want) {
		t.Errorf("the sizes are %v, want %v", *sizes, want)
	}
}

func TestATerminalsNameIsOneOrUnknown(t *testing.T) {
	for name, want := range map[string]string{
		"tmux-256color": "tmux-256color", "": "unknown", "\x1b[2J": "unknown", "a b": "unknown", "x;y": "unknown", "é": "unknown",
		strings.Repeat("x", maxTerm): strings.Repeat("x", maxTerm), strings.Repeat("x", maxTerm+1): "unknown",
	} {
		now := noon
		r, _ := newRequests(&now)
		if r.filter(&gossh.Request{Type: "pty-req", Payload: terminalOf(name, 80, 24)}); !slices.Equal(r.environ(), []string{"TERM=" + want}) {
			t.Errorf("%q became %q", name, r.environ())
		}
	}
}

// Hazard 21.
func TestTheEnvironmentIsWhatTheTerminalNeedsAndNoMore(t *testing.T) {
	now := noon
	r, _ := newRequests(&now)
	set := func(name, value string) bool {
		req := &gossh.Request{Type: "env", WantReply: true, Payload: gossh.Marshal(struct{ Name, Value string }{name, value})}
		return r.filter(req) == forward && req.Type == "env"
	}
	for _, refused := range [][2]string{
		{"PATH", "/tmp"},
		{"LD_PRELOAD", "x"},
		{"FRONTDESK_TOKEN", "x"},
		{"TERM", "x"},
		{"SSH_TTY", "x"},
		{"LC_", strings.Repeat("x", maxVariable)},
		{"LC_A=B", "x"},
		{"LANG", "a\nb"},
		{"LANG", "\x9b"},
		{"TMUX", "/tmp/x,1,0"},
		{"COLORFGBG", "0;15"},
		{"EDITOR", "vi"},
	} {
		if set(refused[0], refused[1]) {
			t.Errorf("%s=%q was taken", refused[0], refused[1])
		}
	}
	for _, taken := range []string{"COLORTERM", "LANG", "NO_COLOR", "TZ", "LC_ALL"} {
		if !set(taken, "x") {
			t.Errorf("%s was not taken", taken)
		}
	}
	for i := range 100 {
		if set(fmt.Sprintf("LC_%d", i), strings.Repeat("y", 100)) != (i < maxVariables-5) {
			t.Errorf("variable %d", i)
		}
	}
	if got := len(r.environ()); got != maxVariables {
		t.Errorf("%d are kept", got)
	}
}

// Hazard 21: too much of anything costs the connection, and a window being dragged is not too much.
func TestTooManyRequestsEndTheConnection(t *testing.T) {
	now := noon
	r, _ := newRequests(&now)
	for i := range maxRequests {
		if r.filter(&gossh.Request{Type: "env", WantReply: true}) != forward {
			t.Fatalf("request %d was one too many", i)
		}
	}
	if r.filter(&gossh.Request{Type: "nonsense"}) != disconnect {
		t.Error("there is no end to them")
	}
	for range 3 {
		for range maxWindows {
			if r.filter(&gossh.Request{Type: "window-change", Payload: windowOf(80, 24)}) != discard {
				t.Fatal("a window size was refused")
			}
		}
		now = now.Add(time.Minute + time.Second)
	}
	for range maxWindows {
		r.filter(&gossh.Request{Type: "window-change", Payload: windowOf(80, 24)})
	}
	if r.filter(&gossh.Request{Type: "window-change", Payload: windowOf(80, 24)}) != disconnect {
		t.Error("there is no end to window sizes")
	}
}

func TestACommandIsBounded(t *testing.T) {
	now := noon
	r, _ := newRequests(&now)
	for size, want := range map[int]string{maxCommand: "exec", maxCommand + 1: unsupportedRequest} {
		req := &gossh.Request{Type: "exec", WantReply: true, Payload: make([]byte, size)}
		if r.filter(req); req.Type != want {
			t.Errorf("%d bytes became %s", size, req.Type)
		}
	}
}

// offeredChannel is a channel that a client asks for, with what it asks of it all at once.
type offeredChannel struct {
	gossh.NewChannel
	asked chan *gossh.Request
}

// Accept opens it.
func (o offeredChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	return nil, o.asked, nil
}

// Hazard 21: a client counts answers. One that came out of turn would be taken for another one's.
func TestRequestsThatAreRefusedAreAnsweredInTheirTurn(t *testing.T) {
	now := noon
	r, _ := newRequests(&now)
	all := offeredChannel{asked: make(chan *gossh.Request, 10)}
	for _, req := range []*gossh.Request{
		{Type: "env", WantReply: true, Payload: gossh.Marshal(struct{ Name, Value string }{"LANG", "C"})},
		{Type: "x11-req", WantReply: true},
		{Type: "auth-agent-req@openssh.com"}, // nobody waits for an answer
		{Type: "env", WantReply: true, Payload: gossh.Marshal(struct{ Name, Value string }{"LD_PRELOAD", "x"})},
		{Type: "pty-req", WantReply: true, Payload: terminalOf("xterm", 80, 24)},
		{Type: "window-change", WantReply: true, Payload: windowOf(80, 24)},
		{Type: "subsystem", WantReply: true},
		{Type: "shell", WantReply: true},
	} {
		all.asked <- req
	}
	close(all.asked)
	w := &filteredChannel{NewChannel: all, session: &Session{asked: r, closed: make(chan struct{})}}
	_, passing, err := w.Accept()
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for req := range passing {
		seen = append(seen, req.Type)
	}
	if want := []string{"env", unsupportedRequest, unsupportedRequest, "pty-req", unsupportedRequest, unsupportedRequest, "shell"}; !slices.Equal(seen, want) {
		t.Errorf("the library answers %q, want %q", seen, want)
	}
}
