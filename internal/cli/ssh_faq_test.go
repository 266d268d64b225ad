package cli_test

import (
	"testing"

	"frontdesk/internal/cli/clitest"
)

func TestSSHHost_AnswerIsLookedUpAndSent(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao"})
	asha := h.OpenConsole("Asha Rao")
	asha.WaitForText("1 of ")
	asha.Press("f")
	asha.WaitForText("Search: ")
	asha.Press("return label")
	asha.WaitForText("From the service")
	asha.Press("\r")
	asha.WaitForText("v choose")
	asha.Press("v")
	asha.WaitForText("inserts this line")
	asha.Press("i")
	asha.WaitForText("inserted 1 line")
	asha.Press("\x13")
	asha.WaitForText("saved")
}
