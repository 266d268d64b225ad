package cli

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"frontdesk/internal/exitcode"
)

// The host's own terminal has other colours than any agent's.
func TestSSHHost_ColoursFollowTheAgentsTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm-kitty")
	t.Setenv("COLORTERM", "truecolor")
	t.Setenv("CLICOLOR_FORCE", "1")
	t.Setenv("COLORFGBG", "0;15")
	h := newSSHHost(t, []string{"Asha Rao"})
	h.variables = map[string]string{"NO_COLOR": "1", "TERM": "dumb", "COLORTERM": "no"}
	h.start()
	tests := map[string]struct {
		at    terminalInfo
		has   string
		lacks string // an expression
	}{
		"of 256 colours":    {terminalInfo{term: "xterm-256color"}, "\x1b[38;5;", `38;2;`},
		"within tmux":       {terminalInfo{term: "tmux-256color"}, "\x1b[38;5;", `38;2;`},
		"of all colours":    {terminalInfo{variables: [][2]string{{"COLORTERM", "truecolor"}}}, "48;2;36;38;44", `38;5;`},
		"of sixteen":        {terminalInfo{term: "ansi"}, "\x1b[30;47m", `[34]8;[25];`},
		"that wants none":   {terminalInfo{variables: [][2]string{{"NO_COLOR", "1"}, {"COLORTERM", "truecolor"}}}, "\x1b[7m", `[34]8;[25];`},
		"without a name":    {terminalInfo{term: "\x1b[2J"}, "frontdesk", `[34]8;[25];`},
		"narrow":            {terminalInfo{width: 60, height: 15}, "\x1b[38;5;", `48;2;`},
		"as wide as it may": {terminalInfo{width: 1000, height: 40}, "\x1b[38;5;", `48;2;`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			asha := h.openConsoleOn("Asha Rao", test.at)
			asha.waitForText("sample desk")
			asha.waitForText("1 of ")
			asha.press("?")
			asha.waitForText("Keys: Inbox")
			asha.press("\x1b")
			asha.waitForTextGone("Keys: Inbox")
			asha.waitForOutput(test.has)
			if other := regexp.MustCompile(test.lacks).FindString(asha.output()); other != "" {
				t.Errorf("it was sent %q", other)
			}
			h.dropConnection(asha)
		})
	}
}

// TestSSHHost_DumbTerminalIsReadOutLineByLine: a terminal that cannot position its cursor gets accessible mode.
func TestSSHHost_DumbTerminalIsReadOutLineByLine(t *testing.T) {
	t.Parallel()
	h := newSSHHost(t, []string{"Asha Rao"})
	h.start()
	asha := h.openConsoleOn("Asha Rao", terminalInfo{term: "dumb"})
	asha.waitForOutput("frontdesk in accessible mode.")
	asha.press("?\r")
	asha.waitForOutput("Enter reads on") // the list has more rows only once all its days have come
	if found := strings.Index(asha.output(), "\x1b"); found >= 0 {
		t.Errorf("it was sent an escape sequence: %q", asha.output()[found:])
	}
	h.dropConnection(asha)
}

func TestSSHHost_CommandOutputFitsTheAgentsTerminal(t *testing.T) {
	t.Parallel()
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	h.addKeyOption("Ben Carter", "FRONTDESK_THEME=light")
	h.start()
	drawn := func(agent string, at terminalInfo) string {
		at.command = "faq search password"
		r := h.openConsoleOn(agent, at)
		r.requireExit(exitcode.OK)
		return r.output()
	}
	for width := range map[int]bool{60: true, 100: true} {
		for line := range strings.Lines(drawn("Asha Rao", terminalInfo{term: "dumb", width: width, height: 40})) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\r\n")); n > width || strings.Contains(line, "\x1b") {
				t.Errorf("%d columns on %d: %q", n, width, line)
			}
		}
	}
	dark := drawn("Asha Rao", terminalInfo{term: "xterm-256color", width: 60})
	light := drawn("Ben Carter", terminalInfo{term: "xterm-256color", width: 60})
	if dark == light || !strings.Contains(dark, "\x1b[38;5;") || strings.Contains(dark+light, "38;2;") {
		t.Errorf("in 256 colours it is\n%q\n%q", dark, light)
	}
	if none := drawn("Asha Rao", terminalInfo{variables: [][2]string{{"NO_COLOR", "1"}}}); strings.Contains(none, "\x1b[38") {
		t.Errorf("who wants no colours gets %q", none)
	}
	if _, piped, _ := h.runCommand("Asha Rao", "faq search password", ""); strings.Contains(piped, "\x1b") || strings.Contains(piped, "\r") {
		t.Errorf("a program gets %q", piped)
	}
}

