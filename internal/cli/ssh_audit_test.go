//go:build unix

package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// makeFullPipe returns a pipe that takes no more, in place of a disk that does not answer, and the file that reads it.
func (h *sshHost) makeFullPipe() (path string, reader *os.File) {
	h.t.Helper()
	path = filepath.Join(h.dir, "clogged")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		h.t.Fatal(err)
	}
	descriptor, err := syscall.Open(path, syscall.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	for err == nil {
		_, err = syscall.Write(descriptor, bytes.Repeat([]byte{'\n'}, 512))
	}
	reader = os.NewFile(uintptr(descriptor), path)
	h.t.Cleanup(func() { _ = reader.Close() })
	return path, reader
}

func TestSSHHost_AuditThatCannotBeWrittenBlocksNobody(t *testing.T) {
	t.Parallel()
	tests := map[string]func(h *sshHost) (audit string, then func()){
		"the disk is full": func(h *sshHost) (string, func()) {
			if _, err := os.Stat("/dev/full"); err != nil {
				h.t.Skip(err)
			}
			return "/dev/full", func() {
				h.waitForLog(`the audit cannot be written: what belongs there waits" fault="no space left on device"`)
			}
		},
		"the disk does not answer": func(h *sshHost) (string, func()) {
			path, reader := h.makeFullPipe()
			return path, func() {
				late := &lockedBuffer{more: make(chan struct{}, 1)}
				go func() { _, _ = io.Copy(late, reader) }()
				late.waitFor(h.t, "operation=update-ticket")
			}
		},
	}
	for name, prepared := range tests {
		t.Run(name, func(t *testing.T) {
			h := newSSHHost(t, []string{"Asha Rao"})
			audit, then := prepared(h)
			h.start("--audit", audit)
			asha := h.openConsole("Asha Rao")
			asha.waitForText("1 of ")
			asha.press("c")
			asha.waitForText("Comment")
			asha.press("Called twice", ctrlS)
			asha.waitForText("saved")
			then()
		})
	}
}
