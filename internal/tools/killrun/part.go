package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/guard"
)

// kind is what a part of an installation is.
type kind string

// The kinds of parts.
const (
	kindHost     kind = "host"
	kindService  kind = "service"
	kindNATS     kind = "NATS"
	kindPostgres kind = "PostgreSQL"
)

// part is a program of the installation, in a network of its own.
type part struct {
	kind      kind
	name      string
	address   string
	dir       string   // its data and its log
	user      string   // whom it runs as; root if empty
	command   []string // what it is started with
	variables []string // of its environment
	isReady   func(ctx context.Context) error

	mu    sync.Mutex // guards the fields below
	cmd   *exec.Cmd  // nil while it does not run
	ended <-chan error
}

func (p *part) link() string { return "v" + p.name }

// start starts the part and waits until it answers. A part that ends by itself is started again, as systemd does: a
// service ends if it finds no database.
func (p *part) start(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, startLimit)
	defer stop()
	for {
		err := p.startOnce(ctx)
		if err == nil || !errors.Is(err, errEndedItself) || !guard.Sleep(ctx, 500*time.Millisecond) {
			return err
		}
	}
}

func (p *part) startOnce(ctx context.Context) error {
	log, err := os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	arguments := []string{"netns", "exec", p.name}
	if p.user != "" {
		arguments = append(arguments, "setpriv", "--reuid="+p.user, "--regid="+p.user, "--init-groups")
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), "ip", append(arguments, p.command...)...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.dir, "LANG=C.UTF-8", "TZ=UTC"}, p.variables...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.dir, log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	p.mu.Lock()
	p.cmd, p.ended = cmd, guard.Start(cmd.Wait)
	p.mu.Unlock()
	return p.waitReady(ctx)
}

// startLimit is how long a part may take until it answers.
const startLimit = time.Minute

func (p *part) waitReady(ctx context.Context) error {
	for {
		tried, end := context.WithTimeout(ctx, time.Second)
		err := p.isReady(tried)
		end()
		if err == nil {
			return nil
		}
		if ended, why := p.hasEnded(); ended {
			return fmt.Errorf("%s ended: %w; its log: %s", p.name, why, filepath.Join(p.dir, "log"))
		}
		if !guard.Sleep(ctx, 50*time.Millisecond) {
			return fmt.Errorf("%s does not answer: %w; its log: %s", p.name, err, filepath.Join(p.dir, "log"))
		}
	}
}

var errEndedItself = errors.New("by itself")

func (p *part) hasEnded() (ended bool, why error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return true, errors.New("it was killed")
	}
	select {
	case err := <-p.ended:
		p.cmd = nil
		return true, errors.Join(errEndedItself, err)
	default:
		return false, nil
	}
}

// kill kills the part and all its processes at once, without a farewell.
func (p *part) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return
	}
	for _, pid := range append(children(p.cmd.Process.Pid), p.cmd.Process.Pid) {
		if process, err := os.FindProcess(pid); err == nil {
			_ = process.Kill()
		}
	}
	<-p.ended //nolint:errcheck // it was killed
	p.cmd = nil
}

// children returns the processes that a process has started.
func children(pid int) (found []int) {
	list, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", pid))
	if err != nil {
		return nil
	}
	for _, word := range strings.Fields(string(list)) {
		if child, err := strconv.Atoi(word); err == nil {
			found = append(found, child)
		}
	}
	return found
}
