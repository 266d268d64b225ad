package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"frontdesk/internal/config"
	"frontdesk/internal/guard"
	"frontdesk/internal/oneshot"
)

// prompter asks on a terminal, or line by line.
type prompter struct {
	in    io.Reader
	out   io.Writer
	plain bool
	ended *bool // standard input has ended, which the library's line by line takes for an empty answer
}

func newQuestions(in io.Reader, out io.Writer, plain bool) *prompter {
	q := &prompter{in: in, out: out, plain: plain, ended: new(bool)}
	if !plain {
		return q
	}
	q.out = colorprofile.NewWriter(out, append(os.Environ(), "NO_COLOR=1", "TERM=dumb")) // the library styles lines too
	lines := &lineReader{from: bufio.NewReader(in), ended: q.ended}
	q.in = lines
	if file, ok := in.(*os.File); ok && isTerminal(in) {
		q.in = &ttyLineReader{lines, file.Fd()}
	}
	return q
}

// askName asks what the account is called, unless a flag said so.
func (q *prompter) askName(ctx context.Context, a *account, known []string) error {
	if a.name != "" {
		return asUsage(config.ValidateAccountName(a.name))
	}
	title := "Name of the account"
	if len(known) > 0 {
		title += " (there are " + strings.Join(known, ", ") + ")"
	}
	return q.askPages(ctx, step{fields: []huh.Field{huh.NewInput().Title(title + ":").Value(&a.name).Validate(config.ValidateAccountName)}})
}

// secret asks without showing what is typed. Where nothing is typed at, there is nothing to hide, and the library
// would not ask at all.
func (q *prompter) secret(title string, into *string, check func(string) error) huh.Field {
	field := huh.NewInput().Title(title).Value(into).Validate(check)
	if _, typed := q.in.(*ttyLineReader); typed || !q.plain {
		field.EchoMode(huh.EchoModePassword)
	}
	return field
}

// confirm asks yes or no; no when nothing is answered.
func (q *prompter) confirm(ctx context.Context, question string) (sure bool, err error) {
	err = q.ask(ctx, q.form(huh.NewGroup(huh.NewConfirm().Title(question).Value(&sure)))) // below what it is about
	return sure, err
}

func (q *prompter) form(groups ...*huh.Group) *huh.Form {
	return huh.NewForm(groups...).WithTheme(huh.ThemeFunc(huh.ThemeBase)).WithAccessible(q.plain).WithInput(q.in).WithOutput(q.out)
}

// noOptDefVal gives a form the whole screen: what a page leaves behind when it becomes smaller stays otherwise.
func noOptDefVal(v tea.View) tea.View {
	v.AltScreen = true
	return v
}

// ask asks the questions of a form.
func (q *prompter) ask(ctx context.Context, form *huh.Form) error {
	err := q.run(ctx, form)
	switch {
	case errors.Is(err, huh.ErrUserAborted), ctx.Err() != nil:
		return &oneshot.ExitError{Code: oneshot.ExitInterrupted, Err: errors.New("nothing was written")}
	case err != nil:
		return fmt.Errorf("the questions cannot be asked: %w", err)
	case *q.ended:
		return usageError{errors.New("standard input ended before everything was answered; nothing was written")}
	}
	return nil
}

// run ends with an interrupt also while a line is waited for, and leaves a terminal that shows what is typed.
func (q *prompter) run(ctx context.Context, form *huh.Form) error {
	if !q.plain {
		return form.RunWithContext(ctx)
	}
	if typed, ok := q.in.(*ttyLineReader); ok {
		if was, err := term.GetState(typed.fd); err == nil {
			defer func() { _ = term.Restore(typed.fd, was) }()
		}
	}
	asked := guard.Start(func() error { return form.RunWithContext(ctx) })
	select {
	case err := <-asked:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lineReader reads one line at a time: each of the library's questions has a buffer of its own, which would swallow the
// answers to the next ones.
type lineReader struct {
	from  *bufio.Reader
	rest  []byte
	ended *bool
}

// Read gives what is left of a line, else the next one.
func (l *lineReader) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		line, err := l.from.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			*l.ended = true
			return 0, err
		}
		l.rest = line
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// ttyLineReader are lines from a terminal, which the library asks to hide what is typed.
type ttyLineReader struct {
	*lineReader
	fd uintptr
}

// Fd is the terminal.
func (t *ttyLineReader) Fd() uintptr { return t.fd }
