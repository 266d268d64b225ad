package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"frontdesk/internal/config"
	"frontdesk/internal/guard"
	"frontdesk/internal/sshd"
)

// hangups calls reread at every SIGHUP until stop, which waits for one that is under way. A host does not end by it: who
// sends it has written to a file or moved the audit away.
func hangups(reread func()) (stop func()) {
	caught, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(caught, syscall.SIGHUP)
	working := guard.Start(func() error {
		for {
			select {
			case <-caught:
				_ = guard.Do(reread) // a panic is in the log by then, and the next signal may go better
			case <-done:
				return nil
			}
		}
	})
	return func() {
		signal.Stop(caught)
		close(done)
		<-working //nolint:errcheck // a panic is in the log already
	}
}

// reload reads the agents, the accounts' credentials and the list of keys again and goes on in a new file of the audit.
// What cannot be used changes nothing, but for the list of keys: see sshd.Keys.
func (o *sshOptions) reload(host *sshd.Server, desks *accounts, audit *auditFile, log *slog.Logger) {
	read, err := config.LoadServer(desks.env, o.config)
	if err == nil {
		desks.agents.Store(&read.Agents)
		desks.leave(desks.refreshCredentials)
	}
	host.Reload() // with what the configuration says of the agents by now
	if err := errors.Join(err, audit.reopen()); err != nil {
		log.Error("what was there before stays in force", "fault", err.Error())
		return
	}
	log.Info("read again", "configuration", read.Path, "audit", o.audit)
}

// auditFile is a file that lines are appended to, and that can be opened again once it was moved away. It is safe for
// concurrent use, and a write that hangs keeps neither another file from being opened nor the host from ending.
type auditFile struct {
	path  string // empty for none
	file  atomic.Pointer[os.File]
	lines *asyncWriter // that go into it
}

// Write appends.
func (a *auditFile) Write(p []byte) (int, error) {
	for {
		file := a.file.Load()
		n, err := file.Write(p)
		if !errors.Is(err, os.ErrClosed) || file == a.file.Load() {
			return n, err
		}
	}
}

// reopen goes on in the file that has the name now, or is made.
func (a *auditFile) reopen() error {
	if a.path == "" {
		return nil
	}
	file, err := os.OpenFile(a.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("the audit cannot be written: %w", err)
	}
	if old := a.file.Swap(file); old != nil {
		return old.Close()
	}
	return nil
}

// Close ends the audit, written to its end.
func (a *auditFile) Close() error {
	if a.path == "" {
		return nil
	}
	return errors.Join(a.lines.Close(), a.file.Load().Close())
}
