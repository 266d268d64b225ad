package cli_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"frontdesk/internal/cli/clitest"
)

// TestSSHHost_LogSaysWhenTheServiceIsAwayAndBack with its address and the reason, once each time.
func TestSSHHost_LogSaysWhenTheServiceIsAwayAndBack(t *testing.T) {
	t.Parallel()
	var isAway atomic.Bool
	answer := answerWith(http.StatusOK, `{"totalCount":0,"message":[],"status":"success"}`)
	u := clitest.NewUpstream(t, func(w http.ResponseWriter, r *http.Request) {
		if isAway.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		answer(w, r)
	})
	h := clitest.NewHost(t, []string{"Asha"})
	h.Variables = map[string]string{"FRONTDESK_BASE_URL": u.URL, "FRONTDESK_KMS_URL": u.URL, "FRONTDESK_TOKEN": clitest.Token}
	h.Start()
	pull := func() { _, _, _ = h.RunCommand("Asha", "ticket pull --from today --to today", "") }
	pull()
	h.WaitForLog("connected to the service")
	isAway.Store(true)
	pull()
	pull()
	h.WaitForLog("disconnected from the service")
	isAway.Store(false)
	pull()
	log := h.Log.String()
	if strings.Count(log, `msg="connected to the service"`) != 2 || strings.Count(log, `msg="disconnected from the service"`) != 1 {
		t.Errorf("the log is\n%s", log)
	}
	if !strings.Contains(log, "service="+u.URL) || !strings.Contains(log, "503") {
		t.Errorf("address or reason is missing in\n%s", log)
	}
}
