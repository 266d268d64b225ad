package output

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"frontdesk/internal/safetext"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

// New returns the printer of a one-shot command. Colours, rendered texts and progress are enabled only on
// terminals.
func New(out, errOut io.Writer, env func(string) string) Printer {
	s := Printer{Out: bufio.NewWriter(out), Err: errOut, ShowProgress: IsTerminal(errOut) && env("TERM") != "dumb"}
	columns, profile := terminalOf(out, env)
	if columns == 0 {
		return s
	}
	s.Width = columns
	s.Colour = env("NO_COLOR") == "" && profile > colorprofile.ASCII
	look := markdown.Options{Theme: theme.New(!strings.HasSuffix(env("COLORFGBG"), ";15"), !s.Colour)}
	s.RenderMarkdown = func(body safetext.HTML, columns int) []string { return Draw(body, look, columns, profile) }
	return s
}

// terminalOf returns the width and the colour profile of the terminal that out is; 0 columns if it is none.
func terminalOf(out io.Writer, env func(string) string) (columns int, profile colorprofile.Profile) {
	columns = ColumnsOf(out)
	switch file, isFile := out.(*os.File); {
	case columns == 0:
		return 0, colorprofile.NoTTY
	case isFile:
		return columns, colorprofile.Detect(file, os.Environ())
	}
	return columns, colorprofile.Env([]string{"TERM=" + env("TERM"), "COLORTERM=" + env("COLORTERM")})
}

// ColumnsOf returns the width of the terminal that out is, local or of an SSH session; 0 if it is none.
func ColumnsOf(out io.Writer) int {
	if remote, ok := out.(interface{ Columns() int }); ok {
		return remote.Columns()
	}
	file, ok := out.(*os.File)
	if !ok || !IsTerminal(out) {
		return 0
	}
	columns, _, err := term.GetSize(file.Fd())
	if err != nil || columns <= 0 {
		return 80
	}
	return columns
}

// IsTerminal reports whether a stream is a terminal, local or of an SSH session.
func IsTerminal(stream any) bool {
	if remote, ok := stream.(interface{ IsTerminal() bool }); ok {
		return remote.IsTerminal()
	}
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}

// Draw renders a body with the colours that the terminal supports.
func Draw(body safetext.HTML, look markdown.Options, columns int, profile colorprofile.Profile) (lines []string) {
	look.Width = columns
	// The error is dropped: rendering fails only when it is cancelled.
	page, _ := markdown.NewRenderer().Render(context.Background(), "", body, look)
	lines = page.Lines
	for i, line := range lines {
		var fitted strings.Builder
		_, _ = (&colorprofile.Writer{Forward: &fitted, Profile: profile}).WriteString(line)
		lines[i] = fitted.String()
	}
	return lines
}
