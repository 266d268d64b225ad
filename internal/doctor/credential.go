package doctor

import (
	"context"
	"errors"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/credential"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// originOf describes where a credential is configured.
func originOf(c config.Config, name string) string {
	for _, setting := range []string{name, name + "_command", name + "_keyring"} {
		if from, set := c.Origins[setting]; set {
			return from.String()
		}
	}
	return string(config.Default)
}

// resolveSecrets fetches the credentials from their commands and the keyring, each only once, because a source may
// prompt the user.
func (d *doctor) resolveSecrets(ctx context.Context, c config.Config) config.Config {
	if c.Token == "" && c.TokenFrom.IsZero() {
		d.add("API key", StatusFail, "%s", connection.MissingSetting(c, wire.PullTicket.OperationInfo))
	}
	d.fetch(ctx, "API key", "token", &c.Token, &c.TokenFrom)
	d.fetch(ctx, orderCredential, "order_password", &c.OrderPassword, &c.OrderPasswordFrom)
	return c
}

func (d *doctor) fetch(ctx context.Context, check, name string, secret *config.Secret, from *config.CredentialSource) {
	got, err := credential.Fetch(ctx, name, *secret, *from)
	inKeyring := from.Keyring != config.KeyringEntry{}
	switch {
	case err != nil && inKeyring:
		d.add("keyring", StatusFail, "%s: %v", check, err)
	case err != nil:
		d.add(check, StatusFail, "%v", err)
	case inKeyring:
		d.add("keyring", statusOK, "%s holds the %s", from.Keyring, check)
	}
	*secret, *from = got, config.CredentialSource{}
}

const orderCredential = "order credential"

// skipOrders reports whether the order credential cannot be checked, and adds a finding with the reason.
func (d *doctor) skipOrders(c config.Config, account int64) bool {
	remote := c.BaseURL != ""
	switch lacking := connection.MissingSetting(c, wire.PullOrder.OperationInfo); {
	case remote && c.OrderUser == "" && c.OrderPassword == "":
		d.add(orderCredential, statusNote, "not tried: order_user and order_password are not set")
	case remote && lacking != "":
		d.add(orderCredential, StatusFail, "%s", lacking)
	case account == 0:
		d.add(orderCredential, statusNote, "not tried: cm_id is not set, without which no order can be pulled")
	default:
		return false
	}
	return true
}

// orders checks the order credential where that is possible, and returns the error of the call.
func (d *doctor) orders(ctx context.Context, door *client.Client, c config.Config, account int64) (tried bool, answered error) {
	if d.skipOrders(c, account) {
		return false, nil
	}
	today := desk.DateOf(d.now().In(c.Zone)).String()
	_, err := client.Call(ctx, door, wire.PullOrder, wire.PullOrderRequest{
		Account: account, Limit: "1", OrderFilters: wire.OrderFilters{GenerationStartDate: today, GenerationEndDate: today},
	})
	from := ""
	if c.BaseURL != "" {
		from = "from " + originOf(c, "order_password") + ": "
	}
	switch {
	case err == nil, missing(err):
		d.add(orderCredential, statusOK, "%sorders can be pulled", from)
	case denied(err):
		d.add(orderCredential, StatusFail, "%sthe service does not accept it", from)
	case unreachable(err):
		d.add(orderCredential, statusNote, "%sit could not be tried: %v", from, err)
	default:
		d.add(orderCredential, StatusFail, "with cm_id %d: %v", account, err)
	}
	return true, err
}

func denied(err error) bool { return exitcode.Of(err) == exitcode.Denied }

func missing(err error) bool {
	var call *client.Error
	return errors.As(err, &call) && call.NotFound()
}

func unreachable(err error) bool {
	var call *client.Error
	return errors.As(err, &call) && (call.Kind == client.Unreachable || call.Kind == client.Timeout)
}
