package cli_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"frontdesk/internal/cachefile"
	"frontdesk/internal/cli/clitest"
)

func TestSSHHost_AgentsOfAnAccountShareOneCacheAlsoAtTheNextStart(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	service, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if down.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			next.ServeHTTP(w, r)
		}
	})
	addTicket(t, service.URL)
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li"})
	h.WriteConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\ntoken = %q\nrefresh = \"10m\"\n", service.URL, clitest.Token))
	h.Start()
	for _, agent := range []string{"Asha Rao", "Ben Carter"} {
		h.OpenConsole(agent).WaitForText("1 of 1")
	}
	asked := service.Requests("pull-ticket")
	slices.Sort(asked)
	if len(asked) == 0 || len(slices.Compact(slices.Clone(asked))) != len(asked) {
		t.Errorf("a day was fetched again for the second agent: %q", asked)
	}
	h.Terminate()
	files, err := cachefile.List(filepath.Join(h.Dir, "cache", "frontdesk", "account-acme"))
	kept := 0
	for _, f := range files {
		if filepath.Base(f.Path) == "records-tickets" {
			kept++
		}
	}
	if kept != 1 || err != nil {
		t.Errorf("the tickets are kept %d times: %v %v", kept, files, err)
	}

	down.Store(true)
	h.Start()
	chen := h.OpenConsole("Chen Li")
	chen.WaitForText("1 of 1")
	chen.WaitForText("as of ")
}
