// Package uitest drives the console in tests: keys in, screen out, with the real client, handler and database and
// virtual time. A test runs inside testing/synctest; after each key the driver waits until the console is idle.
package uitest

import (
	"cmp"
	"context"
	"fmt"
	"image/color"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/macro"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
	"frontdesk/ui"
	"frontdesk/ui/accounts"
	"frontdesk/ui/backend"
)

// The credentials between console and desk, and the desk's account id.
const (
	token         = "c2VjcmV0"
	orderUser     = "console"
	orderPassword = "sesame"
	cmID          = 1
)

// Zone is the time zone of the tests.
var Zone = mustZone("Europe/Berlin")

// Now is the time at which tests begin.
var Now = time.Date(2026, 11, 20, 14, 2, 0, 0, Zone)

func mustZone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}

// Driver is one console on one desk.
type Driver struct {
	t       testing.TB
	options Options
	model   *ui.Console
	cmds    *backend.Backend
	warning string // of what is kept on disk
	loop    *loop
	Net     *Network
	service *deskService
	start   time.Time
	checked []string // the rows that hold what check asks for
	stop    context.CancelFunc

	switcher *accounts.Switcher // of several accounts; nil for one
	others   map[string]*Driver // the desks of the other accounts, by name
	closed   bool               // the console was closed for another account
	endHost  func()             // of a host that was made for the console; nil for none
	endLoop  func()             // of several accounts; else the loop ends with the console
}

// Run runs a test with virtual time.
func Run(t *testing.T, o Options, story func(t *testing.T, s *Driver)) {
	t.Helper()
	files, dir := o.makeDesks(t)
	if o.Dir == "" {
		o.Dir = filepath.Join(dir, "drafts")
	}
	synctest.Test(t, func(t *testing.T) {
		s := open(t, o, files[0])
		defer s.close()
		s.addAccounts(files[1:])
		s.begin()
		story(t, s)
	})
}

func open(t testing.TB, o Options, file string) *Driver {
	t.Helper()
	if o.Width == 0 {
		o.Width, o.Height = 120, 40
	}
	s := &Driver{t: t, options: o, start: time.Now()}
	s.openDesk(file)
	ctx := s.newContext(context.Background())
	s.model = s.newConsole(ctx)
	s.loop = newLoop(ctx, s.model, s.background())
	return s
}

// newConsole returns a console of the desk.
func (s *Driver) newConsole(ctx context.Context) *ui.Console {
	s.t.Helper()
	o := s.options
	view := cmp.Or(o.View, "All")
	if o.AsInstalled {
		view, o.Columns = "", desk.UsualColumns()
	}
	agent := o.agent()
	commands := s.commands(ctx)
	config := ui.Config{
		Commands:      commands,
		StartupNotice: s.warning,
		Account:       cmp.Or(o.Account, "acme"),
		Agent:         agent,
		Views:         o.Views,
		FirstView:     view,
		Macros:        o.Macros,
		Texts:         o.Texts,
		Columns:       o.Columns,
		Keys:          o.Keys,
		RangeDays:     o.Days,
		Refresh:       o.Refresh,
		HoldBack:      o.HoldBack,
		AfterSave:     o.AfterSave,
		TicketLines:   o.TicketLines,
		OldestFirst:   o.OldestFirst,
		ArticleLink:   o.ArticleLink,
		NoColor:       o.Plain,
		Charts:        o.Charts,
		Theme:         o.Theme,
		ChosenTheme:   s.chosenTheme(),
		Themes:        o.Themes,
		NoMouse:       o.NoMouse,
		PlainSymbols:  o.PlainSymbols,
		Remote:        o.Remote,
		ReadOnly:      o.ReadOnly,
		Accessible:    o.isRead,
		Welcome:       o.Welcome,

		Notifications: o.Notifications,
	}
	if s.switcher != nil {
		config.Accounts = s.switcher
	}
	return ui.New(config)
}

// commands returns the console's backend, connected through the network.
func (s *Driver) commands(ctx context.Context) *backend.Backend {
	s.t.Helper()
	c := s.newClient()
	state := s.agentState()
	storage, warning := backend.OpenStorage(state, s.now())
	storage.Themes = backend.ThemeMemory{State: state, Name: "theme"}
	if warning != nil {
		s.warning = safetext.LineFromText(warning.Error()).String()
	}
	account := int64(cmID)
	if s.options.NoAccount {
		account = 0
	}
	s.cmds = backend.New(backend.Config{
		Context:  ctx,
		Cluster:  s.cluster(),
		Storage:  storage,
		Account:  cmp.Or(s.options.Account, "acme"),
		Agent:    safetext.LineFromText(s.options.agent()),
		Presence: s.member(),

		MaxSharedAge: s.options.SharedAge,

		Browser: s.options.Browser,
		Site:    safetext.NewSite("https://desk.example.com"),
		Zones:   desk.NewTimeZones(Zone, s.options.Zone),
		Now:     s.now,
		Views: keptIn(state.Views(), func(own []desk.View) []desk.View {
			return slices.Concat(s.options.Views, own)
		}),
		Macros: keptIn(state.Macros(), func(own []macro.Macro) []macro.Macro {
			return macro.OnTop(own, s.options.Macros)
		}),
		Cache: cache.New(
			cache.Config{
				Dir:               s.options.CacheDir,
				Client:            c,
				Zone:              Zone,
				Now:               s.now,
				AccountID:         account,
				OpenSince:         s.options.OpenSince,
				PullTries:         s.options.tries(),
				Blocks:            s.options.Blocks,
				OrdersUnavailable: s.options.OrdersNotConfigured,
				SearchUnavailable: s.options.ArticlesNotConfigured,
			},
		),
	})
	s.startReader(ctx)
	return s.cmds
}

