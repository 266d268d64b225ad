package setup

import (
	"errors"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

func TestACommandIsTakenApartWithoutAShell(t *testing.T) {
	for line, want := range map[string][]string{
		"pass desk/acme": {"pass", "desk/acme"}, "  pass\tdesk ": {"pass", "desk"}, "": nil, `a "b c" d`: {"a", "b c", "d"}, `a 'b "c"'`: {"a", `b "c"`},
		`a ""`: {"a", ""}, `a b"c d"e`: {"a", "bc de"}, "a $HOME;b": {"a", "$HOME;b"},
	} {
		if got, err := splitCommand(line); err != nil || strings.Join(got, "|") != strings.Join(want, "|") || len(got) != len(want) {
			t.Errorf("%q: %q %v", line, got, err)
		}
	}
	for _, line := range []string{`a "b`, "it's"} {
		if got, err := splitCommand(line); err == nil {
			t.Errorf("%q: %q", line, got)
		}
	}
}

// failingKeyring is a keyring whose entries cannot be written from some call on.
type failingKeyring struct {
	secrets map[string]string
	writes  int // that still succeed
}

func (b *failingKeyring) Get(_, user string) (string, error) {
	if secret, ok := b.secrets[user]; ok {
		return secret, nil
	}
	return "", keyring.ErrNotFound
}

func (b *failingKeyring) Set(_, user, secret string) error {
	if b.writes--; b.writes < 0 {
		return errors.New("the collection is locked")
	}
	b.secrets[user] = secret
	return nil
}

func (b *failingKeyring) Delete(_, user string) error {
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
		0: "nothing was written: the keyring cannot be read: the collection is locked",
		1: "the configuration was not written, but the keyring may hold the new frontdesk/acme: the keyring cannot be read: the collection is locked",
	} {
		store := &failingKeyring{secrets: map[string]string{"acme": "old"}, writes: succeed}
		err := writeKeyring(t.Context(), store, writes)
		if err == nil {
			t.Fatal("it was written")
		}
		if err := notWritten(err, undoKeyring(t.Context(), store, writes)); err.Error() != want {
			t.Errorf("after %d writes: %v", succeed, err)
		}
	}
}
