// Command figures measures start, keys, memory and idle CPU of the built program in a terminal, beside the smallest
// Bubble Tea program. It prints the table that README.md shows.
//
//	go run -C internal/tools ./figures          start, key, memory and idle CPU of the console
//	… -ssh 100            also a host with a hundred SSH sessions: idle CPU and a key
//	… -ssh 100 -cluster nats://127.0.0.1:4222  the host shares what agents have over NATS
//	… -tickets 100000     with a desk and a cache of that many tickets
//	… -against neomutt    beside neomutt on a mailbox of that many mails, if it is installed
//	… -home DIR           with the configuration and the cache of that home directory
//
// Each figure is taken from all programs in turn, so that a busy moment of the machine meets all of them. Memory and
// CPU come from /proc and are left out where there is none.
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

	"frontdesk/internal/tools/product"
)

// options is what the command line sets.
type options struct {
	starts   int           // how often each program is started
	keys     int           // how many keys each is sent
	idle     time.Duration // how long each is left alone
	home     string        // of the console; an empty one when empty
	sessions int           // idle sessions over SSH, 0 for no host
	cluster  string        // NATS servers of that host; empty for none
	tickets  int           // of the console's desk; 0 for the sample desk
	against  string        // another program to compare with; empty for none
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
	flag.StringVar(&o.cluster, "cluster", "", "the `addresses` of NATS servers that the SSH host uses")
	flag.StringVar(&o.home, "home", "", "the home `directory` of the console, whose cache it starts with")
	flag.IntVar(&o.tickets, "tickets", 0, "how many tickets the console has, instead of the sample desk")
	flag.StringVar(&o.against, "against", "", "a `program` to compare with too: neomutt, if it is installed")
	flag.IntVar(&o.width, "width", o.width, "columns of the terminals")
	flag.IntVar(&o.height, "height", o.height, "rows of the terminals")
	flag.Parse()
	if err := product.Enter(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return run(ctx, o, os.Stdout)
}

// run builds the programs and the desk in a directory of its own, measures, and prints the table.
func run(ctx context.Context, o options, out io.Writer) error {
	switch {
	case o.starts < 1 || o.keys < 1:
		return errors.New("-starts and -keys take a number from 1")
	case o.tickets < 0 || o.tickets > 0 && o.home != "":
		return errors.New("-tickets takes a number from 1, and no -home")
	}
	dir, err := os.MkdirTemp("", "frontdesk-figures-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	console, err := newConsole(ctx, dir, o)
	if err != nil {
		return err
	}
	defer console.endService()
	programs, leftOut, err := comparedWith(ctx, dir, console, o)
	if err != nil {
		return err
	}
	t := table{out: out}
	t.head(o, leftOut, programs)
	if err := measure(ctx, &t, programs, o); err != nil {
		return err
	}
	if o.sessions > 0 {
		return measureHost(ctx, &t, programs, dir, o)
	}
	return nil
}

// newConsole builds the console and gives it the home that the options ask for.
func newConsole(ctx context.Context, dir string, o options) (program, error) {
	console, err := build(ctx, dir, "frontdesk", ".", "./cmd/frontdesk")
	if err != nil {
		return program{}, err
	}
	console.ready, console.tasks, console.endService = firstRows, consoleTasks, func() {}
	if o.home != "" {
		console.home = o.home
	}
	if o.tickets > 0 {
		err = fillHome(ctx, &console, o.tickets)
	}
	return console, err
}

// comparedWith returns the console and the programs that it is compared with. leftOut says which one is missing, and
// why.
func comparedWith(ctx context.Context, dir string, console program, o options) (
	programs []program, leftOut string, err error,
) {
	smallest, err := build(ctx, dir, "smallest program", "internal/tools", "./figures/smallest")
	if err != nil {
		return nil, "", err
	}
	smallest.ready = smallestLine
	programs = []program{console, smallest}
	if o.against == "" {
		return programs, "", nil
	}
	rival, leftOut, err := newRival(o.against, dir, o.tickets)
	if leftOut == "" {
		programs = append(programs, rival)
	}
	return programs, leftOut, err
}

// build compiles a command of a module, which is named by its directory. The program's files stay below dir.
func build(ctx context.Context, dir, name, module, pkg string) (program, error) {
	path := filepath.Join(dir, filepath.Base(pkg))
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-C", module, "-o", path, pkg)
	if output, err := cmd.CombinedOutput(); err != nil {
		return program{}, fmt.Errorf("go build %s: %w\n%s", pkg, err, output)
	}
	home := filepath.Join(dir, "home")
	return program{name: name, path: path, home: home, tasks: []task{withinAPage("j", "k")}}, os.MkdirAll(home, 0o700)
}