// startReader reads the open tickets of older days in the background, as a console does.
func (s *Driver) startReader(ctx context.Context) {
	if s.options.OpenSince > 0 {
		records := s.cmds.Cache
		guard.Go(func() { records.ReadQueue(ctx) })
	}
}

// member joins the host of the options; nil without one.
func (s *Driver) member() *presence.Member {
	if s.options.NewHost != nil && s.endHost == nil {
		s.options.Host, s.endHost = s.options.NewHost(s.now)
	}
	if s.options.Host == nil {
		return nil
	}
	return s.options.Host.Join(safetext.LineFromText("Asha Rao"))
}

// TakeNext takes the first of the given tickets as another agent of the host, and returns a function that ends the
// other agent's session.
func (s *Driver) TakeNext(agent string, tickets ...string) (leave func()) {
	s.t.Helper()
	member := s.options.Host.Join(safetext.LineFromText(agent))
	offered := func(yield func(presence.Resource) bool) {
		for _, id := range tickets {
			if !yield(presence.Resource{Kind: backend.KindUpdate, Record: id}) {
				return
			}
		}
	}
	if _, taken, err := member.Take(context.Background(), offered, s.now()); !taken {
		s.t.Fatalf("%s was given none of %v: %v", agent, tickets, err)
	}
	s.WaitIdle()
	return func() { member.Leave(); s.WaitIdle() }
}

// now returns the virtual time.
func (s *Driver) now() time.Time { return Now.Add(time.Since(s.start)) }

func (s *Driver) background() color.Color {
	if s.options.Light {
		return color.White
	}
	return color.Black
}

func (s *Driver) begin() {
	s.loop.start(s.options.Width, s.options.Height)
	s.WaitIdle()
}

// close ends the console as a closed terminal does, and closes the desk.
func (s *Driver) close() {
	if s.endLoop != nil {
		s.endLoop()
		s.loop.wait()
	}
	s.closeOthers()
	if !s.closed {
		s.cmds.Close()
		s.stop()
		s.loop.wait()
		if err := s.cmds.WaitForWrites(context.Background()); err != nil {
			s.t.Error(err)
		}
		s.cmds.Cache.Close()
	}
	if s.endHost != nil {
		s.endHost()
	}
	synctest.Wait()
	if err := s.service.close(); err != nil {
		s.t.Error(err)
	}
}

// Restart kills the console and starts another one on the same desk.
func (s *Driver) Restart() {
	s.t.Helper()
	s.stop()
	s.loop.wait()
	s.cmds.Close()
	if err := s.cmds.WaitForWrites(context.Background()); err != nil {
		s.t.Error(err)
	}
	s.cmds.Cache.Close()
	ctx := s.newContext(context.Background())
	s.model = s.newConsole(ctx)
	s.loop = newLoop(ctx, s.model, s.background())
	s.begin()
}

// WaitIdle waits until the console is idle, timers of less than a second included.
func (s *Driver) WaitIdle() { s.Advance(time.Second) }

// Advance advances the virtual time.
func (s *Driver) Advance(d time.Duration) {
	synctest.Wait()
	<-time.After(d)
	synctest.Wait()
	s.check()
}

// state returns all that a key can change: the screen, the window's title, the calls, the clipboard and the exit.
func (s *Driver) state() string {
	v := s.view()
	return fmt.Sprintf(
		"%s\x00%s\x00%v\x00%d %d %t",
		v.Content,
		v.WindowTitle,
		v.Cursor,
		s.allCalls(),
		s.loop.copies(),
		s.HasQuit(),
	)
}

// Receive gives the console a message of its host, as the terminal gives keys.
func (s *Driver) Receive(msg tea.Msg) {
	s.loop.send(msg)
	s.WaitIdle()
}

// Resize changes the window.
func (s *Driver) Resize(w, h int) {
	s.options.Width, s.options.Height, s.checked = w, h, nil
	s.loop.send(tea.WindowSizeMsg{Width: w, Height: h})
	s.WaitIdle()
}

// Window returns the size of the window.
func (s *Driver) Window() (width, height int) { return s.options.Width, s.options.Height }

// Backend returns the console's backend.
func (s *Driver) Backend() *backend.Backend { return s.cmds }

// keptIn returns what the console does with a list of the agent's own.
func keptIn[T any](list agent.List[T], all func(own []T) []T) backend.Kept[T] {
	with := func(own []T, err error) ([]T, error) { return all(own), err }
	return backend.Kept[T]{
		Save:   func(added T) ([]T, error) { return with(list.Add(added)) },
		Rename: func(name, to string) ([]T, error) { return with(list.Rename(name, to)) },
		Remove: func(name string) ([]T, error) { return with(list.Remove(name)) },
	}
}
