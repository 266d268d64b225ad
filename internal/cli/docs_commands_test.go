package cli_test

import (
	"context"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/assets"
	"frontdesk/internal/cli"
	"frontdesk/internal/safetext/texttest"
)

// notRun are the reasons for which a page may mark commands that the tests do not run: <!-- not run: REASON -->. A mark
// stands above a block of commands and is for that block.
var notRun = map[string]string{
	"asks questions":    "it waits for a person; another test answers",
	"container engine":  "it needs podman or docker",
	"from the sources":  "it builds the program, or runs its tests",
	"PostgreSQL":        "it needs a server; the tests of the packages that store a desk have one",
	"systemd":           "it changes the services of the system; the test of the page on hosting does the same without",
	"in another window": "it needs a program with a window, or a second person",
}

// codeBlock is a block of code of a page.
type codeBlock struct {
	page     string
	line     int
	language string // empty for commands
	text     string
	mark     string // why it is not run
	made     bool   // it stands in a generated part, whose own test makes it
}

// readBlocks returns the blocks of code of a page, and its other text.
func readBlocks(page, content string) (blocks []codeBlock, prose string) {
	var text strings.Builder
	var block *codeBlock
	mark, made := "", false
	for number, line := range strings.Split(content, "\n") {
		language, fence := strings.CutPrefix(strings.TrimLeft(line, " "), "```")
		reason, marked := strings.CutPrefix(line, "<!-- not run: ")
		switch {
		case fence && block == nil:
			block = &codeBlock{page: page, line: number + 1, language: language, mark: mark, made: made}
		case fence:
			blocks = append(blocks, *block)
			block, mark = nil, ""
		case block != nil:
			block.text += line + "\n"
		case marked:
			mark = strings.TrimSuffix(reason, " -->")
		case strings.HasPrefix(line, "<!--"):
			made = !strings.HasPrefix(line, "<!-- /")
		default:
			text.WriteString(line + "\n")
		}
	}
	return blocks, text.String()
}

// documentedPages returns the texts of README.md and of all pages, by name.
func documentedPages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, name := range append([]string{filepath.Join("..", "..", "README.md")}, assets.TopicNames()...) {
		file := name
		if !strings.HasSuffix(name, ".md") {
			file = docsFile(name)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[strings.TrimSuffix(filepath.Base(file), ".md")] = string(content)
	}
	return pages
}

// TestDocs_CommandsOfEveryPageRun types the blocks of each page into a shell, from the first to the last, in an empty
// home. -v lists the blocks that are marked.
func TestDocs_CommandsOfEveryPageRun(t *testing.T) {
	if texttest.Race {
		t.Skip("the programs take too long to start; they are built without the detector elsewhere")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the pages are for a shell of Unix")
	}
	for page, content := range documentedPages(t) {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			blocks, _ := readBlocks(page, content)
			script := ""
			for _, b := range blocks {
				switch {
				case b.language != "" || b.made:
				case b.mark != "":
					t.Logf("%s.md:%d is not run (%s):\n%s", page, b.line, b.mark, b.text)
				default:
					script += fmt.Sprintf(": %s.md:%d\n%s\n", page, b.line, b.text)
				}
			}
			typeIntoShell(t, script)
		})
	}
}

// shellPrelude makes the shell of a reader who works in two windows: what serves goes on in the other one, the console
// is left after a look, and a restore comes after the services have ended.
const shellPrelude = `
started=()
end_services() {
	for s in "${started[@]}"; do
		kill "$s" 2>&-
		while kill -0 "$s" 2>&-; do read -rt 0.02 <> <(:) || :; done
	done
	started=()
}
trap end_services EXIT
begin() {
	exec {out}< <(exec frontdesk "$@" 2>&1)
	started+=($!)
	while read -r line <&$out; do
		echo "$line"
		case "$line" in *" on http"*|*"agents sign in on "*) cat <&$out >&2 & return 0;; esac
	done
	echo "frontdesk $* did not begin"; return 1
}
frontdesk() {
	case "${1-}" in
	serve|ssh) begin "$@";;
	restore) end_services; command frontdesk "$@";;
	mcp) command frontdesk "$@" </dev/null;;
	""|--view|--sample|--account|--accessible) echo quit | command frontdesk --accessible "$@";;
	*) command frontdesk "$@";;
	esac
}
set -eux -o pipefail
`

