//go:build unix

package cli_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"

	"frontdesk/internal/cli/clitest"
)

const (
	ctrlG = "\x07"
	ctrlC = "\x03"
)

// desktop is the built program on a terminal of its own, with a shell script as external editor: $1 is --wait and $2 is
// the file.
type desktop struct {
	*clitest.Screen
	t       *testing.T
	dir     string
	process *exec.Cmd
	line    *os.File // the terminal's own end
	before  *term.State
}

// openWith opens the console with variables, which may name $HOME, and begins a comment.
func openWith(t *testing.T, variables ...string) *desktop {
	t.Helper()
	d := &desktop{t: t, dir: t.TempDir()}
	for _, name := range []string{"my editor", "tmp"} {
		if err := os.Mkdir(filepath.Join(d.dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	config := filepath.Join(d.dir, "frontdesk.toml")
	if err := os.WriteFile(config, []byte("hold_back = \"0s\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	at, line, err := pty.Open()
	if err != nil {
		t.Skip("there are no terminals to be had: ", err)
	}
	d.Screen = clitest.NewScreen(t, 120, 36, at)
	d.line = line
	if err := pty.Setsize(at, &pty.Winsize{Rows: 36, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	if d.before, err = term.GetState(line.Fd()); err != nil {
		t.Fatal(err)
	}
	d.process = exec.CommandContext(t.Context(), "frontdesk", "--sample") // the test's own program
	d.process.Stdin, d.process.Stdout, d.process.Stderr = line, line, line
	d.process.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	d.process.Env = []string{
		"HOME=" + d.dir, "TMPDIR=" + filepath.Join(d.dir, "tmp"), "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color",
		"FRONTDESK_CONFIG=" + config, "FRONTDESK_TOKEN=c2VjcmV0", "FRONTDESK_ORDER_PASSWORD=sesame",
	}
	for _, v := range variables {
		d.process.Env = append(d.process.Env, strings.ReplaceAll(v, "$HOME", d.dir))
	}
	if err := d.process.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(d, at) }()
	t.Cleanup(func() {
		_, _ = d.process.Process.Kill(), d.process.Wait()
		_, _ = line.Close(), at.Close()
	})
	d.SelectNewest()
	d.Press("c")
	d.WaitForText("Comment")
	return d
}

// openDesktop opens the console with the script of edit as external editor.
func openDesktop(t *testing.T) *desktop {
	t.Helper()
	return openWith(t, `VISUAL=sh '$HOME/my editor/edit' --wait`, "EDITOR=false")
}

// edit says what the external editor does, and opens it.
func (d *desktop) edit(script string) {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.dir, "my editor", "edit"), []byte(script), 0o600); err != nil {
		d.t.Fatal(err)
	}
	d.Press(ctrlG)
}

// requireNoFiles checks that no text is left in a temporary file.
func (d *desktop) requireNoFiles() {
	d.t.Helper()
	if left, err := os.ReadDir(filepath.Join(d.dir, "tmp")); err != nil || len(left) > 0 {
		d.t.Errorf("left behind: %v, %v", left, err)
	}
}

// requireEnd waits for the end of the program and checks that the terminal is as it was.
func (d *desktop) requireEnd() {
	d.t.Helper()
	if err := d.process.Wait(); err != nil {
		d.t.Errorf("it ended with %v", err)
	}
	if after, err := term.GetState(d.line.Fd()); err != nil || *after != *d.before {
		d.t.Errorf("the terminal is left in another state: %v", err)
	}
}

func TestForm_TextFromTheEditorReplacesTheComment(t *testing.T) {
	t.Parallel()
	d := openDesktop(t)
	d.Press("Called")
	d.WaitForText("Called")
	d.edit(`{ ls -ld "${2%/*}" "$2"; echo "$2"; env; cat "$2"; } >"$HOME/seen"
printf 'Called back.\033[2J\r\nNo answer.\n' >"$2"`)
	d.WaitForText("Called back.␛[2J")
	d.WaitForText("No answer.")
	content, err := os.ReadFile(filepath.Join(d.dir, "seen"))
	seen := string(content)
	if err != nil || !strings.HasSuffix(seen, "\nCalled") {
		t.Errorf("the editor was given %q, %v", seen, err)
	}
	for _, want := range []string{"drwx------", "-rw-------", ".md\n"} {
		if !strings.Contains(seen, want) {
			t.Errorf("%q is not in %s", want, seen)
		}
	}
	for _, secret := range []string{"FRONTDESK_", "c2VjcmV0", "sesame"} {
		if strings.Contains(seen, secret) {
			t.Errorf("the editor sees %q: %s", secret, seen)
		}
	}
	d.requireNoFiles()

	d.Press("\x1b")
	d.WaitForText("kept as a draft")
	d.Press("c")
	d.WaitForText("your draft is back")
	d.Press(" Twice.")
	d.WaitForText("No answer. Twice.")
	d.Press(ctrlS)
	d.WaitForText("saved")
	d.Press("q")
	d.requireEnd()
}

func TestForm_EditorFillsAnotherTextOfSeveralLines(t *testing.T) {
	t.Parallel()
	d := openDesktop(t)
	d.Press("\x1b")
	d.WaitForTextGone("Comment ")
	d.Press("n")
	d.WaitForText("New ticket")
	d.edit(`echo "The screen stays black." >"$2"`)
	d.WaitForText("The screen stays black.")
}

func TestForm_TextFromTheEditorThatIsTooLongSaysSo(t *testing.T) {
	t.Parallel()
	d := openDesktop(t)
	d.edit(`yes "a long line of text" | head -c 70000 >"$2"`)
	d.WaitForText("field is full")
}

func TestForm_FailedEditorKeepsTheText(t *testing.T) {
	t.Parallel()
	d := openDesktop(t)
	text := "Half a sentence"
	d.Press(text)
	d.WaitForText(text)
	for _, c := range []struct{ name, script, says string }{
		{"it fails", `echo other >"$2"; exit 3`, "text kept: the external editor failed: exit status 3"},
		{"it changes nothing", `exit 0`, "nothing was changed in the external editor"},
		{"it adds a line feed alone", `echo >>"$2"`, "nothing was changed in the external editor"},
		{"its file is empty", `echo >"$2"`, "text kept: the external editor left an empty file"},
		{"its file is gone", `rm "$2"`, "text kept: the external editor left no file"},
		{"its file is too large", `yes | head -c 1100000 >"$2"`, "text kept: the external editor left more than 1 MiB"},
		{"its file is a pipe", `rm "$2"; mkfifo "$2"`, "text kept: the external editor left no file"},
		{"it is killed in a mode of its own", `stty raw -echo; printf '\033[?1049h\033[?1000h\033[5;9r'; kill -9 $$`, "text kept: the external editor failed: signal: killed"},
	} {
		d.edit(c.script)
		d.WaitForText(c.says) // no case says the same as the one before it
		text += "."
		d.Press(".")
		d.WaitForText(text)
		if d.requireNoFiles(); t.Failed() {
			t.Fatal(c.name)
		}
	}
	d.Press(ctrlC)
	d.requireEnd()
}

func TestForm_InterruptIsForTheEditor(t *testing.T) {
	t.Parallel()
	d := openDesktop(t)
	d.Press("Half a sentence")
	d.edit(`trap 'exit 4' INT; echo it is open; read line`)
	d.WaitForOutput("it is open")
	d.Press(ctrlC)
	d.WaitForText("exit status 4")
	d.WaitForText("Half a sentence")
}

func TestForm_EndOfTheConsoleEndsTheEditor(t *testing.T) {
	t.Parallel()
	d := openDesktop(t)
	d.edit(`echo it is open; exec cat`)
	d.WaitForOutput("it is open")
	if err := d.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	d.requireEnd()
	d.requireNoFiles()
}

func TestForm_EditorThatIsMissingIsNamed(t *testing.T) {
	t.Parallel()
	d := openWith(t, "EDITOR=no-such-editor")
	d.Press("Half a sentence", ctrlG)
	d.WaitForText("text kept: no external editor is called no-such-editor")
	d.WaitForText("Half a sentence")
	d.requireNoFiles()
}

func TestForm_WithoutAnEditorItSaysWhatToSet(t *testing.T) {
	t.Parallel()
	d := openWith(t)
	d.Press("Half a sentence", ctrlG)
	d.WaitForText("no editor is set: set VISUAL or EDITOR")
	d.WaitForText("Half a sentence")
}

func TestForm_NoEditorOverSSH(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	editor := "sh -c 'echo $0 >" + started + "'"
	h := clitest.NewHost(t, []string{"Asha"})
	h.Variables = map[string]string{"VISUAL": editor, "EDITOR": editor}
	t.Setenv("VISUAL", editor)
	h.Start()
	asha := h.OpenConsole("Asha")
	asha.SelectNewest()
	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("Half a sentence", ctrlG)
	asha.WaitForText("not available over SSH")
	asha.WaitForText("Half a sentence")
	asha.Press("\x1bOP") // f1
	asha.WaitForText("type to search these keys")
	asha.Press("editor")
	asha.WaitForText("– not available over SSH")
	if _, err := os.Stat(started); err == nil {
		t.Error("it was started")
	}
}
