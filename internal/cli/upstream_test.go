package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
)

// commandResult is the exit code and the output of a command.
type commandResult struct {
	code        int
	out, errOut string
}

// String formats a result for the failures of tests.
func (e commandResult) String() string { return fmt.Sprintf("%d\n%s\n%s", e.code, e.out, e.errOut) }

// runAgainst runs a command against the service at a URL.
func runAgainst(t *testing.T, url, stdin string, args ...string) commandResult {
	t.Helper()
	return runUntil(t.Context(), t, url, stdin, args...)
}

// runUntil runs a command that ends with ctx, as a signal ends it.
func runUntil(ctx context.Context, t *testing.T, url, stdin string, args ...string) commandResult {
	t.Helper()
	return runWith(ctx, testEnvironment(t, url), stdin, args...)
}

// testEnvironment returns the variables of an agent of the service at a URL.
func testEnvironment(t *testing.T, url string) map[string]string {
	return map[string]string{
		"FRONTDESK_BASE_URL": url, "FRONTDESK_KMS_URL": url, "FRONTDESK_TOKEN": clitest.Token, "HOME": t.TempDir(), "XDG_CONFIG_HOME": "/nowhere",
		"FRONTDESK_ORDER_USER": clitest.OrderUser, "FRONTDESK_ORDER_PASSWORD": clitest.OrderPassword, "FRONTDESK_CM_ID": "1",
	}
}

// runWith runs a command with these variables.
func runWith(ctx context.Context, values map[string]string, stdin string, args ...string) commandResult {
	var out, errOut bytes.Buffer
	code := cli.Run(ctx, args, func(name string) string { return values[name] }, strings.NewReader(stdin), &out, &errOut)
	return commandResult{code, out.String(), errOut.String()}
}
