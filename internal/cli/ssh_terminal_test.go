package cli_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// The host's own terminal has other colours than any agent's.
func TestSSHHost_ColoursFollowTheAgentsTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm-kitty")
	t.Setenv("COLORTERM", "truecolor")
	t.Setenv("CLICOLOR_FORCE", "1")
	t.Setenv("COLORFGBG", "0;15")
	h := clitest.NewHost(t, []string{"Asha Rao"})
	h.Variables = map[string]string{"NO_COLOR": "1", "TERM": "dumb", "COLORTERM": "no"}
	h.Start()
	tests := map[string]struct {
		at    clitest.TerminalInfo
		has   string
		lacks string // an expression
	}{
		"of 256 colours":    {clitest.TerminalInfo{Term: "xterm-256color"}, "\x1b[38;5;", `38;2;`},
		"within tmux":       {clitest.TerminalInfo{Term: "tmux-256color"}, "\x1b[38;5;", `38;2;`},
		"of all colours":    {clitest.TerminalInfo{Variables: [][2]string{{"COLORTERM", "truecolor"}}}, "48;2;36;38;44", `38;5;`},
		"of sixteen":        {clitest.TerminalInfo{Term: "ansi"}, "\x1b[30;47m", `[34]8;[25];`},
		"that wants none":   {clitest.TerminalInfo{Variables: [][2]string{{"NO_COLOR", "1"}, {"COLORTERM", "truecolor"}}}, "\x1b[7m", `[34]8;[25];`},
		"without a name":    {clitest.TerminalInfo{Term: "\x1b[2J"}, "frontdesk", `[34]8;[25];`},
		"narrow":            {clitest.TerminalInfo{Width: 60, Height: 15}, "\x1b[38;5;", `48;2;`},
		"as wide as it may": {clitest.TerminalInfo{Width: 1000, Height: 40}, "\x1b[38;5;", `48;2;`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			asha := h.OpenConsoleOn("Asha Rao", test.at)
			asha.WaitForText("sample desk")
			asha.WaitForText("1 of ")
			asha.Press("?")
			asha.WaitForText("Keys: Inbox")
			asha.Press("\x1b")
			asha.WaitForTextGone("Keys: Inbox")
			asha.WaitForOutput(test.has)
			if other := regexp.MustCompile(test.lacks).FindString(asha.Output()); other != "" {
				t.Errorf("it was sent %q", other)
			}
			h.DropConnection(asha)
		})
	}
}

// TestSSHHost_DumbTerminalIsReadOutLineByLine: a terminal that cannot position its cursor gets accessible mode.
func TestSSHHost_DumbTerminalIsReadOutLineByLine(t *testing.T) {
	t.Parallel()
	h := clitest.NewHost(t, []string{"Asha Rao"})
	h.Start()
	asha := h.OpenConsoleOn("Asha Rao", clitest.TerminalInfo{Term: "dumb"})
	asha.WaitForOutput("frontdesk in accessible mode.")
	asha.Press("?\r")
	asha.WaitForOutput("Enter reads on") // the list has more rows only once all its days have come
	if found := strings.Index(asha.Output(), "\x1b"); found >= 0 {
		t.Errorf("it was sent an escape sequence: %q", asha.Output()[found:])
	}
	h.DropConnection(asha)
}

func TestSSHHost_CommandOutputFitsTheAgentsTerminal(t *testing.T) {
	t.Parallel()
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	h.AddKeyOption("Ben Carter", "FRONTDESK_THEME=light")
	h.Start()
	drawn := func(agent string, at clitest.TerminalInfo) string {
		at.Command = "faq search password"
		r := h.OpenConsoleOn(agent, at)
		r.RequireExit(exitcode.OK)
		return r.Output()
	}
	for width := range map[int]bool{60: true, 100: true} {
		for line := range strings.Lines(drawn("Asha Rao", clitest.TerminalInfo{Term: "dumb", Width: width, Height: 40})) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\r\n")); n > width || strings.Contains(line, "\x1b") {
				t.Errorf("%d columns on %d: %q", n, width, line)
			}
		}
	}
	dark := drawn("Asha Rao", clitest.TerminalInfo{Term: "xterm-256color", Width: 60})
	light := drawn("Ben Carter", clitest.TerminalInfo{Term: "xterm-256color", Width: 60})
	if dark == light || !strings.Contains(dark, "\x1b[38;5;") || strings.Contains(dark+light, "38;2;") {
		t.Errorf("in 256 colours it is\n%q\n%q", dark, light)
	}
	if none := drawn("Asha Rao", clitest.TerminalInfo{Variables: [][2]string{{"NO_COLOR", "1"}}}); strings.Contains(none, "\x1b[38") {
		t.Errorf("who wants no colours gets %q", none)
	}
	if _, piped, _ := h.RunCommand("Asha Rao", "faq search password", ""); strings.Contains(piped, "\x1b") || strings.Contains(piped, "\r") {
		t.Errorf("a program gets %q", piped)
	}
}

