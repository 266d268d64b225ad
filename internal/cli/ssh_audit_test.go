//go:build unix

package cli_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"frontdesk/internal/cli/clitest"
)

// makeFullPipe returns a pipe that takes no more, in place of a disk that does not answer, and the file that reads it.
func makeFullPipe(t *testing.T, h *clitest.Host) (path string, reader *os.File) {
	t.Helper()
	path = filepath.Join(h.Dir, "clogged")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	descriptor, err := syscall.Open(path, syscall.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = syscall.Write(descriptor, bytes.Repeat([]byte{'\n'}, 512))
	}
	reader = os.NewFile(uintptr(descriptor), path)
	t.Cleanup(func() { _ = reader.Close() })
	return path, reader
}

func TestSSHHost_AuditThatCannotBeWrittenBlocksNobody(t *testing.T) {
	t.Parallel()
	tests := map[string]func(h *clitest.Host) (audit string, then func()){
		"the disk is full": func(h *clitest.Host) (string, func()) {
			if _, err := os.Stat("/dev/full"); err != nil {
				t.Skip(err)
			}
			return "/dev/full", func() {
				h.WaitForLog(`the audit cannot be written: what belongs there waits" error="no space left on device"`)
			}
		},
		"the disk does not answer": func(h *clitest.Host) (string, func()) {
			path, reader := makeFullPipe(t, h)
			return path, func() {
				late := clitest.NewLog()
				go func() { _, _ = io.Copy(late, reader) }()
				late.WaitFor(t, "operation=update-ticket")
			}
		},
	}
	for name, prepared := range tests {
		t.Run(name, func(t *testing.T) {
			h := clitest.NewHost(t, []string{"Asha Rao"})
			audit, then := prepared(h)
			h.Start("--audit", audit)
			asha := h.OpenConsole("Asha Rao")
			asha.WaitForText("1 of ")
			asha.Press("c")
			asha.WaitForText("Comment")
			asha.Press("Called twice", ctrlS)
			asha.WaitForText("saved")
			then()
		})
	}
}

// TestSSHHost_AuditInTheLogIsWhole whatever the level of the log.
func TestSSHHost_AuditInTheLogIsWhole(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha"}, "--log-level", "error", "--log-format", "json")
	if code, _, errOut := h.RunCommand("Asha", "faq search refund", ""); code != 0 {
		t.Fatal(errOut)
	}
	h.WaitForLog(`"msg":"left"`)
	if log := h.Log.String(); !strings.Contains(log, `"msg":"signed in"`) || strings.Contains(log, `"msg":"listening"`) {
		t.Errorf("the log is\n%s", log)
	}
}
