package client

import "context"

// Credentials are what calls carry (PROTOCOL.md 1.4).
type Credentials struct {
	Token    Secret // the API key
	Password Secret // of the order operations

	// PasswordFunc is asked for the password when there is none, as Config's is.
	PasswordFunc func(context.Context) (Secret, error)
}

// SetCredentials has every call that begins from now on carry other credentials; those under way keep theirs, with their retries.
func (c *Client) SetCredentials(with Credentials) { c.renewed.Store(&with) }

// CurrentConfig is the configuration with the credentials that count now: another client is made of this, not of Config.
func (c *Client) CurrentConfig() Config {
	now, with := c.Config, c.credentials()
	now.Token, now.Password, now.PasswordFunc = with.Token, with.Password, with.PasswordFunc
	return now
}

// credentials are those that count now.
func (c *Client) credentials() Credentials {
	if renewed := c.renewed.Load(); renewed != nil {
		return *renewed
	}
	return Credentials{Token: c.Token, Password: c.Password, PasswordFunc: c.PasswordFunc}
}
