package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"github.com/charmbracelet/x/vt"

	"frontdesk/internal/guard"
)

// quietTime is how long nothing must be drawn before the next key is sent.
const quietTime = 60 * time.Millisecond

// screen is where a program takes keys and draws, in a terminal of its own or over SSH.
type screen struct {
	keys  io.Writer
	drawn chan piece // closed when the program ends
}

// piece is a piece of output, and when it arrived.
type piece struct {
	at    time.Time
	bytes int
}

var errEnded = errors.New("the program ended while it was measured")

// waitFor follows a program's output until its screen shows that it is ready, and says when that arrived.
func (s *screen) waitFor(ctx context.Context, output io.Reader, p program, o options) (time.Time, error) {
	ready := make(chan time.Time, 1) // closed when the output ends
	guard.Go(func() { s.follow(output, p.ready, ready, vt.NewEmulator(o.width, o.height)) })
	select {
	case at, ok := <-ready:
		if ok {
			return at, nil
		}
		return time.Time{}, fmt.Errorf("%s ended before it showed anything that matches %q", p.path, p.ready)
	case <-time.After(startTimeout):
		return time.Time{}, fmt.Errorf("%s showed nothing that matches %q within %s", p.path, p.ready, startTimeout)
	case <-ctx.Done():
		return time.Time{}, context.Cause(ctx)
	}
}

// follow notes when output arrives and gives it to an emulator, which answers what programs ask terminals for. Programs
// draw changed cells alone, so that what they show is known from the emulator.
func (s *screen) follow(output io.Reader, mark *regexp.Regexp, ready chan<- time.Time, terminal *vt.Emulator) {
	defer close(s.drawn)
	defer close(ready)
	guard.Go(func() { s.answer(terminal) })
	found := false
	buf := make([]byte, 64<<10)
	for {
		n, err := output.Read(buf)
		at := time.Now()
		if n > 0 {
			s.note(piece{at, n})
			_, _ = terminal.Write(buf[:n])
		}
		if !found && mark.MatchString(terminal.String()) {
			found = true
			ready <- at
		}
		if err != nil {
			return
		}
	}
}

// answer sends the emulator's replies to the program.
func (s *screen) answer(terminal *vt.Emulator) {
	buf := make([]byte, 256)
	for {
		n, err := terminal.Read(buf)
		if err != nil {
			return
		}
		if _, err := s.keys.Write(buf[:n]); err != nil {
			return
		}
	}
}

// note records that output has arrived.
func (s *screen) note(drawn piece) {
	select {
	case s.drawn <- drawn:
	default: // nobody is measuring
	}
}

// settle waits until nothing has been drawn for quietTime, and returns when that began and how much came before.
func (s *screen) settle() (last piece, err error) {
	for {
		select {
		case drawn, open := <-s.drawn:
			if !open {
				return piece{}, errEnded
			}
			last = piece{drawn.at, last.bytes + drawn.bytes}
		case <-time.After(quietTime):
			return last, nil
		}
	}
}

// press sends a key to a program whose screen stands still, and waits until it does so again. One that is timed has to
// change it.
func (s *screen) press(key string, pid int, isTimed bool) (did answer, err error) {
	if _, err := s.settle(); err != nil {
		return answer{}, err
	}
	before, _ := cpuTime(pid)
	sent := time.Now()
	if _, err := io.WriteString(s.keys, key); err != nil {
		return answer{}, err
	}
	first := piece{at: sent}
	if isTimed {
		if first, err = s.first(key); err != nil {
			return answer{}, err
		}
	}
	last, err := s.settle()
	if err != nil {
		return answer{}, err
	}
	if last.bytes == 0 {
		last.at = first.at
	}
	after, _ := cpuTime(pid)
	return answer{first.at.Sub(sent), last.at.Sub(sent), first.bytes + last.bytes, after - before}, nil
}

// first waits for the first output after a key.
func (s *screen) first(key string) (piece, error) {
	select {
	case drawn, open := <-s.drawn:
		if !open {
			return piece{}, errEnded
		}
		return drawn, nil
	case <-time.After(startTimeout):
		return piece{}, fmt.Errorf("nothing was drawn within %s after the key %q", startTimeout, key)
	}
}
