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

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// remoteClient is a client that may or may not answer keepalives.
type remoteClient struct {
	gossh.Channel
	line  net.Conn // to the host
	asked atomic.Int32
	mute  atomic.Bool // it answers no more
}

// SendRequest answers at once, or never.
func (f *remoteClient) SendRequest(string, bool, []byte) (bool, error) {
	f.asked.Add(1)
	if f.mute.Load() {
		_, err := f.line.Read(make([]byte, 1)) // until the host closes it
		return false, err
	}
	_, err := f.line.Write([]byte("no"))
	return false, err
}

// startSession returns a session whose timers run, with the messages sent to its model.
func startSession(t *testing.T, limits Limits) (*Session, *remoteClient, chan tea.Msg) {
	t.Helper()
	near, line := net.Pipe()
	server := &Server{Config: Config{Limits: limits.WithDefaults(), Now: time.Now, NoticeMsg: func(line string) tea.Msg { return line }}}
	session := server.newSession(grant{agent: Agent{Name: safetext.LineFromText("Asha")}, terminal: true}, &clientConn{Conn: near, limiter: newConnLimiter(server.Limits, time.Now), connectedAt: time.Now()})
	client := &remoteClient{line: line}
	session.channel = client
	messages := make(chan tea.Msg, 10_000)
	go func() { _, _ = io.Copy(io.Discard, session.conn) }()
	go session.watchLimits(session.ctx, messages)
	go session.keepAlive()
	t.Cleanup(func() {
		session.cancel(nil)
		_ = session.conn.Close()
	})
	return session, client, messages
}

// Hazard 19.
func TestAnIdleSessionIsWarnedAndEndedWhateverItsConnectionSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		session, _, messages := startSession(t, Limits{IdleTimeout: time.Hour, WarnBefore: 2 * time.Minute})
		guard.Sleep(t.Context(), 57*time.Minute) // answers keepalives all the time
		session.keyPressed()
		guard.Sleep(t.Context(), 57*time.Minute+59*time.Second)
		synctest.Wait()
		if len(messages) != 0 || session.ctx.Err() != nil {
			t.Fatalf("a key did not count: %v, %v", len(messages), session.ctx.Err())
		}
		for _, want := range []string{"2 min", "a minute", "half a minute", "a few seconds"} {
			guard.Sleep(t.Context(), 32*time.Second)
			synctest.Wait()
			if said := readMessages(t, messages); said != "this session ends in "+want+" unless you press a key" {
				t.Errorf("said was %q", said)
			}
		}
		synctest.Wait()
		if !errors.Is(context.Cause(session.ctx), errIdle) {
			t.Errorf("it goes on, or ended with %v", context.Cause(session.ctx))
		}
	})
}

func TestAKeyAfterTheWarningKeepsTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		session, _, messages := startSession(t, Limits{IdleTimeout: time.Hour, WarnBefore: 2 * time.Minute})
		guard.Sleep(t.Context(), 58*time.Minute+time.Second)
		session.keyPressed()
		guard.Sleep(t.Context(), time.Second)
		synctest.Wait()
		if said := []string{readMessages(t, messages), readMessages(t, messages)}; !strings.Contains(said[0], "ends in") || said[1] != "" || len(messages) != 0 {
			t.Errorf("said was %q", said)
		}
		guard.Sleep(t.Context(), 57*time.Minute)
		synctest.Wait()
		if session.ctx.Err() != nil || len(messages) != 0 {
			t.Errorf("%v, warned %d times", context.Cause(session.ctx), len(messages))
		}
	})
}

func TestASessionEndsWhenItHasLastedAsLongAsItMay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		session, _, messages := startSession(t, Limits{IdleTimeout: time.Hour, MaxDuration: 3 * time.Hour})
		for range 179 {
			guard.Sleep(t.Context(), time.Minute)
			session.keyPressed()
		}
		synctest.Wait()
		if said := readMessages(t, messages); !strings.Contains(said, "it may last no longer") {
			t.Errorf("said was %q", said)
		}
		guard.Sleep(t.Context(), time.Minute)
		synctest.Wait()
		if !errors.Is(context.Cause(session.ctx), errMaxDuration) {
			t.Errorf("it goes on, or ended with %v", context.Cause(session.ctx))
		}
	})
}

