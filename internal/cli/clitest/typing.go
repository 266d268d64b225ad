package clitest

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
)

// TypingSession is a session of an agent that measures how soon its keys are answered.
type TypingSession struct {
	First time.Duration   // from dialling to the first rows
	Took  []time.Duration // from each key to what was drawn

	channel gossh.Channel
	drawn   chan struct{} // holds one notice at most
}

// SignIn signs an agent in and waits for the first rows.
func (h *Host) SignIn(agent string) (*TypingSession, error) {
	began := time.Now()
	client, err := gossh.Dial("tcp", h.Address, h.ClientConfig(agent))
	if err != nil {
		return nil, err
	}
	h.t.Cleanup(func() { _ = client.Close() })
	y := &TypingSession{drawn: make(chan struct{}, 1)}
	if y.channel, err = OpenConsole120(client); err != nil {
		return nil, err
	}
	if err := ReadUntil(y.channel, "7135"); err != nil {
		return nil, err
	}
	y.First = time.Since(began)
	guard.Go(func() { _, _ = io.Copy(y, y.channel) })
	return y, nil
}

// Write takes the output of the session.
func (y *TypingSession) Write(p []byte) (int, error) {
	select {
	case y.drawn <- struct{}{}:
	default:
	}
	return len(p), nil
}

// PressKey presses a key and waits until something is drawn.
func (y *TypingSession) PressKey(key string) error {
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
		y.Took = append(y.Took, time.Since(began))
		return nil
	case <-time.After(5 * time.Minute): // for ever: how fast the machine is decides nothing
		return fmt.Errorf("the key %q was not answered", key)
	}
}

// OpenConsole120 opens a console of 120×40; the caller reads its output.
func OpenConsole120(client *gossh.Client) (gossh.Channel, error) {
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		return nil, err
	}
	guard.Go(func() { gossh.DiscardRequests(requests) })
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

// ReadUntil reads until a text has come.
func ReadUntil(from io.Reader, what string) error {
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

// Percentiles returns the median and the 95th percentile.
func Percentiles(all []time.Duration) (median, most time.Duration) {
	slices.Sort(all)
	return all[len(all)/2].Round(10 * time.Microsecond), all[len(all)*95/100].Round(10 * time.Microsecond)
}

// WaitUntilDrawn waits until the sessions have drawn nothing for a while.
func WaitUntilDrawn(all ...*TypingSession) {
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

// TypeInAllSessions has every session press the last key five times a second. With two keys each opens a form first, on
// a ticket of its own, and all begin when the last form is open.
func TypeInAllSessions(t testing.TB, all []*TypingSession, keys string, lasting time.Duration) {
	t.Helper()
	forEachSession(t, all, func(i int, y *TypingSession) error {
		if len(keys) > 1 {
			_ = y.PressKey("g" + strings.Repeat("j", i+1)) // the first may be there already
			WaitUntilDrawn(y)
			if err := y.PressKey(keys[:1]); err != nil {
				return err
			}
			WaitUntilDrawn(y)
		}
		y.Took = nil
		return nil
	})
	enough := time.Now().Add(lasting)
	forEachSession(t, all, func(i int, y *TypingSession) error {
		<-time.After(time.Duration(i%200) * time.Millisecond)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for ; time.Now().Before(enough); <-tick.C {
			if err := y.PressKey(keys[len(keys)-1:]); err != nil {
				return err
			}
		}
		return nil
	})
}

// forEachSession calls do for every session at the same time.
func forEachSession(t testing.TB, all []*TypingSession, do func(i int, y *TypingSession) error) {
	t.Helper()
	busy := new(guard.Group)
	for i, y := range all {
		busy.Go(func() error { return do(i, y) })
	}
	if err := busy.Wait(); err != nil {
		t.Error(err)
	}
}
