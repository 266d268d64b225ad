package cli

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"frontdesk/internal/cachefile"
)

func TestSSHHost_AgentsOfAnAccountShareOneCacheAlsoAtTheNextStart(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	service, _ := newRealUpstream(t, func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if down.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			next.ServeHTTP(w, r)
		}
	})
	addTicket(t, service.URL)
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li"})
	h.writeConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\ntoken = %q\nrefresh = \"10m\"\n", service.URL, token))
	h.start()
	for _, agent := range []string{"Asha Rao", "Ben Carter"} {
		h.openConsole(agent).waitForText("1 of 1")
	}
	asked := service.requests("pull-ticket")
	slices.Sort(asked)
	if len(asked) == 0 || len(slices.Compact(slices.Clone(asked))) != len(asked) {
		t.Errorf("a day was fetched again for the second agent: %q", asked)
	}
	h.terminate()
	files, err := cachefile.List(filepath.Join(h.dir, "cache", "frontdesk", "account-acme"))
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
	h.start()
	chen := h.openConsole("Chen Li")
	chen.waitForText("1 of 1")
	chen.waitForText("as of ")
}
