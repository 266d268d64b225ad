package hosting

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/cluster"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/console"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/lease"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
	"frontdesk/internal/sshd"
	"frontdesk/internal/wire"
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
	readOnly   bool             // all accounts are read only; set before one is opened
	cluster    *cluster.Cluster // that hosts share; nil without one; set before an account is opened
	lease      *lease.Session   // of what this host holds; nil without a cluster; set before an account is opened
	state      *agent.Shared    // of agents, over the cluster; nil without one; set before an account is opened

	agents atomic.Pointer[map[string]config.Agent] // current configuration of the agents, by name
	tokens atomic.Pointer[agentTokens]             // of the agents who have one of their own
	// ctx is the context of the accounts, because they outlive the sessions that open them.
	ctx    context.Context //nolint:containedctx // it lasts as long as the host
	cancel context.CancelFunc

	refreshing sync.Mutex // serialises refreshCredentials

	mu         sync.Mutex // guards the fields below; never held while an account is opened
	accounts   map[accountID]*pendingAccount
	presences  map[string]*presence.Group // of each account, by name
	closed     bool
	background guard.Group // accounts being opened, and writes of closed sessions
}

func newAccounts(c config.Config, env func(string) string, run CommandRunner, log *slog.Logger) *accounts {
	d := &accounts{config: c, env: env, runCommand: run, log: log, accounts: map[accountID]*pendingAccount{}}
	d.presences = map[string]*presence.Group{}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	d.setAgents(&c.Agents)
	return d
}

// setAgents replaces the settings of the agents, and logs whose nobody can have.
func (d *accounts) setAgents(all *map[string]config.Agent) {
	d.agents.Store(all)
	d.tokens.Store(newAgentTokens(*all))
	for _, name := range slices.Sorted(maps.Keys(*all)) {
		if _, err := desk.ParseAgentName(name); err != nil {
			d.log.Warn("a table of [agents] is of nobody", "error", err.Error())
		}
	}
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
		failed = append(failed, account.account.close())
	}
	return errors.Join(append(failed, d.closeCluster())...)
}

// console creates the console of an agent's session.
func (d *accounts) console(ctx context.Context, session *sshd.Session) (sshd.Console, error) {
	opened, err := d.openFor(ctx, session)
	if err != nil {
		return sshd.Console{}, err
	}
	settings := d.agentConfig(session, opened.Config)
	ctx = desk.WithAgent(context.WithValue(ctx, sessionKey{}, session), session.Agent.Name)
	options := console.Options{
		Config:    settings,
		Account:   opened.Connection.Account,
		Cache:     opened.Cache,
		DraftsDir: console.DraftsDir(settings, opened.Connection.Account),
		Env:       session.Env,
		Hosted:    true,
		Presence:  opened.presence,
		Clustered: opened.presence.IsShared(),
		State:     opened.State,
	}
	if d.state != nil && !opened.Config.IsEmbedded() {
		options.Cluster = d.state
	}
	made, err := console.New(ctx, options)
	if err != nil {
		d.log.Error(
			"a console cannot be opened",
			"session",
			session.ID,
			"agent",
			session.Agent.Name.String(),
			"error",
			err.Error(),
		)
		return sshd.Console{}, errUnavailable
	}
	return sshd.Console{Model: made.Model, Close: func() error {
		made.Backend.Close()
		saved := made.Backend.FlushDrafts()
		d.startTracked(func() { d.waitForWrites(ctx, made.Backend) })
		return saved
	}}, nil
}

// writesTimeout limits the writes in flight of a closed session; it is longer than the timeout of a call.
const writesTimeout = 35 * time.Second

// waitForWrites waits for the writes in flight of a closed session.
func (d *accounts) waitForWrites(ctx context.Context, c *backend.Backend) {
	timed, stop := context.WithTimeout(context.WithoutCancel(ctx), writesTimeout)
	defer stop()
	_ = c.WaitForWrites(timed) // the audit records how each write ends
}

