package main

const (
	screenTests = "./ui/terminal"
	uiTests     = "./ui"
	textTests   = "./internal/safetext"
)

// consoleMutations let outsiders' text reach a terminal as it came.
var consoleMutations = []mutation{
	{
		"title-as-it-came", "a desk's name sets the clipboard of the terminal",
		"ui/terminal/modes.go", "ansi.SetWindowTitle(safetext.WindowTitle(f.view.WindowTitle))", "ansi.SetWindowTitle(safetext.WindowTitle(\"\") + f.view.WindowTitle)",
		[]string{screenTests},
	},
	{
		"consoles-title-as-it-came", "the account's name reaches another program's renderer uncleaned",
		"ui/render.go", "v.WindowTitle = safetext.WindowTitle(c.title())", "v.WindowTitle = c.title()",
		[]string{uiTests + " -run Title|Hostile|Frame"},
	},
	{
		"frame-unchecked", "one ticket ends the console at every start",
		"ui/render.go", "if r := recover(); r != nil {\n\t\t\terr =", "if r := any(nil); r != nil {\n\t\t\terr =",
		[]string{uiTests + " -run Frame|Panic|Harm|Drawn|Hostile"},
	},
	{
		"errors-as-they-came", "an error obeys a service on the operator's terminal",
		"internal/cli/cli.go", "text.Message(errorText(ctx, err))", "text.Message(\"\") + errorText(ctx, err)",
		[]string{"./internal/cli -run Hostile|Errors|Misbehav|OddAnswers"},
	},
	{
		"notes-as-they-came", "a note on standard error obeys a service",
		"internal/cli/output/printer.go", "text.LineFromText(fmt.Sprintf(format, args...))", "fmt.Sprintf(format, args...)",
		[]string{"./internal/cli/output"},
	},
	{
		"sessions-errors-as-they-came", "a host's error obeys a stranger's words on an agent's terminal",
		"internal/sshd/session.go", `"frontdesk: %s\n", safetext.LineFromText(err.Error())`, `"frontdesk: %s\n", err.Error()`,
		[]string{hostTests + " -run Session_Error"},
	},
	{
		"controls-pass", "an escape sequence in a ticket reaches the terminal",
		"internal/safetext/sanitizer.go", `c.replace(1, string(rune(0x2400+int(b))))`, `c.keepSame(1)`,
		[]string{textTests + " -run Hostile|Plain|Clean|Test"},
	},
	{
		"bytes-that-are-no-text", "a lone byte carries a sequence through",
		"internal/safetext/sanitizer.go", "if r == utf8.RuneError && n == 1 {\n\t\tc.replace(1, unknown)", "if r == utf8.RuneError && n == 1 {\n\t\tc.keepSame(1)",
		[]string{textTests},
	},
	{
		"bidi-passes", "text that runs backwards hides what it says",
		"internal/safetext/sanitizer.go", "case replaced:\n\t\tc.replace(n, unknown)", "case replaced:\n\t\tc.keepSame(n)",
		[]string{textTests},
	},
	{
		"hidden-text", "invisible characters carry data past the reader",
		"internal/safetext/sanitizer.go", "case dropped:\n\t\tc.skip(n)", "case dropped:\n\t\tc.keepSame(n)",
		[]string{textTests},
	},
	{
		"piles-of-marks", "a letter with thousands of marks covers the screen",
		"internal/safetext/sanitizer.go", "case dropMark:\n\t\tc.skip(n)", "case dropMark:\n\t\tc.keepSame(n)",
		[]string{textTests},
	},
}
