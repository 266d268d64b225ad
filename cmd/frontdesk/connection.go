package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// deskConnection is the desk that a command works on, embedded or remote.
type deskConnection struct {
	Client  *client.Client
	Zone    *time.Location // of the account's dates
	Account text.Line      // how the desk is called on screen; never empty
	CMID    int64          // the account id that pulls of customers and orders name; 0 when not configured
	close   func() error
}

// Close gives up what the connection holds; calls that still run end.
func (d *deskConnection) Close() error { return d.close() }

// openDesk opens the desk that is configured, for the operations that take the API key and, where what they need is
// configured too, for those of orders and the search of articles; without an address the embedded one.
func openDesk(ctx context.Context, c config.Config) (*deskConnection, error) {
	return openFor(ctx, c, wire.PullTicket.Info)
}

// openFor opens it for an operation and those of the same credential and host: what others need may be missing, and is
// not asked for. Its error is one sentence that says what to set or mend.
func openFor(ctx context.Context, c config.Config, op wire.Info) (*deskConnection, error) {
	if c.BaseURL == "" && c.KMSURL == "" {
		return openEmbedded(ctx, c)
	}
	if lacking := lacks(c, op); lacking != "" {
		return nil, errors.New(lacking)
	}
	if op.Group == wire.APIKey {
		var err error
		if c, err = withToken(ctx, c); err != nil {
			return nil, err
		}
	}
	door, err := client.New(client.Config{
		BaseURL: c.BaseURL, KMSURL: c.KMSURL, Token: client.Secret(c.Token),
		User: c.OrderUser, Password: client.Secret(c.OrderPassword), PasswordFrom: passwordFrom(c), Zone: c.Zone, AllowPlain: c.AllowPlain,
	})
	if err != nil {
		return nil, err
	}
	return &deskConnection{Client: door, Zone: c.Zone, Account: accountName(c), CMID: accountID(c), close: func() error { return nil }}, nil
}

// lacks says what an operation on a remote desk misses in the configuration, empty for nothing; the embedded desk has
// credentials of its own. Articles are searched on a host of their own (PROTOCOL.md 1.1), whose
// address is never guessed: the credential goes to no host that was not named for it.
func lacks(c config.Config, op wire.Info) string {
	key, login := op.Group == wire.APIKey, op.Group == wire.Login
	hasPassword := c.OrderPassword != "" || !c.OrderPasswordFrom.IsZero()
	for _, needed := range []struct {
		missing             bool
		key, variable, what string
	}{
		{c.BaseURL == "", "base_url", "FRONTDESK_BASE_URL", "the address of the service"},
		{op.Host == wire.KMS && c.KMSURL == "", "kms_url", "FRONTDESK_KMS_URL", "the address of its articles; for frontdesk serve the same"},
		{key && c.Token == "" && c.TokenFrom.IsZero(), "token", "FRONTDESK_TOKEN", "the API key that the service accepts, or where it is kept"},
		{login && c.OrderUser == "" && !hasPassword, "order_user", "FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD", "who calls the order operations"},
		{login && c.OrderUser == "", "order_user", "FRONTDESK_ORDER_USER", "who calls the order operations"},
		{login && !hasPassword, "order_password", "FRONTDESK_ORDER_PASSWORD", "of who calls the order operations, or where it is kept"},
	} {
		if needed.missing {
			return fmt.Sprintf("a remote desk is configured without its %s: set %s (%s)", needed.key, needed.variable, needed.what)
		}
	}
	return ""
}

// accountID is what was configured; the embedded desk has one by itself.
func accountID(c config.Config) int64 {
	if c.CMID == 0 && c.BaseURL == "" && c.KMSURL == "" {
		return embeddedCMID
	}
	return int64(c.CMID)
}

// accountName is what was configured, else the service's host.
func accountName(c config.Config) text.Line {
	if !c.Account.IsEmpty() {
		return c.Account
	}
	address, err := url.Parse(c.BaseURL)
	if err != nil || address.Host == "" {
		return text.PlainLine("remote desk")
	}
	return text.PlainLine(address.Host)
}
