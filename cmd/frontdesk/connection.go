package main

import (
	"context"
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

// openDesk opens the desk that is configured: without an address the embedded one. Its error is one
// sentence that says what to set or mend.
func openDesk(ctx context.Context, c config.Config) (*deskConnection, error) {
	if c.BaseURL == "" && c.KMSURL == "" {
		return openEmbedded(ctx, c)
	}
	c, err := withToken(ctx, c)
	if err != nil {
		return nil, err
	}
	for _, needed := range []struct{ key, variable, value, what string }{
		{"base_url", "FRONTDESK_BASE_URL", c.BaseURL, "the address of the service"},
		{"kms_url", "FRONTDESK_KMS_URL", c.KMSURL, "the address of its articles; for frontdesk serve the same"},
		{"token", "FRONTDESK_TOKEN", string(c.Token), "the API key that the service accepts, or where it is kept"},
	} {
		if needed.value == "" {
			return nil, fmt.Errorf("a remote desk is configured without its %s: set %s (%s)", needed.key, needed.variable, needed.what)
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

// accountID is what was configured; the embedded desk has one by itself.
func accountID(c config.Config) int64 {
	if c.CMID == 0 && c.BaseURL == "" && c.KMSURL == "" {
		return embeddedCMID
	}
	return int64(c.CMID)
}

// lacks says what a remote desk's operations miss; the embedded one has credentials of its own.
func lacks(c config.Config) map[wire.Group]string {
	hasPassword := c.OrderPassword != "" || !c.OrderPasswordFrom.IsZero()
	if c.BaseURL == "" && c.KMSURL == "" || c.OrderUser != "" && hasPassword {
		return nil
	}
	return map[wire.Group]string{
		wire.Login: "order operations take a user name and a password: set FRONTDESK_ORDER_USER and FRONTDESK_ORDER_PASSWORD",
	}
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
