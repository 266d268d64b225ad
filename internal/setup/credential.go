package setup

import (
	"errors"
	"fmt"
	"strings"

	"frontdesk/internal/config"
	"frontdesk/internal/credential"
)

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
		return errors.New("a program and its arguments, such as pass desk/acme")
	}
	return credential.CheckProgram(command[0])
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
		return nil, fmt.Errorf("a %c has no other one", quote)
	}
	return out, nil
}
