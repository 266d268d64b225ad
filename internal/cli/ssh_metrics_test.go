package cli_test

import (
	"regexp"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// TestSSHHost_AuditAndMetricsGiveTheOutcomeOfEachWrite: the audit says who wrote which record, from where and how it
// ended, and the body on request. The metrics count the same.
func TestSSHHost_AuditAndMetricsGiveTheOutcomeOfEachWrite(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		arguments []string
		bodies    bool
	}{"as it is": {nil, false}, "with what was written": {[]string{"--audit-bodies"}, true}} {
		t.Run(name, func(t *testing.T) {
			h := startForgetfulHostWith(t, append(test.arguments, "--metrics", "127.0.0.1:0"), "Asha Rao")
			id := h.AnyTicket("Asha Rao")
			for _, write := range []struct {
				command, outcome string
				code             int
			}{
				{`ticket update ` + id + ` --sub-status P --comment "Called once"`, "unknown", 5}, // the service loses its answer
				{`ticket update ` + id + ` --sub-status NONE --comment "Called twice"`, "refused", exitcode.Failed},
				{`ticket update ` + id + ` --sub-status P --comment "Called thrice"`, "done", exitcode.OK},
			} {
				if code, _, errOut := h.RunCommand("Asha Rao", write.command, ""); code != write.code {
					t.Errorf("%s ended with %d: %s", write.command, code, errOut)
				}
				outcome := `operation=update-ticket records="[ticket_id=` + id + `]" outcome=` + write.outcome
				h.WaitForLog(outcome) // the audit is written in the background
				line := `msg=wrote session=\w+ agent="Asha Rao" from=127\.0\.0\.1 ` + regexp.QuoteMeta(outcome)
				if !regexp.MustCompile(line).MatchString(h.Log.String()) {
					t.Errorf("of what was %s the audit says\n%s", write.outcome, h.Log)
				}
				if counted := `frontdesk_calls_total{operation="update-ticket",outcome="` + write.outcome + `"} 1`; !strings.Contains(h.ReadMetrics(), counted) {
					t.Errorf("%s is not among\n%s", counted, h.ReadMetrics())
				}
			}
			for _, said := range []string{"Called once", "Zebra"} {
				if strings.Contains(h.Log.String(), said) != test.bodies {
					t.Errorf("%q is in the audit: %v\n%s", said, !test.bodies, h.Log)
				}
			}
			if strings.Contains(h.Log.String(), clitest.Token) {
				t.Error("the credential is in the log")
			}
		})
	}
}

func TestSSHHost_MetricsCoverSessionsAndRefusals(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao"}, "--metrics", "127.0.0.1:0")
	asha := h.OpenConsole("Asha Rao")
	asha.SelectNewest()
	asha.Press("?")
	asha.WaitForText("Keys: Inbox")
	all := h.ReadMetrics()
	for _, want := range []string{
		`frontdesk_ssh_sessions 1`, `frontdesk_ssh_connections 1`, `frontdesk_ssh_unauthenticated 0`, `frontdesk_ssh_sessions_total 1`,
		`frontdesk_calls_total\{operation="pull-ticket",outcome="done"\} 7`, `frontdesk_call_seconds_count [1-9]\d*`, `frontdesk_call_seconds_bucket\{le="\+Inf"\} [1-9]\d*`,
		`frontdesk_ssh_key_seconds_count [1-9]\d*`, `frontdesk_ssh_first_frame_seconds_count 1`, `frontdesk_ssh_written_bytes [1-9]\d*`,
	} {
		if !regexp.MustCompile(`(?m)^` + want + `$`).MatchString(all) {
			t.Errorf("%s is not among\n%s", want, all)
		}
	}
	for line := range strings.Lines(all) {
		if !regexp.MustCompile(`^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*\})? [0-9.e+-]+)\n$`).MatchString(line) {
			t.Errorf("Prometheus cannot read %q", line)
		}
	}
}
