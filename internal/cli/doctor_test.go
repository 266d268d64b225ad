package cli_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// runDoctor runs frontdesk doctor against a service and returns its output and exit code.
func runDoctor(t *testing.T, url, configuration string) (string, int) {
	t.Helper()
	return runDoctorWith(t, configuration, map[string]string{"FRONTDESK_BASE_URL": url, "FRONTDESK_KMS_URL": url, "FRONTDESK_TOKEN": clitest.Token})
}

// runDoctorWith runs frontdesk doctor with these variables.
func runDoctorWith(t *testing.T, configuration string, variables map[string]string) (string, int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	configuration = "time_zone = \"UTC\"\n" + configuration // the upstream's
	if err := os.WriteFile(file, []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	variables["XDG_DATA_HOME"] = t.TempDir()
	var out bytes.Buffer
	command := []string{"doctor", "--config", file, "--timeout", "1m"}
	code := cli.Run(t.Context(), command, func(name string) string { return variables[name] }, strings.NewReader(""), &out, &out)
	return out.String(), code
}

func TestDoctor_SeesThatTheServicesClockIsOff(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
			next.ServeHTTP(w, r)
		}
	})
	said, code := runDoctor(t, u.URL, "")
	if code != exitcode.Failed || !strings.Contains(said, "service clock") || !strings.Contains(said, "ahead of this machine: one of the clocks is wrong") {
		t.Errorf("%d: %s", code, said)
	}
}

func TestDoctor_NamesWhatTheVocabularyLacks(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	addTicket(t, u.URL)
	said, code := runDoctor(t, u.URL, "[vocabulary]\nsub_statuses = [{key = \"CL\"}]\n")
	if code != exitcode.OK || !strings.Contains(said, "have values that are not configured: sub-status US (Unattended)") {
		t.Errorf("%d: %s", code, said)
	}
	if said, code := runDoctor(t, u.URL, "[vocabulary]\nsub_statuses = [{key = \"US\"}]\n"); code != exitcode.OK || !strings.Contains(said, "all values of the 1 tickets of 20") {
		t.Errorf("%d: %s", code, said)
	}
}

func TestDoctor_OnlyReads(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	runDoctor(t, u.URL, "")
	for _, sent := range u.Sent() {
		switch op, _, _ := strings.Cut(sent, " "); op {
		case "pull-ticket", "faq-categories", "search-faq", "pull-order":
		default:
			t.Errorf("it sent %s", sent)
		}
	}
}

func TestDoctor_SaysWhatIsWrongWithACredential(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	half, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if clitest.OperationOf(r) == "search-faq" {
				r.Header.Set("Authorization", "Basic other")
			}
			next.ServeHTTP(w, r)
		}
	})
	keyring.MockInit()
	for user, secret := range map[string]string{"acme": clitest.Token, "orders": clitest.OrderPassword} {
		if err := keyring.Set("frontdesk", user, secret); err != nil {
			t.Fatal(err)
		}
	}
	login := "cm_id = 1\norder_user = \"orders\"\n"
	for name, c := range map[string]struct {
		url, configuration string
		code               int
		says               []string
	}{
		"all is well": {u.URL, login + "token = \"" + clitest.Token + "\"\norder_password = \"hush\"", exitcode.OK, []string{
			"API key from token in the file: accepted", "order credential from order_password in the file: orders can be pulled",
			"keyring not used: no credential is stored there", "service clock agrees with the clock of this machine",
		}},
		"from the keyring": {u.URL, login + "token_keyring = \"frontdesk/acme\"\norder_password_keyring = \"frontdesk/orders\"", exitcode.OK, []string{
			"keyring frontdesk/acme contains the API key", "keyring frontdesk/orders contains the order credential",
			"API key from token_keyring in the file: accepted", "from order_password_keyring in the file: orders can be pulled",
		}},
		"not in the keyring": {u.URL, "token_keyring = \"frontdesk/beta\"", exitcode.Failed, []string{
			`wrong keyring API key: token_keyring: the keyring has no entry "frontdesk/beta"`, "hosts not checked: there is no API key",
		}},
		"a wrong key":        {u.URL, "token = \"wrong\"", exitcode.Failed, []string{"note base host " + u.URL + ": the service answers, but does not accept the API key", "wrong API key from token in the file: the service does not accept it"}},
		"a key for one host": {half.URL, "token = \"" + clitest.Token + "\"", exitcode.Failed, []string{"wrong API key from token in the file: the articles host does not accept it, the base host does"}},
		"no key":             {u.URL, "", exitcode.Failed, []string{"wrong API key no API key: set token", "note hosts not checked"}},
		"no key, but a login": {u.URL, login + "order_password = \"hush\"", exitcode.Failed, []string{
			"wrong API key no API key: set token", "order credential from order_password in the file: orders can be pulled",
			": the service answers; tickets were not checked: there is no API key", "note articles host not checked: there is no API key",
		}},
		"no key and half a login": {u.URL, "order_user = \"orders\"", exitcode.Failed, []string{
			"wrong API key no API key: set token", "wrong order credential no password for orders: set order_password",
		}},
		"no key and a wrong password": {u.URL, login + "order_password = \"hash\"", exitcode.Failed, []string{
			"wrong order credential from order_password in the file: the service does not accept it", "ok base host",
		}},
		"a wrong password":     {u.URL, login + "token = \"" + clitest.Token + "\"\norder_password = \"hash\"", exitcode.Failed, []string{"wrong order credential from order_password in the file: the service does not accept it"}},
		"half a login":         {u.URL, login + "token = \"" + clitest.Token + "\"", exitcode.Failed, []string{"wrong order credential no password for orders: set order_password"}},
		"another account's id": {u.URL, "cm_id = 77\norder_user = \"orders\"\norder_password = \"hush\"\ntoken = \"" + clitest.Token + "\"", exitcode.Failed, []string{"wrong order credential with cm_id 77: "}},
		"no id":                {u.URL, "order_user = \"orders\"\norder_password = \"hush\"\ntoken = \"" + clitest.Token + "\"", exitcode.OK, []string{"note order credential not checked: orders cannot be pulled without cm_id"}},
	} {
		t.Run(name, func(t *testing.T) {
			said, code := runDoctorWith(t, c.configuration, map[string]string{"FRONTDESK_BASE_URL": c.url, "FRONTDESK_KMS_URL": c.url})
			requireDoctorLines(t, said, code, c.code, c.says...)
			for _, secret := range []string{clitest.Token, clitest.OrderPassword, "hash"} {
				if strings.Contains(said, secret) {
					t.Errorf("it shows %s: %s", secret, said)
				}
			}
		})
	}
}