// Account is an open account.
type Account struct {
	Config     config.Config
	Connection *connection.Desk
	Cache      *cache.Cache
	State      agent.Opener // of its agents; nil for files of this host
	presence   *presence.Group
	changes    *cluster.ChangeFeed // nil without a cluster
	denied     *[2]atomic.Bool     // by wire.Group: the service rejects the credential
	reach      *[2]atomic.Int32    // by wire.Host: connected or disconnected; 0 before the first answer
}

// Connect returns the account's connection for a command, with a client of its own, because the command sets its
// timeout.
func (s *Account) Connect(op wire.OperationInfo) (*connection.Desk, error) {
	if missing := connection.MissingRemoteSetting(s.Config, op); missing != "" {
		return nil, errors.New(missing)
	}
	own, err := client.New(s.Connection.Client.CurrentConfig())
	if err != nil {
		return nil, err
	}
	return s.Connection.WithClient(own), nil
}

// accountID names an open account.
type accountID struct {
	account string // "" is the host's own
	agent   string // whose key reads it, where the account has none; "" if all agents share it
}

// pendingAccount is an account that is open or being opened, which may be slow because of a credential command or the
// keyring. Concurrent callers share one opening (singleflight); a caller that gives up does not cancel it for the
// others.
type pendingAccount struct {
	done    chan struct{} // closed once desk or err is set
	account *Account
	err     error
}

// errClosed is returned after Close.
var errClosed = errors.New("the host is about to stop: try again in a minute")

// open opens the host's own account, so that errors in it are reported at startup rather than to the first agent. If
// only agents have keys for it, it is opened when they sign in.
func (d *accounts) open(ctx context.Context) error {
	if d.isOpenedByAgents(d.config) {
		return nil
	}
	_, err := d.get(ctx, accountID{})
	return err
}

