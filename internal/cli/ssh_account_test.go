package cli_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// accountService is a service with a separate desk for each credential; it counts the calls of each.
type accountService struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int // "Basic credential operation"
}

func newAccountService(t *testing.T, credentials ...string) *accountService {
	t.Helper()
	books := map[string]*clitest.Upstream{}
	for _, credential := range credentials {
		books["Basic "+credential], _ = clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				r.Header.Set("Authorization", "Basic "+clitest.Token) // what the service behind has
				next.ServeHTTP(w, r)
			}
		})
	}
	s := &accountService{asked: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.Header.Get("Authorization")+" "+clitest.OperationOf(r)]++
		s.mu.Unlock()
		if book := books[r.Header.Get("Authorization")]; book != nil {
			book.Config.Handler.ServeHTTP(w, r)
			return
		}
		http.Error(w, `{"message":"Invalid Auth Key","status":"failed"}`, http.StatusUnauthorized)
	}))
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s
}

// countCalls returns how often an operation was called with a credential.
func (s *accountService) countCalls(credential, op string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked["Basic "+credential+" "+op]
}

func TestSSHHost_CallsCarryTheAgentsOwnCredential(t *testing.T) {
	t.Parallel()
	const ashas, bens = "YXNoYQ==", "YmVu"
	for name, host := range map[string]struct{ file, variable, keyOption string }{
		"by the configuration":                {"[agents.\"Ben Carter\"]\naccount = \"beta\"", "", ""},
		"by the key's line":                   {"", "", "beta"},
		"whatever the host's environment has": {"[agents.\"Ben Carter\"]\naccount = \"beta\"", ashas, ""},
	} {
		t.Run(name, func(t *testing.T) {
			service := newAccountService(t, ashas, bens)
			h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
			if host.keyOption != "" {
				h.AddKeyOption("Ben Carter", "FRONTDESK_ACCOUNT="+host.keyOption)
			}
			h.Variables = map[string]string{"FRONTDESK_TOKEN": host.variable}
			h.WriteConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\nrefresh = \"0s\"\n[accounts.acme]\ntoken = %q\n[accounts.beta]\ntoken = %q\n%s\n",
				service.URL, ashas, bens, host.file))
			h.Start()
			for agent, title := range map[string]string{"Asha Rao": "Zebra stripes", "Ben Carter": "Yak wool"} {
				if code, _, errOut := h.RunCommand(agent, `ticket add --title "`+title+`" --details "All over"`, ""); code != exitcode.OK {
					t.Fatal(errOut)
				}
			}
			asha, ben := h.OpenConsole("Asha Rao"), h.OpenConsole("Ben Carter")
			asha.WaitForText("acme · Asha Rao")
			ben.WaitForText("beta · Ben Carter")
			asha.WaitForText("Zebra stripes")
			ben.WaitForText("Yak wool")
			for agent, others := range map[string]string{"Asha Rao": "Yak", "Ben Carter": "Zebra"} {
				if _, pulled, errOut := h.RunCommand(agent, "ticket pull --from today --to today --json", ""); strings.Contains(pulled, others) || !strings.Contains(pulled, `"id":"`) {
					t.Errorf("%s got %s %s", agent, pulled, errOut)
				}
			}
			asha.WaitForTextGone("Yak")
			ben.WaitForTextGone("Zebra")
			for _, credential := range []string{ashas, bens} {
				if service.countCalls(credential, "add-ticket") != 1 || service.countCalls(credential, "pull-ticket") == 0 {
					t.Errorf("with %s: %v", credential, service.asked)
				}
			}
		})
	}
}

func TestSSHHost_AccountWithoutAnAddressDoesNotUseTheHostsService(t *testing.T) {
	t.Parallel()
	service := newAccountService(t, "YXNoYQ==")
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	h.Variables = map[string]string{"FRONTDESK_BASE_URL": service.URL, "FRONTDESK_KMS_URL": service.URL, "FRONTDESK_TOKEN": "YXNoYQ=="}
	h.WriteConfiguration("account = \"acme\"\n[accounts.acme]\n[accounts.beta]\ntoken = \"YmVu\"\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n")
	h.Start()
	if code, _, errOut := h.RunCommand("Ben Carter", "ticket get 7", ""); code != exitcode.Failed || !strings.Contains(errOut, "your account is unavailable") {
		t.Errorf("%d %s", code, errOut)
	}
	h.WaitForLog("the account beta has no address")
	if n := service.countCalls("YmVu", "get-ticket"); n != 0 {
		t.Error("beta's credential went to the host's service")
	}
}
