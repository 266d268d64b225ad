package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

// setUp answers frontdesk init line by line, and gives what it printed, its exit code and the file that it wrote.
func setUp(t *testing.T, file string, answers ...string) (said string, code int, written string) {
	t.Helper()
	env := func(name string) string { return map[string]string{"FRONTDESK_CONFIG": file}[name] }
	var out bytes.Buffer
	root := newRoot(env, &out, &out)
	root.SetIn(strings.NewReader(strings.Join(answers, "\n") + "\n"))
	code = execute(t.Context(), root, []string{"init", "--accessible"}, &out)
	content, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return out.String(), code, string(content)
}

func TestCredentialsAreKeptInTheKeyring(t *testing.T) {
	keyring.MockInit()
	u, _ := realUpstream(t, nil)
	file := filepath.Join(t.TempDir(), "config.toml")
	said, code, written := setUp(t, file, "acme", u.URL, "", "2", token, orderUser, "2", orderPassword, "1", "UTC")
	expect(t, said, code, exitDone, "ok API key from what was typed: accepted", "ok order credential from what was typed", "Written: account acme")
	for entry, want := range map[string]string{"acme": token, "acme-orders": orderPassword} {
		if got, err := keyring.Get("frontdesk", entry); err != nil || got != want {
			t.Errorf("the keyring's %s is %q, %v", entry, got, err)
		}
	}
	for _, line := range []string{"token_keyring = 'frontdesk/acme'", "order_password_keyring = 'frontdesk/acme-orders'"} {
		if !strings.Contains(written, line) {
			t.Errorf("no %s in %s", line, written)
		}
	}
	if strings.Contains(written+said, token) || strings.Contains(written+said, orderPassword) {
		t.Errorf("a credential is shown or written: %s%s", said, written)
	}
	env := func(name string) string {
		return map[string]string{"FRONTDESK_CONFIG": file, "XDG_DATA_HOME": t.TempDir()}[name]
	}
	var out bytes.Buffer
	code = run(t.Context(), []string{"doctor"}, env, &out, &out)
	expect(t, out.String(), code, exitDone, "ok keyring frontdesk/acme holds the API key", "API key from accounts.acme.token_keyring in the file: accepted")
}

func TestAnEntryOfTheKeyringIsNotReplacedWithoutAsking(t *testing.T) {
	keyring.MockInit()
	if err := keyring.Set("frontdesk", "acme", "the old one"); err != nil {
		t.Fatal(err)
	}
	u, _ := realUpstream(t, nil)
	file := filepath.Join(t.TempDir(), "config.toml")
	said, code, written := setUp(t, file, "acme", u.URL, "", "2", token, "", "", "", "n")
	expect(t, said, code, exitFailed, "The keyring has an entry frontdesk/acme. Replace it?", "nothing was written")
	if got, err := keyring.Get("frontdesk", "acme"); got != "the old one" || err != nil || written != "" {
		t.Errorf("%q %v %s", got, err, written)
	}
	said, code, written = setUp(t, file, "acme", u.URL, "", "2", token, "", "", "", "y")
	expect(t, said, code, exitDone, "Written: account acme")
	if got, err := keyring.Get("frontdesk", "acme"); got != token || err != nil || written == "" {
		t.Errorf("%q %v %s", got, err, written)
	}
}

func TestACommandIsTakenApartWithoutAShell(t *testing.T) {
	for line, want := range map[string][]string{
		"pass desk/acme": {"pass", "desk/acme"}, "  pass\tdesk ": {"pass", "desk"}, "": nil, `a "b c" d`: {"a", "b c", "d"}, `a 'b "c"'`: {"a", `b "c"`},
		`a ""`: {"a", ""}, `a b"c d"e`: {"a", "bc de"}, "a $HOME;b": {"a", "$HOME;b"},
	} {
		if got, err := words(line); err != nil || strings.Join(got, "|") != strings.Join(want, "|") || len(got) != len(want) {
			t.Errorf("%q: %q %v", line, got, err)
		}
	}
	for _, line := range []string{`a "b`, "it's"} {
		if got, err := words(line); err == nil {
			t.Errorf("%q: %q", line, got)
		}
	}
}

