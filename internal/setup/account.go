package setup

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/safetext"
)

// account holds the input of init, as typed.
type account struct {
	name, base, kms, user, number, zone string

	token, password credentialAnswer
}

// values returns the account's settings for the file, without empty ones.
func (a *account) values() map[string]any {
	values := map[string]any{}
	for key, value := range map[string]string{
		"base_url": a.base, "kms_url": cmp.Or(a.kms, a.base), "order_user": a.user, "time_zone": a.zone,
	} {
		if value != "" {
			values[key] = value
		}
	}
	a.token.write(values, "token", a.tokenEntry())
	if a.user != "" {
		a.password.write(values, "order_password", a.passwordEntry())
	}
	if id, err := strconv.Atoi(a.number); err == nil {
		values["cm_id"] = id
	}
	return values
}

// config returns the configuration that consists of this account alone.
func (a *account) config() config.Config {
	zone, err := time.LoadLocation(cmp.Or(a.zone, "Local"))
	if err != nil {
		zone = time.Local
	}
	id, _ := strconv.Atoi(a.number) // 0 for none
	typed := config.Origin{From: config.Flag, Name: "what was typed"}
	c := config.Config{
		Account:     safetext.LineFromText(a.name),
		BaseURL:     a.base,
		ArticlesURL: cmp.Or(a.kms, a.base),
		AccountID:   id,
		Zone:        zone,
		Origins:     map[string]config.Origin{"token": typed, "order_password": typed},
	}
	c.Token, c.TokenFrom = a.token.forTrial()
	if a.user != "" {
		c.OrderUser = a.user
		c.OrderPassword, c.OrderPasswordFrom = a.password.forTrial()
	}
	return c
}

func (a *account) tokenEntry() config.KeyringEntry {
	return config.KeyringEntry{Service: connection.KeyringService, User: a.name}
}

func (a *account) passwordEntry() config.KeyringEntry {
	return config.KeyringEntry{Service: connection.KeyringService, User: a.name + "-orders"}
}

// The validators of the prompts; the error is shown beside the prompt.

func checkAddress(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" ||
		u.Fragment != "" {
		return errors.New("enter an address such as https://desk.example.com, without user name or query")
	}
	return nil
}

func checkSecret(s string) error {
	_, err := config.ParseSecret(s)
	return err
}

func checkNumber(s string) error {
	if id, err := strconv.ParseInt(s, 10, 32); err != nil || id < 1 {
		return errors.New("enter a whole number from 1")
	}
	return nil
}

func checkZone(s string) error {
	if _, err := time.LoadLocation(s); err != nil {
		return errors.New("enter a time zone such as Europe/Berlin")
	}
	return nil
}

// optional wraps a validator so that it accepts an empty input.
func optional(check func(string) error) func(string) error {
	return func(s string) error {
		if s == "" {
			return nil
		}
		return check(s)
	}
}

// storage is where a credential is stored.
type storage string

const (
	inFile    storage = "file"
	inKeyring storage = "keyring"
	byCommand storage = "command"
)

// credentialAnswer is a credential and the place chosen for it.
type credentialAnswer struct {
	where   storage
	secret  string // empty when a command prints it
	command string
}

// write adds the credential, or the reference to where it is stored, to the settings of the account.
func (k *credentialAnswer) write(values map[string]any, name string, entry config.KeyringEntry) {
	switch k.where {
	case byCommand:
		values[name+"_command"], _ = splitCommand(k.command) // validated by checkCommand
	case inKeyring:
		values[name+"_keyring"] = entry.String()
	case inFile:
		values[name] = k.secret
	}
}

// forTrial returns the credential for the checks before writing, when the keyring does not hold it yet.
func (k *credentialAnswer) forTrial() (config.Secret, config.CredentialSource) {
	if k.where == byCommand {
		command, _ := splitCommand(k.command) // validated by checkCommand
		return "", config.CredentialSource{Command: command}
	}
	return config.Secret(k.secret), config.CredentialSource{}
}

// checkCommand validates a command without running it.
func checkCommand(line string) error {
	command, err := splitCommand(line)
	if err != nil {
		return err
	}
	if len(command) == 0 {
		return errors.New("enter a program and its arguments, such as pass desk/acme")
	}
	return connection.CheckCredentialProgram(command[0])
}

// splitCommand splits a command line at spaces and tabs. Quotes group words; no other shell syntax is supported.
func splitCommand(line string) (out []string, err error) {
	var word strings.Builder
	begun, quote := false, rune(0)
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			begun, quote = true, r
		case quote == 0 && (r == ' ' || r == '\t'):
			if begun {
				out = append(out, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if begun {
		out = append(out, word.String())
	}
	if quote != 0 {
		return nil, fmt.Errorf("a closing %c is missing", quote)
	}
	return out, nil
}
