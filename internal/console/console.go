// Package console assembles an agent's console from a connection, a cache and a directory of drafts.
package console

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/internal/cache"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/keymap"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
	"frontdesk/internal/stats"
	"frontdesk/internal/wire"
	"frontdesk/ui"
	"frontdesk/ui/backend"
	"frontdesk/ui/terminal"
)

// GCPercent is the heap growth, in percent, that starts a garbage collection. Most of the console's memory is the
// cache, which stays live: with Go's default of 100, the garbage of a large pull would stay with it.
const GCPercent = 50

// StartGCPercent is GCPercent until the cache on disk was read, when hardly anything is garbage yet.
const StartGCPercent = 200

// SetGCPercent sets one of these for the whole process, unless GOGC is set, and returns what to set again afterwards.
func SetGCPercent(percent int) int {
	if os.Getenv("GOGC") != "" {
		return percent
	}
	return debug.SetGCPercent(percent)
}

// NewCache returns a new cache of an account's records, which the caller closes. Its articles are kept in the account's
// cache directory, and so are its other records.
func NewCache(c config.Config, conn *connection.Desk) *cache.Cache {
	return cache.New(cacheConfig(c, conn))
}

// NewCommandCache is NewCache for a command, which pulls a day once: the pull has tries of its own, within the time
// limit that its user gave.
func NewCommandCache(c config.Config, conn *connection.Desk) *cache.Cache {
	settings := cacheConfig(c, conn)
	settings.PullTries = 1
	return cache.New(settings)
}

func cacheConfig(c config.Config, conn *connection.Desk) cache.Config {
	return cache.Config{
		Dir:               recordsDir(c, conn.Account),
		Client:            conn.Client,
		Zone:              conn.Zone,
		PullLimit:         c.Limit,
		OpenSince:         c.OpenSince,
		Embedded:          c.IsEmbedded(),
		SubStatuses:       c.SubStatuses,
		Queues:            c.Queues,
		Dispositions:      c.Dispositions,
		Blocks:            c.TicketBlocks,
		AccountID:         connection.AccountID(c),
		OrdersUnavailable: connection.MissingRemoteSetting(c, wire.PullOrder.OperationInfo),
		SearchUnavailable: connection.MissingRemoteSetting(c, wire.SearchFAQ.OperationInfo),
		Articles:          OpenArticles(c, conn.Account),
	}
}

// OpenArticles returns the index of an account's FAQ articles, which is in memory only if nothing is kept on disk.
func OpenArticles(c config.Config, account safetext.Line) *faqindex.Index {
	dir := c.AccountCacheDir(account.String())
	if dir == "" {
		return faqindex.Open(nil)
	}
	return faqindex.Open(cache.OpenFile(dir))
}

// recordsDir returns where an account's records are kept between starts; "" for nowhere. Those of the embedded desk are
// on disk already: reading them from its database takes a few milliseconds a day.
func recordsDir(c config.Config, account safetext.Line) string {
	if c.IsEmbedded() {
		return ""
	}
	return c.AccountCacheDir(account.String())
}

// DraftsDir returns the directory of the agent's drafts for an account; "" if there is no data directory.
func DraftsDir(c config.Config, account safetext.Line) string {
	if c.DataDir == "" {
		return ""
	}
	return agent.Place(c.DataDir, account.String(), c.Agent.String())
}

// adoptUnnamedDrafts moves drafts that were saved before the agent had a name to the agent's own directory, and returns
// an error message or "". A host does not call it: its agents all have names, and unnamed drafts would belong to
// someone else.
func adoptUnnamedDrafts(c config.Config, account safetext.Line) string {
	if c.DataDir == "" || c.Agent.IsEmpty() {
		return ""
	}
	if err := adoptUnnamed(DraftsDir(c, account), agent.Place(c.DataDir, account.String(), "")); err != nil {
		return safetext.LineFromText(err.Error()).String()
	}
	return ""
}

