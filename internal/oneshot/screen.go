package oneshot

import (
	"bufio"
	"fmt"
	"io"

	"frontdesk/internal/text"
)

// Screen is where a command says something. All that is printed through it is cleaned text.
type Screen struct {
	Out     *bufio.Writer // results; whoever made it flushes it
	Err     io.Writer     // notes, warnings, progress
	Columns int           // of the terminal that Out is; 0 when it is none
	Colour  bool          // Out takes colours
	Live    bool          // Err is a terminal
	Draw    func(body text.Rich, columns int) []string
}

// Note says something beside the result, on a line of its own, after what was printed before.
func (s *Screen) Note(format string, args ...any) {
	_ = s.Out.Flush() // its error stays, for who flushes at the end
	_, _ = fmt.Fprintln(s.Err, "frontdesk:", text.PlainLine(fmt.Sprintf(format, args...)))
}

// line prints one line of cleaned pieces.
func (s *Screen) line(pieces ...string) {
	for _, p := range pieces {
		_, _ = s.Out.WriteString(p)
	}
	_ = s.Out.WriteByte('\n')
}

// ink is a colour or weight by its SGR parameter; empty for the terminal's own.
type ink string

const (
	plain  ink = ""
	strong ink = "1"
	dim    ink = "2"
	red    ink = "31"
	green  ink = "32"
	yellow ink = "33"
)

// paint gives cleaned text an ink, where colours can be seen.
func (s *Screen) paint(with ink, cleaned string) string {
	if !s.Colour || with == plain || cleaned == "" {
		return cleaned
	}
	return "\x1b[" + string(with) + "m" + cleaned + "\x1b[0m"
}