func readMessages(t *testing.T, messages chan tea.Msg) string {
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
		session, _, messages := startSession(t, Limits{})
		for i := range 2000 {
			session.size.put([2]int{80 + i, 24})
			guard.Sleep(t.Context(), time.Millisecond)
		}
		guard.Sleep(t.Context(), time.Second)
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
		session, client, _ := startSession(t, Limits{KeepaliveInterval: 10 * time.Second, ClientTimeout: 30 * time.Second})
		guard.Sleep(t.Context(), time.Hour+time.Second)
		if n := client.asked.Load(); n < 350 || n > 370 {
			t.Errorf("it was asked %d times in an hour", n)
		}
		client.mute.Store(true)
		guard.Sleep(t.Context(), 28*time.Second)
		synctest.Wait()
		if session.ctx.Err() != nil {
			t.Fatal("it was given up too soon")
		}
		guard.Sleep(t.Context(), 2*time.Second)
		synctest.Wait()
		if !errors.Is(context.Cause(session.ctx), errClientGone) {
			t.Errorf("it goes on, or ended with %v", context.Cause(session.ctx))
		}
	})
}

func TestKeepalivesOfAllSessionsAreSentInStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := Limits{KeepaliveInterval: 10 * time.Second, ClientTimeout: 30 * time.Second}
		var asked []*atomic.Int32
		for range 20 {
			_, client, _ := startSession(t, limits)
			asked = append(asked, &client.asked)
			guard.Sleep(t.Context(), 370*time.Millisecond)
		}
		guard.Sleep(t.Context(), time.Minute)
		moments, before := 0, make([]int32, len(asked))
		for range 600 {
			guard.Sleep(t.Context(), 100*time.Millisecond)
			synctest.Wait()
			woken := false
			for i, n := range asked {
				woken, before[i] = woken || n.Load() != before[i], n.Load()
			}
			if woken {
				moments++
			}
		}
		if moments > 13 {
			t.Errorf("20 sessions woke the host at %d moments of a minute", moments)
		}
	})
}

func TestWhoeverSendsAnythingIsStillThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		session, client, _ := startSession(t, Limits{KeepaliveInterval: 10 * time.Second, ClientTimeout: 30 * time.Second})
		client.mute.Store(true) // the answer waits behind what a slow line has not carried yet
		for range 100 {
			guard.Sleep(t.Context(), 29*time.Second)
			if _, err := client.line.Write([]byte("j")); err != nil {
				t.Fatal(err)
			}
		}
		if n := client.asked.Load(); session.ctx.Err() != nil || n != 1 {
			t.Errorf("it was asked %d times and ended: %v", n, context.Cause(session.ctx))
		}
	})
}

// idleModel is a model that accepts every message.
type idleModel struct{ tea.Model }

// Update ignores the message.
func (s idleModel) Update(tea.Msg) (tea.Model, tea.Cmd) { return s, nil }

// Hazard 19: what a terminal sends by itself does not show that an agent is there.
func TestKeysCountAndNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		session, _, _ := startSession(t, Limits{})
		c := &keyCountingModel{idleModel{}, session}
		for name, says := range map[string]struct {
			msg    tea.Msg
			counts bool
		}{
			"a key": {tea.KeyPressMsg{Code: 'x'}, true}, "a paste": {tea.PasteMsg{}, true}, "a click": {tea.MouseClickMsg{}, true},
			"a key let go": {tea.KeyReleaseMsg{}, false}, "the mouse moved": {tea.MouseMotionMsg{}, false}, "the window came to the front": {tea.FocusMsg{}, false},
			"its background": {tea.BackgroundColorMsg{}, false}, "its size": {tea.WindowSizeMsg{}, false}, "its modes": {tea.ModeReportMsg{}, false},
			"the clipboard": {tea.ClipboardMsg{}, false}, "the host": {"a notice", false},
		} {
			guard.Sleep(t.Context(), time.Minute)
			before := session.lastKeyAt()
			c.Update(says.msg)
			if counted := !session.lastKeyAt().Equal(before); counted != says.counts {
				t.Errorf("%s counts: %v", name, counted)
			}
		}
	})
}
