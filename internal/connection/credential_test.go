package connection

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
)

func TestACredentialIsTakenFromTheKeyring(t *testing.T) {
	keyring.MockInit()
	if err := keyring.Set("frontdesk", "acme", "c2VjcmV0"); err != nil {
		t.Fatal(err)
	}
	c := config.Config{TokenFrom: config.CredentialSource{Keyring: config.KeyringEntry{Service: "frontdesk", User: "acme"}}}
	got, err := ResolveToken(t.Context(), c)
	if err != nil || got.Token != "c2VjcmV0" {
		t.Errorf("%q %v", string(got.Token), err)
	}
	c.TokenFrom.Keyring.User = "beta"
	if _, err := ResolveToken(t.Context(), c); err == nil || err.Error() != `token_keyring: the keyring has no entry "frontdesk/beta"` {
		t.Error(err)
	}
}

func TestThePasswordIsAskedForOnce(t *testing.T) {
	keyring.MockInit()
	entry := config.KeyringEntry{Service: "frontdesk", User: "orders"}
	if err := keyring.Set(entry.Service, entry.User, "hush"); err != nil {
		t.Fatal(err)
	}
	ask := PasswordProvider(config.Config{OrderPasswordFrom: config.CredentialSource{Keyring: entry}})
	for range 2 {
		if got, err := ask(t.Context()); err != nil || got != "hush" {
			t.Errorf("%q %v", string(got), err)
		}
		keyring.MockInit() // the second time there would be nothing
	}
}

func TestCallsThatWaitForAPasswordWaitForItTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers := make(chan error)
		ask := memoize(func(context.Context) (config.Secret, error) {
			err := <-answers
			return map[bool]config.Secret{true: "hush"}[err == nil], err
		})
		asked := make(chan error, 3)
		wait := func(ctx context.Context) {
			go func() { _, err := ask(ctx); asked <- err }()
			synctest.Wait()
		}
		givenUp, giveUp := context.WithCancel(t.Context())
		wait(t.Context())
		wait(t.Context())
		wait(givenUp)
		giveUp()
		if err := <-asked; !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up got %v", err)
		}
		<-time.After(fetchTimeout)
		broken := errors.New("it did not end within 10s")
		answers <- broken
		for range 2 {
			if err := <-asked; !errors.Is(err, broken) {
				t.Errorf("who waited got %v", err)
			}
		}
		wait(t.Context()) // the next one asks again
		answers <- nil
		if err := <-asked; err != nil {
			t.Error(err)
		}
		if got, err := ask(t.Context()); got != "hush" || err != nil {
			t.Errorf("%q %v", string(got), err)
		}
	})
}

// lockedKeyring is a keyring that waits until its owner unlocks it.
type lockedKeyring struct{ until chan struct{} }

func (l lockedKeyring) Get(string, string) (string, error) {
	<-l.until
	return "", keyring.ErrNotFound
}

func TestAKeyringThatWaitsIsNotWaitedForForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lockedKeyring{make(chan struct{})}
		ctx, cancel := context.WithTimeout(t.Context(), fetchTimeout)
		defer cancel()
		from := time.Now()
		_, err := keyringCall(ctx, config.KeyringEntry{Service: "frontdesk", User: "acme"}, l.Get)
		if err == nil || !strings.Contains(err.Error(), "did not answer within 10s; is it locked?") || time.Since(from) != fetchTimeout {
			t.Errorf("after %v: %v", time.Since(from), err)
		}
		close(l.until)
	})
}

func TestACommandThatWaitsIsNotWaitedForForEver(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := runCommand(ctx, []string{sleep, "60"}); err == nil || !strings.Contains(err.Error(), "did not end within 10s") {
		t.Error(err)
	}
	interrupted, stop := context.WithCancel(t.Context())
	stop()
	if _, err := runCommand(interrupted, []string{sleep, "60"}); !errors.Is(err, context.Canceled) || exitcode.Of(exitcode.UsageError(err)) != exitcode.Interrupted {
		t.Error(err)
	}
}

func TestCredential_OneTypedInsteadOfItsSourceIsNotRepeated(t *testing.T) {
	keyring.MockInit()
	for name, from := range map[string]config.CredentialSource{
		"an entry of the keyring": {Keyring: config.KeyringEntry{Service: "c2VjcmV0", User: "c2VjcmV0"}},
		"a program":               {Command: []string{"c2VjcmV0"}},
		"a program's path":        {Command: []string{"/nowhere/c2VjcmV0"}},
		"a program here":          {Command: []string{"./c2VjcmV0"}},
	} {
		_, err := ResolveToken(t.Context(), config.Config{TokenFrom: from})
		if err == nil || strings.Contains(err.Error(), "c2VjcmV0") || !strings.HasPrefix(err.Error(), "token_") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := CheckCredentialProgram("c2VjcmV0"); err == nil || strings.Contains(err.Error(), "c2VjcmV0") {
		t.Error(err)
	}
}
