package console

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"frontdesk/internal/cache"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/safetext"
	"frontdesk/ui"
	"frontdesk/ui/accounts"
)

// accountOpener opens the accounts of a configuration, each with its own settings and credential.
type accountOpener struct {
	first   config.Config // that of the account with which the program has begun
	options Options
	waiting func()

	mu      sync.Mutex // guards visited
	visited map[string]struct{}
}

// NewSwitcher returns the switcher between the accounts of a configuration, which begins with an open session; nil if
// there is one account only. waiting is called if closing an account takes long at the end.
//
// No other account is asked for anything, nor is its credential fetched, before the agent goes there.
func NewSwitcher(ctx context.Context, c config.Config, o Options, waiting func()) *accounts.Switcher {
	if len(c.Accounts) < 2 {
		return nil
	}
	opener := &accountOpener{first: c, options: o, waiting: waiting, visited: map[string]struct{}{}}
	opener.options.View, opener.options.Notice, opener.options.Welcome = "", "", false
	listed := make([]accounts.Account, len(c.Accounts))
	for i, name := range c.Accounts {
		settings, _ := opener.settings(name) // what is wrong with it is said when the agent goes there
		listed[i] = accounts.Account{Name: name, Address: addressLabel(settings), ReadOnly: settings.ReadOnly}
	}
	return accounts.New(accounts.Config{Context: ctx, Accounts: listed, Open: opener.open})
}

// Opened returns a session as an account of a switcher.
func (s *Session) Opened(ctx context.Context, waiting func()) accounts.Opened {
	return accounts.Opened{Console: s.Model, Save: s.Save, Close: func() error { return s.Close(ctx, waiting) }}
}

// addressLabel returns what the list of accounts says of where a desk is, without the user and password that an address
// may hold.
func addressLabel(c config.Config) string {
	if c.BaseURL == "" {
		return "no address"
	}
	c.Account = safetext.Line{}
	return connection.AccountName(c).String()
}

// settings returns the configuration of an account. What was said at the start holds for all accounts: that nothing is
// written, the agent's time zone, and how the terminal is used.
func (a *accountOpener) settings(name string) (config.Config, error) {
	if name == a.first.Account.String() {
		return a.first, nil
	}
	settings, err := a.first.LoadOther(a.options.Env, name)
	if err != nil {
		return settings, err
	}
	if settings.BaseURL+settings.ArticlesURL == "" && a.first.Origins["base_url"].From == config.Environment {
		return settings, fmt.Errorf(
			"the account has no address: set base_url in the file, FRONTDESK_BASE_URL is for %s", a.first.Account)
	}
	settings.ReadOnly = settings.ReadOnly || a.options.ReadOnly
	settings.Accessible = a.first.Accessible
	if a.first.Origins["display_zone"].From == config.Environment {
		settings.DisplayZone = cmp.Or(a.first.DisplayZone, settings.DisplayZone)
	}
	return settings, nil
}

// open opens an account.
func (a *accountOpener) open(ctx context.Context, name string, others ui.Accounts) (accounts.Opened, error) {
	settings, err := a.settings(name)
	if err != nil {
		return accounts.Opened{}, err
	}
	o := a.options
	o.Accounts = others
	s, err := open(ctx, settings, o, func(ctx context.Context, conn *connection.Desk) error {
		if a.wasVisited(name) || cache.IsStored(recordsDir(settings, conn.Account)) {
			return nil // what is known here can be read, whether the service answers or not
		}
		return connection.Check(ctx, conn.Client)
	})
	if err != nil {
		return accounts.Opened{}, err
	}
	a.mu.Lock()
	a.visited[name] = struct{}{}
	a.mu.Unlock()
	return s.Opened(ctx, a.waiting), nil
}

func (a *accountOpener) wasVisited(name string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, was := a.visited[name]
	return was || name == a.first.Account.String()
}
