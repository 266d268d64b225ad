package hosting

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

// hangups calls reread on every SIGHUP until stop is called, which waits for a call in progress. The signal never ends
// a host: it follows a change of a file or a rotation of the audit.
func hangups(reread func()) (stop func()) {
	caught, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(caught, syscall.SIGHUP)
	working := guard.Start(func() error {
		for {
			select {
			case <-caught:
				_ = guard.Do(reread) // a panic is logged; the next signal is still handled
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

// reload reloads the agents, the accounts' credentials and the authorised keys, and reopens the audit. Invalid input
// changes nothing, except that an unreadable list of keys admits no new logins: see sshd.AuthorizedKeys.
func (o *Options) reload(host *sshd.Server, desks *accounts, audit *auditFile, log *slog.Logger) {
	read, err := config.LoadServer(desks.env, o.ConfigFile)
	if err == nil {
		desks.agents.Store(&read.Agents)
		desks.startTracked(desks.refreshCredentials)
	}
	host.Reload() // after the agents: it uses their settings
	if err := errors.Join(err, audit.reopen()); err != nil {
		log.Error("what was there before stays in force", "fault", err.Error())
		return
	}
	log.Info("read again", "configuration", read.Path, "audit", o.Audit)
}

// auditFile is an append-only file that can be reopened after a rotation. It is safe for concurrent use; a write that
// blocks delays neither reopen nor Close for long.
type auditFile struct {
	path  string // empty if there is no audit file
	file  atomic.Pointer[os.File]
	lines *asyncWriter // the lines queued for the file
}

// Write appends to the current file, and retries if reopen has replaced it meanwhile.
func (a *auditFile) Write(p []byte) (int, error) {
	for {
		file := a.file.Load()
		n, err := file.Write(p)
		if !errors.Is(err, os.ErrClosed) || file == a.file.Load() {
			return n, err
		}
	}
}

// reopen opens the file at path, created if needed, and closes the previous one.
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

// Close flushes the queued lines and closes the file.
func (a *auditFile) Close() error {
	if a.path == "" {
		return nil
	}
	return errors.Join(a.lines.Close(), a.file.Load().Close())
}
