package ui_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

// holderDir names the directory to a process that holds an update back until it is killed.
const holderDir = "FRONTDESK_TEST_HOLDER"

// heldSign is what that process writes when the update is held back.
const heldSign = "held back"

func TestHold_KillKeepsADraftThatIsNotSent(t *testing.T) {
	if dir := os.Getenv(holderDir); dir != "" {
		holdForEver(t, dir)
		return
	}
	dir := filepath.Join(t.TempDir(), "drafts")
	holder := exec.Command(os.Args[0], "-test.run=^TestHold_KillKeepsADraftThatIsNotSent$")
	holder.Env = append(os.Environ(), holderDir+"="+dir)
	in, err := holder.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	out, err := holder.StdoutPipe()
	if err == nil {
		err = holder.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	held := false
	for !held && lines.Scan() {
		held = lines.Text() == heldSign
	}
	_ = holder.Process.Kill()
	_ = holder.Wait()
	if !held {
		t.Fatal("it held nothing back")
	}
	uitest.Run(t, heldBack(uitest.Options{Dir: dir}), func(t *testing.T, s *uitest.Driver) {
		s.RequireText("✎ an update was not sent · D lists what is unsent")
		s.RequireNoText("outbox")
		s.Advance(time.Minute)
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent by themselves", n)
		}
		s.Press("D", "enter")
		s.RequireText("Update "+blackScreenTicket, "Typed before the kill")
	})
}

// holdForEver hands an update over, says so, and waits. The virtual time stands still meanwhile.
func holdForEver(t *testing.T, dir string) {
	uitest.Run(t, heldBack(uitest.Options{Dir: dir}), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Typed before the kill")
		s.Press("ctrl+s")
		s.RequireText("updating …551148 in 4 s")
		fmt.Println(heldSign)
		_, _ = io.Copy(io.Discard, os.Stdin)
	})
}
