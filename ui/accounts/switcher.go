// Package accounts gives an agent with several accounts a console for each, of which one is shown.
//
//	switcher.go  the consoles, going to another one
//	messages.go  which console a message is for
//	opening.go   opening accounts, and closing those that were not visited for long
//	leaving.go   leaving all of them
package accounts

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
	"frontdesk/ui"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// usualLive is how many accounts stay open at most, unless something goes on in more.
const usualLive = 5

// Account is an account that can be opened.
type Account struct {
	Name, Address string // sanitised
	ReadOnly      bool
}

// Opened is an open account.
type Opened struct {
	Console *ui.Console
	Save    func() error // saves what was typed
	Close   func() error // ends the console's work and closes its connection; after Save
}

// Config configures a Switcher.
type Config struct {
	Context  context.Context // ends with the program
	Accounts []Account       // in the order of the list
	// Open opens an account and its console, which is given the Switcher as its accounts. It does IO, in a goroutine of
	// its own, and fails if the service does not accept the account's credential.
	Open    func(ctx context.Context, name string, others ui.Accounts) (Opened, error)
	MaxLive int // accounts that stay open; usualLive when 0
}

// Switcher holds the open consoles of an agent's accounts and shows one of them. A command's message goes to the
// console that the command is from, whichever is shown. It implements tea.Model and ui.Accounts.
type Switcher struct {
	Config
	live    []*live // the open ones, the one that was visited last at the end
	shown   *live
	screen  []tea.Msg // what the terminal has said of itself, for consoles that are opened later
	keys    int       // how many keys were pressed
	opening map[string]struct{}
	closing map[string]chan struct{} // closed when the account is
	leaving leaving
	parted  map[string]string // what is kept in accounts that were closed meanwhile
}

// live is an open account.
type live struct {
	Opened
	name   string
	closed bool // its messages are dropped
}

// New returns a Switcher that shows nothing before Begin.
func New(c Config) *Switcher {
	if c.MaxLive == 0 {
		c.MaxLive = usualLive
	}
	return &Switcher{
		Config: c, opening: map[string]struct{}{}, closing: map[string]chan struct{}{}, parted: map[string]string{},
	}
}

// Begin takes over the first account, which is shown.
func (s *Switcher) Begin(name string, o Opened) {
	s.shown = &live{Opened: o, name: name}
	s.live = append(s.live, s.shown)
}

// Shown returns the console that is shown.
func (s *Switcher) Shown() *ui.Console { return s.shown.Console }

// Init starts the first console.
func (s *Switcher) Init() tea.Cmd { return s.shown.tag(s.shown.Console.Init()) }

// View draws the console that is shown.
func (s *Switcher) View() tea.View {
	v, from := s.shown.Console.View(), s.shown
	if clicked := v.OnMouse; clicked != nil {
		v.OnMouse = func(msg tea.MouseMsg) tea.Cmd { return from.tag(clicked(msg)) }
	}
	return v
}

// List returns the accounts in their order.
func (s *Switcher) List() []overlay.Account {
	all := make([]overlay.Account, len(s.Accounts))
	for i, a := range s.Accounts {
		all[i] = overlay.Account{Name: a.Name, Address: a.Address, State: s.state(a), Shown: a.Name == s.shown.name}
	}
	return all
}

// state says in few words what goes on in an account.
func (s *Switcher) state(a Account) string {
	said := "not opened"
	l := s.find(a.Name)
	switch _, opening := s.opening[a.Name]; {
	case l == s.shown:
		said = "here"
	case l != nil:
		if said = l.Console.Activity(); said == "" {
			said = "open"
		}
	case opening:
		said = "opening…"
	case s.parted[a.Name] != "":
		said = s.parted[a.Name]
	}
	if a.ReadOnly {
		said = "read only · " + said
	}
	return said
}

// find returns an open account; nil if it is not open.
func (s *Switcher) find(name string) *live {
	i := slices.IndexFunc(s.live, func(l *live) bool { return l.name == name })
	if i < 0 {
		return nil
	}
	return s.live[i]
}

// goToMsg requests to show an account.
type goToMsg struct{ name string }

// GoTo returns a command that shows an account, and opens it first if it is not open.
func (s *Switcher) GoTo(name string) tea.Cmd {
	return func() tea.Msg { return goToMsg{name} }
}

// goTo shows an account that is open, or begins to open it.
func (s *Switcher) goTo(name string) tea.Cmd {
	if l := s.find(name); l != nil {
		return tea.Batch(s.show(l), s.closeUnvisited())
	}
	return s.open(name)
}

// show puts a console on the screen. Nothing in it changes.
func (s *Switcher) show(l *live) tea.Cmd {
	if l == s.shown {
		return nil
	}
	s.shown.Console.Hide()
	s.shown = l
	s.live = append(slices.DeleteFunc(s.live, func(other *live) bool { return other == l }), l)
	return l.tag(l.Console.Show())
}

// give passes a message to a console. A console that is not shown and panics is closed, so that the agent's work in
// another account goes on.
func (s *Switcher) give(to *live, msg tea.Msg) (cmd tea.Cmd) {
	update := func() { _, cmd = to.Console.Update(msg) }
	if to == s.shown {
		update()
		return to.tag(cmd)
	}
	if err := guard.Do(update); err != nil {
		s.shown.Console.Notify(to.name+" has failed and was closed; what was typed there is kept: "+backend.ErrorText(err), true)
		return s.close(to)
	}
	return tea.Batch(to.tag(cmd), s.showQuestion(to))
}
