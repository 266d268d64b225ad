package main

import (
	"errors"
	"maps"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/guard"
	"frontdesk/internal/wire"
)

// refreshCredentials asks again for the credentials of every account that is open, as the configuration says now, and writes down what
// came of it. Nobody waits for it: a command that gives a credential may take its time. One round ends before the next
// begins, or an older answer could come last and count.
func (d *accounts) refreshCredentials() {
	d.renewing.Lock()
	defer d.renewing.Unlock()
	d.mu.Lock()
	accounts := maps.Clone(d.accounts)
	d.mu.Unlock()
	var asked guard.Group
	for account, o := range accounts {
		asked.Go(func() error {
			d.renewOpened(account, o)
			return nil
		})
	}
	_ = asked.Wait()
}

// renewOpened asks for the credentials of an account once it is open: what it was opened with may be older than the
// hang-up.
func (d *accounts) renewOpened(account string, o *pendingAccount) {
	select {
	case <-o.done:
	case <-d.ctx.Done():
		return
	}
	if o.err != nil || o.desk.isEmbedded() {
		return
	}
	name := o.desk.door.Account.String()
	if err := d.renewOne(account, o.desk); err != nil {
		d.log.Error("an account goes on with the credentials that it had", "account", name, "fault", err.Error())
		return
	}
	d.log.Info("an account has its credentials read again", "account", name)
}

// isEmbedded says that the desk is in this process, with credentials of its own.
func (s *sharedDesk) isEmbedded() bool { return s.config.BaseURL+s.config.ArticlesURL == "" }

// renewOne asks for an account's credentials. They may be meant for where the account is now, and go nowhere else.
func (d *accounts) renewOne(account string, desk *sharedDesk) error {
	now, err := d.reloadConfig(account)
	switch was := desk.config; {
	case err != nil:
		return err
	case now.BaseURL != was.BaseURL || now.ArticlesURL != was.ArticlesURL || now.OrderUser != was.OrderUser:
		return errors.New("its addresses or who calls the order operations have changed, which takes a restart")
	}
	if lacking := missingSetting(now, wire.PullTicket.OperationInfo); lacking != "" {
		return errors.New(lacking)
	}
	if now, err = resolveToken(d.ctx, now); err != nil {
		return err
	}
	desk.door.Client.SetCredentials(client.Credentials{
		Token: client.Secret(now.Token), Password: client.Secret(now.OrderPassword), PasswordFunc: passwordProvider(now),
	})
	return nil
}

// reloadConfig is an account's configuration as it is now; empty is the host's own.
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
