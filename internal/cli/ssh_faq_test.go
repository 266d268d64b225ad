package cli

import "testing"

func TestSSHHost_AnswerIsLookedUpAndSent(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao"})
	asha := h.openConsole("Asha Rao")
	asha.waitForText("1 of ")
	asha.press("f")
	asha.waitForText("Search: ")
	asha.press("return label")
	asha.waitForText("From the service")
	asha.press("\r")
	asha.waitForText("v lines")
	asha.press("v")
	asha.waitForText("inserts this line")
	asha.press("i")
	asha.waitForText("inserted 1 line")
	asha.press("\x13")
	asha.waitForText("saved")
}
