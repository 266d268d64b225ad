package cli_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"frontdesk/internal/cli"
	"frontdesk/internal/exitcode"
)

func TestRun_ConsoleIsReadOutOnTheStreamsThatItIsGiven(t *testing.T) {
	dir := t.TempDir()
	env := func(name string) string {
		return map[string]string{"XDG_CONFIG_HOME": dir, "XDG_DATA_HOME": dir, "XDG_CACHE_HOME": dir}[name]
	}
	var out, errOut bytes.Buffer
	code := cli.Run(t.Context(), []string{"--accessible"}, env, strings.NewReader("?\nq\n"), &out, &errOut)
	if code != exitcode.OK || !strings.HasSuffix(errOut.String(), "desk.db: created a new, empty one\n") || !strings.Contains(out.String(), "frontdesk in accessible mode.") {
		t.Errorf("it ended with %d and %q, and said\n%s", code, &errOut, &out)
	}
}

func TestRun_ConsoleNeedsATerminal(t *testing.T) {
	t.Parallel()
	var out, errOut bytes.Buffer
	code := cli.Run(t.Context(), nil, func(string) string { return "" }, strings.NewReader("q"), &out, &errOut)
	if code != exitcode.Usage || out.Len() > 0 || !strings.HasPrefix(errOut.String(), "frontdesk: the console needs a terminal") {
		t.Errorf("it ended with %d and said %s%s", code, &out, &errOut)
	}
}

// writePrivateFile writes a file that holds a secret, and returns its path.
func writePrivateFile(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
