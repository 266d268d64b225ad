package cli

import "testing"

func TestSSHHost_CallIsTakenUpAgainAfterALostConnection(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao"}, "--gone", "10s") // a machine that stands still for a moment signs nobody out
	line := h.newCuttableLink()
	direct := h.address
	h.address = line.address
	asha := h.openConsole("Asha Rao")
	h.address = direct
	asha.waitForText("1 of ")
	asha.press("p")
	asha.waitForText("Who calls?")
	asha.press("Mrs Unknown")
	asha.waitForText("Take the call as “Mrs Unknown”")
	asha.press("\t\t")
	asha.press("wants half a refund")
	asha.waitForText("wants half a refund")
	close(line.pulled)
	h.waitForLog("msg=left") // until then only what was typed a second before is sure to be kept
	again := h.openConsole("Asha Rao")
	again.waitForText("1 unsent draft")
	again.press("p")
	again.waitForText("Continue Mrs Unknown")
	again.press("\r")
	again.waitForText("wants half a refund")
	again.waitForText("☎ 0")
}
