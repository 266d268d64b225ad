package console

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/ui/accounts"
)

// recorder is a service that accepts one key and keeps which keys came.
type recorder struct {
	*httptest.Server
	key string

	mu   sync.Mutex
	came []string
}

// newRecorder starts a service that accepts a key.
func newRecorder(t *testing.T, key string) *recorder {
	t.Helper()
	r := &recorder{key: key}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.mu.Lock()
		r.came = append(r.came, req.Header.Get("Authorization"))
		r.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		if req.Header.Get("Authorization") != "Basic "+key {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = fmt.Fprint(w, `{"message":"Invalid Auth Key","status":"failed"}`)
			return
		}
		_, _ = fmt.Fprint(w, `{"message":[],"status":"success"}`)
	}))
	t.Cleanup(r.Close)
	return r
}

// keys returns which keys came, each once.
func (r *recorder) keys() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	sorted := slices.Sorted(slices.Values(r.came))
	return slices.Compact(sorted)
}

// startWithAccounts loads a configuration and returns its switcher.
func startWithAccounts(t *testing.T, file string, env map[string]string) *accounts.Switcher {
	t.Helper()
	c, o := loadAccounts(t, file, env)
	return NewSwitcher(t.Context(), c, o, nil)
}

// loadAccounts loads a configuration, with options of its environment.
func loadAccounts(t *testing.T, file string, env map[string]string) (config.Config, Options) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{Env: func(name string) string {
		return map[string]string{"XDG_DATA_HOME": dir, "XDG_CACHE_HOME": dir}[name] + env[name]
	}}
	c, err := config.LoadAccount(o.Env, path, "")
	if err != nil {
		t.Fatal(err)
	}
	return c, o
}

// visit opens an account and closes it again.
func visit(t *testing.T, s *accounts.Switcher, name string) error {
	t.Helper()
	opened, err := s.Open(t.Context(), name, s)
	if err == nil {
		err = opened.Close()
	}
	return err
}

// sampleAccount begins a configuration in which the sample desk is opened first.
const sampleAccount = "account = \"sample\"\nfaq_prefetch = false\n[accounts.sample]\n"

// account returns an account of a configuration, with the line that names its credential.
func account(name, address, credential string) string {
	return fmt.Sprintf("[accounts.%s]\nbase_url = %[2]q\nkms_url = %[2]q\n%[3]s\n", name, address, credential)
}

func TestAccounts_CredentialIsFetchedAtTheFirstVisitAndGoesToItsOwnHostAlone(t *testing.T) {
	acme, beta := newRecorder(t, "YWNtZQ=="), newRecorder(t, "YmV0YQ==")
	fetched := filepath.Join(t.TempDir(), "fetched")
	file := "account = \"acme\"\nfaq_prefetch = false\n" + account("acme", acme.URL, `token = "ZmlsZQ=="`) +
		account("beta", beta.URL, `token_command = ["sh", "-c", "echo YmV0YQ==; echo once >> `+fetched+`"]`)
	s := startWithAccounts(t, file, map[string]string{"FRONTDESK_TOKEN": "YWNtZQ=="})
	if _, err := os.Stat(fetched); err == nil {
		t.Error("the credential was fetched before the agent went there")
	}
	for range 2 {
		if err := visit(t, s, "beta"); err != nil {
			t.Fatal(err)
		}
	}
	if err := visit(t, s, "acme"); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(fetched); strings.Count(string(got), "once") != 2 {
		t.Errorf("fetched %q", got)
	}
	if got := beta.keys(); !slices.Equal(got, []string{"Basic YmV0YQ=="}) {
		t.Errorf("beta was sent %q", got)
	}
	for _, key := range acme.keys() {
		if key != "Basic YWNtZQ==" {
			t.Errorf("acme was sent %q", key)
		}
	}
}

