package sshd

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/safetext"
)

// far is a client that answers whether it is there, or does not.
type far struct {
	gossh.Channel
	line  net.Conn // to the host
	asked atomic.Int32
	mute  atomic.Bool // it answers no more
}

// SendRequest is answered at once, or never.
func (f *far) SendRequest(string, bool, []byte) (bool, error) {
	f.asked.Add(1)
	if f.mute.Load() {
		_, err := f.line.Read(make([]byte, 1)) // until the host closes it
		return false, err
	}
	_, err := f.line.Write([]byte("no"))
	return false, err
}

// attended is a session whose time runs, with what its model is told.
func attended(t *testing.T, limits Limits) (*Session, *far, chan tea.Msg) {
	t.Helper()
	near, line := net.Pipe()
	h := &Server{Config: Config{Limits: limits.orDefault(), Now: time.Now, NoticeMsg: func(line string) tea.Msg { return line }}}
	v := h.newVisit(grant{agent: Agent{Name: safetext.LineFromText("Asha")}, terminal: true}, &clientConn{Conn: near, gate: newGate(h.Limits, time.Now), connectedAt: time.Now()})
	client := &far{line: line}
	v.channel = client
	messages := make(chan tea.Msg, 10_000)
	go func() { _, _ = io.Copy(io.Discard, v.guest) }()
	go v.watchLimits(v.ctx, messages)
	go v.keepAlive()
	t.Cleanup(func() {
		v.cancel(nil)
		_ = v.guest.Close()
	})
	return v, client, messages
}

// Hazard 19.
func TestAnIdleSessionIsWarnedAndEndedWhateverItsConnectionSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, _, messages := attended(t, Limits{IdleTimeout: time.Hour, WarnBefore: 2 * time.Minute})
		rest(t.Context(), 57*time.Minute) // answers keepalives all the time
		v.keyPressed()
		rest(t.Context(), 57*time.Minute+59*time.Second)
		synctest.Wait()
		if len(messages) != 0 || v.ctx.Err() != nil {
			t.Fatalf("a key did not count: %v, %v", len(messages), v.ctx.Err())
		}
		for _, want := range []string{"2 min", "a minute", "half a minute", "a few seconds"} {
			rest(t.Context(), 32*time.Second)
			synctest.Wait()
			if said := told(t, messages); said != "this session ends in "+want+" unless you press a key" {
				t.Errorf("said was %q", said)
			}
		}
		synctest.Wait()
		if !errors.Is(context.Cause(v.ctx), errIdle) {
			t.Errorf("it goes on, or ended with %v", context.Cause(v.ctx))
		}
	})
}

func TestAKeyAfterTheWarningKeepsTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, _, messages := attended(t, Limits{IdleTimeout: time.Hour, WarnBefore: 2 * time.Minute})
		rest(t.Context(), 58*time.Minute+time.Second)
		v.keyPressed()
		rest(t.Context(), time.Second)
		synctest.Wait()
		if said := []string{told(t, messages), told(t, messages)}; !strings.Contains(said[0], "ends in") || said[1] != "" || len(messages) != 0 {
			t.Errorf("said was %q", said)
		}
		rest(t.Context(), 57*time.Minute)
		synctest.Wait()
		if v.ctx.Err() != nil || len(messages) != 0 {
			t.Errorf("%v, warned %d times", context.Cause(v.ctx), len(messages))
		}
	})
}

func TestASessionEndsWhenItHasLastedAsLongAsItMay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, _, messages := attended(t, Limits{IdleTimeout: time.Hour, MaxDuration: 3 * time.Hour})
		for range 179 {
			rest(t.Context(), time.Minute)
			v.keyPressed()
		}
		synctest.Wait()
		if said := told(t, messages); !strings.Contains(said, "it may last no longer") {
			t.Errorf("said was %q", said)
		}
		rest(t.Context(), time.Minute)
		synctest.Wait()
		if !errors.Is(context.Cause(v.ctx), errMaxDuration) {
			t.Errorf("it goes on, or ended with %v", context.Cause(v.ctx))
		}
	})
}

