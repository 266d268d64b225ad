package hosting

import "testing"

func TestVanishedAgent_IsSignedOutAndKeepsTheDraft(t *testing.T) {
	testHosted(t, []string{"Asha Rao", "Ben Carter"}, func(h *testHost) {
		ben := h.openConsole("Ben Carter")
		ben.waitForText("1 of ")
		asha := h.openConsole("Asha Rao")
		asha.waitForText("1 of ")
		asha.press("c")
		asha.waitForText("Comment")
		asha.press("half a sentence")
		asha.waitForText("half a sentence")
		ben.waitForText("Asha Rao is editing")
		asha.cut()
		ben.waitForTextGone("Asha Rao is editing")
		h.waitForAudit("msg=left")
		again := h.openConsole("Asha Rao")
		again.waitForText("1 unsent draft")
		again.press("D")
		again.waitForText("Comment: half a sentence") // what was typed until the end
		again.press("\r")
		again.waitForText("your draft is back")
		again.waitForText("half a sentence")
	})
}

func TestVanishedAgent_TakesTheCallUpAgain(t *testing.T) {
	testHosted(t, []string{"Asha Rao"}, func(h *testHost) {
		asha := h.openConsole("Asha Rao")
		asha.waitForText("1 of ")
		asha.press("p")
		asha.waitForText("Who calls?")
		asha.press("Mrs Unknown")
		asha.waitForText("Take the call as “Mrs Unknown”")
		asha.press("\t\t")
		asha.press("wants half a refund")
		asha.waitForText("wants half a refund")
		asha.cut()
		h.waitForAudit("msg=left")
		again := h.openConsole("Asha Rao")
		again.waitForText("1 unsent draft")
		again.press("p")
		again.waitForText("Continue Mrs Unknown")
		again.press("\r")
		again.waitForText("wants half a refund")
		again.waitForText("☎ 0")
	})
}
