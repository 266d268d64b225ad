package cli

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

// accounts holds the open accounts of a host: one connection and one cache each, shared by all sessions. It is safe for
// concurrent use.
type accounts struct {
	config config.Config // configuration of the default account
	env    func(string) string
	log    *slog.Logger
	ended  func(context.Context, client.CallResult) // receives every finished call; set before a desk is opened

	agents atomic.Pointer[map[string]config.Agent] // current configuration of the agents, by name
	ctx    context.Context                         //nolint:containedctx // of what is opened for whoever comes next, not for one session
	cancel context.CancelFunc

	renewing sync.Mutex // serialises refreshCredentials

	mu         sync.Mutex // guards the fields below; never held while an account is opened
	accounts   map[string]*pendingAccount
	closed     bool
	background guard.Group // accounts being opened, and writes of closed sessions
}

func newDesks(c config.Config, env func(string) string, log *slog.Logger) *accounts {
	d := &accounts{config: c, env: env, log: log, accounts: map[string]*pendingAccount{}}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	d.agents.Store(&c.Agents)
	return d
}

// leave runs work in the background, and Close waits for it. After Close it does nothing.
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

// Close cancels the accounts that are being opened, waits for the background work and closes every connection.
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

// console creates the console of an agent's session.
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

// finishTimeout limits the writes in flight of a closed session; it is longer than the timeout of a call.
const finishTimeout = 35 * time.Second

// waitForWrites waits for the writes in flight of a closed session.
func (d *accounts) waitForWrites(ctx context.Context, c *backend.Backend) {
	patience, stop := context.WithTimeout(context.WithoutCancel(ctx), finishTimeout)
	defer stop()
	_ = c.WaitForWrites(patience) // the audit records how each write ends
}