func TestInit_SecondCredentialDeclinedLeavesTheFirstAsItWas(t *testing.T) {
	keyring.MockInit()
	for _, entry := range []string{"acme", "acme-orders"} {
		if err := keyring.Set("frontdesk", entry, "the old one"); err != nil {
			t.Fatal(err)
		}
	}
	u, _ := realUpstream(t, nil)
	file := filepath.Join(t.TempDir(), "config.toml")
	said, code, written := setUp(t, file, "acme", u.URL, "", "2", token, orderUser, "2", orderPassword, "1", "UTC", "y", "n")
	expect(t, said, code, exitFailed, "The keyring has an entry frontdesk/acme-orders. Replace it?", "nothing was written")
	for _, entry := range []string{"acme", "acme-orders"} {
		if got, err := keyring.Get("frontdesk", entry); got != "the old one" || err != nil {
			t.Errorf("nothing was written, but %s was replaced: %v", entry, err)
		}
	}
	if written != "" {
		t.Error(written)
	}
}

func TestInit_KeyringIsPutBackWhenTheConfigurationCannotBeWritten(t *testing.T) {
	keyring.MockInit()
	if err := keyring.Set("frontdesk", "acme", "the old one"); err != nil {
		t.Fatal(err)
	}
	u, _ := realUpstream(t, nil)
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("[accounts.acme]\ntoken_keyring = \"frontdesk/acme\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(file+".before", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	said, code, _ := setUp(t, file, "acme", "y", u.URL, "", "2", token, orderUser, "2", orderPassword, "1", "UTC", "y")
	expect(t, said, code, exitFailed, "nothing was written: the configuration cannot be written")
	if got, err := keyring.Get("frontdesk", "acme"); got != "the old one" || err != nil {
		t.Errorf("nothing was written, but the entry was replaced: %v", err)
	}
	if _, err := keyring.Get("frontdesk", "acme-orders"); err == nil {
		t.Error("nothing was written, but there is a new entry")
	}
}

// brokenStore is a keyring whose entries cannot be written from some call on.
type brokenStore struct {
	secrets map[string]string
	writes  int // that still succeed
}

func (b *brokenStore) Get(_, user string) (string, error) {
	if secret, ok := b.secrets[user]; ok {
		return secret, nil
	}
	return "", keyring.ErrNotFound
}

func (b *brokenStore) Set(_, user, secret string) error {
	if b.writes--; b.writes < 0 {
		return errors.New("the collection is locked")
	}
	b.secrets[user] = secret
	return nil
}

func (b *brokenStore) Delete(_, user string) error {
	if b.writes--; b.writes < 0 {
		return errors.New("the collection is locked")
	}
	delete(b.secrets, user)
	return nil
}

func TestInit_SaysWhatTheKeyringHoldsWhenItCannotBePutBack(t *testing.T) {
	a := account{name: "acme"}
	writes := []keyringWrite{{entry: a.tokenEntry(), secret: "new", old: "old", existed: true}, {entry: a.passwordEntry(), secret: "new"}}
	for succeed, want := range map[int]string{
		0: "nothing was written: the keyring cannot be asked: the collection is locked",
		1: "the configuration was not written, but the keyring may hold the new frontdesk/acme: the keyring cannot be asked: the collection is locked",
	} {
		store := &brokenStore{secrets: map[string]string{"acme": "old"}, writes: succeed}
		err := writeKeyring(t.Context(), store, writes)
		if err == nil {
			t.Fatal("it was written")
		}
		if err := notWritten(err, undoKeyring(t.Context(), store, writes)); err.Error() != want {
			t.Errorf("after %d writes: %v", succeed, err)
		}
	}
}
