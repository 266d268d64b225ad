package config

import (
	"fmt"
	"slices"

	"frontdesk/internal/safetext"
)

// IsEmbedded reports whether no address is configured. The desk is then the sample desk of this machine.
func (c *Config) IsEmbedded() bool { return c.BaseURL == "" && c.ArticlesURL == "" }

// LoadSample loads the configuration for the sample desk: no account, and no address or credential, wherever they are
// set.
func LoadSample(env func(string) string, path string) (Config, error) {
	c, file, err := openConfig(env, path)
	if err != nil {
		return c, err
	}
	if _, err := c.readTopLevel(file); err != nil {
		return c, err
	}
	if err := readEnvironment(env, c.settings(), c.recordOrigin); err != nil {
		return c, err
	}
	for _, s := range c.addressedSettings() {
		delete(c.Origins, s.name)
	}
	c.Account, c.Accounts, c.AccountID = safetext.Line{}, nil, 0
	c.BaseURL, c.ArticlesURL, c.AllowPlainHTTP = "", "", false
	c.Token, c.TokenFrom = "", CredentialSource{}
	c.OrderUser, c.OrderPassword, c.OrderPasswordFrom = "", "", CredentialSource{}
	c.Sample = true
	err = c.complete(env)
	return c, err
}

// addressedSettings are the settings that mean nothing without the address of a service.
func (c *Config) addressedSettings() []setting {
	return slices.Concat(c.connectionSettings(), c.topLevelOnlySettings(), []setting{c.accountIDSetting()})
}

// CheckAddress rejects the settings of an account without an address: they were meant for a service, and what is done
// would reach the sample desk.
func (c *Config) CheckAddress() error {
	if c.BaseURL != "" || c.Sample {
		return nil
	}
	for _, s := range c.addressedSettings() {
		if from, isSet := c.Origins[s.name]; isSet {
			return fmt.Errorf(
				"%s needs the address of the service: set base_url, or FRONTDESK_BASE_URL; --sample works on the sample desk",
				from,
			)
		}
	}
	return nil
}
