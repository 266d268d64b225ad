package setup

import (
	"context"
	"fmt"
	"strings"

	"frontdesk/internal/config"
	"frontdesk/internal/connection"
)

// keyringWrite is an entry to write, and its previous value for an undo.
type keyringWrite struct {
	entry       config.KeyringEntry
	secret, old string
	existed     bool
}

// planKeyring returns the keyring entries to write. It prompts before an existing entry is replaced; it does not write
// anything.
func (s *Wizard) planKeyring(ctx context.Context) (writes []keyringWrite, err error) {
	a := &s.answers
	for _, k := range []struct {
		credential *credentialAnswer
		entry      config.KeyringEntry
		wanted     bool
	}{{&a.token, a.tokenEntry(), true}, {&a.password, a.passwordEntry(), a.user != ""}} {
		if k.credential.where != inKeyring || !k.wanted {
			continue
		}
		w := keyringWrite{entry: k.entry, secret: k.credential.secret}
		if w.old, w.existed, err = connection.ReadKeyringEntry(ctx, s.keyring, k.entry); err != nil {
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
func writeKeyring(ctx context.Context, store connection.Keyring, writes []keyringWrite) error {
	for _, w := range writes {
		if err := connection.SetKeyringEntry(ctx, store, w.entry, w.secret); err != nil {
			return err
		}
	}
	return nil
}

// undoKeyring restores the previous values of the entries, and returns the names of those that it could not restore.
func undoKeyring(ctx context.Context, store connection.Keyring, writes []keyringWrite) (left []string) {
	for _, w := range writes {
		now, exists, err := connection.ReadKeyringEntry(ctx, store, w.entry)
		switch {
		case err != nil:
		case exists == w.existed && now == w.old:
			continue
		case w.existed:
			err = connection.SetKeyringEntry(ctx, store, w.entry, w.old)
		default:
			err = connection.DeleteKeyringEntry(ctx, store, w.entry)
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
	return fmt.Errorf(
		"the configuration was not written, but the keyring may hold the new %s: %w",
		strings.Join(left, " and "),
		why,
	)
}
