// Killrun starts a whole installation in network namespaces, kills and parts its programs at random while agents work,
// and checks that nothing acknowledged is lost. It needs Linux, root, ip and PostgreSQL's programs.
//
//	go run -C internal/tools ./killrun [-seed N] [-duration 5m] [-agents 12] [-nats 3|1]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"frontdesk/internal/phrase"
	"frontdesk/internal/tools/product"
)

// options are the flags.
type options struct {
	seed     uint64
	duration time.Duration
	agents   int
	servers  int
	program  string
	keep     bool
}

// natsCommand is the first argument of a process that is a NATS server.
const natsCommand = "nats-server"

func main() {
	if len(os.Args) > 1 && os.Args[1] == natsCommand {
		exit(serveNATS(os.Args[2:]))
	}
	o := options{}
	flag.Uint64Var(&o.seed, "seed", 0, "seed of all that is random; a random one is printed if it is 0")
	flag.DurationVar(&o.duration, "duration", 5*time.Minute, "how long parts are killed")
	flag.IntVar(&o.agents, "agents", 12, "agents with a console; a third as many work by commands and over HTTP")
	flag.IntVar(&o.servers, "nats", 0, "NATS servers, 3 or 1; by default the run is made with three, and then with one")
	flag.StringVar(&o.program, "frontdesk", "", "built program to run (default: it is built)")
	flag.BoolVar(&o.keep, "keep", false, "keep the directory with logs and data")
	flag.Parse()
	if err := errors.Join(missing(), product.Enter()); err != nil {
		exit(err)
	}
	if o.seed == 0 {
		o.seed = rand.Uint64N(1_000_000) + 1
	}
	if !isIsolated() {
		exit(runParts(o))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	exit(run(ctx, o))
}

// errViolations ends a run that has found a violation, which it has printed.
var errViolations = errors.New("what was acknowledged was not kept")

// exit ends the process: with 0 for nil, 1 for a violation, 2 if the run could not be made.
func exit(err error) {
	switch {
	case err == nil:
		os.Exit(0)
	case errors.Is(err, errViolations):
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Fprintln(os.Stderr, "killrun:", err)
	os.Exit(2)
}

// runParts makes the run with three NATS servers and then with one, so that no run leaves out either: three go on while
// one is hurt, and a single one forgets everything at once. Each part has namespaces of its own.
func runParts(o options) (err error) {
	parts := []int{3, 1}
	if o.servers != 0 {
		parts = []int{o.servers}
	}
	for _, servers := range parts {
		var ended *exec.ExitError
		failed := isolate("-seed", fmt.Sprint(o.seed), "-nats", fmt.Sprint(servers))
		if errors.As(failed, &ended) && ended.ExitCode() == 1 {
			failed = errViolations
		}
		err = errors.Join(err, failed)
	}
	return err
}

// run makes the installation, works and kills, and checks.
func run(ctx context.Context, o options) (err error) {
	fmt.Printf("seed %d, %s, %d agents, %s\n", o.seed, o.duration, o.agents, phrase.Count(o.servers, "NATS server"))
	dir, err := os.MkdirTemp("", "killrun-")
	if err != nil {
		return err
	}
	if err := os.Chmod(dir, 0o711); err != nil { //nolint:gosec // PostgreSQL's user passes through it
		return err
	}
	defer func() {
		if o.keep || errors.Is(err, errViolations) {
			fmt.Println("logs and data are in", dir)
		} else {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	if o.program == "" {
		if o.program, err = build(ctx, dir); err != nil {
			return err
		}
	}
	in, err := newInstallation(ctx, dir, o)
	if err != nil {
		return err
	}
	defer in.end()
	r := newRun(in, o)
	if err := r.work(ctx); err != nil {
		return err
	}
	return r.check(ctx)
}

// build builds the program.
func build(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "frontdesk")
	made := exec.CommandContext(ctx, "go", "build", "-o", path, "./cmd/frontdesk")
	if said, err := made.CombinedOutput(); err != nil {
		return "", fmt.Errorf("the program cannot be built: %w\n%s", err, said)
	}
	return path, nil
}
