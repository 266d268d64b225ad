package config

import "fmt"

// destinations are the credentials, by the names of the settings that give them, and the addresses that each goes to.
var destinations = []struct {
	variable    string // that gives the credential in the environment
	credentials []string
	addresses   []string
}{
	{"FRONTDESK_TOKEN", []string{"token", "token_command", "token_keyring"}, []string{"base_url", "kms_url"}},
	{"FRONTDESK_ORDER_PASSWORD", []string{"order_password", "order_password_command", "order_password_keyring"}, []string{"base_url"}},
}

// addressVariables give addresses in the environment.
var addressVariables = map[string]string{"base_url": "FRONTDESK_BASE_URL", "kms_url": "FRONTDESK_KMS_URL"}

// checkDestinations refuses to work with an account that is named while its address is the file's and a credential the
// environment's, or the other way round: the variable may be meant for another account, which would get to know the
// credential.
func (c *Config) checkDestinations() error {
	named := c.Origins["account"]
	if named.From != Flag && named.From != Environment {
		return nil
	}
	for _, d := range destinations {
		credential, given := c.originOf(d.credentials...)
		for _, name := range d.addresses {
			address, known := c.originOf(name)
			if !given || !known || credential.From == address.From {
				continue
			}
			unset, set := d.variable, addressVariables[name]
			if address.From == Environment {
				unset, set = set, unset
			}
			return fmt.Errorf("account %s is chosen by %s, and %s would go to %s: unset %s, or set %s, too",
				c.Account, named, credential, address, unset, set)
		}
	}
	return nil
}

// originOf is where the first of some settings that is set comes from.
func (c *Config) originOf(names ...string) (from Origin, set bool) {
	for _, name := range names {
		if from, set := c.Origins[name]; set {
			return from, true
		}
	}
	return Origin{}, false
}
