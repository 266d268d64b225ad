package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"time"

	"github.com/creack/pty"
)

var (
	firstRows    = regexp.MustCompile(`1 of [1-9]`) // where the cursor is in the list, which has rows then
	smallestLine = regexp.MustCompile(`smallest`)
)

// startTimeout bounds how long a program may take until it shows what it is for.
const startTimeout = time.Minute

// program is a built command that is measured in a terminal.
type program struct {
	name  string // in the table
	path  string
	args  []string
	home  string
	env   []string       // besides what every program gets
	ready *regexp.Regexp // what the screen shows once the program can be used
	tasks []task

	// endService ends the service that the console's first start pulls from, if there is one. It may be called twice.
	endService func()
}

// running is a program on its terminal.
type running struct {
	screen
	cmd    *exec.Cmd
	file   *os.File
	shown  time.Duration // from the start of the process until program.ready was on the screen
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

// commandLine returns what a shell runs the program with.
func (p program) commandLine() string {
	line := "exec " + p.path
	for _, arg := range p.args {
		line += " '" + arg + "'"
	}
	return line
}

// command returns a command of the program, with its environment.
func (p program) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.path, args...)
	cmd.Env, cmd.Dir = p.environment(), p.home
	return cmd
}

// start runs the program on a new terminal and waits until it is ready.
func (p program) start(ctx context.Context, o options) (*running, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := p.command(ctx, p.args...)
	began := time.Now()
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(o.width), Rows: uint16(o.height)})
	if err != nil {
		cancel()
		return nil, err
	}
	r := &running{screen{file, make(chan piece, 4096)}, cmd, file, 0, cancel}
	at, err := r.waitFor(ctx, file, p, o)
	if err != nil {
		return nil, errors.Join(err, r.end())
	}
	r.shown = at.Sub(began)
	return r, nil
}

// end stops the program and closes its terminal.
func (r *running) end() error {
	r.cancel()
	_ = r.cmd.Wait() // it was killed
	return r.file.Close()
}
