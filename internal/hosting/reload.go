package hosting

import (
	"errors"
	"log/slog"
	"maps"
	"os"
	"os/signal"
	"syscall"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/guard"
	"frontdesk/internal/sshd"
	"frontdesk/internal/wire"
)

// refreshCredentials fetches the credentials of every open account again, from the current configuration, and logs the
// results. It runs in the background, because credential commands may be slow. Rounds are serialised, so that an older
// result cannot replace a newer one.
func (d *accounts) refreshCredentials() {
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	d.mu.Lock()
	accounts := maps.Clone(d.accounts)
	d.mu.Unlock()
	var asked guard.Group
	for id, o := range accounts {
		asked.Go(func() error {
			d.refreshWhenOpen(id, o)
			return nil
		})
	}
	_ = asked.Wait()
}

// refreshWhenOpen refreshes the credentials of an account, after waiting until it is open: the credentials with which
// it is being opened may be older than the signal.
func (d *accounts) refreshWhenOpen(id accountID, o *pendingAccount) {
	select {
	case <-o.done:
	case <-d.ctx.Done():
		return
	}
	if o.err != nil || o.account.Config.IsEmbedded() {
		return
	}
	name := o.account.Connection.Account.String()
	if err := d.refreshAccount(id, o.account); err != nil {
		d.log.Error("an account goes on with the credentials that it had", "account", name, "error", err.Error())
		return
	}
	d.log.Info("an account has its credentials read again", "account", name)
}

// refreshAccount fetches an account's credentials. It fails if the addresses or the user have changed, so that new
// credentials are not sent to the old address.
func (d *accounts) refreshAccount(id accountID, desk *Account) error {
	current, err := d.reloadConfig(id.account)
	current = d.withAgentsKey(current, id.agent)
	switch previous := desk.Config; {
	case err != nil:
		return err
	case current.BaseURL != previous.BaseURL || current.ArticlesURL != previous.ArticlesURL ||
		current.OrderUser != previous.OrderUser:
		return errors.New("its addresses or its order user have changed, which takes a restart")
	}
	if missing := connection.MissingSetting(current, wire.PullTicket.OperationInfo); missing != "" {
		return errors.New(missing)
	}
	if current, err = connection.ResolveToken(d.ctx, current); err != nil {
		return err
	}
	desk.Connection.Client.SetCredentials(client.Credentials{
		Token:        client.Secret(current.Token),
		Password:     client.Secret(current.OrderPassword),
		PasswordFunc: connection.PasswordProvider(current),
	})
	return nil
}

// reloadConfig loads the current configuration of an account; "" is the host's own.
func (d *accounts) reloadConfig(account string) (config.Config, error) {
	if account != "" {
		return d.loadConfig(account)
	}
	fromFlag := ""
	if d.config.Origins["account"].From == config.Flag {
		fromFlag = d.config.Account.String()
	}
	path := d.config.Path
	if !d.config.Exists {
		path = "" // a host that is configured by its environment alone needs no file
	}
	current, err := config.LoadAccount(d.env, path, fromFlag)
	if err == nil && current.Account != d.config.Account {
		err = errors.New("the configuration chooses another account now, which takes a restart")
	}
	return current, err
}

// onHangup calls reread on every SIGHUP until stop is called, which waits for a call in progress. The signal never ends
// a host: it follows a change of a file or a rotation of the audit.
func onHangup(reread func()) (stop func()) {
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
		desks.setAgents(&read.Agents)
		desks.startTracked(desks.refreshCredentials)
	}
	host.Reload() // after the agents: it uses their settings
	if err := errors.Join(err, audit.reopen()); err != nil {
		log.Error("what was there before stays in force", "error", err.Error())
		return
	}
	log.Info("read again", "configuration", read.Path, "audit", o.Audit)
}
