package hosting

import (
	"errors"
	"maps"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/credential"
	"frontdesk/internal/guard"
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
	for account, o := range accounts {
		asked.Go(func() error {
			d.refreshWhenOpen(account, o)
			return nil
		})
	}
	_ = asked.Wait()
}

// refreshWhenOpen refreshes the credentials of an account, after waiting until it is open: the credentials with which it is
// being opened may be older than the signal.
func (d *accounts) refreshWhenOpen(account string, o *pendingAccount) {
	select {
	case <-o.done:
	case <-d.ctx.Done():
		return
	}
	if o.err != nil || o.desk.isEmbedded() {
		return
	}
	name := o.desk.door.Account.String()
	if err := d.refreshAccount(account, o.desk); err != nil {
		d.log.Error("an account goes on with the credentials that it had", "account", name, "fault", err.Error())
		return
	}
	d.log.Info("an account has its credentials read again", "account", name)
}

// isEmbedded reports whether the desk is embedded, with credentials of its own.
func (s *Account) isEmbedded() bool { return s.Config.BaseURL+s.Config.ArticlesURL == "" }

// refreshAccount fetches an account's credentials. It fails if the addresses or the user have changed, so that new
// credentials are not sent to the old address.
func (d *accounts) refreshAccount(account string, desk *Account) error {
	now, err := d.reloadConfig(account)
	switch was := desk.Config; {
	case err != nil:
		return err
	case now.BaseURL != was.BaseURL || now.ArticlesURL != was.ArticlesURL || now.OrderUser != was.OrderUser:
		return errors.New("its addresses or who calls the order operations have changed, which takes a restart")
	}
	if lacking := connection.MissingSetting(now, wire.PullTicket.OperationInfo); lacking != "" {
		return errors.New(lacking)
	}
	if now, err = credential.ResolveToken(d.ctx, now); err != nil {
		return err
	}
	desk.door.Client.SetCredentials(client.Credentials{
		Token: client.Secret(now.Token), Password: client.Secret(now.OrderPassword), PasswordFunc: credential.PasswordProvider(now),
	})
	return nil
}

// reloadConfig loads the current configuration of an account; "" is the host's own.
func (d *accounts) reloadConfig(account string) (config.Config, error) {
	if account != "" {
		return d.loadConfig(account)
	}
	flagged := ""
	if d.config.Origins["account"].From == config.Flag {
		flagged = d.config.Account.String()
	}
	now, err := config.LoadAccount(d.env, d.config.Path, flagged)
	if err == nil && now.Account != d.config.Account {
		err = errors.New("the configuration chooses another account now, which takes a restart")
	}
	return now, err
}
