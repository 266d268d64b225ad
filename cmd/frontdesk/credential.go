package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/zalando/go-keyring"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// fetchTimeout is how long a command or the keyring may take; a locked keyring asks its owner first.
const fetchTimeout = 10 * time.Second

const (
	maxSecret = 64 << 10 // bytes of output that are looked at
	maxStderr = 4 << 10
)

// resolveToken fills in the API key from where the configuration says that it is.
func resolveToken(ctx context.Context, c config.Config) (config.Config, error) {
	secret, err := fetch(ctx, "token", c.Token, c.TokenFrom)
	c.Token = secret
	return c, err
}

// passwordProvider asks for the password of the order operations where the configuration says that it is, once.
func passwordProvider(c config.Config) func(context.Context) (client.Secret, error) {
	if c.OrderPasswordFrom.IsZero() {
		return nil
	}
	ask := memoize(func(ctx context.Context) (config.Secret, error) {
		return fetch(ctx, "order_password", c.OrderPassword, c.OrderPasswordFrom)
	})
	return func(ctx context.Context) (client.Secret, error) {
		secret, err := ask(ctx)
		if err != nil {
			return "", usageError{err}
		}
		return client.Secret(secret), nil
	}
}

// memoize remembers what ask gives, and no failure. Who comes meanwhile waits, as long as their own ctx lasts, and has
// a share in the failure too: of ten who wait for a command that hangs, the last would else wait ten times as long.
func memoize(ask func(context.Context) (config.Secret, error)) func(context.Context) (config.Secret, error) {
	place := make(chan struct{}, 1) // whoever is in it has what follows
	var known config.Secret
	var failed error
	var at time.Time
	return func(ctx context.Context) (config.Secret, error) {
		began := time.Now()
		select {
		case place <- struct{}{}:
			defer func() { <-place }()
		case <-ctx.Done():
			return "", ctx.Err()
		}
		switch {
		case known != "":
			return known, nil
		case at.After(began):
			return "", failed
		}
		secret, err := ask(ctx)
		switch {
		case err == nil:
			known = secret
		case ctx.Err() == nil:
			failed, at = err, time.Now()
		}
		return secret, err
	}
}

// fetch is the credential itself: what is given, else what its source holds. Errors name the source and never repeat
// what came out of it.
func fetch(ctx context.Context, name string, given config.Secret, from config.CredentialSource) (config.Secret, error) {
	if given != "" || from.IsZero() {
		return given, nil
	}
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	setting, get := name+"_command", func() (string, error) { return printed(ctx, from.Command) }
	if len(from.Command) == 0 {
		setting, get = name+"_keyring", func() (string, error) { return kept(ctx, from.Keyring, keyring.Get) }
	}
	value, err := get()
	if err != nil {
		return "", fmt.Errorf("%s: %w", setting, err)
	}
	secret, err := config.ParseSecret(value)
	if err != nil {
		return "", fmt.Errorf("%s: what it gives cannot be a credential: %w", setting, err)
	}
	return secret, nil
}

// errNoProgram does not name the program: somebody may have put the credential in its place.
var errNoProgram = errors.New("its program is not found")

// printed is the first line that a command prints. It gets no standard input: that may hold the comment that is sent.
func printed(ctx context.Context, command []string) (string, error) {
	run := exec.CommandContext(ctx, command[0], command[1:]...)
	run.WaitDelay = time.Second // for what it has started and left behind with its output open
	var out, said bytes.Buffer
	run.Stdout, run.Stderr = &limitedBuffer{&out, maxSecret}, &limitedBuffer{&said, maxStderr}
	err := run.Run()
	program := safetext.LineFromText(command[0])
	switch complaint := strings.TrimSpace(said.String()); {
	case errors.Is(ctx.Err(), context.Canceled):
		return "", ctx.Err()
	case ctx.Err() != nil:
		return "", fmt.Errorf("%q did not end within %v", program, fetchTimeout)
	case errors.Is(err, exec.ErrNotFound):
		return "", errNoProgram
	case err != nil && run.Process == nil: // what is named may be the credential itself
		return "", fmt.Errorf("its program cannot be started: %w", withoutPath(err))
	case err != nil && complaint != "":
		return "", fmt.Errorf("%q failed: %s", program, safetext.LineFromText(complaint))
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return "", fmt.Errorf("%q failed: %w", program, withoutPath(err))
	}
	line, err := bufio.NewReader(&out).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// limitedBuffer keeps the beginning of what is written to it and lets the rest go, so that the writer is never held up.
type limitedBuffer struct {
	into *bytes.Buffer
	left int
}

// Write never fails.
func (h *limitedBuffer) Write(p []byte) (int, error) {
	n := min(len(p), h.left)
	h.into.Write(p[:n])
	h.left -= n
	return len(p), nil
}

// keyringEntryError says that the keyring was asked and has no such entry.
type keyringEntryError struct{ entry config.KeyringEntry }

// Error names entries as init makes them; another name may be the credential itself.
func (e keyringEntryError) Error() string {
	if e.entry.Service != keyringService {
		return "the keyring has no such entry"
	}
	return fmt.Sprintf("the keyring has no entry %q", safetext.LineFromText(e.entry.String()))
}

// Unwrap is the library's word for it.
func (keyringEntryError) Unwrap() error { return keyring.ErrNotFound }

// kept is what the operating system's keyring holds. The library cannot be told to stop, so that it is left behind
// when it takes too long.
func kept(ctx context.Context, entry config.KeyringEntry, get func(service, user string) (string, error)) (string, error) {
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
			return "", fmt.Errorf("the keyring cannot be asked: %s", safetext.LineFromText(err.Error()))
		}
		return value, nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("the keyring did not answer within %v; is it locked?", fetchTimeout)
	}
}
