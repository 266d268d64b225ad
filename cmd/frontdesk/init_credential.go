package main

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"frontdesk/internal/config"
)

// place is where a credential is to be kept.
type place string

const (
	inFile    place = "file"
	inKeyring place = "keyring"
	byCommand place = "command"
)

// keptCredential is a credential and where it is to be kept, as that was answered.
type keptCredential struct {
	where   place
	secret  string // empty when a command prints it
	command string
}

// write writes where the credential is, or the credential itself.
func (k *keptCredential) write(values map[string]any, name string, entry config.KeyringEntry) {
	switch k.where {
	case byCommand:
		values[name+"_command"], _ = words(k.command) // it was checked
	case inKeyring:
		values[name+"_keyring"] = entry.String()
	case inFile:
		values[name] = k.secret
	}
}

// forTrial is the credential to try with: what goes into the keyring is not there yet.
func (k *keptCredential) forTrial() (config.Secret, config.CredentialSource) {
	if k.where == byCommand {
		command, _ := words(k.command) // it was checked
		return "", config.CredentialSource{Command: command}
	}
	return config.Secret(k.secret), config.CredentialSource{}
}

// checkCommand says what is wrong with a command before it is run.
func checkCommand(line string) error {
	command, err := words(line)
	if err != nil {
		return err
	}
	if len(command) == 0 {
		return errors.New("a program and its arguments, such as pass desk/acme")
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		return errNoProgram
	}
	return nil
}

// words takes a command apart as a shell would, but for everything that needs one: quotes keep spaces together.
func words(line string) (out []string, err error) {
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