// typeIntoShell runs a script up to the first command that fails. It skips pages with programs that are not here.
func typeIntoShell(t *testing.T, script string) {
	t.Helper()
	for _, program := range []string{"bash", "curl", "openssl", "ssh", "ssh-keygen", "ssh-keyscan", "jq", "man"} {
		used := program == "bash" || regexp.MustCompile(`(?m)(^|[|(;] *)`+program+` `).MatchString(script)
		if _, err := exec.LookPath(program); used && err != nil {
			t.Skip("skipped: there is no", program)
		}
	}
	script = regexp.MustCompile(`(?m) &$`).ReplaceAllString(script, "") // the prelude puts it in the background
	home, service, host := t.TempDir(), freePort(t), freePort(t)
	script = strings.NewReplacer("8080", service, "2222", host, "9222", freePort(t), "9223", freePort(t)).Replace(script)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "bash", "-c", shellPrelude+script)
	shell.Dir, shell.WaitDelay = home, 5*time.Second
	shell.Env = []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm", "LANG=C.UTF-8",
		"FRONTDESK_SERVE_LISTEN=127.0.0.1:" + service, "FRONTDESK_SSH_LISTEN=127.0.0.1:" + host,
	}
	if out, err := shell.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		t.Errorf("%v\n%s", err, strings.Join(lines[max(0, len(lines)-30):], "\n"))
	}
}

// freePort returns a port on which nobody listens, in place of a usual one.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

// spanOfCode is a command within a sentence.
var spanOfCode = regexp.MustCompile("`(frontdesk(?: [^`\n]*(?:\n[^`\n]+)?)?)`")

// TestDocs_EveryCommandThatIsNamedExists looks up the commands and flags that a page names without running them.
func TestDocs_EveryCommandThatIsNamedExists(t *testing.T) {
	seen := 0
	for page, content := range documentedPages(t) {
		blocks, prose := readBlocks(page, content)
		var named []string
		for _, found := range spanOfCode.FindAllStringSubmatch(prose, -1) {
			named = append(named, strings.ReplaceAll(found[1], "\n", " "))
		}
		for _, b := range blocks {
			if b.mark != "" && notRun[b.mark] == "" {
				t.Errorf("%s.md:%d: nothing is marked with %q, but with %v", page, b.line, b.mark, slices.Sorted(maps.Keys(notRun)))
			}
			for line := range strings.Lines(strings.ReplaceAll(b.text, "\\\n", "")) {
				if strings.HasPrefix(line, "frontdesk ") && b.mark != "" {
					named = append(named, strings.TrimSpace(line))
				}
			}
		}
		for _, command := range named {
			seen++
			if err := checkNames(command); err != nil {
				t.Errorf("%s.md: %s: %v", page, command, err)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d commands are found", seen)
	}
}

// endOfCommand begins what is no part of a command: a pipe, a redirection, a comment.
var endOfCommand = regexp.MustCompile(` (?:[|<>#&]|2>).*`)

func checkNames(command string) error {
	command = endOfCommand.ReplaceAllString(command, "")
	words, err := splitShellWords(command, nil)
	if err != nil {
		words = strings.Fields(command)
	}
	return cli.CheckNames(slices.DeleteFunc(words[1:], func(w string) bool { return w == "…" }))
}

func TestDocs_ACommandOrFlagThatIsNotThereIsFound(t *testing.T) {
	for command, known := range map[string]bool{
		"frontdesk":                             true,
		"frontdesk ticket list --limit N":       true,
		"frontdesk ticket pull --filter":        true,
		"frontdesk stats | less --colour":       true,
		"frontdesk desk import PATH… --db FILE": true,
		"frontdesk tiket list":                  false,
		"frontdesk ticket lst":                  false,
		"frontdesk ticket list --colour red":    false,
	} {
		if err := checkNames(command); (err == nil) != known {
			t.Errorf("%s: %v", command, err)
		}
	}
}