func told(t *testing.T, messages chan tea.Msg) string {
	t.Helper()
	select {
	case msg := <-messages:
		said, _ := msg.(string)
		return said
	default:
		return "nothing"
	}
}

func TestWindowSizesComeAtMostTwentyTimesASecondAndTheLastOneCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, _, messages := attended(t, Limits{})
		for i := range 2000 {
			v.size.put([2]int{80 + i, 24})
			rest(t.Context(), time.Millisecond)
		}
		rest(t.Context(), time.Second)
		synctest.Wait()
		n := len(messages)
		if n > 41 {
			t.Errorf("%d of 2000 sizes in two seconds were drawn", n)
		}
		var last tea.Msg
		for range n {
			last = <-messages
		}
		if size, ok := last.(tea.WindowSizeMsg); !ok || size.Width != 80+1999 {
			t.Errorf("the last is %v", last)
		}
	})
}

func TestAClientThatVanishesIsMissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, client, _ := attended(t, Limits{KeepaliveInterval: 10 * time.Second, ClientTimeout: 30 * time.Second})
		rest(t.Context(), time.Hour+time.Second)
		if n := client.asked.Load(); n < 350 || n > 370 {
			t.Errorf("it was asked %d times in an hour", n)
		}
		client.mute.Store(true)
		rest(t.Context(), 28*time.Second)
		synctest.Wait()
		if v.ctx.Err() != nil {
			t.Fatal("it was given up too soon")
		}
		rest(t.Context(), 2*time.Second)
		synctest.Wait()
		if !errors.Is(context.Cause(v.ctx), errClientGone) {
			t.Errorf("it goes on, or ended with %v", context.Cause(v.ctx))
		}
	})
}

func TestWhoeverSendsAnythingIsStillThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, client, _ := attended(t, Limits{KeepaliveInterval: 10 * time.Second, ClientTimeout: 30 * time.Second})
		client.mute.Store(true) // the answer waits behind what a slow line has not carried yet
		for range 100 {
			rest(t.Context(), 29*time.Second)
			if _, err := client.line.Write([]byte("j")); err != nil {
				t.Fatal(err)
			}
		}
		if n := client.asked.Load(); v.ctx.Err() != nil || n != 1 {
			t.Errorf("it was asked %d times and ended: %v", n, context.Cause(v.ctx))
		}
	})
}

// still is a model that takes everything.
type still struct{ tea.Model }

// Update takes it.
func (s still) Update(tea.Msg) (tea.Model, tea.Cmd) { return s, nil }

// Hazard 19: what a terminal says by itself is no sign of somebody being there.
func TestKeysCountAndNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, _, _ := attended(t, Limits{})
		c := &keyCountingModel{still{}, v}
		for name, says := range map[string]struct {
			msg    tea.Msg
			counts bool
		}{
			"a key": {tea.KeyPressMsg{Code: 'x'}, true}, "a paste": {tea.PasteMsg{}, true}, "a click": {tea.MouseClickMsg{}, true},
			"a key let go": {tea.KeyReleaseMsg{}, false}, "the mouse moved": {tea.MouseMotionMsg{}, false}, "the window came to the front": {tea.FocusMsg{}, false},
			"its background": {tea.BackgroundColorMsg{}, false}, "its size": {tea.WindowSizeMsg{}, false}, "its modes": {tea.ModeReportMsg{}, false},
			"the clipboard": {tea.ClipboardMsg{}, false}, "the host": {"a notice", false},
		} {
			rest(t.Context(), time.Minute)
			before := v.lastKeyAt()
			c.Update(says.msg)
			if counted := !v.lastKeyAt().Equal(before); counted != says.counts {
				t.Errorf("%s counts: %v", name, counted)
			}
		}
	})
}
