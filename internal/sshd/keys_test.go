package sshd

import (
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func TestTheListIsReadAgainWhenItChangesAndTrustedOnlyWhileNobodyElseCanWriteIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	asha, ben := newKey(t), newKey(t)
	write := func(content string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	who := authRequest{from: netip.MustParseAddr("10.0.0.1"), now: noon}
	if _, err := LoadAuthorizedKeys(path); err == nil {
		t.Error("a list that is not there was opened")
	}
	write("# nobody\n")
	if _, err := LoadAuthorizedKeys(path); err == nil || !strings.Contains(err.Error(), "lets nobody in") {
		t.Errorf("a list without keys: %v", err)
	}
	write(authorizedLine(asha) + " asha\n")
	keys, err := LoadAuthorizedKeys(path)
	if err != nil {
		t.Fatal(err)
	}
	lets := func(key gossh.Signer) bool {
		_, _ = keys.reloadIfChanged()
		_, err := keys.find(key.PublicKey(), who)
		return err == nil
	}
	if !lets(asha) || lets(ben) {
		t.Fatal("the list is not what it says")
	}
	write(authorizedLine(asha) + " asha\n" + authorizedLine(ben) + " ben\n")
	if !lets(ben) {
		t.Error("a key that was added does not sign in")
	}
	write(authorizedLine(ben) + " ben\n# and nobody else in this list, which is as long as before\n")
	if lets(asha) || !lets(ben) {
		t.Error("a key that was taken out still signs in")
	}
	if runtime.GOOS != "windows" {
		if err := os.Chmod(path, 0o622); err != nil {
			t.Fatal(err)
		}
		if lets(ben) {
			t.Error("a list that everybody can write lets people in")
		}
		if err := os.Chmod(path, 0o600); err != nil {
			t.Fatal(err)
		}
		if !lets(ben) {
			t.Error("the list that was mended lets nobody in")
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if lets(ben) {
		t.Error("a list that was taken away still lets people in")
	}
}

func TestAListThatOthersCouldPutAnotherInThePlaceOfIsNotTrusted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the modes of files say nothing here")
	}
	list := authorizedLine(newKey(t)) + " asha\n"
	tests := map[string]struct {
		change  func(t *testing.T, dir string) error // dir/within/keys is the list
		refused string
	}{
		"as it should be":           {func(*testing.T, string) error { return nil }, ""},
		"written by a group":        {func(_ *testing.T, dir string) error { return os.Chmod(filepath.Join(dir, "within", "keys"), 0o660) }, "others can write it"},
		"in a directory of a group": {func(_ *testing.T, dir string) error { return os.Chmod(filepath.Join(dir, "within"), 0o770) }, "others can write the directory"},
		"below one of everybody's":  {func(_ *testing.T, dir string) error { return os.Chmod(dir, 0o777) }, "others can write the directory"},
		"below one like /tmp":       {func(_ *testing.T, dir string) error { return os.Chmod(dir, 0o777|os.ModeSticky) }, ""},
		"a link to a good one": {func(_ *testing.T, dir string) error {
			return moveAndLink(filepath.Join(dir, "within", "keys"), filepath.Join(dir, "keys"))
		}, ""},
		"a link to one that everybody can write": {func(_ *testing.T, dir string) error {
			if err := moveAndLink(filepath.Join(dir, "within", "keys"), filepath.Join(dir, "keys")); err != nil {
				return err
			}
			return os.Chmod(filepath.Join(dir, "keys"), 0o666)
		}, "others can write it"},
		"a link that everybody can turn elsewhere": {func(t *testing.T, dir string) error {
			if err := moveAndLink(filepath.Join(dir, "within", "keys"), filepath.Join(t.TempDir(), "keys")); err != nil {
				return err
			}
			return os.Chmod(filepath.Join(dir, "within"), 0o777)
		}, "others can write the directory"},
		"a directory": {func(_ *testing.T, dir string) error {
			path := filepath.Join(dir, "within", "keys")
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o700)
		}, "it is not a regular file"},
		"too large a file": {func(_ *testing.T, dir string) error {
			return os.Truncate(filepath.Join(dir, "within", "keys"), maxFile+1)
		}, "larger than 16 MiB"},
		"one endless line": {func(_ *testing.T, dir string) error {
			return os.WriteFile(filepath.Join(dir, "within", "keys"), []byte(strings.Repeat("x", maxLine+1)), 0o600)
		}, "a line is longer than 64 KiB"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "within", "keys")
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(list), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := test.change(t, dir); err != nil {
				t.Fatal(err)
			}
			_, err := LoadAuthorizedKeys(path)
			switch {
			case test.refused == "" && err != nil:
				t.Errorf("refused: %v", err)
			case test.refused != "" && (err == nil || !strings.Contains(err.Error(), test.refused)):
				t.Errorf("got %v, want %q", err, test.refused)
			}
		})
	}
}

