package cli

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

// deskConnection is a client for the configured desk, embedded or remote.
type deskConnection struct {
	Client  *client.Client
	Zone    *time.Location // time zone of the account's dates
	Account safetext.Line  // display name of the desk; never empty
	CMID    int64          // account id sent when customers and orders are pulled; 0 when not configured
	close   func() error
}

// Close releases the connection and ends its calls in flight.
func (d *deskConnection) Close() error { return d.close() }

// openConnection connects to the configured desk, or opens the embedded one if no address is configured. It requires
// the API key; order operations and the article search work if their settings are present too.
func openConnection(ctx context.Context, c config.Config) (*deskConnection, error) {
	return openConnectionFor(ctx, c, wire.PullTicket.OperationInfo)
}

// openConnectionFor connects for op and the operations that share its credential and host. Settings that only other
// operations need may be missing. The error is one sentence that names the setting to fix.
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
		MaxResponseBytes: maxResponseBytes,
	})
	if err != nil {
		return nil, err
	}
	return &deskConnection{Client: door, Zone: c.Zone, Account: accountName(c), CMID: accountID(c), close: func() error { return nil }}, nil
}

// maxResponseBytes limits a response; 0 is the client's default, which tests lower.
var maxResponseBytes int64

// missingSetting describes the first setting that op needs on a remote desk and that is not configured; "" if none is
// missing. Articles are on a separate host (PROTOCOL.md 1.1), and its address is never derived from another, so that
// the credential is sent only to hosts that were configured for it.
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

// accountID returns the configured account id; without one, that of the embedded desk if that is in use.
func accountID(c config.Config) int64 {
	if c.AccountID == 0 && c.BaseURL == "" && c.ArticlesURL == "" {
		return embeddedCMID
	}
	return int64(c.AccountID)
}

// accountName returns the configured account name, or else the host of the service.
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
