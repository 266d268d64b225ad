package main

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"

	"frontdesk/internal/guard"
)

const (
	// asked is whether the terminal counts an emoji family as one (mode 2027), then what it is: that, every terminal
	// answers, so that nothing is waited for in vain.
	asked        = "\x1b[?2027$p\x1b[c"
	replyTimeout = 500 * time.Millisecond
)

// terminalReply is what a terminal said of itself; empty when it was silent.
type terminalReply string

// askTerminal asks the terminal that is both typed at and written to.
func askTerminal(out *os.File) terminalReply {
	if !isTerminal(os.Stdin) {
		return ""
	}
	was, err := term.MakeRaw(os.Stdin.Fd())
	if err != nil {
		return ""
	}
	defer func() { _ = term.Restore(os.Stdin.Fd(), was) }()
	in, err := cancelreader.NewReader(os.Stdin)
	if err != nil {
		return ""
	}
	defer in.Close()
	if _, err := out.WriteString(asked); err != nil {
		return ""
	}
	late := guard.AfterFunc(replyTimeout, func() { in.Cancel() })
	defer late.Stop()
	return readAnswer(in)
}

var deviceAttributes = regexp.MustCompile(`\x1b\[\?([0-9;]*)c`)

// readAnswer reads until the terminal has said what it is.
func readAnswer(in io.Reader) terminalReply {
	var said []byte
	buffer := make([]byte, 64)
	for len(said) < 1024 && !deviceAttributes.Match(said) {
		n, err := in.Read(buffer)
		said = append(said, buffer[:n]...)
		if err != nil {
			break
		}
	}
	return terminalReply(said)
}

// width says how the terminal counts what is made of several characters.
func (a terminalReply) width() string {
	switch {
	case strings.Contains(string(a), "\x1b[?2027;1$y"), strings.Contains(string(a), "\x1b[?2027;3$y"):
		return "as one (mode 2027 on)"
	case strings.Contains(string(a), "\x1b[?2027;2$y"):
		return "as one on request (mode 2027)"
	case deviceAttributes.MatchString(string(a)):
		return "mode 2027 not known, drawn as the one that they begin with"
	}
	return "the terminal did not say"
}

// clipboard says whether the terminal takes texts for the clipboard; in tmux that is tmux' to say.
func (a terminalReply) clipboard(tmux bool) string {
	attributes := deviceAttributes.FindStringSubmatch(string(a))
	switch {
	case tmux:
		return "as tmux' set-clipboard allows"
	case len(attributes) == 2 && slices.Contains(strings.Split(attributes[1], ";"), "52"):
		return "yes"
	}
	return "the terminal did not say"
}
