package cli_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/zalando/go-keyring"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
)

// The credentials that must not be seen anywhere, as they are and as they travel.
const (
	testKey      = "Q0FOQVJZLWtleQ"
	testPassword = "canary-password"
)

var testSecrets = []string{testKey, testPassword, base64.StdEncoding.EncodeToString([]byte(clitest.OrderUser + ":" + testPassword))}

// credentialSources returns the ways to configure the credentials: variables, or lines of the configuration.
func credentialSources(t *testing.T) map[string]struct{ variables, lines []string } {
	t.Helper()
	keyring.MockInit()
	for user, secret := range map[string]string{"key": testKey, "password": testPassword} {
		if err := keyring.Set("canary", user, secret); err != nil {
			t.Fatal(err)
		}
	}
	sources := map[string]struct{ variables, lines []string }{
		"environment": {variables: []string{"FRONTDESK_TOKEN", testKey, "FRONTDESK_ORDER_PASSWORD", testPassword}},
		"file":        {lines: []string{`token = "` + testKey + `"`, `order_password = "` + testPassword + `"`}},
		"keyring":     {lines: []string{`token_keyring = "canary/key"`, `order_password_keyring = "canary/password"`}},
	}
	if runtime.GOOS != "windows" {
		dir := t.TempDir()
		for name, secret := range map[string]string{"key": testKey, "password": testPassword} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(secret+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		sources["command"] = struct{ variables, lines []string }{lines: []string{
			fmt.Sprintf("token_command = [\"cat\", %q]", filepath.Join(dir, "key")),
			fmt.Sprintf("order_password_command = [\"cat\", %q]", filepath.Join(dir, "password")),
		}}
	}
	return sources
}

// echoingServices repeat what they were sent, as some services do in their errors.
var echoingServices = map[string]http.HandlerFunc{
	"refuses": func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprintf(w, `{"status":"failed","message":"not with %s"}`, r.Header.Get("Authorization"))
	},
	"denies": func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprintf(w, `{"status":"failed","message":"Invalid Auth Key %s"}`, r.Header.Get("Authorization"))
	},
	"fails in HTML": func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = fmt.Fprintf(w, "<html><h1>Own fault</h1>Authorization: %s</html>", r.Header.Get("Authorization"))
	},
	"points elsewhere": func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://elsewhere.example.com/?key="+r.Header.Get("Authorization"), http.StatusFound)
	},
}

// commandsWithCredentials are every command that works with a desk, and those that speak of the configuration.
var commandsWithCredentials = []string{
	"config", "config --json", "doctor --timeout 300ms", "doctor --json --timeout 300ms",
	"ticket get 7", "ticket pull --from today --to today --json", "ticket add --title T", "ticket add --title T --dry-run",
	"ticket update 7 --sub-status CL", "ticket update 7 --sub-status CL --dry-run --json",
	"customer get 7", "customer pull --from today --to today", "customer add --name N --phone 5550100 --contact-name C --dry-run",
	"customer add --name N --phone 5550100 --contact-name C", "order pull --customer 7", "order pull --customer 7 --json",
	"order add --customer-name N --erp-order E --delivery 2026-11-20 --dry-run", "order add --customer-name N --erp-order E --delivery 2026-11-20",
	"faq categories", "faq search words", "api", "api get-ticket", "api pull-order", "api update-ticket",
}

func TestCredentials_AreNeverPrinted(t *testing.T) {
	for source, c := range credentialSources(t) {
		for behaviour, handler := range echoingServices {
			t.Run(source+", "+behaviour, func(t *testing.T) {
				t.Parallel()
				u := clitest.NewUpstream(t, handler)
				file := filepath.Join(t.TempDir(), "config.toml")
				lines := append([]string{"cm_id = 1", `order_user = "` + clitest.OrderUser + `"`, fmt.Sprintf("base_url = %q\nkms_url = %q", u.URL, u.URL)}, c.lines...)
				if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
					t.Fatal(err)
				}
				variables := map[string]string{"FRONTDESK_CONFIG": file, "XDG_DATA_HOME": t.TempDir()}
				for i := 0; i < len(c.variables); i += 2 {
					variables[c.variables[i]] = c.variables[i+1]
				}
				var running sync.WaitGroup // most of their time they wait for the next try
				for _, command := range commandsWithCredentials {
					running.Go(func() { requireNoSecrets(t, command, variables) })
				}
				running.Wait()
				if len(u.Sent()) == 0 {
					t.Error("nothing was sent: this test proves nothing")
				}
			})
		}
	}
}

// TestCredentials_InAnAddressAreNeverPrinted: such an address is refused, but people write them.
func TestCredentials_InAnAddressAreNeverPrinted(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"https://orders:" + testPassword + "@desk.invalid", "https://orders:" + testPassword + "/x@desk.invalid",
		"https://desk.invalid/?key=" + testKey, "https://desk.invalid#" + testKey, "orders:" + testPassword + "@desk.invalid",
	} {
		variables := map[string]string{
			"FRONTDESK_CONFIG": "", "XDG_DATA_HOME": t.TempDir(), "FRONTDESK_TOKEN": testKey, "FRONTDESK_CM_ID": "1",
			"FRONTDESK_BASE_URL": address, "FRONTDESK_KMS_URL": address,
			"FRONTDESK_ORDER_USER": clitest.OrderUser, "FRONTDESK_ORDER_PASSWORD": testPassword,
		}
		for _, command := range commandsWithCredentials {
			requireNoSecrets(t, command, variables)
		}
		settings := runWith(t.Context(), variables, "", "config")
		if !strings.Contains(settings.out, "desk.invalid") || settings.code != 0 {
			t.Errorf("the host of %s is not shown: %s", address, settings)
		}
	}
}

// requireNoSecrets runs a command and searches its output for the secrets.
func requireNoSecrets(t *testing.T, command string, variables map[string]string) {
	t.Helper()
	var out bytes.Buffer
	in := strings.NewReader(`[{"ticket_ids":"7","ticket_id":"7","sub_status":"CL","cmId":1,"customerIds":"7"}]`)
	cli.Run(t.Context(), strings.Fields(command), func(name string) string { return variables[name] }, in, &out, &out)
	if out.Len() == 0 {
		t.Errorf("%s says nothing", command)
	}
	for _, canary := range testSecrets {
		if strings.Contains(out.String(), canary) {
			t.Errorf("%s shows %s:\n%s", command, canary, out.String())
		}
	}
}
