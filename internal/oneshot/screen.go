package oneshot

import (
	"bufio"
	"fmt"
	"io"

	"frontdesk/internal/safetext"
)

// Printer is where a command says something. All that is printed through it is cleaned text.
type Printer struct {
	Out            *bufio.Writer // results; whoever made it flushes it
	Err            io.Writer     // notes, warnings, progress
	Width          int           // of the terminal that Out is; 0 when it is none
	Colour         bool          // Out takes colours
	ShowProgress   bool          // Err is a terminal
	RenderMarkdown func(body safetext.HTML, columns int) []string
}

// Notef says something beside the result, on a line of its own, after what was printed before.
func (s *Printer) Notef(format string, args ...any) {
	_ = s.Out.Flush() // its error stays, for who flushes at the end
	_, _ = fmt.Fprintln(s.Err, "frontdesk:", safetext.LineFromText(fmt.Sprintf(format, args...)))
}

// line prints one line of cleaned pieces.
func (s *Printer) line(pieces ...string) {
	for _, p := range pieces {
		_, _ = s.Out.WriteString(p)
	}
	_ = s.Out.WriteByte('\n')
}

// style is a colour or weight by its SGR parameter; empty for the terminal's own.
type style string

const (
	plain  style = ""
	strong style = "1"
	dim    style = "2"
	red    style = "31"
	green  style = "32"
	yellow style = "33"
)

// paint gives cleaned text an ink, where colours can be seen.
func (s *Printer) paint(with style, cleaned string) string {
	if !s.Colour || with == plain || cleaned == "" {
		return cleaned
	}
	return "\x1b[" + string(with) + "m" + cleaned + "\x1b[0m"
}
