package config

import (
	"errors"
	"fmt"
	"strings"
)

// CredentialSource is the source of a credential that the configuration does not contain; at most one field is set. The
// caller must run the command or query the keyring.
type CredentialSource struct {
	File    string       // a file that has the credential alone, as container and service managers pass it
	Command []string     // a program and its arguments, run without a shell; it prints the credential on its first line
	Keyring KeyringEntry // an entry of the operating system's keyring
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
	if !isPlainLine(s) {
		return "", errors.New("it is empty or holds control characters")
	}
	return Secret(s), nil
}

// credential points to the fields of one credential. Reading any of its settings resets the others.
type credential struct {
	secret *Secret
	from   *CredentialSource
}

// settings returns the three settings of a credential: itself, a command or a keyring entry. env is the variable for
// the credential itself.
func (c credential) settings(name, env, what string) []setting {
	return []setting{
		{
			name:           name,
			env:            env,
			isSecret:       true,
			exclusiveGroup: name,
			doc:            what + "; the file must then be its owner's alone (mode 0600)",
			codec:          c.secretCodec(),
		},
		{
			name:           name + fileSetting,
			exclusiveGroup: name,
			doc:            "a file that others cannot open, with " + what + " alone",
			codec:          c.fileCodec(),
		},
		{
			name:           name + "_command",
			exclusiveGroup: name,
			doc:            "a program, run without a shell, whose first line is " + what,
			codec:          c.commandCodec(),
		},
		{
			name:           name + "_keyring",
			exclusiveGroup: name,
			doc:            "the entry SERVICE/USER of the system's keyring that holds " + what,
			codec:          c.keyringCodec(),
		},
	}
}

func (c credential) secretCodec() codec {
	return codec{
		read: func(at string, value any) error {
			s, ok := value.(string)
			if !ok || !isPlainLine(s) {
				return fmt.Errorf("%s must be a text of one line", at)
			}
			*c.secret, *c.from = Secret(s), CredentialSource{}
			return nil
		},
		value: func() any {
			if *c.secret == "" {
				return nil
			}
			return dots
		},
		schema: stringCodec(new(string)).schema,
	}
}

// fileSetting ends the name of the setting of a credential's file.
const fileSetting = "_file"

func (c credential) fileCodec() codec {
	return codec{
		read: func(at string, value any) error {
			s, ok := value.(string)
			if !ok || !isPlainLine(s) {
				return fmt.Errorf("%s must be the path of a file", at)
			}
			*c.secret, *c.from = "", CredentialSource{File: s}
			return nil
		},
		value: func() any {
			if c.from.File == "" {
				return nil
			}
			return c.from.File
		},
		schema: stringCodec(new(string)).schema,
	}
}

// commandCodec is the codec of the command. The value is a list, because no shell splits it.
func (c credential) commandCodec() codec {
	return codec{
		read: func(at string, value any) error {
			var words []string
			if err := listCodec(
				&words,
				stringCodec,
			).read(at, value); err != nil ||
				len(words) == 0 { // err may repeat a credential
				return fmt.Errorf(`%s must name a program and its arguments, such as ["pass", "desk"]`, at)
			}
			*c.secret, *c.from = "", CredentialSource{Command: words}
			return nil
		},
		value: listCodec(&c.from.Command, stringCodec).value,
		schema: func() schema {
			return schema{"type": "array", "minItems": 1, "items": stringCodec(new(string)).schema()}
		},
	}
}

func (c credential) keyringCodec() codec {
	return codec{
		read: func(at string, value any) error {
			s, _ := value.(string)
			service, user, found := strings.Cut(s, "/")
			if !found || !isPlainLine(service) || !isPlainLine(user) { // the value may be the credential itself
				return fmt.Errorf(`%s must be an entry of the keyring, such as "frontdesk/acme"`, at)
			}
			*c.secret, *c.from = "", CredentialSource{Keyring: KeyringEntry{service, user}}
			return nil
		},
		value: func() any {
			if c.from.Keyring == (KeyringEntry{}) {
				return nil
			}
			return c.from.Keyring.String()
		},
		schema: func() schema { return schema{"type": "string", "pattern": "^[^/]+/.+$"} },
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

// destinations lists the settings of each credential and the settings of the addresses that it is sent to.
var destinations = []struct {
	variable    string // the environment variable of the credential
	credentials []string
	addresses   []string
}{
	{"FRONTDESK_TOKEN", []string{"token", "token_file", "token_command", "token_keyring"}, []string{"base_url", "kms_url"}},
	{
		"FRONTDESK_ORDER_PASSWORD",
		[]string{"order_password", "order_password_file", "order_password_command", "order_password_keyring"},
		[]string{"base_url"},
	},
}

// addressVariables are the environment variables of the addresses.
var addressVariables = map[string]string{"base_url": "FRONTDESK_BASE_URL", "kms_url": "FRONTDESK_KMS_URL"}

// checkDestinations rejects a configuration that takes an address from the file and its credential from the
// environment, or the reverse, if the account is selected by a flag or the environment. The variable may be meant for
// another account, and the credential would be disclosed to this one.
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

// originOf returns the origin of the first of the settings that is set.
func (c *Config) originOf(names ...string) (from Origin, set bool) {
	for _, name := range names {
		if from, set := c.Origins[name]; set {
			return from, true
		}
	}
	return Origin{}, false
}
