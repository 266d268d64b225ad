package connection

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"github.com/zalando/go-keyring"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// fetchTimeout limits a credential command or a keyring access; it leaves time to unlock the keyring.
const fetchTimeout = 10 * time.Second

const (
	maxSecret = 64 << 10 // bytes of standard output that are read
	maxStderr = 4 << 10
)

// ResolveToken fills in the API key from its configured source.
func ResolveToken(ctx context.Context, c config.Config) (config.Config, error) {
	secret, err := FetchCredential(ctx, "token", c.Token, c.TokenFrom)
	c.Token = secret
	return c, err
}

// PasswordProvider returns a function that fetches the password of the order operations from its configured source and
// caches it; nil if no source is configured.
func PasswordProvider(c config.Config) func(context.Context) (client.Secret, error) {
	if c.OrderPasswordFrom.IsZero() {
		return nil
	}
	return provider("order_password", c.OrderPassword, c.OrderPasswordFrom)
}

// AgentTokenProvider does the same for an agent's own API key.
func AgentTokenProvider(a config.Agent) func(context.Context) (client.Secret, error) {
	if !a.HasToken() {
		return nil
	}
	return provider("token", a.Token, a.TokenFrom)
}

func provider(
	name string, given config.Secret, from config.CredentialSource,
) func(context.Context) (client.Secret, error) {
	ask := memoize(func(ctx context.Context) (config.Secret, error) { return FetchCredential(ctx, name, given, from) })
	return func(ctx context.Context) (client.Secret, error) {
		secret, err := ask(ctx)
		if err != nil {
			return "", exitcode.UsageError(err)
		}
		return client.Secret(secret), nil
	}
}

// memoize caches the first successful result of ask. Concurrent callers wait for the call in flight, until their own
// ctx ends, and share its error too: with a command that hangs, ten waiting callers would otherwise time out one after
// the other. Errors are not cached for later calls.
func memoize(ask func(context.Context) (config.Secret, error)) func(context.Context) (config.Secret, error) {
	var calls guard.Shared[struct{}, config.Secret]
	var known atomic.Pointer[config.Secret]
	return func(ctx context.Context) (config.Secret, error) {
		return calls.Do(ctx, struct{}{}, func(ctx context.Context) (config.Secret, error) {
			if secret := known.Load(); secret != nil {
				return *secret, nil
			}
			secret, err := ask(ctx)
			if err == nil {
				known.Store(&secret)
			}
			return secret, err
		})
	}
}

// FetchCredential returns an API key or a password: the given value, or else the content of its source, which is a
// command or the operating system's keyring. Errors name the source and never include its output.
func FetchCredential(
	ctx context.Context, name string, given config.Secret, from config.CredentialSource,
) (config.Secret, error) {
	if given != "" || from.IsZero() {
		return given, nil
	}
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	setting, get := name+"_command", func() (string, error) { return runCommand(ctx, from.Command) }
	switch {
	case from.File != "":
		setting, get = name+"_file", func() (string, error) { return filestore.ReadSecret(from.File) }
	case len(from.Command) == 0:
		setting, get = name+"_keyring", func() (string, error) { return keyringCall(ctx, from.Keyring, keyring.Get) }
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

// CheckCredentialProgram checks that a program of this name can be run, without running it.
func CheckCredentialProgram(name string) error {
	if _, err := exec.LookPath(name); err != nil {
		return errNoProgram
	}
	return nil
}

// errNoProgram omits the name of the program, in case the credential was configured in its place.
var errNoProgram = errors.New("its program is not found")

// runCommand runs a command and returns the first line of its output. The command gets no standard input, because that
// may be the text of a comment.
func runCommand(ctx context.Context, command []string) (string, error) {
	run := exec.CommandContext(ctx, command[0], command[1:]...)
	run.WaitDelay = time.Second // for child processes that keep its output open
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
	case err != nil && run.Process == nil: // omits the program: it may be the credential itself
		return "", fmt.Errorf("its program cannot be started: %w", filestore.WithoutPath(err))
	case err != nil && complaint != "":
		return "", fmt.Errorf("%q failed: %s", program, safetext.LineFromText(complaint))
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return "", fmt.Errorf("%q failed: %w", program, filestore.WithoutPath(err))
	}
	text, err := safetext.UTF8(out.Bytes())
	var encoding *safetext.EncodingError
	if errors.As(err, &encoding) {
		return "", fmt.Errorf("what %q prints is not UTF-8 text: %s", program, encoding.What())
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimRight(line, "\r"), nil
}

// limitedBuffer keeps the first bytes written to it and discards the rest, so that the writer never blocks.
type limitedBuffer struct {
	into *bytes.Buffer
	left int
}

// Write implements io.Writer; it never fails.
func (h *limitedBuffer) Write(p []byte) (int, error) {
	n := min(len(p), h.left)
	h.into.Write(p[:n])
	h.left -= n
	return len(p), nil
}
