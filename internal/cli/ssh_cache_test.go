package cli_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/internal/cache"
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
	files, err := cache.StoredFiles(filepath.Join(h.Dir, "cache", "frontdesk", "account-acme"))
	kept := 0
	for _, f := range files {
		if filepath.Base(f.Path) == "records3.db" {
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

// TestSSHHost_AgentsOfAnAccountShareOneReaderOfOlderDays: seven days are shown, and two older ones are read.
func TestSSHHost_AgentsOfAnAccountShareOneReaderOfOlderDays(t *testing.T) {
	t.Parallel()
	service, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc { return next.ServeHTTP })
	addTicket(t, service.URL)
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	h.WriteConfiguration(fmt.Sprintf(
		"account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\ntoken = %q\nrefresh = \"10m\"\ntime_zone = \"UTC\"\nopen_since = 9\n",
		service.URL, clitest.Token,
	))
	h.Start()
	asha, ben := h.OpenConsole("Asha Rao"), h.OpenConsole("Ben Carter")
	first := time.Now().UTC().AddDate(0, 0, -8).Format("2 Jan")
	for _, console := range []*clitest.Screen{asha, ben} {
		console.WaitForText("since " + first)
	}
	asked := service.Requests("pull-ticket")
	slices.Sort(asked)
	if len(asked) != 9 || len(slices.Compact(slices.Clone(asked))) != 9 {
		t.Errorf("nine days were asked for %d times: %q", len(asked), asked)
	}
}
