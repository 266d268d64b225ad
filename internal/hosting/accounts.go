package hosting

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/console"
	"frontdesk/internal/guard"
	"frontdesk/internal/service"
	"frontdesk/internal/sshd"
	"frontdesk/ui/backend"
)

// accounts holds the open accounts of a host: one connection and one cache each, shared by all sessions. It is safe for
// concurrent use.
type accounts struct {
	config     config.Config // configuration of the default account
	env        func(string) string
	log        *slog.Logger
	onCallDone func(context.Context, client.CallResult) // receives every finished call; set before a desk is opened

	runCommand CommandRunner

	agents atomic.Pointer[map[string]config.Agent] // current configuration of the agents, by name
	ctx    context.Context                         //nolint:containedctx // of what is opened for whoever comes next, not for one session
	cancel context.CancelFunc

	refreshing sync.Mutex // serialises refreshCredentials

	mu         sync.Mutex // guards the fields below; never held while an account is opened
	accounts   map[string]*pendingAccount
	closed     bool
	background guard.Group // accounts being opened, and writes of closed sessions
}

func newAccounts(c config.Config, env func(string) string, run CommandRunner, log *slog.Logger) *accounts {
	d := &accounts{config: c, env: env, runCommand: run, log: log, accounts: map[string]*pendingAccount{}}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	d.agents.Store(&c.Agents)
	return d
}

// startTracked runs work in the background, and Close waits for it. After Close it does nothing.
func (d *accounts) startTracked(work func()) {
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
	settings := d.agentConfig(v, desk.Config)
	ctx = service.WithAuthor(context.WithValue(ctx, sessionKey{}, v), v.Agent.Name.String())
	made, err := console.New(ctx, console.Options{
		Config: settings, Account: desk.door.Account, Cache: desk.records, DraftsDir: console.DraftsDir(settings, desk.door.Account),
		Env: v.Env, Hosted: true, Presence: desk.presence,
	})
	if err != nil {
		d.log.Error("a console cannot be opened", "session", v.ID, "agent", v.Agent.Name.String(), "fault", err.Error())
		return sshd.Console{}, errUnavailable
	}
	return sshd.Console{Model: made.Model, Close: func() error {
		made.Backend.Close()
		saved := made.Backend.FlushDrafts()
		d.startTracked(func() { d.waitForWrites(ctx, made.Backend) })
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
