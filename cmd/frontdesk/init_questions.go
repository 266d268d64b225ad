package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"charm.land/huh/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"frontdesk/internal/config"
	"frontdesk/internal/oneshot"
)

// questions asks on a terminal, or line by line.
type questions struct {
	in    io.Reader
	out   io.Writer
	plain bool
	ended *bool // standard input has ended, which the library's line by line takes for an empty answer
}

func newQuestions(in io.Reader, out io.Writer, plain bool) *questions {
	q := &questions{in: in, out: out, plain: plain, ended: new(bool)}
	if !plain {
		return q
	}
	q.out = colorprofile.NewWriter(out, append(os.Environ(), "NO_COLOR=1", "TERM=dumb")) // the library styles lines too
	lines := &oneLine{from: bufio.NewReader(in), ended: q.ended}
	q.in = lines
	if file, ok := in.(*os.File); ok && isTerminal(in) {
		q.in = &typedLine{lines, file.Fd()}
	}
	return q
}

// askName asks what the account is called, unless a flag said so.
func (q *questions) askName(ctx context.Context, a *account, known []string) error {
	if a.name != "" {
		return asUsage(config.CheckName(a.name))
	}
	title := "Name of the account"
	if len(known) > 0 {
		title += " (there are " + strings.Join(known, ", ") + ")"
	}
	return q.ask(ctx, huh.NewInput().Title(title+":").Value(&a.name).Validate(config.CheckName))
}

// askAccount asks for everything else.
func (q *questions) askAccount(ctx context.Context, a *account) error {
	return q.ask(ctx,
		huh.NewInput().Title("Address of the service (base URL):").Value(&a.base).Validate(checkAddress),
		huh.NewInput().Title("Address of its articles (KMS URL), empty for the same:").Value(&a.kms).Validate(optional(checkAddress)),
		q.secret("API key:", &a.token, checkSecret),
		huh.NewInput().Title("User of the order operations, empty for none:").Value(&a.user).Validate(optional(checkSecret)),
		q.secret("Password of the order operations, empty for none:", &a.password, optional(checkSecret)),
		huh.NewInput().Title("Account id (cm_id), empty when not known:").Value(&a.number).Validate(optional(checkNumber)),
		huh.NewInput().Title("Time zone of the account, empty for this machine's:").Value(&a.zone).Validate(optional(checkZone)),
	)
}

// secret asks without showing what is typed. Where nothing is typed at, there is nothing to hide, and the library
// would not ask at all.
func (q *questions) secret(title string, into *string, check func(string) error) huh.Field {
	field := huh.NewInput().Title(title).Value(into).Validate(check)
	if _, typed := q.in.(*typedLine); typed || !q.plain {
		field.EchoMode(huh.EchoModePassword)
	}
	return field
}

// confirm asks yes or no; no when nothing is answered.
func (q *questions) confirm(ctx context.Context, question string) (sure bool, err error) {
	err = q.ask(ctx, huh.NewConfirm().Title(question).Value(&sure))
	return sure, err
}

// ask asks the questions of one page.
func (q *questions) ask(ctx context.Context, fields ...huh.Field) error {
	form := huh.NewForm(huh.NewGroup(fields...)).WithTheme(huh.ThemeFunc(huh.ThemeBase)).
		WithAccessible(q.plain).WithInput(q.in).WithOutput(q.out)
	err := q.run(ctx, form)
	switch {
	case errors.Is(err, huh.ErrUserAborted), ctx.Err() != nil:
		return &oneshot.Failure{Code: oneshot.Interrupted, Err: errors.New("nothing was written")}
	case err != nil:
		return fmt.Errorf("the questions cannot be asked: %w", err)
	case *q.ended:
		return usageError{errors.New("standard input ended before everything was answered; nothing was written")}
	}
	return nil
}

// run ends with an interrupt also while a line is waited for, and leaves a terminal that shows what is typed.
func (q *questions) run(ctx context.Context, form *huh.Form) error {
	if !q.plain {
		return form.RunWithContext(ctx)
	}
	if typed, ok := q.in.(*typedLine); ok {
		if was, err := term.GetState(typed.fd); err == nil {
			defer func() { _ = term.Restore(typed.fd, was) }()
		}
	}
	asked := make(chan error, 1)
	go func() { asked <- form.RunWithContext(ctx) }()
	select {
	case err := <-asked:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// oneLine reads one line at a time: each of the library's questions has a buffer of its own, which would swallow the
// answers to the next ones.
type oneLine struct {
	from  *bufio.Reader
	rest  []byte
	ended *bool
}

// Read gives what is left of a line, else the next one.
func (l *oneLine) Read(p []byte) (int, error) {
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

// typedLine are lines from a terminal, which the library asks to hide what is typed.
type typedLine struct {
	*oneLine
	fd uintptr
}

// Fd is the terminal.
func (t *typedLine) Fd() uintptr { return t.fd }
