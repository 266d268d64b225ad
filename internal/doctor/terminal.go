package doctor

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"

	"frontdesk/internal/guard"
	"frontdesk/ui/layout"
)

// terminal reports the size, the colours (from the environment) and the features (queried from the terminal) of the
// terminal.
func (d *doctor) terminal() {
	file, ok := d.Out.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		d.add("terminal", statusNote, "standard output is not a terminal, which the console needs")
		return
	}
	columns, rows, err := term.GetSize(file.Fd())
	size := "size not known"
	if err == nil && columns > 0 {
		size = fmt.Sprintf("%d×%d", columns, rows)
	}
	v := statusOK
	if err == nil && columns > 0 && (columns < layout.MinWidth || rows < layout.MinHeight) {
		v, size = StatusFail, fmt.Sprintf("%s (the console needs %d×%d)", size, layout.MinWidth, layout.MinHeight)
	}
	colours := strings.ToLower(colorprofile.Detect(file, os.Environ()).String())
	if d.Env("NO_COLOR") != "" {
		colours = "none (NO_COLOR)"
	}
	var reply terminalReply
	if d.Env("TERM") != "dumb" { // which would show the question
		reply = askTerminal(d.In, file)
	}
	d.add("terminal", v, "%s, %s, colours: %s; width of emoji families: %s; clipboard (OSC 52): %s",
		cmp.Or(d.Env("TERM"), "TERM is not set"), size, colours, reply.width(), reply.clipboard(d.Env("TMUX") != ""))
}

const (
	// terminalQuery queries mode 2027 (grapheme clusters) and then the device attributes. Every terminal responds to
	// the latter, which ends the wait for a terminal that ignores the former.
	terminalQuery = "\x1b[?2027$p\x1b[c"
	replyTimeout  = 500 * time.Millisecond
)

// terminalReply is the response of the terminal; empty if there was none.
type terminalReply string

// askTerminal queries the terminal that from and out are connected to.
func askTerminal(from io.Reader, out *os.File) terminalReply {
	file, ok := from.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		return ""
	}
	was, err := term.MakeRaw(file.Fd())
	if err != nil {
		return ""
	}
	defer func() { _ = term.Restore(file.Fd(), was) }()
	in, err := cancelreader.NewReader(file)
	if err != nil {
		return ""
	}
	defer in.Close()
	if _, err := out.WriteString(terminalQuery); err != nil {
		return ""
	}
	late := guard.AfterFunc(replyTimeout, func() { in.Cancel() })
	defer late.Stop()
	return readReply(in)
}

var deviceAttributes = regexp.MustCompile(`\x1b\[\?([0-9;]*)c`)

// readReply reads until the device attributes have arrived.
func readReply(in io.Reader) terminalReply {
	var reply []byte
	buffer := make([]byte, 64)
	for len(reply) < 1024 && !deviceAttributes.Match(reply) {
		n, err := in.Read(buffer)
		reply = append(reply, buffer[:n]...)
		if err != nil {
			break
		}
	}
	return terminalReply(reply)
}

// width describes how the terminal measures grapheme clusters such as emoji families.
func (a terminalReply) width() string {
	switch {
	case strings.Contains(string(a), "\x1b[?2027;1$y"), strings.Contains(string(a), "\x1b[?2027;3$y"):
		return "as one (mode 2027 on)"
	case strings.Contains(string(a), "\x1b[?2027;2$y"):
		return "as one on request (mode 2027)"
	case deviceAttributes.MatchString(string(a)):
		return "mode 2027 unknown, so the first emoji of a family is shown"
	}
	return "the terminal did not answer"
}

// clipboard describes whether the terminal supports copying to the clipboard (OSC 52); in tmux this depends on its
// settings.
func (a terminalReply) clipboard(tmux bool) string {
	attributes := deviceAttributes.FindStringSubmatch(string(a))
	switch {
	case tmux:
		return "as tmux' set-clipboard allows"
	case len(attributes) == 2 && slices.Contains(strings.Split(attributes[1], ";"), "52"):
		return "yes"
	}
	return "the terminal did not answer"
}