// get returns an account, and opens it on first use. It waits for this account only, at most until ctx ends.
func (d *accounts) get(ctx context.Context, id accountID) (*Account, error) {
	o := d.getOrStart(id)
	if o == nil {
		return nil, errClosed
	}
	select {
	case <-o.done:
		return o.account, o.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// errUnavailable is the only error that agents see when an account cannot be opened. The cause, which may name files,
// settings and commands of the host, is logged.
var errUnavailable = errors.New("your account is unavailable: tell who runs this host")

// openFor returns the desk of a session's agent.
func (d *accounts) openFor(ctx context.Context, session *sshd.Session) (*Account, error) {
	shared, err := d.get(ctx, d.idOf(session.Agent))
	if err == nil || errors.Is(err, errClosed) || ctx.Err() != nil {
		return shared, err
	}
	return nil, errUnavailable
}

// getOrStart returns an account's entry, and starts to open the account if there is none; nil once the accounts are
// closed.
func (d *accounts) getOrStart(id accountID) *pendingAccount {
	d.mu.Lock()
	defer d.mu.Unlock()
	if o := d.accounts[id]; o != nil || d.closed {
		return o
	}
	o := &pendingAccount{done: make(chan struct{})}
	d.accounts[id] = o
	d.background.Go(func() error {
		d.complete(id, o)
		return nil
	})
	return o
}

// complete opens an account. One that fails to open is removed, so that the next session retries.
func (d *accounts) complete(id accountID, o *pendingAccount) {
	defer close(o.done)
	o.err = guard.Run(func() (err error) {
		o.account, err = d.openAccount(d.ctx, id)
		return err
	})
	if o.err == nil {
		return
	}
	if id != (accountID{}) { // run reports an error of the host's own account
		d.log.Error("an account cannot be opened", "account", id.account, "agent", id.agent, "error", o.err.Error())
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.accounts, id)
}

// openAccount opens an account.
func (d *accounts) openAccount(ctx context.Context, id accountID) (desk *Account, err error) {
	settings := d.config
	if id.account != "" {
		if settings, err = d.loadConfig(id.account); err != nil {
			return nil, err
		}
	}
	settings = d.withAgentsKey(settings, id.agent)
	settings.ReadOnly = settings.ReadOnly || d.readOnly
	conn, err := connection.Open(ctx, settings)
	if err != nil {
		return nil, err
	}
	desk = &Account{
		Config:     settings,
		Connection: conn,
		Cache:      console.NewCache(settings, conn),
		denied:     new([2]atomic.Bool),
		reach:      new([2]atomic.Int32),
	}
	if d.state != nil && !desk.Config.IsEmbedded() {
		desk.State = d.state
	}
	desk.presence = d.presenceOf(desk)          //nolint:contextcheck // it lasts as long as the host
	if err := d.openChanges(desk); err != nil { //nolint:contextcheck // it lasts as long as the account
		return nil, errors.Join(err, desk.close())
	}
	conn.Client.OnDone = func(ctx context.Context, call client.CallResult) {
		d.onCallDone(ctx, call)
		desk.logCredentialState(d.log, call)
		desk.logReach(d.log, call)
		d.refreshChangedTickets(ctx, desk, call)
		desk.publishChange(call)
		d.tellSiblings(id, call) //nolint:contextcheck // the call may have ended by then
	}
	if !desk.Config.IsEmbedded() && id.agent == "" {
		conn.Client.WriterToken = d.agentToken
	}
	d.startTracked(func() { desk.Cache.ReadQueue(d.ctx) })
	if settings.FAQPrefetch {
		d.startTracked(func() { desk.Cache.PrefetchArticles(d.ctx) })
	}
	return desk, nil
}

// What is known of whether a service answers.
const (
	connected = iota + 1
	disconnected
)

// ownKinds are errors of calls that say nothing about the service.
var ownKinds = []client.Kind{client.Canceled, client.RateLimited, client.ReadOnly}

// logReach logs when the service of an account answers first, when it does not any more, and when it does again.
func (s *Account) logReach(log *slog.Logger, call client.CallResult) {
	fault, _ := errors.AsType[*client.Error](call.Err)
	now := int32(connected)
	switch {
	case fault != nil && slices.Contains(ownKinds, fault.Kind):
		return
	case client.IsUnanswered(call.Err):
		now = disconnected
	}
	if s.Config.IsEmbedded() || s.reach[call.Op.Host].Swap(now) == now {
		return
	}
	attrs := []any{"account", s.Connection.Account.String(), "service", connection.BaseURLs(s.Config)[call.Op.Host]}
	if now == connected {
		log.Info("connected to the service", attrs...)
		return
	}
	log.Warn("disconnected from the service", append(attrs, "error", call.Err.Error())...)
}

// logCredentialState logs when the service starts to reject an account's credential and when it accepts it again.
// Agents see the error, but cannot fix it.
func (s *Account) logCredentialState(log *slog.Logger, call client.CallResult) {
	denied := outcomeOf(call.Err) == "denied"
	if call.Err != nil && !denied || s.denied[call.Op.Group].Swap(denied) == denied {
		return
	}
	if denied {
		log.Error(
			"the service does not accept an account's credential",
			"account",
			s.Connection.Account.String(),
			"operation",
			call.Op.Name,
		)
		return
	}
	log.Info(
		"the service accepts the account's credential again",
		"account",
		s.Connection.Account.String(),
		"operation",
		call.Op.Name,
	)
}

// loadConfig loads the configuration of an account other than the host's own.
func (d *accounts) loadConfig(account string) (config.Config, error) {
	settings, err := d.config.LoadOther(d.env, account)
	if err == nil && settings.BaseURL+settings.ArticlesURL == "" && d.config.BaseURL+d.config.ArticlesURL != "" {
		err = fmt.Errorf(
			"the account %s has no address: set base_url in the file, FRONTDESK_BASE_URL is for the host's own account",
			safetext.LineFromText(account),
		)
	}
	return settings, err
}
