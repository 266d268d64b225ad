// Command figures measures start, keys, memory and idle CPU of the built program in a terminal, beside the smallest
// Bubble Tea program. It prints the table that the performance page shows.
//
//	go run ./internal/figures              start, key, memory and idle CPU of the console
//	go run ./internal/figures -ssh 100     also a host with a hundred idle SSH sessions
//	go run ./internal/figures -home DIR    with the configuration and the cache of that home directory
//
// Each figure is taken from both programs in turn, so that a busy moment of the machine meets both. Memory and CPU
// come from /proc and are left out where there is none.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"time"
)

// options is what the command line sets.
type options struct {
	starts   int           // how often each program is started
	keys     int           // how many keys each is sent
	idle     time.Duration // how long each is left alone
	home     string        // of the console; an empty one when empty
	sessions int           // idle sessions over SSH, 0 for no host
	width    int
	height   int
}

func main() {
	if err := figures(); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// figures reads the command line and measures until it is done or interrupted.
func figures() error {
	o := options{width: 120, height: 40}
	flag.IntVar(&o.starts, "starts", 20, "how often each program is started")
	flag.IntVar(&o.keys, "keys", 200, "how many keys each program is sent")
	flag.DurationVar(&o.idle, "idle", 5*time.Second, "how long each program is left alone")
	flag.IntVar(&o.sessions, "ssh", 0, "measure an SSH host with so many idle sessions too")
	flag.StringVar(&o.home, "home", "", "the home `directory` of the console, whose cache it starts with")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return run(ctx, o, os.Stdout)
}

// run builds both programs and the desk in a directory of its own, measures, and prints the table.
func run(ctx context.Context, o options, out io.Writer) error {
	if o.starts < 1 || o.keys < 1 {
		return errors.New("-starts and -keys take a number from 1")
	}
	dir, err := os.MkdirTemp("", "frontdesk-figures-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	console, err := build(ctx, dir, "frontdesk", "frontdesk/cmd/frontdesk")
	if err != nil {
		return err
	}
	smallest, err := build(ctx, dir, "smallest", "frontdesk/internal/figures/smallest")
	if err != nil {
		return err
	}
	console.ready, smallest.ready = firstRows, smallestLine
	console.keys, smallest.keys = [2]string{"j", "k"}, [2]string{"j", "k"}
	if o.home != "" {
		console.home = o.home
	}
	t := table{out: out}
	t.head(o)
	if err := measure(ctx, &t, console, smallest, o); err != nil {
		return err
	}
	if o.sessions > 0 {
		return measureHost(ctx, &t, console, dir, o)
	}
	return nil
}

// build compiles a command of this module. The program's files stay below dir.
func build(ctx context.Context, dir, name, pkg string) (program, error) {
	path := filepath.Join(dir, name)
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", path, pkg)
	if output, err := cmd.CombinedOutput(); err != nil {
		return program{}, fmt.Errorf("go build %s: %w\n%s", pkg, err, output)
	}
	home := filepath.Join(dir, "home")
	return program{path: path, home: home}, os.MkdirAll(home, 0o700)
}
