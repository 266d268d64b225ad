package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// runInit answers frontdesk init line by line and returns its output, its exit code and the file that it wrote.
func runInit(t *testing.T, file string, answers ...string) (said string, code int, written string) {
	t.Helper()
	env := func(name string) string { return map[string]string{"FRONTDESK_CONFIG": file}[name] }
	var out bytes.Buffer
	in := strings.NewReader(strings.Join(answers, "\n") + "\n")
	code = cli.Run(t.Context(), []string{"init", "--accessible"}, env, in, &out, &out)
	content, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return out.String(), code, string(content)
}

func TestInit_CredentialsAreKeptInTheKeyring(t *testing.T) {
	keyring.MockInit()
	u, _ := clitest.NewRealUpstream(t, nil)
	file := filepath.Join(t.TempDir(), "config.toml")
	said, code, written := runInit(t, file, "acme", u.URL, "", "2", clitest.Token, clitest.OrderUser, "2", clitest.OrderPassword, "1", "UTC")
	requireDoctorLines(t, said, code, exitcode.OK, "ok API key from what was typed: accepted", "ok order credential from what was typed", "Written: account acme")
	for entry, want := range map[string]string{"acme": clitest.Token, "acme-orders": clitest.OrderPassword} {
		if got, err := keyring.Get("frontdesk", entry); err != nil || got != want {
			t.Errorf("the keyring's %s is %q, %v", entry, got, err)
		}
	}
	for _, line := range []string{"token_keyring = 'frontdesk/acme'", "order_password_keyring = 'frontdesk/acme-orders'"} {
		if !strings.Contains(written, line) {
			t.Errorf("no %s in %s", line, written)
		}
	}
	if strings.Contains(written+said, clitest.Token) || strings.Contains(written+said, clitest.OrderPassword) {
		t.Errorf("a credential is shown or written: %s%s", said, written)
	}
	env := func(name string) string {
		return map[string]string{"FRONTDESK_CONFIG": file, "XDG_DATA_HOME": t.TempDir()}[name]
	}
	var out bytes.Buffer
	code = cli.Run(t.Context(), []string{"doctor"}, env, strings.NewReader(""), &out, &out)
	requireDoctorLines(t, out.String(), code, exitcode.OK, "ok keyring frontdesk/acme contains the API key", "API key from accounts.acme.token_keyring in the file: accepted")
}

func TestInit_KeyringEntryIsNotReplacedWithoutAsking(t *testing.T) {
	keyring.MockInit()
	if err := keyring.Set("frontdesk", "acme", "the old one"); err != nil {
		t.Fatal(err)
	}
	u, _ := clitest.NewRealUpstream(t, nil)
	file := filepath.Join(t.TempDir(), "config.toml")
	said, code, written := runInit(t, file, "acme", u.URL, "", "2", clitest.Token, "", "", "", "n")
	requireDoctorLines(t, said, code, exitcode.Failed, "The keyring has an entry frontdesk/acme. Replace it?", "nothing was written")
	if got, err := keyring.Get("frontdesk", "acme"); got != "the old one" || err != nil || written != "" {
		t.Errorf("%q %v %s", got, err, written)
	}
	said, code, written = runInit(t, file, "acme", u.URL, "", "2", clitest.Token, "", "", "", "y")
	requireDoctorLines(t, said, code, exitcode.OK, "Written: account acme")
	if got, err := keyring.Get("frontdesk", "acme"); got != clitest.Token || err != nil || written == "" {
		t.Errorf("%q %v %s", got, err, written)
	}
}

func TestInit_SecondCredentialDeclinedLeavesTheFirstAsItWas(t *testing.T) {
	keyring.MockInit()
	for _, entry := range []string{"acme", "acme-orders"} {
		if err := keyring.Set("frontdesk", entry, "the old one"); err != nil {
			t.Fatal(err)
		}
	}
	u, _ := clitest.NewRealUpstream(t, nil)
	file := filepath.Join(t.TempDir(), "config.toml")
	said, code, written := runInit(t, file, "acme", u.URL, "", "2", clitest.Token, clitest.OrderUser, "2", clitest.OrderPassword, "1", "UTC", "y", "n")
	requireDoctorLines(t, said, code, exitcode.Failed, "The keyring has an entry frontdesk/acme-orders. Replace it?", "nothing was written")
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
	u, _ := clitest.NewRealUpstream(t, nil)
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("[accounts.acme]\ntoken_keyring = \"frontdesk/acme\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(file+".before", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	said, code, _ := runInit(t, file, "acme", "y", u.URL, "", "2", clitest.Token, clitest.OrderUser, "2", clitest.OrderPassword, "1", "UTC", "y")
	requireDoctorLines(t, said, code, exitcode.Failed, "nothing was written: the configuration cannot be written")
	if got, err := keyring.Get("frontdesk", "acme"); got != "the old one" || err != nil {
		t.Errorf("nothing was written, but the entry was replaced: %v", err)
	}
	if _, err := keyring.Get("frontdesk", "acme-orders"); err == nil {
		t.Error("nothing was written, but there is a new entry")
	}
}
