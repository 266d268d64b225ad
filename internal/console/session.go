package console

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"frontdesk/internal/cache"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/guard"
	"frontdesk/ui/accessible"
	"frontdesk/ui/terminal"
)

// Session is an open account on this machine with its console, its cache and its connection.
type Session struct {
	Console
	Cache  *cache.Cache
	conn   *connection.Desk
	cancel context.CancelFunc
}

// Open opens the account of a configuration. The options name what is not the account's; the other members are set
// here. The session's work ends with ctx.
func Open(ctx context.Context, c config.Config, o Options) (*Session, error) {
	return open(ctx, c, o, func(context.Context, *connection.Desk) error { return nil })
}

// open opens an account whose connection passes a check.
func open(
	ctx context.Context, c config.Config, o Options, check func(context.Context, *connection.Desk) error,
) (*Session, error) {
	conn, err := connection.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := check(ctx, conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	s := &Session{conn: conn, Cache: NewCache(c, conn)}
	ctx, s.cancel = context.WithCancel(ctx)
	if c.FAQPrefetch {
		guard.Go(func() { s.Cache.PrefetchArticles(ctx) })
	}
	guard.Go(func() { s.Cache.ReadQueue(ctx) })
	o.Config, o.Account, o.Cache = c, conn.Account, s.Cache
	o.DraftsDir = DraftsDir(c, conn.Account)
	o.Notice = cmp.Or(o.Notice, adoptUnnamedDrafts(c, conn.Account))
	if s.Console, err = New(ctx, o); err != nil {
		return nil, errors.Join(err, s.Close(ctx, nil))
	}
	return s, nil
}

// Opening returns lines about how the desk was opened that the user should see.
func (s *Session) Opening() []string { return s.conn.Opening }

// Save saves what was typed. A terminal that is gone cannot ask about it.
func (s *Session) Save() error { return s.Backend.FlushDrafts() }

// A console that has ended waits for the answers to what it was sending: after quietTime it says so, writesTimeout is
// longer than the timeout of a call.
const (
	quietTime     = time.Second
	writesTimeout = 35 * time.Second
)

// Close ends the console's work, waits for the answers to what is being sent and closes the connection. waiting is
// called if that takes long; it may be nil.
func (s *Session) Close(ctx context.Context, waiting func()) error {
	s.cancel()
	if s.Backend != nil {
		s.Backend.Close()
		s.waitForWrites(ctx, waiting)
	}
	s.Cache.Close()
	return s.conn.Close()
}

// waitForWrites waits for the answers to what was being sent when the console ended.
func (s *Session) waitForWrites(ctx context.Context, waiting func()) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), writesTimeout)
	defer stop()
	if waiting != nil {
		said := guard.AfterFunc(quietTime, waiting)
		defer said.Stop()
	}
	_ = s.Backend.WaitForWrites(ctx) // what is not answered by then is looked for by the next console
}

// maxLine is how many bytes of a line the line editing of Linux keeps.
const maxLine = 4095

// Show shows a console, or several of which one is shown, on a terminal until the agent leaves. In accessible mode it
// is read out line by line, and the terminal's own line editing serves what is typed.
func Show(ctx context.Context, model tea.Model, isAccessible bool, in io.Reader, out io.Writer) error {
	if isAccessible {
		t := accessible.Terminal{In: in, Out: out}
		if file, ok := in.(term.File); ok && term.IsTerminal(file.Fd()) {
			t.IsTyped, t.MaxLine = true, maxLine
		}
		return accessible.Run(ctx, model, t)
	}
	shown := terminal.Terminal{In: in, Out: out}
	if in == os.Stdin && out == os.Stdout {
		shown = terminal.Terminal{} // the process's own, which gets its signals and can be lent to a program
	}
	_, err := terminal.Run(ctx, model, shown)
	return err
}
