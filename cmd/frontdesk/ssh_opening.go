package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"

	"frontdesk/internal/book"
	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/guard"
	"frontdesk/internal/presence"
	"frontdesk/internal/sshd"
	"frontdesk/internal/text"
)

// sharedDesk is one account that is open.
type sharedDesk struct {
	config  config.Config
	door    *deskConnection
	records *book.Book
	company *presence.Board
	denied  *[2]atomic.Bool // by wire.Group: the service does not accept the credential
}

// opening is an account that is open, or is being opened: a command or a keyring that gives its credential may take its
// time. All who want it meanwhile wait for the same; who leaves does not end it for the others.
type opening struct {
	done chan struct{} // closed once there is a desk or a fault
	desk *sharedDesk
	err  error
}

// errClosed is said to whoever comes when the host has ended.
var errClosed = errors.New("the host is about to stop: try again in a minute")

// open opens the host's own account: what is wrong with it is said at the start and not to the first agent.
func (d *desks) open(ctx context.Context) error {
	_, err := d.of(ctx, "")
	return err
}

// of is the desk of an account, opened when it is asked for first; empty is the host's own. It waits for this account
// alone, and not longer than ctx lasts.
func (d *desks) of(ctx context.Context, account string) (*sharedDesk, error) {
	if account == d.config.Account.String() {
		account = ""
	}
	o := d.begin(account)
	if o == nil {
		return nil, errClosed
	}
	select {
	case <-o.done:
		return o.desk, o.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// errUnavailable is all that agents are told of an account that cannot be opened: the cause may name files, settings and
// commands of the host. It is in the log.
var errUnavailable = errors.New("your account is unavailable: tell who runs this host")

// openFor is the desk that a session's agent works on.
func (d *desks) openFor(ctx context.Context, v *sshd.Visit) (*sharedDesk, error) {
	shared, err := d.of(ctx, v.Agent.Account)
	if err == nil || errors.Is(err, errClosed) || ctx.Err() != nil {
		return shared, err
	}
	return nil, errUnavailable
}

// begin is an account's opening, begun now if it was not; nil when the desks are closed.
func (d *desks) begin(account string) *opening {
	d.mu.Lock()
	defer d.mu.Unlock()
	if o := d.accounts[account]; o != nil || d.closed {
		return o
	}
	o := &opening{done: make(chan struct{})}
	d.accounts[account] = o
	d.behind.Go(func() error {
		d.finish(account, o)
		return nil
	})
	return o
}

// finish opens an account. One that cannot be opened is forgotten: the next session tries again.
func (d *desks) finish(account string, o *opening) {
	defer close(o.done)
	o.err = guard.Run(func() (err error) {
		o.desk, err = d.shared(d.until, account)
		return err
	})
	if o.err == nil {
		return
	}
	if account != "" { // the host does not start without its own, and says so itself
		d.log.Error("an account cannot be opened", "account", account, "fault", o.err.Error())
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.accounts, account)
}

// shared opens an account.
func (d *desks) shared(ctx context.Context, account string) (desk *sharedDesk, err error) {
	settings := d.config
	if account != "" {
		if settings, err = d.other(account); err != nil {
			return nil, err
		}
	}
	door, err := openDesk(ctx, settings)
	if err != nil {
		return nil, err
	}
	desk = &sharedDesk{config: settings, door: door, records: newBook(settings, door.Client, door.Zone), company: presence.New(), denied: new([2]atomic.Bool)}
	door.Client.Ended = func(ctx context.Context, call client.Ended) {
		d.ended(ctx, call)
		desk.told(d.log, call)
		d.rereadChanged(ctx, desk, call)
	}
	return desk, nil
}

// told writes down that the service does not accept the account's credential, or does again: agents see that it does
// not, but cannot change it.
func (s *sharedDesk) told(log *slog.Logger, call client.Ended) {
	denied := outcomeOf(call.Err) == "denied"
	if call.Err != nil && !denied || s.denied[call.Op.Group].Swap(denied) == denied {
		return
	}
	if denied {
		log.Error("the service does not accept an account's credential", "account", s.door.Account.String(), "operation", call.Op.Name)
		return
	}
	log.Info("the service accepts the account's credential again", "account", s.door.Account.String(), "operation", call.Op.Name)
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
