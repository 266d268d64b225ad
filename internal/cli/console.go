package cli

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

// gcPercent is the heap growth, in percent, that starts a garbage collection. Most of the console's memory is the
// cache, which stays live: with Go's default of 100, the garbage of a large pull would stay with it.
const gcPercent = 50

// console connects to the configured desk and runs the console on the terminal of this process until the user leaves
// it.
func console(ctx context.Context, c config.Config, env func(string) string) error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return usageError{errors.New("the console needs a terminal; frontdesk --help lists what works without one")}
	}
	door, err := openConnection(ctx, c)
	if err != nil {
		return err
	}
	slog.SetDefault(slog.New(slog.DiscardHandler)) // the console shows panics itself, in one line
	debug.SetGCPercent(gcPercent)
	for _, line := range keyErrors(&c) {
		_, _ = fmt.Fprintln(os.Stderr, "frontdesk:", line) // the status bar has room for the first one only
	}
	inside, leave := context.WithCancel(ctx)
	made, err := newSeat(inside, seat{
		config: c, account: door.Account, records: newBook(c, door.Client, door.Zone), dir: draftsDir(c, door.Account), env: env,
		notice: adoptUnnamedDrafts(c, door.Account),
	})
	var unsaved error
	if err == nil {
		_, err = terminal.Run(ctx, made.console, terminal.Terminal{})
		unsaved = made.commands.FlushDrafts() // a closed terminal cannot prompt for unsaved drafts
	}
	leave()
	return errors.Join(ignoreNormalExit(err), unsaved, door.Close())
}

// newBook returns a new cache of an account's records.
func newBook(c config.Config, door *client.Client, zone *time.Location) *cache.Cache {
	return cache.New(cache.Config{
		Client: door, Zone: zone, PullLimit: c.Limit, SubStatuses: c.SubStatuses, Queues: c.Queues, Dispositions: c.Dispositions,
		AccountID: accountID(c), OrdersUnavailable: remoteLacks(c, wire.PullOrder.OperationInfo), SearchUnavailable: remoteLacks(c, wire.SearchFAQ.OperationInfo),
	})
}

// remoteLacks describes the setting that op needs and that is not configured; "" if none. The embedded desk needs none.
func remoteLacks(c config.Config, op wire.OperationInfo) string {
	if c.BaseURL == "" && c.ArticlesURL == "" {
		return ""
	}
	return missingSetting(c, op)
}

// draftsDir returns the directory of the agent's drafts for an account; "" if there is no data directory.
func draftsDir(c config.Config, account safetext.Line) string {
	if c.DataDir == "" {
		return ""
	}
	return draft.Place(c.DataDir, account.String(), c.Agent.String())
}

// adoptUnnamedDrafts moves drafts that were saved before the agent had a name to the agent's own directory, and returns
// an error message or "". A host does not call it: its agents all have names, and unnamed drafts would belong to
// someone else.
func adoptUnnamedDrafts(c config.Config, account safetext.Line) string {
	if c.DataDir == "" || c.Agent.IsEmpty() {
		return ""
	}
	if err := draft.AdoptUnnamed(c.DataDir, account.String(), c.Agent.String()); err != nil {
		return safetext.LineFromText(err.Error()).String()
	}
	return ""
}

// seat holds the parameters of one agent's console.
type seat struct {
	config   config.Config
	account  safetext.Line
	records  *cache.Cache
	dir      string // directory of the agent's drafts
	env      func(string) string
	presence *presence.Tracker // presence of the host's other consoles; nil without a host
	hosted   bool              // the terminal is remote, over SSH
	notice   string            // shown at startup; sanitised

	now  func() time.Time                          // time.Now when nil
	wait func(context.Context, time.Duration) bool // see backend.Config.Sleep; may be nil
}

// shared returns the maximum age of a response that consoles of one host share: slightly less than the refresh interval
// and at least 5 seconds, so that one console's refresh serves all of them.
func (s seat) shared() time.Duration {
	if !s.hosted {
		return 0
	}
	return max(s.config.Refresh*9/10, 5*time.Second)
}

// seated is a console with its backend.
type seated struct {
	console  *ui.Console
	commands *backend.Backend
}

// newSeat builds an agent's console. The console's work ends with ctx.
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
	keys, _ := keymap.WithOverrides(s.config.Keys) // rejected bindings are reported in the notice
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

// ignoreNormalExit drops the errors of a normal exit: a closed terminal or a signal.
func ignoreNormalExit(err error) error {
	if errors.Is(err, terminal.ErrTerminalClosed) || errors.Is(err, context.Canceled) || errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}