func TestSSHHost_BackgroundColourIsReadFromTheAgentsTerminal(t *testing.T) {
	t.Parallel()
	const darkBar, lightBar = "48;2;36;38;44", "48;2;228;229;231"
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li", "Dana Fox"})
	h.AddKeyOption("Ben Carter", "FRONTDESK_THEME=dark")
	h.WriteConfiguration("theme = \"auto\"\n[agents.\"Chen Li\"]\ntheme = \"light\"\n[agents.\"Dana Fox\"]\ntheme = \"auto\"\n")
	h.Start()
	for agent, bars := range map[string]struct{ before, after string }{
		"Asha Rao": {darkBar, lightBar}, "Ben Carter": {darkBar, darkBar}, "Chen Li": {lightBar, lightBar}, "Dana Fox": {darkBar, lightBar},
	} {
		t.Run(agent, func(t *testing.T) {
			r := h.OpenConsoleOn(agent, clitest.TerminalInfo{Variables: [][2]string{{"COLORTERM", "truecolor"}}})
			r.WaitForOutput("\x1b]11;?")
			r.WaitForText("1 of ")
			r.WaitForOutput(bars.before)
			r.Press("\x1b]11;rgb:ffff/ffff/f0f0\x1b\\", "?") // what a light terminal answers
			r.WaitForText("Keys: Inbox")
			r.WaitForOutput(bars.after)
			if other := strings.Replace(darkBar+lightBar, bars.after, "", 1); bars.before == bars.after && strings.Contains(r.Output(), other) {
				t.Error("both backgrounds were drawn")
			}
		})
	}
}

func TestSSHHost_CopyGoesToTheAgentsClipboard(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao"})
	asha := h.OpenConsole("Asha Rao")
	asha.WaitForText("1 of ")
	asha.Press("y")
	asha.WaitForOutput("\x1b]52;c;")
}

func TestSSHHost_AddressIsALinkOfTheAgentsTerminal(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao"})
	asha := h.OpenConsole("Asha Rao")
	asha.WaitForText("1 of ")
	asha.Press("f")
	asha.WaitForText("categories")
	asha.Press("password reset")
	asha.WaitForText("Password reset & locked accounts")
	asha.Press("\r")
	asha.WaitForText("Sign-in code never arrives")
	if !regexp.MustCompile(`\x1b\]8;[^;]*;https://help\.example\.com/kb/sign-in-code`).MatchString(asha.Output()) {
		t.Error("the address is no link")
	}
}

func TestSSHHost_InputOfACommandIsEchoedAndEdited(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao"})
	id := h.AnyTicket("Asha Rao")
	update := clitest.TerminalInfo{Command: "ticket update " + id + " --sub-status P --comment -"}

	given := h.OpenConsoleOn("Asha Rao", update)
	given.WaitForText("reading standard input; ctrl+d ends it")
	given.Press("Never mind", "\x03")
	given.RequireExit(130)
	kept := h.OpenConsoleOn("Asha Rao", update)
	kept.WaitForText("reading standard input")
	kept.Press("Called bag\x7fck\r", "\x04")
	kept.WaitForText("updated")
	kept.RequireExit(exitcode.OK)
	if _, detail, _ := h.RunCommand("Asha Rao", "ticket get "+id, ""); !strings.Contains(detail, "Called back") || strings.Contains(detail, "Never mind") {
		t.Errorf("the ticket is\n%s", detail)
	}
}

func TestSSHHost_ClosedOutputEndsTheCommand(t *testing.T) {
	t.Parallel()
	h := clitest.NewHost(t, []string{"Asha Rao"})
	h.FillLargeDesk(8_000) // more than a client takes unread
	h.Start()
	session, err := h.Connect("Asha Rao").NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := session.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Start("ticket pull --json --limit 10000" + clitest.ThisWeek()); err != nil {
		t.Fatal(err)
	}
	if err := clitest.ReadUntil(out, "sub_status"); err != nil { // as head does
		t.Fatal(err)
	}
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	h.WaitForLog("msg=left")
	if !strings.Contains(h.Log.String(), " code=130 ") {
		t.Errorf("the command was not broken off:\n%s", h.Log)
	}
	if code, _, errOut := h.RunCommand("Asha Rao", "--version", ""); code != exitcode.OK {
		t.Errorf("the next command ended with %d: %s", code, errOut)
	}
}
