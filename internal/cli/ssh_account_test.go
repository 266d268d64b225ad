package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/exitcode"
)

// twoBooks is a service in which each of two credentials has a book of its own, and who asked for what.
type twoBooks struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int // "Basic credential operation"
}

func newTwoBooks(t *testing.T, credentials ...string) *twoBooks {
	t.Helper()
	books := map[string]*upstream{}
	for _, credential := range credentials {
		books["Basic "+credential], _ = realUpstream(t, func(next http.Handler) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				r.Header.Set("Authorization", "Basic "+token) // what the service behind has
				next.ServeHTTP(w, r)
			}
		})
	}
	s := &twoBooks{asked: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.Header.Get("Authorization")+" "+opOf(r)]++
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

// said is how often an operation was asked for with a credential.
func (s *twoBooks) said(credential, op string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked["Basic "+credential+" "+op]
}

func TestTheCallsOfAnAgentCarryTheAgentsOwnCredential(t *testing.T) {
	const ashas, bens = "YXNoYQ==", "YmVu"
	for name, host := range map[string]struct{ file, variable, keyOption string }{
		"by the configuration":                {"[agents.\"Ben Carter\"]\naccount = \"beta\"", "", ""},
		"by the key's line":                   {"", "", "beta"},
		"whatever the host's environment has": {"[agents.\"Ben Carter\"]\naccount = \"beta\"", ashas, ""},
	} {
		t.Run(name, func(t *testing.T) {
			service := newTwoBooks(t, ashas, bens)
			h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
			if host.keyOption != "" {
				h.optioned("Ben Carter", "FRONTDESK_ACCOUNT="+host.keyOption)
			}
			h.variables = map[string]string{"FRONTDESK_TOKEN": host.variable}
			h.configured(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\nrefresh = \"0s\"\n[accounts.acme]\ntoken = %q\n[accounts.beta]\ntoken = %q\n%s\n",
				service.URL, ashas, bens, host.file))
			h.start()
			for agent, title := range map[string]string{"Asha Rao": "Zebra stripes", "Ben Carter": "Yak wool"} {
				if code, _, errOut := h.runs(agent, `ticket add --title "`+title+`" --details "All over"`, ""); code != exitcode.OK {
					t.Fatal(errOut)
				}
			}
			asha, ben := h.sits("Asha Rao"), h.sits("Ben Carter")
			asha.sees("acme · Asha Rao")
			ben.sees("beta · Ben Carter")
			asha.sees("Zebra stripes")
			ben.sees("Yak wool")
			for agent, others := range map[string]string{"Asha Rao": "Yak", "Ben Carter": "Zebra"} {
				if _, pulled, errOut := h.runs(agent, "ticket pull --from today --to today --json", ""); strings.Contains(pulled, others) || !strings.Contains(pulled, "ticketId") {
					t.Errorf("%s got %s %s", agent, pulled, errOut)
				}
			}
			asha.loses("Yak")
			ben.loses("Zebra")
			for _, credential := range []string{ashas, bens} {
				if service.said(credential, "add-ticket") != 1 || service.said(credential, "pull-ticket") == 0 {
					t.Errorf("with %s: %v", credential, service.asked)
				}
			}
		})
	}
}

func TestAnAccountWithoutAnAddressIsNotTakenToTheHostsService(t *testing.T) {
	service := newTwoBooks(t, "YXNoYQ==")
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	h.variables = map[string]string{"FRONTDESK_BASE_URL": service.URL, "FRONTDESK_KMS_URL": service.URL, "FRONTDESK_TOKEN": "YXNoYQ=="}
	h.configured("account = \"acme\"\n[accounts.acme]\n[accounts.beta]\ntoken = \"YmVu\"\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n")
	h.start()
	if code, _, errOut := h.runs("Ben Carter", "ticket get 7", ""); code != exitcode.Failed || !strings.Contains(errOut, "your account is unavailable") {
		t.Errorf("%d %s", code, errOut)
	}
	h.logs("the account beta has no address")
	if n := service.said("YmVu", "get-ticket"); n != 0 {
		t.Error("beta's credential went to the host's service")
	}
}