func TestAccounts_OneThatCannotBeOpenedSaysWhyInOneLine(t *testing.T) {
	t.Parallel()
	beta := newRecorder(t, "YmV0YQ==")
	file := sampleAccount +
		account("wrongkey", beta.URL, `token = "d3Jvbmc="`) +
		account("nokey", beta.URL, "") +
		account("locked", beta.URL, `token_command = ["sh", "-c", "echo the vault is locked >&2; exit 1"]`) +
		account("gone", "http://127.0.0.1:1", `token = "d3Jvbmc="`)
	s := startWithAccounts(t, file, nil)
	for name, want := range map[string]string{
		"wrongkey": "Invalid Auth Key", "nokey": "token", "locked": "the vault is locked", "gone": "cannot be reached",
		"never": `there is no account "never"`,
	} {
		err := visit(t, s, name)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAccounts_FirstVisitWithoutNetworkShowsWhatWasKnown(t *testing.T) {
	t.Parallel()
	beta := newRecorder(t, "YmV0YQ==")
	file := sampleAccount + account("beta", beta.URL, `token = "YmV0YQ=="`) +
		account("wrongkey", beta.URL, `token = "d3Jvbmc="`)
	c, o := loadAccounts(t, file, nil)
	settings, err := c.LoadOther(o.Env, "beta")
	if err != nil {
		t.Fatal(err)
	}
	earlier, err := Open(t.Context(), settings, o)
	if err != nil {
		t.Fatal(err)
	}
	today := desk.DateOf(time.Now())
	if err := earlier.Cache.Pull(t.Context(), desk.DateRange{From: today, To: today}); err != nil {
		t.Fatal(err)
	}
	if err := earlier.Close(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	beta.Close()
	s := NewSwitcher(t.Context(), c, o, nil)
	if err := visit(t, s, "beta"); err != nil {
		t.Errorf("not opened: %v", err)
	}
	if err := visit(t, s, "wrongkey"); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("an account of which nothing is known: %v", err)
	}
}

func TestAccounts_AddressOfTheEnvironmentIsForItsOwnAccount(t *testing.T) {
	acme := newRecorder(t, "YWNtZQ==")
	const file = "account = \"acme\"\n[accounts.acme]\ntoken = \"ZmlsZQ==\"\n[accounts.beta]\ntoken = \"YmV0YQ==\"\n"
	env := map[string]string{"FRONTDESK_BASE_URL": acme.URL, "FRONTDESK_KMS_URL": acme.URL, "FRONTDESK_TOKEN": "YWNtZQ=="}
	s := startWithAccounts(t, file, env)
	if err := visit(t, s, "beta"); err == nil || !strings.Contains(err.Error(), "the account has no address") {
		t.Errorf("opened: %v", err)
	}
	if got := acme.keys(); len(got) > 0 {
		t.Errorf("acme was sent %q", got)
	}
}

func TestAccounts_ReadOnlyAndZoneOfTheStartHoldForAll(t *testing.T) {
	beta := newRecorder(t, "YmV0YQ==")
	file := fmt.Sprintf(`
account = "sample"
display_zone = "Europe/Berlin"
[accounts.sample]
[accounts.beta]
base_url = "https://agent:sesame@%s"
kms_url = %q
token = "YmV0YQ=="
`, strings.TrimPrefix(beta.URL, "http://"), beta.URL)
	c, o := loadAccounts(t, file, map[string]string{"FRONTDESK_DISPLAY_ZONE": "Asia/Kolkata"})
	o.ReadOnly, c.Accessible = true, true
	s := NewSwitcher(t.Context(), c, o, nil)
	want := accounts.Account{Name: "beta", Address: strings.TrimPrefix(beta.URL, "http://"), ReadOnly: true}
	if s.Accounts[0] != want || s.Accounts[1].Address != "no address" {
		t.Errorf("listed %+v", s.Accounts)
	}
	got, err := (&accountOpener{first: c, options: o}).settings("beta")
	if err != nil || !got.ReadOnly || !got.Accessible || got.DisplayZone.String() != "Asia/Kolkata" {
		t.Errorf("beta is opened with %v, %v, %v", got.ReadOnly, got.DisplayZone, err)
	}
	if NewSwitcher(t.Context(), config.Config{Accounts: []string{"acme"}}, Options{}, nil) != nil {
		t.Error("one account has a switcher")
	}
}
