package backend

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/creachadair/mds/shell"

	"frontdesk/internal/safetext"
)

// maxEditedFile limits the file that the external editor leaves, in bytes; the form's own limit is lower.
const maxEditedFile = 1 << 20

// ErrUnchanged is the error of EditText when the text is still the same.
var ErrUnchanged = errors.New("nothing was changed in the external editor")

// HasExternalEditor reports whether an external editor is set.
func (c *Backend) HasExternalEditor() bool { return c.ExternalEditor != "" }

// EditText returns a function that edits text in the external editor on a terminal, and one that brings its result into
// the loop: the text that the editor left, empty unless it replaces the field's.
func (c *Backend) EditText(
	text string, take func(edited string, err error) tea.Cmd,
) (run func(in io.Reader, out io.Writer) error, done func(error) tea.Msg) {
	var edited string
	run = func(in io.Reader, out io.Writer) (err error) {
		edited, err = editFile(c.Context, c.ExternalEditor, text, in, out)
		return err
	}
	return run, func(err error) tea.Msg { return DoneMsg{func() tea.Cmd { return take(edited, err) }} }
}

// editFile edits text in a private file, which is removed afterwards. The text that it returns is valid even if
// that failed.
func editFile(ctx context.Context, editor, text string, in io.Reader, out io.Writer) (edited string, err error) {
	words, closed := shell.Split(editor)
	if !closed || len(words) == 0 {
		return "", errors.New("VISUAL or EDITOR is not a command")
	}
	dir, err := os.MkdirTemp("", "frontdesk-edit-") // mode 0700
	if err != nil {
		return "", fmt.Errorf("no file for the external editor: %w", err)
	}
	defer func() {
		if left := os.RemoveAll(dir); left != nil {
			err = fmt.Errorf("a copy of the text is left: %w", left)
		}
	}()
	path := filepath.Join(dir, "text.md")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return "", fmt.Errorf("no file for the external editor: %w", err)
	}
	if err := runEditor(ctx, append(words, path), in, out); err != nil {
		return "", err
	}
	return readEdited(path, text)
}

// editorEndTime is how long the editor may take to end after it was asked to.
const editorEndTime = time.Second

// runEditor runs a command on the terminal. It gets none of frontdesk's variables, because some hold credentials.
func runEditor(ctx context.Context, command []string, in io.Reader, out io.Writer) error {
	editor := exec.CommandContext(ctx, command[0], command[1:]...)
	editor.Stdin, editor.Stdout, editor.Stderr = in, out, out
	editor.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "FRONTDESK_") })
	editor.Cancel = func() error { return editor.Process.Signal(syscall.SIGTERM) }
	editor.WaitDelay = editorEndTime
	switch err := editor.Run(); {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("no external editor is called %s", command[0])
	case err != nil:
		return fmt.Errorf("the external editor failed: %w", err)
	}
	return nil
}

// readEdited reads what the editor left, without the line feed that editors add at the end.
func readEdited(path, before string) (string, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return "", errors.New("the external editor left no file")
	case info.Size() > maxEditedFile:
		return "", errors.New("the external editor left more than 1 MiB")
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", errors.New("the external editor's file cannot be read")
	}
	if content, err = safetext.UTF8(content); err != nil {
		return "", fmt.Errorf("the external editor's file: %w", err)
	}
	text := strings.TrimSuffix(strings.ReplaceAll(string(content), "\r\n", "\n"), "\n")
	switch {
	case strings.TrimSpace(text) == "":
		return "", errors.New("the external editor left an empty file")
	case text == strings.TrimSuffix(before, "\n"):
		return "", ErrUnchanged
	}
	return text, nil
}
