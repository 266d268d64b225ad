package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zalando/go-keyring"

	"frontdesk/internal/config"
)

// secretStore stores secrets, like the operating system's keyring.
type secretStore interface {
	Get(service, user string) (string, error)
	Set(service, user, secret string) error
	Delete(service, user string) error
}

// systemKeyring is the operating system's keyring.
type systemKeyring struct{}

func (systemKeyring) Get(service, user string) (string, error) { return keyring.Get(service, user) }
func (systemKeyring) Set(service, user, secret string) error {
	return keyring.Set(service, user, secret)
}
func (systemKeyring) Delete(service, user string) error { return keyring.Delete(service, user) }

// keyringWrite is an entry to write, and its previous value for an undo.
type keyringWrite struct {
	entry       config.KeyringEntry
	secret, old string
	existed     bool
}

// planKeyring returns the keyring entries to write. It prompts before an existing entry is replaced; it does not write
// anything.
func (s *setup) planKeyring(ctx context.Context) (writes []keyringWrite, err error) {
	a := &s.answers
	for _, k := range []struct {
		credential *keptCredential
		entry      config.KeyringEntry
		wanted     bool
	}{{&a.token, a.tokenEntry(), true}, {&a.password, a.passwordEntry(), a.user != ""}} {
		if k.credential.where != inKeyring || !k.wanted {
			continue
		}
		w := keyringWrite{entry: k.entry, secret: k.credential.secret}
		if w.old, w.existed, err = readEntry(ctx, s.keyring, k.entry); err != nil {
			return nil, err
		}
		if w.existed {
			sure, err := s.screen.confirm(ctx, fmt.Sprintf("The keyring has an entry %s. Replace it?", k.entry))
			if err != nil {
				return nil, err
			}
			if !sure {
				return nil, errDeclined
			}
		}
		writes = append(writes, w)
	}
	return writes, nil
}

// writeKeyring writes the entries in order. After an error the last one may or may not have been written.
func writeKeyring(ctx context.Context, store secretStore, writes []keyringWrite) error {
	for _, w := range writes {
		if err := setEntry(ctx, store, w.entry, w.secret); err != nil {
			return err
		}
	}
	return nil
}

// undoKeyring restores the previous values of the entries, and returns the names of those that it could not restore.
func undoKeyring(ctx context.Context, store secretStore, writes []keyringWrite) (left []string) {
	for _, w := range writes {
		now, exists, err := readEntry(ctx, store, w.entry)
		switch {
		case err != nil:
		case exists == w.existed && now == w.old:
			continue
		case w.existed:
			err = setEntry(ctx, store, w.entry, w.old)
		default:
			err = deleteEntry(ctx, store, w.entry)
		}
		if err != nil {
			left = append(left, w.entry.String())
		}
	}
	return left
}

// notWritten wraps the error of a failed write, and names the keyring entries that could not be restored.
func notWritten(why error, left []string) error {
	if len(left) == 0 {
		return fmt.Errorf("nothing was written: %w", why)
	}
	return fmt.Errorf("the configuration was not written, but the keyring may hold the new %s: %w", strings.Join(left, " and "), why)
}

func readEntry(ctx context.Context, store secretStore, entry config.KeyringEntry) (secret string, exists bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	secret, err = kept(ctx, entry, store.Get)
	if errors.Is(err, keyring.ErrNotFound) {
		return "", false, nil
	}
	return secret, err == nil, err
}

// setEntry writes an entry of the keyring, which may prompt the user.
func setEntry(ctx context.Context, store secretStore, entry config.KeyringEntry, secret string) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	_, err := kept(ctx, entry, func(service, user string) (string, error) { return "", store.Set(service, user, secret) })
	return err
}

func deleteEntry(ctx context.Context, store secretStore, entry config.KeyringEntry) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	_, err := kept(ctx, entry, func(service, user string) (string, error) { return "", store.Delete(service, user) })
	return err
}
