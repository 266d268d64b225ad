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

// secretCodec is the codec of a credential.
func secretCodec(into *Secret) settings.Codec {
	c := settings.Quiet(settings.Text((*string)(into)), "be a text of one line")
	c.Value = func() any {
		if *into == "" {
			return nil
		}
		return dots
	}
	return c
}

// pathCodec is the codec of the path of a credential's file. Errors do not repeat what was typed in the place of a
// credential's source: it may be the credential.
func pathCodec(into *string) settings.Codec {
	return settings.Quiet(settings.Text(into), "be the path of a file")
}

// commandCodec is the codec of a command that prints a credential. The value is a list, because no shell splits it.
func commandCodec(into *[]string) settings.Codec {
	isEmpty := errors.New("empty")
	c := settings.Checked(listOfTexts(into), func(string) error {
		if len(*into) == 0 {
			return isEmpty
		}
		return nil
	})
	c.Schema = func() settings.Schema {
		return settings.Schema{"type": "array", "minItems": 1, "items": settings.TextSchema()}
	}
	return settings.Quiet(c, `name a program and its arguments, such as ["pass", "desk"]`)
}

// keyringCodec is the codec of the keyring's entry.
func keyringCodec(into *KeyringEntry) settings.Codec {
	schema := settings.Schema{"type": "string", "pattern": "^[^/]+/.+$"}
	c := settings.Scalar(into, "", schema, func(value any) (KeyringEntry, bool) {
		s, _ := value.(string)
		service, user, found := strings.Cut(s, "/")
		return KeyringEntry{service, user}, found && settings.IsPlainLine(service) && settings.IsPlainLine(user)
	})
	c.Value = func() any {
		if *into == (KeyringEntry{}) {
			return nil
		}
		return into.String()
	}
	return settings.Quiet(c, `be an entry of the keyring, such as "frontdesk/acme"`)
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
