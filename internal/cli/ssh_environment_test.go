//go:build unix

package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
)

func TestSSHHost_HangUpOfAHostWithoutAFileReadsItsEnvironment(t *testing.T) {
	const token = "b2xk"
	service := newAccountService(t, token)
	h := clitest.NewHost(t, []string{"Asha Rao"})
	if err := os.Remove(filepath.Join(h.Dir, "frontdesk", "config.toml")); err != nil {
		t.Fatal(err)
	}
	h.Variables = map[string]string{"FRONTDESK_BASE_URL": service.URL, "FRONTDESK_KMS_URL": service.URL, "FRONTDESK_TOKEN": token}
	h.Start()
	h.OpenConsole("Asha Rao").WaitForText("Asha Rao")
	hangUp(t, h, "has its credentials read again")
	if log := h.Log.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, token) {
		t.Errorf("the log says\n%s", log)
	}
}
