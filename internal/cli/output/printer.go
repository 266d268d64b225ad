// Package output prints the results of commands: tables, JSON and rendered text, for people and for scripts.
package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// Printer is the output of a command. Everything printed through it is sanitised.
type Printer struct {
	Out            *bufio.Writer // results; flushed by its creator
	Err            io.Writer     // notes, warnings, progress
	Width          int           // width of the terminal that Out is; 0 if it is none
	Colour         bool          // Out supports colours
	ShowProgress   bool          // Err is a terminal
	Format         Format        // of results for scripts
	RenderMarkdown func(body safetext.HTML, columns int) []string

	pager *pager // holds back what Out writes; nil for none
}

// Flush writes what is buffered, and returns an error if that fails, for example because the disk is full.
func (s *Printer) Flush() error {
	err := s.Out.Flush()
	if s.pager != nil && err == nil {
		err = s.pager.show()
	}
	if err != nil && !errors.Is(err, io.ErrClosedPipe) {
		return notWritten(err)
	}
	return nil
}

// Notef prints a line to standard error, after flushing the output; among results that a pager may show.
func (s *Printer) Notef(format string, args ...any) {
	_ = s.Out.Flush() // the writer keeps its error for the final flush
	to := s.Err
	if s.pager != nil && IsTerminal(s.Err) {
		to = s.Out
	}
	_, _ = fmt.Fprintln(to, "frontdesk:", safetext.LineFromText(fmt.Sprintf(format, args...)))
}

// Line prints one line of sanitised strings.
func (s *Printer) Line(pieces ...string) {
	for _, p := range pieces {
		_, _ = s.Out.WriteString(p)
	}
	_ = s.Out.WriteByte('\n')
}

// Style is a colour or weight.
type Style = theme.Style

// The styles.
var (
	Plain  Style
	Strong = theme.CommandStrong
	Dim    = theme.CommandDim
	Red    = theme.CommandError
	Yellow = theme.CommandWarning
)

// Paint styles sanitised text if the output supports colours.
func (s *Printer) Paint(with Style, cleaned string) string {
	if !s.Colour {
		return cleaned
	}
	return with.Render(cleaned)
}

// Heading prints the heading of a section.
func (s *Printer) Heading(cleaned string) {
	s.Line()
	s.Line(s.Paint(Strong, cleaned))
}

// Body prints text that may hold HTML: rendered on a terminal, otherwise as plain text.
func (s *Printer) Body(indent string, b safetext.HTML) {
	lines := strings.Split(strings.TrimRight(b.Text().String(), "\n"), "\n")
	if s.Width > 0 && s.RenderMarkdown != nil {
		lines = s.RenderMarkdown(b, max(minLastWidth, s.Width-len(indent)))
	}
	for _, line := range lines {
		s.Line(strings.TrimRight(indent+line, " "))
	}
}

// How the progress line is drawn.
const (
	progressDelay = 400 * time.Millisecond // a shorter operation shows no progress
	redraw        = 100 * time.Millisecond
	Erase         = "\r\x1b[K"
)

// ShowStatus keeps one progress line on standard error until end is called, if that is a terminal.
func (s *Printer) ShowStatus(line func() string) (end func()) {
	if !s.ShowProgress {
		return func() {}
	}
	stop := make(chan struct{})
	stopped := guard.Start(func() error {
		timer := time.NewTimer(progressDelay)
		defer timer.Stop()
		shown := ""
		for {
			select {
			case <-stop:
				_, _ = io.WriteString(s.Err, shown)
				return nil
			case <-timer.C:
				shown = Erase
				_, _ = io.WriteString(s.Err, Erase+line())
				timer.Reset(redraw)
			}
		}
	})
	return func() { close(stop); <-stopped } //nolint:errcheck // a line of progress decides nothing
}

// notWritten says that a result could not be written, and why: whoever closed the output has interrupted the command.
func notWritten(err error) error {
	return fmt.Errorf("the result cannot be written: %w", filestore.WithoutPath(err))
}

// WriteText writes a result and returns an error if it could not be written, for example because the disk is full.
func WriteText(out io.Writer, result string) error {
	_, err := io.WriteString(out, result)
	if err != nil {
		return notWritten(err)
	}
	return nil
}
