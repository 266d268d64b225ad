package setup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"frontdesk/internal/config"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
	"frontdesk/ui/textedit"
)

// prompter shows prompts in full-screen mode, or line by line in accessible mode.
type prompter struct {
	in    io.Reader
	out   io.Writer
	plain bool
	ended *bool // set at the end of standard input, which the library's accessible mode treats as an empty line
}

func newPrompter(in io.Reader, out io.Writer, plain bool) *prompter {
	q := &prompter{in: in, out: out, plain: plain, ended: new(bool)}
	if !plain {
		return q
	}
	q.out = colorprofile.NewWriter(
		out,
		append(os.Environ(), "NO_COLOR=1", "TERM=dumb"),
	) // accessible prompts are styled
	lines := &lineReader{from: bufio.NewReader(in), ended: q.ended}
	q.in = lines
	if file, ok := in.(*os.File); ok && term.IsTerminal(file.Fd()) {
		q.in = &ttyLineReader{lines, file.Fd()}
	}
	return q
}

// askName prompts for the name of the account, unless a flag set it.
func (q *prompter) askName(ctx context.Context, a *account, known []string) error {
	if a.name != "" {
		return exitcode.UsageError(config.ValidateAccountName(a.name))
	}
	title := "Name of the account"
	if len(known) > 0 {
		title += " (existing: " + strings.Join(known, ", ") + ")"
	}
	return q.askPages(
		ctx,
		step{
			fields: []huh.Field{newInput(title+":", &a.name, config.ValidateAccountName)},
		},
	)
}

// secret returns a prompt that hides its input. When the input is not a terminal there is no echo to hide, and the
// library would skip a hidden prompt.
func (q *prompter) secret(title string, into *string, check func(string) error) huh.Field {
	field := newInput(title, into, check)
	if _, typed := q.in.(*ttyLineReader); typed || !q.plain {
		field.EchoMode(huh.EchoModePassword)
	}
	return field
}

// confirm prompts for yes or no; the default is no.
func (q *prompter) confirm(ctx context.Context, question string) (sure bool, err error) {
	err = q.ask(ctx, q.form(huh.NewGroup(huh.NewConfirm().Title(question).Value(&sure)))) // keeps the text above
	return sure, err
}

func (q *prompter) form(groups ...*huh.Group) *huh.Form {
	return huh.NewForm(groups...).WithTheme(huh.ThemeFunc(look)).WithAccessible(q.plain).WithInput(q.in).
		WithOutput(q.out)
}

// look returns the styles of the questions, in the colours of the terminal: the current question stands out, and what
// is wrong with an answer is red and marked as in the console.
func look(isDark bool) *huh.Styles {
	styles := huh.ThemeBase(isDark)
	now, keys := &styles.Focused, &styles.Help
	now.Title = now.Title.Bold(true)
	now.ErrorIndicator = now.ErrorIndicator.SetString("")
	now.ErrorMessage = now.ErrorMessage.SetString(" ✗").Bold(true).Foreground(ansi.Red)
	keys.ShortKey = keys.ShortKey.UnsetForeground() // the greys of the library are too faint on some backgrounds
	keys.ShortDesc = keys.ShortDesc.UnsetForeground()
	keys.ShortSeparator = keys.ShortSeparator.UnsetForeground()
	return styles
}

// useAltScreen is a view hook that shows the form on the alternate screen; inline, a page that gets smaller would leave
// lines behind.
func useAltScreen(v tea.View) tea.View {
	v.AltScreen = true
	return v
}

// ask runs a form and maps its errors.
func (q *prompter) ask(ctx context.Context, form *huh.Form) error {
	err := q.run(ctx, form)
	switch {
	case errors.Is(err, huh.ErrUserAborted), ctx.Err() != nil:
		return exitcode.With(exitcode.Interrupted, errors.New("nothing was written"))
	case err != nil:
		return fmt.Errorf("the questions cannot be shown: %w", err)
	case *q.ended:
		return exitcode.UsageErrorf("standard input ended before everything was answered; nothing was written")
	}
	return nil
}

// run runs a form until it is done or ctx ends, even while it waits for a line, and restores the echo of the terminal.
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

// lineReader returns one line per read. Each accessible prompt of the library has its own buffer, which would otherwise
// consume the input of the next ones.
type lineReader struct {
	from  *bufio.Reader
	rest  []byte
	ended *bool
}

// Read returns the rest of the current line, or else the next one.
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

// ttyLineReader reads lines from a terminal. The library uses its file descriptor to turn echo off.
type ttyLineReader struct {
	*lineReader
	fd uintptr
}

// Fd returns the file descriptor of the terminal.
func (t *ttyLineReader) Fd() uintptr { return t.fd }

// input is a line that is typed, with the keys of the console that bring text back: undo, and yank of what was erased
// by more than a character.
type input struct {
	*huh.Input
	text   *string
	before []string // the texts that undo goes back to
	killed string
}

// newInput returns a line with a title, which is kept in text.
func newInput(title string, text *string, check func(string) error) *input {
	return &input{Input: huh.NewInput().Title(title).Value(text).Validate(check), text: text}
}

// Update edits the line.
func (i *input) Update(msg tea.Msg) (huh.Model, tea.Cmd) {
	last := len(i.before) - 1
	switch {
	case textedit.IsUndo(msg):
		if last >= 0 {
			*i.text, i.before = i.before[last], i.before[:last]
			i.Value(i.text)
		}
		return i, nil
	case textedit.IsYank(msg):
		msg = tea.PasteMsg{Content: i.killed}
	}
	before := *i.text
	_, cmd := i.Input.Update(msg)
	if *i.text != before {
		i.before = append(i.before, before)
	}
	if utf8.RuneCountInString(before)-utf8.RuneCountInString(*i.text) > 1 {
		i.killed = erasedFrom(before, *i.text)
	}
	return i, cmd
}

// erasedFrom returns the part of a text that is missing in what is left of it.
func erasedFrom(before, left string) string {
	from := 0
	for from < len(left) && before[from] == left[from] {
		from++
	}
	from = safetext.RuneStart(before, from)
	return before[from : from+len(before)-len(left)]
}
