package oneshot

import (
	"bufio"
	"fmt"
	"io"

	"frontdesk/internal/safetext"
)

// Printer is the output of a command. Everything printed through it is sanitised.
type Printer struct {
	Out            *bufio.Writer // results; flushed by its creator
	Err            io.Writer     // notes, warnings, progress
	Width          int           // width of the terminal that Out is; 0 if it is none
	Colour         bool          // Out supports colours
	ShowProgress   bool          // Err is a terminal
	RenderMarkdown func(body safetext.HTML, columns int) []string
}

// Notef prints a line to standard error, after flushing the output.
func (s *Printer) Notef(format string, args ...any) {
	_ = s.Out.Flush() // the writer keeps its error for the final flush
	_, _ = fmt.Fprintln(s.Err, "frontdesk:", safetext.LineFromText(fmt.Sprintf(format, args...)))
}

// line prints one line of sanitised strings.
func (s *Printer) line(pieces ...string) {
	for _, p := range pieces {
		_, _ = s.Out.WriteString(p)
	}
	_ = s.Out.WriteByte('\n')
}

// style is a colour or weight as an SGR parameter; empty for the default.
type style string

const (
	plain  style = ""
	strong style = "1"
	dim    style = "2"
	red    style = "31"
	green  style = "32"
	yellow style = "33"
)

// paint styles sanitised text if the output supports colours.
func (s *Printer) paint(with style, cleaned string) string {
	if !s.Colour || with == plain || cleaned == "" {
		return cleaned
	}
	return "\x1b[" + string(with) + "m" + cleaned + "\x1b[0m"
}
