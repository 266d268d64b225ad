package output

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/creachadair/mds/shell"
)

// pager holds back what a command prints on the terminal of this machine, until it is known whether it fits there.
type pager struct {
	bytes.Buffer
	terminal *os.File
	command  []string
}

// Page has long results shown by the pager of the user, if out is a terminal of this machine. The variable PAGER names
// it, less without one; NO_PAGER turns it off.
func (s *Printer) Page(out io.Writer, env func(string) string) {
	file, isFile := out.(*os.File)
	if !isFile || s.Width == 0 || env("NO_PAGER") != "" || env("TERM") == "dumb" {
		return
	}
	command, isWhole := shell.Split(env("PAGER"))
	if len(command) == 0 || !isWhole {
		command = []string{"less"}
	}
	s.pager = &pager{terminal: file, command: command}
	s.Out = bufio.NewWriter(s.pager)
}

// show prints what was held back, through the pager if it is longer than the terminal is high. How the pager ends
// decides nothing: the result is what it is.
func (p *pager) show() error {
	_, rows, err := term.GetSize(p.terminal.Fd())
	if err == nil && bytes.Count(p.Bytes(), []byte("\n")) >= rows && p.run() == nil {
		return nil
	}
	_, err = p.WriteTo(p.terminal)
	return err
}

// run returns an error if the pager cannot be started. It gets none of frontdesk's variables, because some hold
// credentials, and an interrupt is for it alone.
func (p *pager) run() error {
	path, err := exec.LookPath(p.command[0])
	if err != nil {
		return err
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	reader := exec.Command(path, p.command[1:]...) //nolint:noctx // whoever reads ends it
	reader.Stdin, reader.Stdout, reader.Stderr = bytes.NewReader(p.Bytes()), p.terminal, os.Stderr
	reader.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "FRONTDESK_") })
	if os.Getenv("LESS") == "" {
		reader.Env = append(reader.Env, "LESS=FRX") // colours; the text stays on the screen
	}
	if err := reader.Start(); err != nil {
		return err
	}
	_ = reader.Wait()
	return nil
}
