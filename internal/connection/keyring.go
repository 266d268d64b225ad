package connection

import (
	"context"
	"errors"
	"fmt"

	"github.com/zalando/go-keyring"

	"frontdesk/internal/config"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// keyringEntryError reports that the keyring has no such entry.
type keyringEntryError struct{ entry config.KeyringEntry }

// Error names the entry only if it is one that init creates; another name may be the credential itself.
func (e keyringEntryError) Error() string {
	if e.entry.Service != KeyringService {
		return "the keyring has no such entry"
	}
	return fmt.Sprintf("the keyring has no entry %q", safetext.LineFromText(e.entry.String()))
}

// Unwrap returns keyring.ErrNotFound.
func (keyringEntryError) Unwrap() error { return keyring.ErrNotFound }

// keyringCall calls get for an entry of the operating system's keyring. The library does not support cancellation, so
// that on a timeout its goroutine is abandoned.
func keyringCall(
	ctx context.Context,
	entry config.KeyringEntry,
	get func(service, user string) (string, error),
) (string, error) {
	var value string
	asked := guard.Start(func() (err error) {
		value, err = get(entry.Service, entry.User)
		return err
	})
	select {
	case err := <-asked:
		switch {
		case errors.Is(err, keyring.ErrNotFound):
			return "", keyringEntryError{entry}
		case err != nil:
			return "", fmt.Errorf("the keyring cannot be read: %s", safetext.LineFromText(err.Error()))
		}
		return value, nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("the keyring did not answer within %v; is it locked?", fetchTimeout)
	}
}

// Keyring stores secrets, like the operating system's keyring.
type Keyring interface {
	Get(service, user string) (string, error)
	Set(service, user, secret string) error
	Delete(service, user string) error
}

// SystemKeyring is the operating system's keyring.
type SystemKeyring struct{}

// Get implements Keyring.
func (SystemKeyring) Get(service, user string) (string, error) { return keyring.Get(service, user) }

// Set implements Keyring.
func (SystemKeyring) Set(service, user, secret string) error {
	return keyring.Set(service, user, secret)
}

// Delete implements Keyring.
func (SystemKeyring) Delete(service, user string) error { return keyring.Delete(service, user) }

// ReadKeyringEntry returns an entry of the keyring, and whether it exists.
func ReadKeyringEntry(
	ctx context.Context, store Keyring, entry config.KeyringEntry,
) (secret string, exists bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	secret, err = keyringCall(ctx, entry, store.Get)
	if errors.Is(err, keyring.ErrNotFound) {
		return "", false, nil
	}
	return secret, err == nil, err
}

// SetKeyringEntry writes an entry of the keyring, which may prompt the user.
func SetKeyringEntry(ctx context.Context, store Keyring, entry config.KeyringEntry, secret string) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	_, err := keyringCall(
		ctx,
		entry,
		func(service, user string) (string, error) { return "", store.Set(service, user, secret) },
	)
	return err
}

// DeleteKeyringEntry removes an entry of the keyring.
func DeleteKeyringEntry(ctx context.Context, store Keyring, entry config.KeyringEntry) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	_, err := keyringCall(
		ctx,
		entry,
		func(service, user string) (string, error) { return "", store.Delete(service, user) },
	)
	return err
}

// KeyringService is the service name of the keyring entries that init creates.
const KeyringService = "frontdesk"
