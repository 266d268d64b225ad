//go:build unix

package cli_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// runPaged runs the program on a terminal of 24 lines, with a pager that keeps what it gets in the file paged and
// ends with an error, and returns what was on the screen, what was paged and the exit code.
func runPaged(t *testing.T, home string, variables []string, args ...string) (screen, paged string, code int) {
	t.Helper()
	script := filepath.Join(home, "my pager")
	content := "#!/bin/sh\ncat >'" + home + "/paged'; env >'" + home + "/env'; echo shown; exit 3\n"
	clitest.RequireNoError(t, os.WriteFile(script, []byte(content), 0o700)) //nolint:gosec // it is to be run
	c := exec.CommandContext(t.Context(), "frontdesk", args...)             // the test's own program
	c.Env = append([]string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "PAGER='" + script + "'", "FRONTDESK_DISPLAY_ZONE=UTC",
	}, variables...)
	at, err := pty.StartWithSize(c, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skip("there are no terminals to be had: ", err)
	}
	defer func() { _ = at.Close() }()
	var shown bytes.Buffer
	_, _ = io.Copy(&shown, at) // ends with an error when the program has ended
	failed := new(exec.ExitError)
	if err := c.Wait(); errors.As(err, &failed) {
		code = failed.ExitCode()
	}
	read, _ := os.ReadFile(filepath.Join(home, "paged")) // not there if no pager ran
	return shown.String(), string(read), code
}

func TestLongOutput_IsShownByThePagerOfTheUser(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		variables []string
		args      []string
		isPaged   bool
		has       string
		code      int
	}{
		"a page":               {nil, []string{"docs", "filter"}, true, "Filter", exitcode.OK},
		"a long list":          {nil, []string{"ticket", "list"}, true, "this is the sample desk", exitcode.OK},
		"a short list":         {nil, []string{"ticket", "list", "--limit", "2"}, false, "2 of", exitcode.OK},
		"no pager":             {[]string{"NO_PAGER=1"}, []string{"docs", "filter"}, false, "Filter", exitcode.OK},
		"none that there is":   {[]string{"PAGER=no-such-pager"}, []string{"docs", "filter"}, false, "Filter", exitcode.OK},
		"a terminal for lines": {[]string{"TERM=dumb"}, []string{"docs", "filter"}, false, "Filter", exitcode.OK},
		"a failure":            {nil, []string{"ticket", "get", "1"}, false, "the service has no ticket 1", exitcode.Failed},
		"a part":               {nil, []string{"ticket", "get", "1"}, true, "Sub-status", exitcode.Partial},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			clitest.RequireNoError(t, clitest.WriteSampleDesk(filepath.Join(home, ".local", "share")))
			if test.code == exitcode.Partial { // with tickets that there are
				ids := runWith(t.Context(), map[string]string{"HOME": home}, "", "ticket", "list", "--jq", ".[:5][].id")
				test.args = append(test.args, strings.Fields(ids.out)...)
			}
			screen, paged, code := runPaged(t, home, test.variables, test.args...)
			shown := screen
			if test.isPaged {
				shown += paged
			}
			if (paged != "") != test.isPaged || !strings.Contains(shown, test.has) || code != test.code {
				t.Errorf("it ended with %d, paged %d bytes and showed\n%s", code, len(paged), screen)
			}
			if variables, _ := os.ReadFile(filepath.Join(home, "env")); strings.Contains(string(variables), "FRONTDESK_") {
				t.Error("the pager got the variables of frontdesk")
			}
		})
	}
}
