package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
	"frontdesk/internal/keymap"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
	"frontdesk/ui"
	"frontdesk/ui/backend"
	"frontdesk/ui/terminal"
)

// gcPercent is by how many percent memory may grow before it is collected. Most of the console's memory is the book,
// which stays: with Go's 100 the rest of a large pull would stay with it.
const gcPercent = 50

// console opens the desk that is configured and shows the console on this process's terminal until it is left.
func console(ctx context.Context, c config.Config, env func(string) string) error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return usageError{errors.New("the console needs a terminal; frontdesk --help lists what works without one")}
	}
	door, err := openConnection(ctx, c)
	if err != nil {
		return err
	}
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the terminal is the console's: a panic is said there in one line
	debug.SetGCPercent(gcPercent)
	for _, line := range keyErrors(&c) {
		_, _ = fmt.Fprintln(os.Stderr, "frontdesk:", line) // the console's own line has room for the first only
	}
	inside, leave := context.WithCancel(ctx)
	made, err := newSeat(inside, seat{
		config: c, account: door.Account, records: newBook(c, door.Client, door.Zone), dir: draftsDir(c, door.Account), env: env,
		notice: adoptUnnamedDrafts(c, door.Account),
	})
	var unsaved error
	if err == nil {
		_, err = terminal.Run(ctx, made.console, terminal.Terminal{})
		unsaved = made.commands.FlushDrafts() // a closed terminal asks nobody
	}
	leave()
	return errors.Join(ignoreNormalExit(err), unsaved, door.Close())
}

// newBook makes the book of an account.
func newBook(c config.Config, door *client.Client, zone *time.Location) *cache.Cache {
	return cache.New(cache.Config{
		Client: door, Zone: zone, PullLimit: c.Limit, SubStatuses: c.SubStatuses, Queues: c.Queues, Dispositions: c.Dispositions,
		AccountID: accountID(c), OrdersUnavailable: remoteLacks(c, wire.PullOrder.OperationInfo), SearchUnavailable: remoteLacks(c, wire.SearchFAQ.OperationInfo),
	})
}

// remoteLacks is what an operation misses in the configuration, empty for nothing; the embedded desk misses nothing.
func remoteLacks(c config.Config, op wire.OperationInfo) string {
	if c.BaseURL == "" && c.ArticlesURL == "" {
		return ""
	}
	return missingSetting(c, op)
}

// draftsDir is where the agent's typing for an account is kept; empty when there is no home.
func draftsDir(c config.Config, account safetext.Line) string {
	if c.DataDir == "" {
		return ""
	}
	return draft.Place(c.DataDir, account.String(), c.Agent.String())
}

// adoptUnnamedDrafts takes over what was typed here before the agent had a name, and says what went wrong with that. A host's
// agents all have names: there it would be another one's.
func adoptUnnamedDrafts(c config.Config, account safetext.Line) string {
	if c.DataDir == "" || c.Agent.IsEmpty() {
		return ""
	}
	if err := draft.AdoptUnnamed(c.DataDir, account.String(), c.Agent.String()); err != nil {
		return safetext.LineFromText(err.Error()).String()
	}
	return ""
}

// seat is what one agent's console is made of.
type seat struct {
	config   config.Config
	account  safetext.Line
	records  *cache.Cache
	dir      string // of the agent's drafts
	env      func(string) string
	presence *presence.Tracker // the other consoles of the host; nil for none
	hosted   bool              // the terminal is at the other end of a connection
	notice   string            // said at the start, cleaned

	now  func() time.Time                          // time.Now when nil
	wait func(context.Context, time.Duration) bool // see command.Config; may be nil
}

// shared is how old an answer to another console of a host may be: a little less than the time between two looks, so
// that each look of the first console is one for all.
func (s seat) shared() time.Duration {
	if !s.hosted {
		return 0
	}
	return max(s.config.Refresh*9/10, 5*time.Second)
}

// seated is a console with what it works with.
type seated struct {
	console  *ui.Console
	commands *backend.Backend
}

// newSeat makes an agent's console; ctx ends with it.
func newSeat(ctx context.Context, s seat) (seated, error) {
	if s.dir == "" {
		return seated{}, errors.New("there is no place for what you type: set HOME or XDG_DATA_HOME")
	}
	shelf, err := draft.Open(s.dir)
	if err != nil {
		return seated{}, fmt.Errorf("there is no place for what you type: %w", err)
	}
	if s.now == nil {
		s.now = time.Now
	}
	notice := s.notice
	seen, err := draft.OpenUnread(s.dir, s.now())
	if err != nil {
		notice = safetext.LineFromText("what you have looked at before is not known: " + err.Error()).String()
	}
	keys, _ := keymap.WithOverrides(s.config.Keys) // what cannot be had is in the notice
	notice = cmp.Or(notice, keyErrorSummary(&s.config))
	refresh := s.config.Refresh
	if refresh == 0 {
		refresh = -1
	}
	var place *presence.Member
	if s.presence != nil {
		place = s.presence.Join(s.config.Agent)
	}
	commands := backend.New(backend.Config{
		Context: ctx, Book: s.records, Drafts: shelf, ReadState: seen, Account: s.account.String(),
		Zones: desk.NewZones(s.records.Zone, s.config.DisplayZone), Now: s.now, Sleep: s.wait, MaxSharedAge: s.shared(), Presence: place,
	})
	return seated{commands: commands, console: ui.New(ui.Config{
		Commands: commands, Account: s.account.String(), Agent: s.config.Agent.String(), Views: s.config.Views, Keys: keys, RangeDays: s.config.RangeDays,
		Refresh: refresh, NoColor: s.env("NO_COLOR") != "", Theme: s.config.Theme, Remote: s.hosted, StartupNotice: notice,
	})}, nil
}

// ignoreNormalExit is why the console was left, when that is worth a word: a closed terminal or a signal is an end like any other.
func ignoreNormalExit(err error) error {
	if errors.Is(err, terminal.ErrTerminalClosed) || errors.Is(err, context.Canceled) || errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}
