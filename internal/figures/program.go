package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"frontdesk/internal/guard"
)

var (
	firstRows    = regexp.MustCompile(`1 of [1-9]`) // where the cursor is in the list, which has rows then
	smallestLine = regexp.MustCompile(`smallest`)
)

// startTimeout bounds how long a program may take until it shows what it is for, and quietTime is how long nothing
// must be drawn before the next key is sent.
const (
	startTimeout = 30 * time.Second
	quietTime    = 60 * time.Millisecond
)

// program is a built command that is measured in a terminal.
type program struct {
	path  string
	home  string
	env   []string       // besides what every program gets
	ready *regexp.Regexp // what the screen shows once the program can be used
	keys  [2]string      // pressed in turn; each changes the screen, and the end of the list is never reached
}

// running is a program on its terminal.
type running struct {
	cmd    *exec.Cmd
	file   *os.File
	drawn  chan time.Time // when a piece of output arrived
	shown  time.Duration  // from the start of the process until program.ready was on the screen
	cancel context.CancelFunc
}

// environment gives a program an empty home, so that nobody's own configuration is measured.
func (p program) environment() []string {
	env := []string{"HOME=" + p.home, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8"}
	for _, name := range []string{"PATH", "SystemRoot", "TMPDIR", "TZ"} {
		if value := os.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return append(env, p.env...)
}

// start runs the program on a new terminal and waits until it is ready.
func (p program) start(ctx context.Context, o options) (*running, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, p.path)
	cmd.Env, cmd.Dir = p.environment(), p.home
	began := time.Now()
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(o.width), Rows: uint16(o.height)})
	if err != nil {
		cancel()
		return nil, err
	}
	r := &running{cmd: cmd, file: file, drawn: make(chan time.Time, 4096), cancel: cancel}
	ready := make(chan time.Time, 1) // closed when the program's output ends
	guard.Go(func() { r.read(p.ready, ready, o) })
	select {
	case at, ok := <-ready:
		if ok {
			r.shown = at.Sub(began)
			return r, nil
		}
		err = fmt.Errorf("%s ended before it showed anything that matches %q", p.path, p.ready)
	case <-time.After(startTimeout):
		err = fmt.Errorf("%s showed nothing that matches %q within %s", p.path, p.ready, startTimeout)
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	return nil, errors.Join(err, r.end())
}

// read notes when output arrives and gives it to an emulator, which answers what programs ask terminals for.
func (r *running) read(mark *regexp.Regexp, ready chan<- time.Time, o options) {
	defer close(r.drawn)
	defer close(ready)
	terminal := vt.NewEmulator(o.width, o.height)
	guard.Go(func() { r.answer(terminal) })
	var seen bytes.Buffer
	found := false
	buf := make([]byte, 64<<10)
	for {
		n, err := r.file.Read(buf)
		at := time.Now()
		if n > 0 {
			select {
			case r.drawn <- at:
			default: // nobody is measuring
			}
			if !found {
				seen.Write(buf[:n])
				if found = mark.Match(seen.Bytes()); found {
					ready <- at
				}
			}
			_, _ = terminal.Write(buf[:n])
		}
		if err != nil {
			return
		}
	}
}

// answer sends the emulator's replies to the program.
func (r *running) answer(terminal *vt.Emulator) {
	buf := make([]byte, 256)
	for {
		n, err := terminal.Read(buf)
		if err != nil {
			return
		}
		if _, err := r.file.Write(buf[:n]); err != nil {
			return
		}
	}
}

// settle waits until nothing has been drawn for quietTime.
func (r *running) settle() error {
	for {
		select {
		case _, open := <-r.drawn:
			if !open {
				return errors.New("the program ended while it was measured")
			}
		case <-time.After(quietTime):
			return nil
		}
	}
}

// press sends a key and returns the time until the first output after it.
func (r *running) press(key string) (time.Duration, error) {
	if err := r.settle(); err != nil {
		return 0, err
	}
	sent := time.Now()
	if _, err := r.file.WriteString(key); err != nil {
		return 0, err
	}
	select {
	case at, open := <-r.drawn:
		if !open {
			return 0, errors.New("the program ended while it was measured")
		}
		return at.Sub(sent), nil
	case <-time.After(startTimeout):
		return 0, fmt.Errorf("nothing was drawn within %s after the key %q", startTimeout, key)
	}
}

// end stops the program and closes its terminal.
func (r *running) end() error {
	r.cancel()
	_ = r.cmd.Wait() // it was killed
	return r.file.Close()
}