func TestSSHHost_BackgroundColourIsReadFromTheAgentsTerminal(t *testing.T) {
	t.Parallel()
	const darkBar, lightBar = "48;2;36;38;44", "48;2;228;229;231"
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li", "Dana Fox"})
	h.addKeyOption("Ben Carter", "FRONTDESK_THEME=dark")
	h.writeConfiguration("theme = \"auto\"\n[agents.\"Chen Li\"]\ntheme = \"light\"\n[agents.\"Dana Fox\"]\ntheme = \"auto\"\n")
	h.start()
	for agent, bars := range map[string]struct{ before, after string }{
		"Asha Rao": {darkBar, lightBar}, "Ben Carter": {darkBar, darkBar}, "Chen Li": {lightBar, lightBar}, "Dana Fox": {darkBar, lightBar},
	} {
		t.Run(agent, func(t *testing.T) {
			r := h.openConsoleOn(agent, terminalInfo{variables: [][2]string{{"COLORTERM", "truecolor"}}})
			r.waitForOutput("\x1b]11;?")
			r.waitForText("1 of ")
			r.waitForOutput(bars.before)
			r.press("\x1b]11;rgb:ffff/ffff/f0f0\x1b\\", "?") // what a light terminal answers
			r.waitForText("Keys: Inbox")
			r.waitForOutput(bars.after)
			if other := strings.Replace(darkBar+lightBar, bars.after, "", 1); bars.before == bars.after && strings.Contains(r.output(), other) {
				t.Error("both backgrounds were drawn")
			}
		})
	}
}

func TestSSHHost_CopyGoesToTheAgentsClipboard(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao"})
	asha := h.openConsole("Asha Rao")
	asha.waitForText("1 of ")
	asha.press("y")
	asha.waitForOutput("\x1b]52;c;")
}

func TestSSHHost_AddressIsALinkOfTheAgentsTerminal(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao"})
	asha := h.openConsole("Asha Rao")
	asha.waitForText("1 of ")
	asha.press("f")
	asha.waitForText("categories")
	asha.press("password reset")
	asha.waitForText("Password reset & locked accounts")
	asha.press("\r")
	asha.waitForText("Sign-in code never arrives")
	if !regexp.MustCompile(`\x1b\]8;[^;]*;https://help\.example\.com/kb/sign-in-code`).MatchString(asha.output()) {
		t.Error("the address is no link")
	}
}

func TestSSHHost_InputOfACommandIsEchoedAndEdited(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao"})
	id := h.anyTicket("Asha Rao")
	update := terminalInfo{command: "ticket update " + id + " --sub-status P --comment -"}

	given := h.openConsoleOn("Asha Rao", update)
	given.waitForText("reading standard input; ctrl+d ends it")
	given.press("Never mind", "\x03")
	given.requireExit(130)
	kept := h.openConsoleOn("Asha Rao", update)
	kept.waitForText("reading standard input")
	kept.press("Called bag\x7fck\r", "\x04")
	kept.waitForText("updated")
	kept.requireExit(exitcode.OK)
	if _, detail, _ := h.runCommand("Asha Rao", "ticket get "+id, ""); !strings.Contains(detail, "Called back") || strings.Contains(detail, "Never mind") {
		t.Errorf("the ticket is\n%s", detail)
	}
}

func TestSSHHost_ClosedOutputEndsTheCommand(t *testing.T) {
	t.Parallel()
	h := newSSHHost(t, []string{"Asha Rao"})
	fillLargeDesk(t, h.dir, 4_000) // more than a client takes unread
	h.start()
	session, err := h.connect("Asha Rao").NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := session.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Start("ticket pull --json --limit 10000" + thisWeek()); err != nil {
		t.Fatal(err)
	}
	if err := readUntil(out, "ticketId"); err != nil { // as head does
		t.Fatal(err)
	}
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	h.waitForLog("msg=left")
	if !strings.Contains(h.out.String(), " code=130 ") {
		t.Errorf("the command was not broken off:\n%s", h.out)
	}
	if code, _, errOut := h.runCommand("Asha Rao", "--version", ""); code != exitcode.OK {
		t.Errorf("the next command ended with %d: %s", code, errOut)
	}
}
