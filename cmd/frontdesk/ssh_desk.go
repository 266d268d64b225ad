package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/guard"
	"frontdesk/internal/service"
	"frontdesk/internal/sshd"
	"frontdesk/ui/backend"
)

// accounts are the accounts that a host's agents work on: one connection and one book each, whatever the number of
// sessions. They are safe for concurrent use.
type accounts struct {
	config config.Config // of the account that agents work on unless their key says otherwise
	env    func(string) string
	log    *slog.Logger
	ended  func(context.Context, client.CallResult) // told of every call; set before a desk is opened

	agents atomic.Pointer[map[string]config.Agent] // what the configuration says of them now
	ctx    context.Context                         //nolint:containedctx // of what is opened for whoever comes next, not for one session
	cancel context.CancelFunc

	renewing sync.Mutex // held for a round of renew

	mu         sync.Mutex // held for a moment: nobody waits for an account with it
	accounts   map[string]*pendingAccount
	closed     bool
	background guard.Group // accounts that are being opened, and writes of sessions that have ended
}

func newDesks(c config.Config, env func(string) string, log *slog.Logger) *accounts {
	d := &accounts{config: c, env: env, log: log, accounts: map[string]*pendingAccount{}}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	d.agents.Store(&c.Agents)
	return d
}

// leave has something done that Close waits for; once they are closed there is nothing left to do.
func (d *accounts) leave(work func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		d.background.Go(func() error {
			work()
			return nil
		})
	}
}

// Close gives up every desk, once the writes that sessions have left behind have ended. What is being opened ends at once.
func (d *accounts) Close() error {
	d.cancel()
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	_ = d.background.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	var failed []error
	for _, account := range d.accounts {
		failed = append(failed, account.desk.door.Close())
	}
	return errors.Join(failed...)
}

// console makes the console of an agent's session.
func (d *accounts) console(ctx context.Context, v *sshd.Session) (sshd.Console, error) {
	desk, err := d.openFor(ctx, v)
	if err != nil {
		return sshd.Console{}, err
	}
	settings := d.agentConfig(v, desk.config)
	ctx = service.WithAuthor(context.WithValue(ctx, visitKey{}, v), v.Agent.Name.String())
	made, err := newSeat(ctx, seat{
		config: settings, account: desk.door.Account, records: desk.records, dir: draftsDir(settings, desk.door.Account),
		env: v.Env, hosted: true, presence: desk.presence,
	})
	if err != nil {
		d.log.Error("a console cannot be opened", "session", v.ID, "agent", v.Agent.Name.String(), "fault", err.Error())
		return sshd.Console{}, errUnavailable
	}
	return sshd.Console{Model: made.console, Close: func() error {
		made.commands.Close()
		saved := made.commands.FlushDrafts()
		d.leave(func() { d.waitForWrites(ctx, made.commands) })
		return saved
	}}, nil
}

// finishTimeout is how long a write that a session has left behind may take: longer than any call.
const finishTimeout = 35 * time.Second

// waitForWrites waits for the writes that a session has left behind.
func (d *accounts) waitForWrites(ctx context.Context, c *backend.Backend) {
	patience, stop := context.WithTimeout(context.WithoutCancel(ctx), finishTimeout)
	defer stop()
	_ = c.WaitForWrites(patience) // what has not ended by then is told of in the audit as far as it is known
}
