package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"frontdesk/internal/book"
	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/presence"
	"frontdesk/internal/sshd"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
)

// desks are the accounts that a host's agents work on: one connection and one book each, whatever the number of
// sessions. They are safe for concurrent use.
type desks struct {
	config config.Config // of the account that agents work on unless their key says otherwise
	env    func(string) string
	ended  func(context.Context, client.Ended) // told of every call; set before a desk is opened

	agents   atomic.Pointer[map[string]config.Agent] // what the configuration says of them now
	settling sync.WaitGroup                          // sessions that have ended and their writes have not

	mu     sync.Mutex
	opened map[string]*sharedDesk
}

// sharedDesk is one account.
type sharedDesk struct {
	config  config.Config
	door    *deskConnection
	records *book.Book
	company *presence.Board
}

func newDesks(c config.Config, env func(string) string) *desks {
	d := &desks{config: c, env: env, opened: map[string]*sharedDesk{}}
	d.agents.Store(&c.Agents)
	return d
}

// open opens the host's own account: what is wrong with it is said at the start and not to the first agent.
func (d *desks) open(ctx context.Context) error {
	_, err := d.of(ctx, "")
	return err
}

// of is the desk of an account, opened when it is asked for first; empty is the host's own.
func (d *desks) of(ctx context.Context, account string) (*sharedDesk, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if account == d.config.Account.String() {
		account = ""
	}
	if known := d.opened[account]; known != nil {
		return known, nil
	}
	settings := d.config
	if account != "" {
		var err error
		if settings, err = d.other(account); err != nil {
			return nil, err
		}
	}
	door, err := openDesk(context.WithoutCancel(ctx), settings)
	if err != nil {
		return nil, err
	}
	desk := &sharedDesk{config: settings, door: door, records: newBook(settings, door.Client, door.Zone), company: presence.New()}
	door.Client.Ended = func(ctx context.Context, call client.Ended) {
		d.ended(ctx, call)
		desk.heed(ctx, call)
	}
	d.opened[account] = desk
	return desk, nil
}

// other is the configuration of another account than the host's own. The host's variables are not for it: its calls
// would carry the host's credential, and its credential might go to the host's service.
func (d *desks) other(account string) (config.Config, error) {
	places := func(name string) string {
		if strings.HasPrefix(name, "FRONTDESK_") {
			return ""
		}
		return d.env(name)
	}
	settings, err := config.LoadAccount(places, d.config.Path, account)
	if err == nil && settings.BaseURL+settings.KMSURL == "" && d.config.BaseURL+d.config.KMSURL != "" {
		err = fmt.Errorf("the account %s has no address: set base_url in the file, FRONTDESK_BASE_URL is for the host's own account", text.PlainLine(account))
	}
	return settings, err
}

// Close gives up every desk, once the writes that sessions have left behind have ended.
func (d *desks) Close() error {
	d.settling.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	var failed []error
	for _, desk := range d.opened {
		failed = append(failed, desk.door.Close())
	}
	return errors.Join(failed...)
}

// known is an agent as the configuration knows them. What the line of the key says comes first, as the environment does
// elsewhere.
func (d *desks) known(a sshd.Agent) sshd.Agent {
	own := (*d.agents.Load())[a.Name.String()]
	a.Email = cmp.Or(a.Email, own.Email)
	a.Account = cmp.Or(a.Account, own.Account.String())
	return a
}

// console makes the console of an agent's session.
func (d *desks) console(ctx context.Context, v *sshd.Visit) (sshd.Console, error) {
	desk, err := d.of(ctx, v.Agent.Account)
	if err != nil {
		return sshd.Console{}, err
	}
	settings := (*d.agents.Load())[v.Agent.Name.String()].Over(desk.config)
	settings.Agent = v.Agent.Name
	if v.Agent.Theme != "" {
		settings.Theme = v.Agent.Theme
	}
	ctx = context.WithValue(ctx, visitKey{}, v)
	made, err := newSeat(ctx, seat{
		config: settings, account: desk.door.Account, records: desk.records, dir: draftsDir(settings, desk.door.Account),
		env: v.Env, hosted: true, company: desk.company,
	})
	if err != nil {
		return sshd.Console{}, err
	}
	return sshd.Console{Model: made.console, Close: func() error {
		made.commands.Close()
		saved := made.commands.Flush()
		d.settling.Go(func() { d.settle(ctx, made.commands) })
		return saved
	}}, nil
}

// settleTime is how long a write that a session has left behind may take: longer than any call.
const settleTime = 35 * time.Second

// settle waits for the writes that a session has left behind.
func (d *desks) settle(ctx context.Context, c *command.Commands) {
	patience, stop := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer stop()
	_ = c.Finish(patience) // what has not ended by then is told of in the audit as far as it is known
}
