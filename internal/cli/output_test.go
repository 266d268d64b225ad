package cli_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/termwidth"
)

// terminalLog is a terminal that is read while a command writes.
type terminalLog struct{ *clitest.Log }

func (terminalLog) Columns() int     { return 120 }
func (terminalLog) IsTerminal() bool { return true }

// runOnTerminal runs a command whose output is a terminal of so many columns and 256 colours, or none for 0 columns,
// and returns what it prints. The service answers with body.
func runOnTerminal(t *testing.T, columns int, body string, variables map[string]string, args ...string) string {
	t.Helper()
	terminal, errOut := terminalOutput{columns: columns}, bytes.Buffer{}
	out := io.Writer(&terminal)
	if columns == 0 {
		out = &terminal.Buffer
	}
	env := testEnvironment(t, clitest.NewUpstream(t, answerWith(http.StatusOK, body)).URL)
	env["TERM"] = "xterm-256color"
	for name, value := range variables {
		env[name] = value
	}
	code := cli.Run(t.Context(), args, func(name string) string { return env[name] }, strings.NewReader("{}"), out, &errOut)
	if code != exitcode.OK {
		t.Fatalf("%v ended with %d: %s", args, code, &errOut)
	}
	return terminal.String()
}

const oneTicket = `{"totalCount":1,"message":[{"ticketId":"713500000001","title":"Drum does not turn, whatever the programme and the load",
	"date":"20-11-2026 10:00","substatus":"Closed","substatusKey":"CL","priority":"High","queueName":"Hardware","assignedToName":"Asha Rao",
	"slaStatus":"Out of SLA","nextFollowUp":"21-11-2026 10:00"}],"status":"success"}`

func TestOutput_TableFitsTheTerminalAndKeepsTheImportantColumns(t *testing.T) {
	t.Parallel()
	for columns, want := range map[int]string{
		200: "Ticket        Created           Sub-status  Priority  Queue     Assignee  SLA status  Callback          Title",
		100: "Ticket        Created           Sub-status  Priority  SLA status  Title",
		70:  "Ticket        Created           Sub-status  SLA status  Title",
		20:  "Ticket        Created           Sub-status  SLA status  Title",
	} {
		lines := strings.Split(ansi.Strip(runOnTerminal(t, columns, oneTicket, nil, addOneDay("ticket", "pull")...)), "\n")
		if lines[0] != want {
			t.Errorf("%d columns: %q", columns, lines[0])
		}
		if width := termwidth.Width(lines[1]); width > max(columns, 70) {
			t.Errorf("%d columns: the row takes %d: %q", columns, width, lines[1])
		}
	}
}

func TestOutput_ColoursOnlyOnTerminalsThatWantThem(t *testing.T) {
	t.Parallel()
	for noColour, colour := range map[string]bool{"": true, "1": false} {
		variables := map[string]string{"NO_COLOR": noColour}
		if out := runOnTerminal(t, 120, oneTicket, variables, addOneDay("ticket", "pull")...); strings.Contains(out, "\x1b") != colour {
			t.Errorf("%q", out)
		}
	}
}

func TestOutput_LongPullShowsItsProgressAndClearsIt(t *testing.T) {
	t.Parallel()
	for term, want := range map[string]string{"xterm-256color": output.Erase + "pulling 2026-11-20: 0 of 1 days, 0 tickets", "dumb": ""} {
		answer := make(chan struct{})
		u := clitest.NewUpstream(t, func(w http.ResponseWriter, _ *http.Request) {
			<-answer
			_, _ = io.WriteString(w, oneTicket)
		})
		env := testEnvironment(t, u.URL)
		env["TERM"] = term
		errOut, ended := terminalLog{clitest.NewLog()}, make(chan int)
		go func() {
			args := addOneDay("ticket", "pull")
			ended <- cli.Run(t.Context(), args, func(name string) string { return env[name] }, strings.NewReader(""), io.Discard, errOut)
		}()
		if want != "" {
			errOut.WaitFor(t, want)
		}
		close(answer)
		if code := <-ended; code != exitcode.OK {
			t.Errorf("it ended with %d", code)
		}
		if said := errOut.String(); want != "" && !strings.HasSuffix(said, output.Erase) || want == "" && said != "" {
			t.Errorf("%s: %q", term, said)
		}
	}
}

func TestOutput_TextsAreStyledOnATerminalAndPlainElsewhere(t *testing.T) {
	t.Parallel()
	const found = `{"status":"success","message":{"contents":[{"id":1,"title":"Refund","detail":"&lt;p&gt;Wait &amp;amp; &lt;b&gt;see&lt;/b&gt;&lt;/p&gt;","enabled":"Yes"}]}}`
	for columns, want := range map[int]string{80: "Wait & \x1b[", 0: "\nWait & see\n"} {
		out := runOnTerminal(t, columns, found, nil, "faq", "search", "refund")
		if !strings.Contains(out, want) || !strings.HasSuffix(ansi.Strip(out), "Wait & see\n") {
			t.Errorf("%d columns: %q", columns, out)
		}
	}
}

func TestOutput_RawAnswerKeepsItsBytesExceptOnATerminal(t *testing.T) {
	t.Parallel()
	const answer = "{\"status\": \"success\", \"x\": \"\u009b31m\u202e\"}\n"
	for columns, want := range map[int]string{0: answer, 80: `{"status":"success","x":"\u009b31m\u202e"}` + "\n"} {
		if out := runOnTerminal(t, columns, answer, nil, "api", "get-ticket"); out != want {
			t.Errorf("%q", out)
		}
	}
}

func TestFaqSearch_BestArticlesComeFirst(t *testing.T) {
	t.Parallel()
	const found = `{"status":"success","message":{"contents":[{"id":"1","title":"Return and refund"},{"id":2,"title":"Refund"}]}}`
	const want = "[\n{\"id\":2,\"title\":\"Refund\"},\n{\"id\":\"1\",\"title\":\"Return and refund\"}\n]\n"
	if out := runOnTerminal(t, 0, found, nil, "faq", "search", "refund", "--raw"); out != want {
		t.Errorf("%q", out)
	}
}

func TestHelp_FitsTheTerminal(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"ssh", "--help"}, {"ticket", "update", "--help"}} {
		_, flags, _ := strings.Cut(runOnTerminal(t, 80, "", nil, args...), "\nFlags:\n")
		for line := range strings.SplitSeq(flags, "\n") {
			if termwidth.Width(line) > 80 {
				t.Errorf("%v: a line is wider than the terminal: %q", args, line)
			}
		}
	}
}
