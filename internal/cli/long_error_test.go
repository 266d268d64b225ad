package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/cli"
	"frontdesk/internal/exitcode"
)

func TestErrors_LongListIsSaidToItsEnd(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "config.toml")
	var accounts strings.Builder
	for i := range 60 {
		fmt.Fprintf(&accounts, "[accounts.customer-%02d]\n", i)
	}
	if err := os.WriteFile(file, []byte(accounts.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	code := cli.Run(t.Context(), []string{"config", "--config", file}, func(string) string { return "" }, strings.NewReader(""), &out, &errOut)
	if code == exitcode.OK || !strings.HasSuffix(errOut.String(), "customer-59\n") || strings.Count(errOut.String(), "\n") != 1 {
		t.Errorf("%d %s", code, &errOut)
	}
}
