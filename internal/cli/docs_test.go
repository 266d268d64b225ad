package cli_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/assets"
	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// terminalOutput is the terminal of an agent who works over SSH.
type terminalOutput struct {
	bytes.Buffer
	columns int
}

func (o *terminalOutput) Columns() int     { return o.columns }
func (o *terminalOutput) IsTerminal() bool { return true }

// printDocs runs frontdesk docs and writes the page to out.
func printDocs(t *testing.T, out io.Writer, env map[string]string, args ...string) {
	t.Helper()
	var errOut bytes.Buffer
	code := cli.Run(t.Context(), append([]string{"docs"}, args...), func(name string) string { return env[name] }, strings.NewReader(""), out, &errOut)
	if code != exitcode.OK || errOut.Len() > 0 {
		t.Fatalf("docs %v ended with %d: %s", args, code, &errOut)
	}
}

func TestDocs_TopicsAreListed(t *testing.T) {
	var out bytes.Buffer
	printDocs(t, &out, nil)
	for _, topic := range assets.Topics {
		if !strings.Contains(out.String(), topic.Name+" ") || !strings.Contains(out.String(), topic.About) {
			t.Errorf("%s is not in\n%s", topic.Name, &out)
		}
	}
}

func TestDocs_PageIsMarkdownInAPipe(t *testing.T) {
	var out bytes.Buffer
	printDocs(t, &out, nil, "keys")
	if want, _ := assets.Page("keys"); out.String() != want {
		t.Errorf("printed\n%s", &out)
	}
}

func TestDocs_EveryPageFitsTheTerminal(t *testing.T) {
	for _, topic := range assets.Topics {
		for _, columns := range []int{60, 120} {
			out := terminalOutput{columns: columns}
			printDocs(t, &out, map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}, topic.Name)
			for line := range strings.Lines(out.String()) {
				if width := ansi.StringWidth(strings.TrimSuffix(line, "\n")); width > columns {
					t.Errorf("%s at %d: %d columns in %q", topic.Name, columns, width, line)
				}
			}
		}
	}
}

func TestDocs_NoColoursWhereNoneAreWanted(t *testing.T) {
	env := map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}
	coloured, plain := terminalOutput{columns: 80}, terminalOutput{columns: 80}
	printDocs(t, &coloured, env, "getting-started")
	env["NO_COLOR"] = "1"
	printDocs(t, &plain, env, "getting-started")
	if !strings.Contains(coloured.String(), "\x1b[") || strings.Contains(plain.String(), "38;") {
		t.Errorf("with colours\n%.200q\nwithout\n%.200q", &coloured, &plain)
	}
}

func TestDocs_UnknownTopicNamesTheNearest(t *testing.T) {
	for topic, says := range map[string]string{
		"keyes":  `unknown topic "keyes"; did you mean keys?`,
		"zzzzzz": `unknown topic "zzzzzz"; frontdesk docs lists all topics`,
	} {
		var out, errOut bytes.Buffer
		code := cli.Run(t.Context(), []string{"docs", topic}, func(string) string { return "" }, strings.NewReader(""), &out, &errOut)
		if code != exitcode.Usage || errOut.String() != "frontdesk: "+says+"\n" || out.Len() > 0 {
			t.Errorf("%s: %d, %q, %q", topic, code, &errOut, &out)
		}
	}
}

func TestDocs_AgentsReadThemOverSSH(t *testing.T) {
	h := clitest.StartHost(t, []string{"Asha Rao"})
	code, out, errOut := h.RunCommand("Asha Rao", "docs keys", "")
	if want, _ := assets.Page("keys"); code != exitcode.OK || out != want {
		t.Errorf("%d %q\n%s", code, errOut, out)
	}
	if code, _, errOut := h.RunCommand("Asha Rao", "docs keyes", ""); code != exitcode.Usage || !strings.Contains(errOut, "did you mean keys?") {
		t.Errorf("%d %q", code, errOut)
	}
}
