// Package connection opens a client for the configured desk: a remote one, with the credentials that the configuration
// names, or the embedded desk of this machine.
package connection

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Desk is a client for the configured desk, embedded or remote.
type Desk struct {
	Client    *client.Client
	Zone      *time.Location // time zone of the account's dates
	Account   safetext.Line  // display name of the desk; never empty
	AccountID int64          // account id sent when customers and orders are pulled; 0 when not configured
	Opening   []string       // lines about how the embedded desk was opened: store.Store.Opening
	Notes     []string       // those of them that say what is wrong
	close     func() error
}

// Close releases the connection and ends its calls in flight.
func (d *Desk) Close() error { return d.close() }

// WithClient returns the same desk with another client; closing it leaves the connection open.
func (d *Desk) WithClient(c *client.Client) *Desk {
	other := *d
	other.Client, other.close = c, func() error { return nil }
	return &other
}

// Open connects to the configured desk, or opens the embedded one if no address is configured. It requires
// the API key; order operations and the article search work if their settings are present too.
func Open(ctx context.Context, c config.Config) (*Desk, error) {
	return OpenFor(ctx, c, wire.PullTicket.OperationInfo)
}

// OpenFor connects for op and the operations that share its credential and host. Settings that only other
// operations need may be missing. The error is one sentence that names the setting to fix.
func OpenFor(ctx context.Context, c config.Config, op wire.OperationInfo) (*Desk, error) {
	if c.IsEmbedded() {
		return openEmbedded(ctx, c)
	}
	if lacking := MissingSetting(c, op); lacking != "" {
		return nil, errors.New(lacking)
	}
	if op.Group == wire.APIKey {
		var err error
		if c, err = ResolveToken(ctx, c); err != nil {
			return nil, err
		}
	}
	remote, err := client.New(client.Config{
		BaseURL:          c.BaseURL,
		KMSURL:           c.ArticlesURL,
		Token:            client.Secret(c.Token),
		User:             c.OrderUser,
		Password:         client.Secret(c.OrderPassword),
		PasswordFunc:     PasswordProvider(c),
		Zone:             c.Zone,
		SubStatuses:      c.SubStatuses,
		AllowPlainHTTP:   c.AllowPlainHTTP,
		ReadOnly:         c.ReadOnly,
		OnBehalfOf:       onBehalfOf(c),
		MaxResponseBytes: MaxResponseBytes,
	})
	if err != nil {
		return nil, err
	}
	return &Desk{
		Client:    remote,
		Zone:      c.Zone,
		Account:   AccountName(c),
		AccountID: AccountID(c),
		close:     func() error { return nil },
	}, nil
}

// onBehalfOf returns what says who acts on an account that is set up for it: the agent of a session, or the one of the
// configuration. It is nil for every other account.
func onBehalfOf(c config.Config) func(context.Context) (safetext.Line, error) {
	if !c.OnBehalfOf {
		return nil
	}
	return func(ctx context.Context) (safetext.Line, error) {
		name, named := desk.AgentOf(ctx)
		if !named {
			name = c.Agent
		}
		shown, err := desk.ParseAgentName(name.String())
		if err != nil {
			err = fmt.Errorf("the service is told who writes, so agent must be set to a name: %w", err)
		}
		return shown, err
	}
}

// checkTimeout limits Check, while somebody waits for it.
const checkTimeout = 10 * time.Second

// Check asks the service for one ticket of today, so that an address where nothing answers and a credential that is not
// accepted are found at once.
func Check(ctx context.Context, c *client.Client) error {
	settings := c.CurrentConfig()
	settings.Timeout = checkTimeout
	once, err := client.New(settings)
	if err != nil {
		return err
	}
	today, one := desk.DateOf(time.Now().In(c.Zone)).String(), 1
	request := wire.PullTicketRequest{StartDate: today, EndDate: today, Limit: &one}
	_, err = client.Call(ctx, once, wire.PullTicket, request)
	return err
}

// MaxResponseBytes lowers the limit of a response, for tests; 0 for the limits of each operation.
var MaxResponseBytes int64

// MissingSetting describes the first setting that op needs on a remote desk and that is not configured; "" if none is
// missing. Articles are on a separate host (PROTOCOL.md 1.1), and its address is never derived from another, so that
// the credential is sent only to hosts that were configured for it.
func MissingSetting(c config.Config, op wire.OperationInfo) string {
	key, login := op.Group == wire.APIKey, op.Group == wire.BasicAuth
	hasPassword := c.OrderPassword != "" || !c.OrderPasswordFrom.IsZero()
	for _, needed := range []struct {
		missing             bool
		what, key, variable string
	}{
		{c.BaseURL == "", "address of the service", "base_url", "FRONTDESK_BASE_URL"},
		{op.Host == wire.FAQHost && c.ArticlesURL == "", "address of the FAQ", "kms_url", "FRONTDESK_KMS_URL"},
		{key && c.Token == "" && c.TokenFrom.IsZero(), "API key", "token", "FRONTDESK_TOKEN"},
		{login && c.OrderUser == "" && !hasPassword, "user name and password for orders", "order_user and order_password", "FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD"},
		{login && c.OrderUser == "", "user name for orders", "order_user", "FRONTDESK_ORDER_USER"},
		{login && !hasPassword, "password for orders", "order_password", "FRONTDESK_ORDER_PASSWORD"},
	} {
		if needed.missing {
			return fmt.Sprintf("no %s: set %s, or %s", needed.what, needed.key, needed.variable)
		}
	}
	return ""
}

// AccountID returns the configured account id; without one, that of the embedded desk if that is in use.
func AccountID(c config.Config) int64 {
	if c.AccountID == 0 && c.IsEmbedded() {
		return embeddedAccountID
	}
	return int64(c.AccountID)
}

// AccountName returns the configured account name, or else the host of the service. That of the embedded desk is the
// same everywhere, so that commands and the console keep its articles in one place.
func AccountName(c config.Config) safetext.Line {
	switch {
	case !c.Account.IsEmpty():
		return c.Account
	case c.IsEmbedded():
		return safetext.LineFromText("sample desk")
	}
	address, err := url.Parse(c.BaseURL)
	if err != nil || address.Host == "" {
		return safetext.LineFromText("remote desk")
	}
	return safetext.LineFromText(address.Host)
}

// BaseURLs returns the base URLs that a dry run prints, without a credential that they may hold. One that is not
// configured is printed as its placeholder in PROTOCOL.md 1.1.
func BaseURLs(c config.Config) map[wire.Host]string {
	if c.IsEmbedded() {
		return map[wire.Host]string{wire.Base: EmbeddedURL, wire.FAQHost: EmbeddedURL}
	}
	return map[wire.Host]string{
		wire.Base:    cmp.Or(config.AddressWithoutCredential(c.BaseURL), "{base_url}"),
		wire.FAQHost: cmp.Or(config.AddressWithoutCredential(c.ArticlesURL), "{kms_url}"),
	}
}

// MissingRemoteSetting is like missingSetting, but the embedded desk needs no setting.
func MissingRemoteSetting(c config.Config, op wire.OperationInfo) string {
	if c.IsEmbedded() {
		return ""
	}
	return MissingSetting(c, op)
}