func TestDoctor_SaysWhyAHostCannotBeReached(t *testing.T) {
	t.Parallel()
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	u, _ := clitest.NewRealUpstream(t, nil)
	login := "token = \"" + clitest.Token + "\"\ncm_id = 1\norder_user = \"orders\"\norder_password = \"hush\"\n"
	for name, c := range map[string]struct {
		base, kms string
		says      []string
	}{
		"nobody": {nobodyURL, nobodyURL, []string{
			"wrong base host " + nobodyURL + ": pull-ticket: the service cannot be reached: nothing listens there", "note API key from token in the file: it could not be checked",
			"note order credential from order_password in the file: it could not be checked", "note service clock no answer contained the time of the service",
		}},
		"articles elsewhere": {u.URL, nobodyURL, []string{
			"ok base host " + u.URL, "wrong articles host " + nobodyURL, "ok API key from token in the file: accepted by the base host; the other host could not be checked",
		}},
		"a stranger's certificate": {secure.URL, secure.URL, []string{"the service cannot be reached: its certificate is not trusted: "}},
		"no TLS":                   {strings.Replace(u.URL, "http:", "https:", 1), u.URL, []string{"the service cannot be reached: it does not speak TLS"}},
		"half an account":          {"", u.URL, []string{"wrong desk no address of the service: set base_url"}},
		"plain http to elsewhere":  {"http://desk.example.com", u.URL, []string{"wrong desk the base URL is plain http to another machine"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // each waits before it tries again
			said, code := runDoctorWith(t, login, map[string]string{"FRONTDESK_BASE_URL": c.base, "FRONTDESK_KMS_URL": c.kms})
			requireDoctorLines(t, said, code, exitcode.Failed, c.says...)
		})
	}
}

func TestDoctor_WithoutAnAPIKeyUsesTheOrderCredential(t *testing.T) {
	t.Parallel()
	said, code := runDoctorWith(t, "cm_id = 1\norder_user = \"orders\"\norder_password = \"hush\"\n", map[string]string{"FRONTDESK_BASE_URL": nobodyURL})
	requireDoctorLines(t, said, code, exitcode.Failed, "wrong base host "+nobodyURL+": pull-order: the service cannot be reached: nothing listens there",
		"note order credential from order_password in the file: it could not be checked")
}

func TestDoctor_SaysWhatIsWrongWithTheConfiguration(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		configuration string
		mode          fs.FileMode
		says          string
	}{
		"an unknown key":          {"cm_di = 1", 0o600, "config.toml:1: cm_di is not a setting; did you mean cm_id?"},
		"others may read it":      {"token = \"c2VjcmV0\"", 0o644, "holds a credential and others may open it (mode 0644): chmod 600 it"},
		"others may write it":     {"token_command = [\"pass\"]", 0o622, "decides what is run and where credentials go, and others can write it (mode 0622): chmod go-w it"},
		"a key that cannot be":    {"keys.form.send = \"s\"", 0o600, "wrong keys keys.form.send: s is text in a form; send stays on ctrl+s"},
		"two accounts, no choice": {"[accounts.acme]\n[accounts.beta]", 0o600, "no account is chosen by --account, FRONTDESK_ACCOUNT or account in"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "config.toml")
			if err := errors.Join(os.WriteFile(file, []byte(c.configuration), c.mode), os.Chmod(file, c.mode)); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			home := t.TempDir()
			code := cli.Run(t.Context(), []string{"doctor", "--config", file}, func(name string) string { return map[string]string{"XDG_DATA_HOME": home}[name] }, strings.NewReader(""), &out, &out)
			requireDoctorLines(t, out.String(), code, exitcode.Failed, c.says)
		})
	}
}

// requireDoctorLines checks the exit code and finds the lines in the output, columns one blank apart.
func requireDoctorLines(t *testing.T, said string, code, want int, lines ...string) {
	t.Helper()
	narrow := regexp.MustCompile(` {2,}`).ReplaceAllString(said, " ")
	for _, line := range lines {
		if !strings.Contains(narrow, line) {
			t.Errorf("it does not say %q: %s", line, narrow)
		}
	}
	if code != want {
		t.Errorf("it ends with %d, not %d: %s", code, want, narrow)
	}
}
