package cli_test

import (
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
)

func TestSSHHost_EachAgentSavesAndRemovesMacrosOfTheirOwn(t *testing.T) {
	t.Parallel()
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	h.WriteConfiguration("[[macros]]\nname = \"Team\"\ncomment = \"From the team.\"\n")
	h.Start()
	ticket := h.AnyTicket("Asha Rao")
	asha := h.OpenConsole("Asha Rao")
	asha.WaitForText("1 of ")
	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("Dear {{customer|there}}, done.", "\x10") // ctrl+p
	asha.WaitForText("Commands")
	asha.Press("save the form as")
	asha.WaitForText("Save the form as a macro")
	asha.Press("\r")
	asha.WaitForText("in the list of macros")
	asha.Press("Done", "\r")
	asha.WaitForText("the macro is saved")

	use := func(agent, name string) (code int, out string) {
		t.Helper()
		code, out, errOut := h.RunCommand(agent, "ticket update "+ticket+" --macro '"+name+"' --dry-run", "")
		return code, out + errOut
	}
	if code, out := use("Asha Rao", "Done"); code != 0 || !strings.Contains(out, "done.") {
		t.Errorf("a command with a macro of one's own ends with %d: %s", code, out)
	}
	if code, out := use("Asha Rao", "Team"); code != 0 || !strings.Contains(out, "From the team.") {
		t.Errorf("a macro of the host ends with %d: %s", code, out)
	}
	if code, out := use("Ben Carter", "Done"); code == 0 || !strings.Contains(out, `"Done" is not known`) {
		t.Errorf("another agent has it, too: %d %s", code, out)
	}
	asha.Press("\x1b")
	asha.WaitForText("by clock")
	asha.Press(":")
	asha.WaitForText("Commands")
	asha.Press("remove a macro")
	asha.WaitForText("Remove a macro")
	asha.Press("\r")
	asha.WaitForText("Team")
	asha.Press("\r")
	asha.WaitForText("Remove the macro “Done”?")
	asha.Press("x")
	asha.WaitForText("the macro is removed")
	if code, out := use("Asha Rao", "Done"); code == 0 {
		t.Errorf("the macro is there: %s", out)
	}
}
