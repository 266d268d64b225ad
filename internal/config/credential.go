package config

import (
	"errors"
	"fmt"
	"strings"

	"frontdesk/internal/settings"
)

// CredentialSource is the source of a credential that the configuration does not contain; at most one field is set. The
// caller must run the command or query the keyring.
type CredentialSource struct {
	File    string       `toml:"file" kind:"path" doc:"a file that others cannot open, with {} alone"`
	Command []string     `toml:"command" kind:"command" doc:"a program, run without a shell, whose first line is {}"`
	Keyring KeyringEntry `toml:"keyring" doc:"the entry SERVICE/USER of the system's keyring that holds {}"`
}

// IsZero reports whether no source is set.
func (s CredentialSource) IsZero() bool {
	return s.File == "" && len(s.Command) == 0 && s.Keyring == KeyringEntry{}
}

// KeyringEntry identifies an entry of the operating system's keyring.
type KeyringEntry struct{ Service, User string }

// String returns the entry in the format of the file.
func (k KeyringEntry) String() string { return k.Service + "/" + k.User }

// ParseSecret validates a credential from a source; the error does not contain it.
func ParseSecret(s string) (Secret, error) {
	if !settings.IsPlainLine(s) {
		return "", errors.New("it is empty or holds control characters")
	}
	return Secret(s), nil
}

// secretCodec is the codec of a credential. Errors never repeat what was typed here or in the place of its source.
func secretCodec(into *Secret) settings.Codec {
	return settings.Codec{
		Read: func(at string, value any) error {
			s, ok := value.(string)
			if !ok || !settings.IsPlainLine(s) {
				return fmt.Errorf("%s must be a text of one line", at)
			}
			*into = Secret(s)
			return nil
		},
		Value: func() any {
			if *into == "" {
				return nil
			}
			return dots
		},
		Schema: settings.TextSchema,
	}
}

// pathCodec is the codec of the path of a credential's file.
func pathCodec(into *string) settings.Codec {
	c := settings.Text(into)
	c.Read = func(at string, value any) error {
		s, ok := value.(string)
		if !ok || !settings.IsPlainLine(s) {
			return fmt.Errorf("%s must be the path of a file", at)
		}
		*into = s
		return nil
	}
	return c
}

// commandCodec is the codec of a command that prints a credential. The value is a list, because no shell splits it.
func commandCodec(into *[]string) settings.Codec {
	c := listOfTexts(into)
	read := c.Read
	c.Read = func(at string, value any) error {
		if err := read(at, value); err != nil || len(*into) == 0 { // err may repeat a credential
			return fmt.Errorf(`%s must name a program and its arguments, such as ["pass", "desk"]`, at)
		}
		return nil
	}
	c.Schema = func() settings.Schema {
		return settings.Schema{"type": "array", "minItems": 1, "items": settings.TextSchema()}
	}
	return c
}

// keyringCodec is the codec of the keyring's entry.
func keyringCodec(into *KeyringEntry) settings.Codec {
	return settings.Codec{
		Read: func(at string, value any) error {
			s, _ := value.(string)
			service, user, found := strings.Cut(s, "/")
			if !found || !settings.IsPlainLine(service) || !settings.IsPlainLine(user) { // perhaps the credential
				return fmt.Errorf(`%s must be an entry of the keyring, such as "frontdesk/acme"`, at)
			}
			*into = KeyringEntry{service, user}
			return nil
		},
		Value: func() any {
			if *into == (KeyringEntry{}) {
				return nil
			}
			return into.String()
		},
		Schema: func() settings.Schema { return settings.Schema{"type": "string", "pattern": "^[^/]+/.+$"} },
	}
}

// Secret is a credential. Printing it prints dots; only a conversion to string reveals it.
type Secret string

const dots = "•••"

// Format implements fmt.Formatter and writes dots for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(dots)) }

// MarshalText returns dots, so that neither JSON nor a log contains the credential.
func (Secret) MarshalText() ([]byte, error) { return []byte(dots), nil }

// AddressWithoutCredential returns an address with dots for its user and password, its query and its fragment. The
// client refuses such an address, but people write them.
func AddressWithoutCredential(address string) string {
	scheme, rest := "", address
	if at := strings.Index(address, "://"); at >= 0 {
		scheme, rest = address[:at+3], address[at+3:]
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = dots + rest[at:]
	}
	if at := strings.IndexAny(rest, "?#"); at >= 0 {
		rest = rest[:at+1] + dots
	}
	return scheme + rest
}

// destinations are the addresses that each credential is sent to.
var destinations = []struct {
	group     string // of the settings of the credential
	addresses []string
}{
	{"token", []string{"base_url", "kms_url"}},
	{"order_password", []string{"base_url"}},
}

// checkDestinations rejects a configuration that takes an address from the file and its credential from the
// environment, or the reverse, if the account is selected by a flag or the environment. The variable may be meant for
// another account, and the credential would be disclosed to this one.
func (c *Config) checkDestinations() error {
	named := c.Origins["account"]
	if named.From != Flag && named.From != Environment {
		return nil
	}
	all := map[string]settings.Setting{}
	for _, s := range c.settings() {
		all[s.Name] = s
	}
	for _, d := range destinations {
		credential, given := c.originOfGroup(d.group)
		for _, name := range d.addresses {
			address, known := c.Origins[name]
			if !given || !known || credential.From == address.From {
				continue
			}
			unset, set := all[d.group].Env, all[name].Env
			if address.From == Environment {
				unset, set = set, unset
			}
			return fmt.Errorf("account %s is chosen by %s, and %s would go to %s: unset %s, or set %s, too",
				c.Account, named, credential, address, unset, set)
		}
	}
	return nil
}

// originOfGroup returns the origin of the setting of a group that is set.
func (c *Config) originOfGroup(group string) (from Origin, isSet bool) {
	for _, s := range c.settings() {
		if from, isSet = c.Origins[s.Name]; isSet && s.Group == group {
			return from, true
		}
	}
	return Origin{}, false
}
