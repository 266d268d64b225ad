package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// deskConnection is the desk that a command works on, embedded or remote.
type deskConnection struct {
	Client  *client.Client
	Zone    *time.Location // of the account's dates
	Account safetext.Line  // how the desk is called on screen; never empty
	CMID    int64          // the account id that pulls of customers and orders name; 0 when not configured
	close   func() error
}

// Close gives up what the connection holds; calls that still run end.
func (d *deskConnection) Close() error { return d.close() }

// openConnection opens the desk that is configured, for the operations that take the API key and, where what they need is
// configured too, for those of orders and the search of articles; without an address the embedded one.
func openConnection(ctx context.Context, c config.Config) (*deskConnection, error) {
	return openConnectionFor(ctx, c, wire.PullTicket.OperationInfo)
}

// openConnectionFor opens it for an operation and those of the same credential and host: what others need may be missing, and is
// not asked for. Its error is one sentence that says what to set or mend.
func openConnectionFor(ctx context.Context, c config.Config, op wire.OperationInfo) (*deskConnection, error) {
	if c.BaseURL == "" && c.ArticlesURL == "" {
		return openEmbedded(ctx, c)
	}
	if lacking := missingSetting(c, op); lacking != "" {
		return nil, errors.New(lacking)
	}
	if op.Group == wire.APIKey {
		var err error
		if c, err = resolveToken(ctx, c); err != nil {
			return nil, err
		}
	}
	door, err := client.New(client.Config{
		BaseURL: c.BaseURL, KMSURL: c.ArticlesURL, Token: client.Secret(c.Token),
		User: c.OrderUser, Password: client.Secret(c.OrderPassword), PasswordFunc: passwordProvider(c), Zone: c.Zone, AllowPlainHTTP: c.AllowPlainHTTP,
	})
	if err != nil {
		return nil, err
	}
	return &deskConnection{Client: door, Zone: c.Zone, Account: accountName(c), CMID: accountID(c), close: func() error { return nil }}, nil
}

// missingSetting says what an operation on a remote desk misses in the configuration, empty for nothing; the embedded desk has
// credentials of its own. Articles are searched on a host of their own (PROTOCOL.md 1.1), whose
// address is never guessed: the credential goes to no host that was not named for it.
func missingSetting(c config.Config, op wire.OperationInfo) string {
	key, login := op.Group == wire.APIKey, op.Group == wire.BasicAuth
	hasPassword := c.OrderPassword != "" || !c.OrderPasswordFrom.IsZero()
	for _, needed := range []struct {
		missing             bool
		key, variable, what string
	}{
		{c.BaseURL == "", "base_url", "FRONTDESK_BASE_URL", "the address of the service"},
		{op.Host == wire.FAQHost && c.ArticlesURL == "", "kms_url", "FRONTDESK_KMS_URL", "the address of its articles; for frontdesk serve the same"},
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
	if c.AccountID == 0 && c.BaseURL == "" && c.ArticlesURL == "" {
		return embeddedCMID
	}
	return int64(c.AccountID)
}

// accountName is what was configured, else the service's host.
func accountName(c config.Config) safetext.Line {
	if !c.Account.IsEmpty() {
		return c.Account
	}
	address, err := url.Parse(c.BaseURL)
	if err != nil || address.Host == "" {
		return safetext.LineFromText("remote desk")
	}
	return safetext.LineFromText(address.Host)
}
