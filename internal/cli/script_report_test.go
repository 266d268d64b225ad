package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptReport runs scripts, and begins what it says of one that failed with the line at fault and how to run it alone.
// The library writes a transcript of all that the script has printed, with the fault at its end.
type scriptReport struct {
	*testing.T
}

// Run implements testscript.T.
func (r scriptReport) Run(name string, script func(testscript.T)) {
	r.T.Run(name, func(t *testing.T) { script(scriptReport{t}) })
}

// Verbose implements testscript.T.
func (r scriptReport) Verbose() bool { return testing.Verbose() }

// Log implements testscript.T.
func (r scriptReport) Log(args ...any) {
	r.Helper()
	transcript := fmt.Sprint(args...)
	if line := failedLine(transcript); line != "" {
		r.T.Logf("%s\nrun it alone: go test ./internal/cli -run '^%s$'", line, r.Name())
	}
	r.T.Log(transcript)
}

// failedLine returns the line of a transcript that names the script, the number of its line and what is wrong; empty
// for a script that passed.
func failedLine(transcript string) string {
	_, last, failed := strings.Cut("\n"+transcript, "\nFAIL: ")
	if !failed {
		return ""
	}
	line, _, _ := strings.Cut(last, "\n")
	return strings.TrimPrefix(line, "../../")
}

func TestScriptReport_BeginsWithTheLineThatFailed(t *testing.T) {
	t.Parallel()
	const transcript = "# A word.\n> run faq search refund\n[stdout]\nRefund\n> stdout Zebra\nFAIL: ../../testdata/script/faq.txtar:4: no match for `Zebra` found in stdout\n"
	if line := failedLine(transcript); line != "testdata/script/faq.txtar:4: no match for `Zebra` found in stdout" {
		t.Errorf("%q", line)
	}
	if line := failedLine("# A word.\n> run faq search FAIL: no\nPASS\n"); line != "" {
		t.Errorf("a script that passed: %q", line)
	}
}
