//go:build unix

package cli_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"frontdesk/internal/cli/clitest"
)

// pageShell is a shell in a directory of its own, in which the commands of a page are typed. Only their ports are
// others, so that tests can run at once.
type pageShell struct {
	t             *testing.T
	dir           string
	in            io.Writer
	out           *bufio.Reader
	service, host string // ports
}

func newPageShell(t *testing.T) *pageShell {
	t.Helper()
	for _, program := range []string{"bash", "openssl", "ssh", "ssh-keygen"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	s := &pageShell{t: t, dir: t.TempDir(), service: freePort(t), host: freePort(t)}
	shell := exec.Command("bash", "--norc", "--noprofile")
	shell.Dir = s.dir
	shell.Env = []string{
		"HOME=" + s.dir, "PATH=" + os.Getenv("PATH"), "TZ=UTC", "TERM=xterm-256color",
		"FRONTDESK_SERVE_LISTEN=127.0.0.1:" + s.service, "FRONTDESK_SSH_LISTEN=127.0.0.1:" + s.host, "FRONTDESK_SSH_DRAIN=1s",
	}
	in, err := shell.StdinPipe()
	clitest.RequireNoError(t, err)
	out, err := shell.StdoutPipe()
	clitest.RequireNoError(t, err)
	shell.Stderr = shell.Stdout
	clitest.RequireNoError(t, shell.Start())
	s.in, s.out = in, bufio.NewReader(out)
	t.Cleanup(func() {
		_, _ = io.WriteString(in, "kill $(jobs -p); wait; exit\n")
		_, _ = io.Copy(io.Discard, s.out)
		_ = shell.Wait()
	})
	s.run(`exec 2>&1; ssh() { command ssh -F none -o StrictHostKeyChecking=accept-new -o LogLevel=ERROR -o IdentitiesOnly=yes ` +
		`-o IdentityAgent=none -o UserKnownHostsFile=` + s.dir + `/known "$@"; }; export -f ssh`)
	return s
}

// withPorts returns a line with the ports of this shell.
func (s *pageShell) withPorts(line string) string {
	return strings.NewReplacer("8080", s.service, "2222", s.host).Replace(line)
}

// run types a line, and returns what it prints.
func (s *pageShell) run(line string) string {
	s.t.Helper()
	const mark = "ended with "

	_, err := fmt.Fprintf(s.in, "{ %s\n} </dev/null\ncode=$?; echo; echo '%s'$code\n", s.withPorts(line), mark)
	clitest.RequireNoError(s.t, err)
	var said strings.Builder
	for {
		printed, err := s.out.ReadString('\n')
		if err != nil {
			s.t.Fatalf("%s: %v\n%s", line, err, &said)
		}
		if code, isEnd := strings.CutPrefix(printed, mark); isEnd {
			if code != "0\n" {
				s.t.Fatalf("%s: it ended with %s%s", line, code, &said)
			}
			return said.String()
		}
		said.WriteString(printed)
	}
}

// start types a line that goes on, and returns when its port answers.
func (s *pageShell) start(line, port string) {
	s.t.Helper()
	s.run(line + " >>log 2>&1 &")
	s.run("until (exec 3<>/dev/tcp/127.0.0.1/" + port + ") 2>/dev/null; do kill -0 $! || { cat log; break; }; done")
}

// open types a line that opens a console, on a terminal with the variables of the shell.
func (s *pageShell) open(line string) *clitest.Screen {
	s.t.Helper()
	s.run("env -0 >variables")
	variables, err := os.ReadFile(filepath.Join(s.dir, "variables"))
	clitest.RequireNoError(s.t, err)
	c := exec.CommandContext(s.t.Context(), "bash", "-c", s.withPorts(line))
	c.Dir, c.Env = s.dir, strings.Split(strings.TrimRight(string(variables), "\x00"), "\x00")
	at, err := pty.StartWithSize(c, &pty.Winsize{Rows: 36, Cols: 120})
	if err != nil {
		s.t.Skip("there are no terminals to be had: ", err)
	}
	screen := clitest.NewScreen(s.t, 120, 36, at)
	drawn := make(chan struct{})
	go func() { _, _ = io.Copy(screen, at); close(drawn) }()
	s.t.Cleanup(func() {
		_, _ = c.Process.Kill(), c.Wait()
		_ = at.Close()
		<-drawn
	})
	return screen
}

// pageLines returns the command lines of a page, those that are for another window, too.
func pageLines(t *testing.T, name string) (lines []string) {
	t.Helper()
	blocks, _ := readBlocks(name, documentedPages(t)[name])
	for _, b := range blocks {
		lines = append(lines, strings.Split(strings.TrimSpace(b.text), "\n")...)
	}
	return lines
}

// TestOwnDesk_ThePageLeadsFromNothingToTwoAgentsOverSSH types every command of the page, from the top to its end.
func TestOwnDesk_ThePageLeadsFromNothingToTwoAgentsOverSSH(t *testing.T) {
	t.Parallel()
	s, said, begun := newPageShell(t), map[string]string{}, map[string]bool{}
	for _, line := range pageLines(t, "your-own-desk") {
		switch {
		case strings.HasPrefix(line, "frontdesk serve "):
			s.start(line, s.service)
		case strings.HasPrefix(line, "frontdesk ssh "):
			s.start(line, s.host)
		case line == "frontdesk":
			asha := s.open(line)
			asha.WaitForText("Parcel is late")
			asha.WaitForText("1 of 1")
			asha.Press("x")
			asha.WaitForText("Comment")
			asha.Press("It has arrived", ctrlS)
			asha.WaitForText("saved")
			asha.Press("q")
		case strings.HasSuffix(line, "-i asha 127.0.0.1"):
			asha, daniel := s.open(line), s.open(strings.Replace(line, "asha", "daniel", 1))
			asha.WaitForText("1 of 1")
			daniel.WaitForText("1 of 1")
			asha.Press("T")
			asha.WaitForText("◆")
			daniel.WaitForText("◇")
			asha.Press("c")
			asha.WaitForText("Comment")
			asha.Press("Called the depot", ctrlS)
			asha.WaitForText("saved")
			asha.Press("q")
			daniel.Press("q")
		default:
			command, _, _ := strings.Cut(line, "  #")
			said[strings.TrimSpace(command)] = s.run(line)
		}
		begun[line] = true
	}
	for line, want := range map[string]string{
		"frontdesk desk import mydesk --db desk.db":                    "queue: 2 added",
		"ssh -p 2222 -i daniel 127.0.0.1 ticket list":                  "Second parcel is late",
		"frontdesk ticket list":                                        "Parcel is late",
		"frontdesk desk export copy --db desk.db":                      "ticket: 1 written",
		"frontdesk backup --db desk.db --to copy.db":                   "copied",
		"frontdesk desk vocabulary --db desk.db > mydesk/console.toml": "",
	} {
		if printed, isThere := said[line]; !isThere || !strings.Contains(printed, want) {
			t.Errorf("%s: %q", line, printed)
		}
	}
	first := s.run("frontdesk ticket get 713500000001")
	second := s.run("frontdesk ticket get 713500000002")
	if !strings.Contains(first, "Closed") || !strings.Contains(first, "Asha Rao") {
		t.Errorf("the first ticket is\n%s", first)
	}
	if !strings.Contains(second, "Daniel Osei") || !strings.Contains(second, "Called the depot") {
		t.Errorf("the second ticket is\n%s", second)
	}
	if audit := s.run("cat audit.log"); !strings.Contains(audit, "Asha Rao") || !strings.Contains(audit, "Daniel Osei") {
		t.Errorf("the audit is\n%s", audit)
	}
	if len(begun) < 25 {
		t.Errorf("the page has only %d commands", len(begun))
	}
	s.run("kill $(jobs -p); wait")
	if restored := s.run("frontdesk restore --from copy.db --db desk.db"); !strings.Contains(restored, "restored desk.db") {
		t.Error(restored)
	}
}