// adoptUnnamed moves what is kept of an agent without a name to an agent's directory, if there is anything, and no
// other agent has something in the account's file.
func adoptUnnamed(own, unnamed string) error {
	if _, err := os.Stat(filepath.Join(unnamed, agent.FileName)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	_, err := agent.AdoptUnnamed(own)
	return err
}

// themeMemory returns what keeps which theme an agent has chosen, in any account; it keeps nothing if there is no data
// directory.
func (s *Options) themeMemory() (backend.ThemeMemory, error) {
	if s.Config.DataDir == "" {
		return backend.ThemeMemory{}, nil
	}
	sum := sha256.Sum256([]byte(s.Config.Agent.String()))
	state, err := s.opener().Open(filepath.Join(s.Config.DataDir, "themes"), "")
	return backend.ThemeMemory{State: state, Name: "agent-" + hex.EncodeToString(sum[:8])}, err
}

// OpenStorage opens what is kept of the agent; see backend.OpenStorage.
func (s *Options) OpenStorage(now time.Time) (kept backend.Storage, warning, err error) {
	state, err := s.opener().Open(s.DraftsDir, s.Account.String())
	if err != nil {
		return kept, nil, err
	}
	kept, warning = backend.OpenStorage(state, now)
	return kept, warning, nil
}

// opener returns what opens the agent's state.
func (s *Options) opener() agent.Opener {
	if s.State == nil {
		return agent.ThisHost{}
	}
	return s.State
}

// Options holds the parameters of one agent's console.
type Options struct {
	Config    config.Config
	Account   safetext.Line
	Cache     *cache.Cache
	DraftsDir string               // directory of the agent's drafts
	State     agent.Opener         // of what is kept of the agent; the file of this host when nil
	Cluster   backend.ClusterWatch // the servers that hosts share; nil without them
	Env       func(string) string
	Presence  *presence.Group // the consoles that this one is to know of; nil without a host
	Clustered bool            // consoles of other hosts are among them
	Hosted    bool            // the terminal is remote, over SSH
	Notice    string          // shown at startup; sanitised
	ReadOnly  bool            // nothing is written, whatever the account's configuration says
	Accounts  ui.Accounts     // the agent's accounts; nil with one
	Welcome   bool            // begin with a welcome at the first start on the sample desk
	View      string          // to open instead of the one that was left; unknown is an UnknownViewError

	Now func() time.Time // time.Now when nil
}

// maxSharedAge returns the maximum age of a response that consoles of one host share: slightly less than the refresh
// interval and at least 5 seconds, so that one console's refresh serves all of them.
func (s Options) maxSharedAge() time.Duration {
	if !s.Hosted {
		return 0
	}
	return max(s.Config.Refresh*9/10, 5*time.Second)
}

// accessible reports whether the console is read out line by line: by the setting, or because the terminal cannot
// position a cursor.
func (s Options) accessible() bool { return s.Config.AccessibleBy(s.Env("TERM")) != "" }

// externalEditor returns the command line of the agent's editor; empty over SSH.
func (s Options) externalEditor() string {
	if s.Hosted {
		return ""
	}
	return cmp.Or(s.Env("VISUAL"), s.Env("EDITOR"))
}

// browser returns the command that gives an address to the desktop's browser; nil over SSH, where nothing may be
// started on the host, and without a desktop.
func (s Options) browser() []string {
	switch {
	case s.Hosted:
		return nil
	case runtime.GOOS == "darwin":
		return []string{"open"}
	case runtime.GOOS == "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	case s.Env("DISPLAY") != "" || s.Env("WAYLAND_DISPLAY") != "":
		return []string{"xdg-open"}
	}
	return nil
}

// Console is a console with its backend.
type Console struct {
	Model   *ui.Console
	Backend *backend.Backend
}

// New builds an agent's console. The console's work ends with ctx.
func New(ctx context.Context, s Options) (Console, error) {
	if s.DraftsDir == "" {
		return Console{}, errors.New("there is no place for what you type: set HOME or XDG_DATA_HOME")
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	storage, warning, err := s.OpenStorage(s.Now())
	if err != nil {
		return Console{}, fmt.Errorf("there is no place for what you type: %w", err)
	}
	notice := s.Notice
	if warning != nil {
		notice = safetext.LineFromText(warning.Error()).String()
	}
	if storage.Themes, err = s.themeMemory(); err != nil {
		notice = cmp.Or(notice, safetext.LineFromText(err.Error()).String())
	}
	chosenTheme, err := storage.Themes.Chosen(s.Config.Theme)
	if err != nil {
		notice = cmp.Or(notice, safetext.LineFromText(err.Error()).String())
	}
	saved, macros := savedViews(&s), savedMacros(&s)
	if err := errors.Join(saved.load(), macros.load()); err != nil {
		notice = cmp.Or(notice, safetext.LineFromText(err.Error()).String())
	}
	if err := s.nameFirstView(saved.all()); err != nil {
		return Console{}, err
	}
	notice = cmp.Or(notice, s.Config.KeyErrorSummary())
	var place *presence.Member
	if s.Presence != nil {
		place = s.Presence.Join(s.Config.Agent)
	}
	commands := backend.New(backend.Config{
		Context: ctx,
		Cache:   s.Cache,
		Storage: storage,
		Account: s.Account.String(),
		Zones: desk.NewTimeZones(
			s.Cache.Zone,
			s.Config.DisplayZone,
		),
		Agent:          s.Config.Agent,
		SignComments:   s.Config.SignComments,
		Now:            s.Now,
		MaxSharedAge:   s.maxSharedAge(),
		OlderAge:       s.Config.RefreshOlder,
		Presence:       place,
		Clustered:      s.Clustered,
		Cluster:        s.Cluster,
		ExternalEditor: s.externalEditor(),
		Browser:        s.browser(),
		Site:           safetext.NewSite(s.Config.BaseURL),
		Views:          saved.changes(),
		Macros:         macros.changes(),
	})
	made := s.uiConfig(commands, saved.all(), notice)
	made.Macros = macros.all()
	made.ChosenTheme = chosenTheme
	return Console{Backend: commands, Model: ui.New(made)}, nil
}

// uiConfig returns the configuration of the console's model. Rejected key bindings are reported in the notice.
func (s Options) uiConfig(commands *backend.Backend, views []desk.View, notice string) ui.Config {
	keys, _ := keymap.WithOverrides(s.Config.Keys)
	refresh := s.Config.Refresh
	if refresh == 0 {
		refresh = -1
	}
	return ui.Config{
		Commands:      commands,
		Account:       s.Account.String(),
		Agent:         s.Config.Agent.String(),
		Views:         views,
		FirstView:     s.View,
		Texts:         s.Config.Texts,
		Columns:       s.Config.Columns,
		Keys:          keys,
		HoldBack:      s.Config.HoldBack,
		RangeDays:     s.Config.RangeDays,
		AfterSave:     s.Config.AfterSave,
		TicketLines:   s.Config.TicketLines,
		OldestFirst:   s.Config.Conversation == config.OldestFirst,
		ArticleLink:   s.articleLink(),
		Refresh:       refresh,
		NoColor:       s.Env("NO_COLOR") != "",
		Charts:        stats.BarStyleOf(s.Env),
		Theme:         s.Config.Theme,
		Themes:        s.Config.Themes,
		PlainSymbols:  s.Config.Symbols == config.PlainSymbols,
		NoMouse:       !s.Config.Mouse,
		Notifications: s.Config.Notifications,
		Remote:        s.Hosted,
		Accessible:    s.accessible(),
		ReadOnly:      s.Config.ReadOnly || s.ReadOnly,
		StartupNotice: notice,
		Accounts:      s.Accounts,
		Welcome:       s.welcomes(),
	}
}

// welcomes reports whether the console begins with a welcome. Over SSH and in accessible mode it would be in the way of
// somebody who cannot see that any key closes it.
func (s Options) welcomes() bool {
	return s.Welcome && !s.Hosted && !s.accessible() && s.Config.IsEmbedded() && len(s.Config.Accounts) == 0
}

// articleLink returns the function that names where customers read an article; nil when that is not known.
func (s Options) articleLink() func(id int64) string {
	if s.Config.FAQLink == "" {
		return nil
	}
	return func(id int64) string {
		return strings.Replace(s.Config.FAQLink, config.ArticleIDMark, strconv.FormatInt(id, 10), 1)
	}
}

// IgnoreNormalExit drops the errors of a normal exit: a closed terminal or a signal.
func IgnoreNormalExit(err error) error {
	if errors.Is(err, terminal.ErrTerminalClosed) || errors.Is(err, context.Canceled) ||
		errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}
