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
	drawn chan time.Time // when a piece of output arrived; closed when the program ends
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
			s.note(at)
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
func (s *screen) note(at time.Time) {
	select {
	case s.drawn <- at:
	default: // nobody is measuring
	}
}

// settle waits until nothing has been drawn for quietTime.
func (s *screen) settle() error {
	for {
		select {
		case _, open := <-s.drawn:
			if !open {
				return errEnded
			}
		case <-time.After(quietTime):
			return nil
		}
	}
}

// press sends a key and returns the time until the first output after it.
func (s *screen) press(key string) (time.Duration, error) {
	if err := s.settle(); err != nil {
		return 0, err
	}
	sent := time.Now()
	if _, err := io.WriteString(s.keys, key); err != nil {
		return 0, err
	}
	select {
	case at, open := <-s.drawn:
		if !open {
			return 0, errEnded
		}
		return at.Sub(sent), nil
	case <-time.After(startTimeout):
		return 0, fmt.Errorf("nothing was drawn within %s after the key %q", startTimeout, key)
	}
}

// pressInTurn sends keys to several programs in turn, so that a busy moment of the machine meets all of them, and
// returns what each took. A nil screen is left out.
func pressInTurn(screens []*screen, programs []program, keys int) ([][]time.Duration, error) {
	took := make([][]time.Duration, len(screens))
	for n := range keys {
		for i, s := range screens {
			if s == nil {
				continue
			}
			t, err := s.press(programs[i].keys[n%2])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", programs[i].name, err)
			}
			took[i] = append(took[i], t)
		}
	}
	return took, nil
}
