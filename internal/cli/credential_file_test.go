package cli_test

import (
	"os"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

func TestCredentialFile_IsReadAndNeverPrinted(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, nil)
	env := testEnvironment(t, u.URL)
	delete(env, "FRONTDESK_TOKEN")
	env["FRONTDESK_TOKEN_FILE"] = writeTestFile(t, "token", clitest.Token+"\n")
	if got := runWith(t.Context(), env, "", "faq", "categories"); got.code != 0 {
		t.Errorf("%s", got)
	}
	got := runWith(t.Context(), env, "", "config")
	if got.code != 0 || !strings.Contains(got.out, "FRONTDESK_TOKEN_FILE") || strings.Contains(got.out, clitest.Token) {
		t.Errorf("%s", got)
	}
	if err := os.Chmod(env["FRONTDESK_TOKEN_FILE"], 0o666); err != nil {
		t.Fatal(err)
	}
	got = runWith(t.Context(), env, "", "faq", "categories")
	if got.code != exitcode.Usage || !strings.Contains(got.errOut, "others may open it") {
		t.Errorf("%s", got)
	}
}
