package cli

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"frontdesk/internal/exitcode"
)

// The host's own terminal has other colours than any agent's.
func TestColoursAreThoseOfTheAgentsTerminal(t *testing.T) {
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
		"of none":           {terminalInfo{term: "dumb"}, "frontdesk", `\x1b\[[0-9;]+m`},
		"that wants none":   {terminalInfo{variables: [][2]string{{"NO_COLOR", "1"}, {"COLORTERM", "truecolor"}}}, "\x1b[7m", `[34]8;[25];`},
		"without a name":    {terminalInfo{term: "\x1b[2J"}, "frontdesk", `[34]8;[25];`},
		"narrow":            {terminalInfo{width: 60, height: 15}, "\x1b[38;5;", `48;2;`},
		"as wide as it may": {terminalInfo{width: 1000, height: 40}, "\x1b[38;5;", `48;2;`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			asha := h.sitsAt("Asha Rao", test.at)
			asha.sees("sample desk")
			asha.sees("1 of 1")
			asha.types("?")
			asha.sees("Keys: Inbox")
			asha.types("\x1b")
			asha.loses("Keys: Inbox")
			asha.gets(test.has)
			if other := regexp.MustCompile(test.lacks).FindString(asha.sent()); other != "" {
				t.Errorf("it was sent %q", other)
			}
			h.drops(asha)
		})
	}
}

func TestACommandIsDrawnForTheAgentsTerminal(t *testing.T) {
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	h.optioned("Ben Carter", "FRONTDESK_THEME=light")
	h.start()
	drawn := func(agent string, at terminalInfo) string {
		at.command = "faq search password"
		r := h.sitsAt(agent, at)
		r.exits(exitcode.OK)
		return r.sent()
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
	if _, piped, _ := h.runs("Asha Rao", "faq search password", ""); strings.Contains(piped, "\x1b") || strings.Contains(piped, "\r") {
		t.Errorf("a program gets %q", piped)
	}
}

func TestTheBackgroundIsAskedOfTheAgentsTerminalUnlessItIsSaid(t *testing.T) {
	const darkBar, lightBar = "48;2;36;38;44", "48;2;228;229;231"
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li", "Dana Fox"})
	h.optioned("Ben Carter", "FRONTDESK_THEME=dark")
	h.configured("theme = \"auto\"\n[agents.\"Chen Li\"]\ntheme = \"light\"\n[agents.\"Dana Fox\"]\ntheme = \"auto\"\n")
	h.start()
	for agent, bars := range map[string]struct{ before, after string }{
		"Asha Rao": {darkBar, lightBar}, "Ben Carter": {darkBar, darkBar}, "Chen Li": {lightBar, lightBar}, "Dana Fox": {darkBar, lightBar},
	} {
		t.Run(agent, func(t *testing.T) {
			r := h.sitsAt(agent, terminalInfo{variables: [][2]string{{"COLORTERM", "truecolor"}}})
			r.gets("\x1b]11;?")
			r.sees("1 of 1")
			r.gets(bars.before)
			r.types("\x1b]11;rgb:ffff/ffff/f0f0\x1b\\", "?") // what a light terminal answers
			r.sees("Keys: Inbox")
			r.gets(bars.after)
			if other := strings.Replace(darkBar+lightBar, bars.after, "", 1); bars.before == bars.after && strings.Contains(r.sent(), other) {
				t.Error("both backgrounds were drawn")
			}
		})
	}
}

func TestWhatIsCopiedGoesToTheAgentsClipboard(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao"})
	asha := h.sits("Asha Rao")
	asha.sees("1 of 1")
	asha.types("y")
	asha.gets("\x1b]52;c;")
}

func TestAnAddressIsALinkOfTheAgentsTerminal(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao"})
	asha := h.sits("Asha Rao")
	asha.sees("1 of 1")
	asha.types("f")
	asha.sees("categories")
	asha.types("password reset")
	asha.sees("1 found")
	asha.types("\r")
	asha.sees("Sign-in code never arrives")
	if !regexp.MustCompile(`\x1b\]8;[^;]*;https://help\.example\.com/kb/sign-in-code`).MatchString(asha.sent()) {
		t.Error("the address is no link")
	}
}

func TestWordsForACommandAreTypedAsOnAnyTerminal(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao"})
	id := h.anyTicket("Asha Rao")
	update := terminalInfo{command: "ticket update " + id + " --sub-status P --comment -"}

	given := h.sitsAt("Asha Rao", update)
	given.sees("reading standard input; ctrl+d ends it")
	given.types("Never mind", "\x03")
	given.exits(130)
	kept := h.sitsAt("Asha Rao", update)
	kept.sees("reading standard input")
	kept.types("Called bag\x7fck\r", "\x04")
	kept.sees("updated")
	kept.exits(exitcode.OK)
	if _, detail, _ := h.runs("Asha Rao", "ticket get "+id, ""); !strings.Contains(detail, "Called back") || strings.Contains(detail, "Never mind") {
		t.Errorf("the ticket is\n%s", detail)
	}
}

func TestAClientThatHasSeenEnoughEndsItsCommand(t *testing.T) {
	h := newSSHHost(t, []string{"Asha Rao"})
	largeDesk(t, h.dir, 4_000) // more than a client takes unread
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
	if err := until(out, "ticketId"); err != nil { // as head does
		t.Fatal(err)
	}
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	h.logs("msg=left")
	if !strings.Contains(h.out.String(), " code=130 ") {
		t.Errorf("the command was not broken off:\n%s", h.out)
	}
	if code, _, errOut := h.runs("Asha Rao", "--version", ""); code != exitcode.OK {
		t.Errorf("the next command ended with %d: %s", code, errOut)
	}
}
