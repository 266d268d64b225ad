package config

import (
	"fmt"
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
		return c, file.located(err)
	}
	if err := c.Origins.Environment("", env, c.settings()); err != nil {
		return c, err
	}
	for _, s := range c.addressedSettings() {
		s.Reset()
		delete(c.Origins, s.Name)
	}
	c.Accounts, c.Sample = nil, true
	return c, file.located(c.complete(env))
}

// CheckAddress rejects the settings of an account without an address: they were meant for a service, and what is done
// would reach the sample desk.
func (c *Config) CheckAddress() error {
	if c.BaseURL != "" || c.Sample {
		return nil
	}
	for _, s := range c.addressedSettings() {
		if from, isSet := c.Origins[s.Name]; isSet {
			return fmt.Errorf(
				"%s needs the address of the service: set base_url, or FRONTDESK_BASE_URL; --sample works on the sample desk",
				from,
			)
		}
	}
	return nil
}
