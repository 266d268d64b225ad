package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"frontdesk/internal/book"
	"frontdesk/internal/config"
	"frontdesk/internal/draft"
	"frontdesk/internal/text"
	"frontdesk/ui"
	"frontdesk/ui/command"
	"frontdesk/ui/screen"
)

// collectAt is by how many percent memory may grow before it is collected. Most of the console's memory is the book,
// which stays: with Go's 100 the rest of a large pull would stay with it.
const collectAt = 50

// console opens the desk that is configured and shows the console on this process's terminal until it is left.
func console(ctx context.Context, c config.Config, env func(string) string) error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return usageError{errors.New("the console needs a terminal; frontdesk --help lists what works without one")}
	}
	door, err := openDesk(ctx, c)
	if err != nil {
		return err
	}
	debug.SetGCPercent(collectAt)
	inside, leave := context.WithCancel(ctx)
	model, err := newConsole(inside, c, door, env)
	if err == nil {
		_, err = screen.Run(ctx, model, screen.Terminal{})
	}
	leave()
	return errors.Join(ended(err), door.Close())
}

// newConsole wires the console to a desk: the book that knows its records, and the agent's drafts.
func newConsole(ctx context.Context, c config.Config, door *deskConnection, env func(string) string) (tea.Model, error) {
	if c.DataDir == "" {
		return nil, errors.New("there is no place for what you type: set HOME or XDG_DATA_HOME")
	}
	dir := filepath.Join(c.DataDir, "drafts", "account-"+url.PathEscape(door.Account.String()))
	shelf, err := draft.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("there is no place for what you type: %w", err)
	}
	notice := ""
	seen, err := draft.OpenSeen(dir, time.Now())
	if err != nil {
		notice = text.PlainLine("what you have looked at before is not known: " + err.Error()).String()
	}
	records := book.New(book.Config{
		Client: door.Client, Zone: door.Zone, Limit: c.Limit, SubStatuses: c.SubStatuses, Queues: c.Queues, Dispositions: c.Dispositions,
	})
	refresh := c.Refresh
	if refresh == 0 {
		refresh = -1
	}
	return ui.New(ui.Config{
		Commands: command.New(command.Config{
			Context: ctx, Book: records, Shelf: shelf, Seen: seen, Account: door.Account.String(), CMID: door.CMID, Zone: door.Zone,
			Now: time.Now,
		}),
		Account: door.Account.String(), Agent: c.Agent.String(), Views: c.Views, Days: c.RangeDays, Refresh: refresh,
		Plain: env("NO_COLOR") != "", Theme: c.Theme, Notice: notice,
	}), nil
}

// ended is why the console was left, when that is worth a word: a closed terminal or a signal is an end like any other.
func ended(err error) error {
	if errors.Is(err, screen.ErrGone) || errors.Is(err, context.Canceled) || errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}