// moveAndLink moves a file and leaves a link to it.
func moveAndLink(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return os.Symlink(to, from)
}

func TestAListThatIsReplacedWholeIsReadAgain(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "keys")
	asha, ben := newKey(t), newKey(t)
	// Of the same size, mode and time: it is another file.
	for name, content := range map[string]string{path: authorizedLine(asha) + " asha\n", path + ".new": authorizedLine(ben) + " asha\n"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, noon, noon); err != nil {
			t.Fatal(err)
		}
	}
	keys, err := LoadAuthorizedKeys(path)
	if err != nil {
		t.Fatal(err)
	}
	if changed, _ := keys.reloadIfChanged(); changed {
		t.Error("it was read again for nothing")
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	if changed, fault := keys.reloadIfChanged(); !changed || fault != nil {
		t.Errorf("changed: %v, %v", changed, fault)
	}
	if _, err := keys.find(ben.PublicKey(), authRequestFrom("asha")); err != nil {
		t.Error(err)
	}
}

func TestASessionStaysAsLongAsItsKeyWouldBeLetInTheSame(t *testing.T) {
	key, authority := newKey(t), newKey(t)
	c := newCertificate(t, authority, key)
	tests := map[string]struct {
		key           gossh.PublicKey
		before, after string
		stays         bool
	}{
		"nothing changes":            {key.PublicKey(), authorizedLine(key) + " asha", authorizedLine(key) + " asha", true},
		"the line moves":             {key.PublicKey(), authorizedLine(key) + " asha", "# a word\n" + authorizedLine(key) + " asha", true},
		"the key is another agent's": {key.PublicKey(), authorizedLine(key) + " asha", authorizedLine(key) + " ben", false},
		"the line has expired":       {key.PublicKey(), authorizedLine(key) + " asha", `expiry-time="20261119Z" ` + authorizedLine(key) + " asha", false},
		"commands alone":             {key.PublicKey(), authorizedLine(key) + " asha", "restrict " + authorizedLine(key) + " asha", false},
		"a console as well":          {key.PublicKey(), "restrict " + authorizedLine(key) + " asha", authorizedLine(key) + " asha", true},
		"another address":            {key.PublicKey(), authorizedLine(key) + " asha", `from="192.0.2.1" ` + authorizedLine(key) + " asha", false},
		"the authority stays":        {c, "cert-authority " + authorizedLine(authority), "cert-authority " + authorizedLine(authority), true},
		"the authority goes":         {c, "cert-authority " + authorizedLine(authority), authorizedLine(newKey(t)) + " ben", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "keys")
			write := func(lines string) {
				if err := os.WriteFile(path, []byte(lines+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write(test.before)
			keys, err := LoadAuthorizedKeys(path)
			if err != nil {
				t.Fatal(err)
			}
			was, err := keys.find(test.key, authRequestFrom("asha"))
			if err != nil {
				t.Fatal(err)
			}
			write(test.after)
			if err := keys.Reload(); err != nil {
				t.Fatal(err)
			}
			if _, err := keys.recheck(was, noon); (err == nil) != test.stays {
				t.Errorf("stays: %v, not %v", err, test.stays)
			}
		})
	}
}

// TestKeys_DirectoryThatOthersCanWriteLaterLetsNobodyIn, although the file itself stays as it was.
func TestKeys_DirectoryThatOthersCanWriteLaterLetsNobodyIn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("directories have no such bits here")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "keys")
	asha := newKey(t)
	if err := os.WriteFile(path, []byte(authorizedLine(asha)+" asha\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	keys, err := LoadAuthorizedKeys(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		mode os.FileMode
		lets bool
	}{{0o777, false}, {0o700, true}} {
		if err := os.Chmod(dir, step.mode); err != nil {
			t.Fatal(err)
		}
		if changed, _ := keys.reloadIfChanged(); !changed {
			t.Errorf("mode %o of the directory is not noticed", step.mode)
		}
		if changed, _ := keys.reloadIfChanged(); changed {
			t.Errorf("mode %o: it was read again for nothing", step.mode)
		}
		if _, err := keys.find(asha.PublicKey(), authRequestFrom("asha")); (err == nil) != step.lets {
			t.Errorf("mode %o of the directory: %v", step.mode, err)
		}
	}
}

// TestKeys_FileThatIsGivenToAnotherUserLaterLetsNobodyIn: its new owner can change it at any time.
func TestKeys_FileThatIsGivenToAnotherUserLaterLetsNobodyIn(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	path := filepath.Join(t.TempDir(), "keys")
	asha := newKey(t)
	if err := os.WriteFile(path, []byte(authorizedLine(asha)+" asha\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	keys, err := LoadAuthorizedKeys(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 12345, -1); err != nil {
		t.Fatal(err)
	}
	if changed, fault := keys.reloadIfChanged(); !changed || fault == nil {
		t.Errorf("changed: %v, %v", changed, fault)
	}
}
