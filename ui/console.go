// Package ui is the console: the one model that the terminal library runs. It lays out the panes, sends input to the
// one that has the keys and everything else to all, and decides what follows from what panes and overlays answer.
//
//	console.go   what it holds, Init and Update
//	route.go     which part gets a key
//	navigation.go  where the agent is, what was opened from where, and which ticket is the next
//	actions.go   what can be done, by the keymap's names
//	forms.go     the forms that can be opened; work.go their drafts
//	send.go      sending them; outcome.go what comes back
//	drafts.go    what is kept of forms, outbox.go what could not leave; lists.go shows both and the journal, list_rows.go its rows
//	aside.go     the form that goes into the outbox
//	customer.go  the customer beside the list or alone, and finding one; faq.go the knowledge base
//	sync.go      pulls, refreshing, and whether the service answers
//	layout.go    who stands where; frame.go puts it together and guards it; bar.go is first and last line
package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
	"frontdesk/ui/part"
	"frontdesk/ui/screen"
	"frontdesk/ui/theme"
)

// Config is what a console is made of.
type Config struct {
	Commands *command.Commands
	Account  string        // its name for people, cleaned
	Agent    string        // who works here, cleaned; may be empty
	Views    []desk.View   // saved views, behind the console's own
	Keys     keymap.Map    // what can be done on which keys; the zero Map holds the usual ones
	Days     int           // days of the first pull, today included; 7 when 0
	Refresh  time.Duration // between two looks at the service; a minute when 0, never when negative
	Plain    bool          // no colours
	Theme    string        // "dark" or "light"; anything else asks the terminal
	Hosted   bool          // the terminal is somebody else's: nothing may be suspended on this machine
	Notice   string        // said at the start, cleaned: something that was set aside, for example
}

// HostMsg is what the host of the session has to say, cleaned; empty takes back what it said last.
type HostMsg struct{ Says string }

// Console is the whole screen. It implements tea.Model.
type Console struct {
	Config
	cmds *command.Commands
	th   *theme.Theme

	inbox    *pane.Inbox
	ticket   *pane.Ticket
	customer *pane.Customer
	faq      *pane.FAQ

	focus  pane.Pane // the pane that has the keys while no form is filled in
	back   pane.Pane // where the FAQ goes back to
	person person
	visits []visit // where the agent was before the ticket that is read, the latest last
	source source  // what that ticket was opened from
	sheet  *overlay.Sheet
	inForm bool // the sheet has the keys
	stack  []overlay.Overlay

	moved   command.WrittenMsg // the write that found the record moved, while that is asked about
	drafts  map[command.DraftForm]command.Draft
	outbox  outbox
	thrown  command.Draft  // the one about which is asked
	notes   []command.Note // of the journal, as it was read last
	list    *overlay.List  // the one that is open
	notice  notice
	hosts   notice // what the host had to say last
	company company
	syncing syncing

	width, height int
	colours       colorprofile.Profile // of the terminal
	graphemes     bool                 // the terminal counts characters as people see them
	slots         []slot
	listening     bool
}

// New makes a console; nothing is asked for before Init.
func New(c Config) *Console {
	if c.Days == 0 {
		c.Days = 7
	}
	if c.Refresh == 0 {
		c.Refresh = time.Minute
	}
	th := themeFor(c.Theme != "light", c.Plain, colorprofile.TrueColor)
	draw := part.NewRenderer()
	cs := &Console{Config: c, cmds: c.Commands, th: th, colours: colorprofile.TrueColor, drafts: map[command.DraftForm]command.Draft{}}
	cs.inbox = pane.NewInbox(c.Commands, desk.LastDays(c.Days, c.Commands.Today()), c.Views, th)
	cs.inbox.SetKeys(c.Keys)
	cs.inbox.SetDrafted(func(id desk.Key) bool {
		_, kept := cs.drafts[command.DraftForm{Kind: command.KindUpdate, Record: id.Raw()}]
		return kept
	})
	cs.ticket = pane.NewTicket(c.Commands, draw, th)
	cs.ticket.SetKeys(c.Keys)
	cs.customer = pane.NewCustomer(c.Commands, th)
	cs.customer.SetKeys(c.Keys)
	cs.faq = pane.NewFAQ(c.Commands, draw, th)
	cs.faq.SetKeys(c.Keys)
	cs.focus, cs.back = cs.inbox, cs.inbox
	cs.syncing.rolling = true
	if c.Notice != "" {
		cs.say(warned, c.Notice)
	}
	return cs
}

// Init asks for the terminal's background, the drafts and the tickets.
func (c *Console) Init() tea.Cmd {
	c.listening = true
	return tea.Batch(
		tea.RequestBackgroundColor, c.cmds.Resume, c.cmds.Listen(), c.cmds.Company, c.inbox.SetSpan(c.inbox.Span()), c.pullAll(),
	)
}

// Update sends input to the one part that has the keys, and everything else to all.
func (c *Console) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer c.mind()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		c.width, c.height = msg.Width, msg.Height
		cmd := tea.Batch(c.layout(), c.follow())
		return c, cmd
	case tea.BackgroundColorMsg:
		if c.Theme == "dark" || c.Theme == "light" {
			return c, nil
		}
		cmd := c.wear(themeFor(msg.IsDark(), c.Plain, c.colours))
		return c, cmd
	case tea.ColorProfileMsg:
		c.colours = msg.Profile
		cmd := c.wear(themeFor(c.th.Dark, c.Plain, c.colours))
		return c, cmd
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd := tea.Batch(c.input(msg), c.layout(), c.follow())
		return c, cmd
	}
	cmds := []tea.Cmd{c.hear(msg), c.tell(msg), c.reconnect(msg)}
	for _, p := range c.panes() {
		cmds = append(cmds, p.Update(msg))
	}
	cmd := tea.Batch(append(cmds, c.layout(), c.follow())...)
	return c, cmd
}

// themeFor is the theme for what a terminal can show.
func themeFor(isDark, isPlain bool, colours colorprofile.Profile) *theme.Theme {
	if !isPlain && colours == colorprofile.ANSI {
		return theme.OfSixteen(isDark)
	}
	return theme.New(isDark, isPlain || colours <= colorprofile.ASCII)
}

// wear changes the colours of everything.
func (c *Console) wear(th *theme.Theme) tea.Cmd {
	if *th == *c.th {
		return nil
	}
	c.th = th
	for _, p := range c.panes() {
		p.SetTheme(th)
	}
	if c.sheet != nil {
		c.sheet.SetTheme(th)
	}
	return tea.Batch(c.ticket.Resized(), c.faq.Resized())
}

// panes are all parts of the screen that can have the keys.
func (c *Console) panes() []pane.Pane { return []pane.Pane{c.inbox, c.ticket, c.customer, c.faq} }

// follow shows the ticket under the cursor, or its customer, where they stand beside the list. While the agent reads or
// writes, what is shown stays, whatever the list does.
func (c *Console) follow() tea.Cmd {
	if !c.wide() || c.focus != pane.Pane(c.inbox) || c.sheet != nil {
		return nil
	}
	if c.person.shown {
		return c.customer.ShowOf(c.inbox.Selected(), false)
	}
	return c.ticket.Show(c.inbox.Selected(), false)
}

// hear is what the root itself does about messages that are no input.
func (c *Console) hear(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case command.ChangedMsg:
		c.listening = false
	case command.ListedMsg:
		if c.sheet != nil {
			c.sheet.Offer(msg.Vocabulary)
		}
		return c.listen()
	case command.PulledMsg, command.AfterMsg, command.CategoriesMsg, command.FoundMsg, command.LookedMsg:
		return c.hearOfSync(msg)
	case command.TicketMsg:
		c.learn(msg)
	case command.DraftsMsg, command.SavedMsg, command.DiscardedMsg, command.SubjectMsg, command.WrittenMsg:
		return c.hearOfForms(msg)
	case command.ResumedMsg, command.OutboxMsg, command.JournalMsg, command.AsideMsg, command.ItemMsg, command.TakenBackMsg:
		return c.hearOfShelves(msg)
	case leavingMsg:
		return c.left(msg)
	case command.CompanyMsg:
		return c.met()
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore {
			c.graphemes = !msg.Value.IsNotRecognized() && !msg.Value.IsPermanentlyReset()
		}
	case HostMsg:
		c.hearHost(msg.Says)
	case screen.CommandFailedMsg:
		c.say(failed, command.Reason(msg.Err)+": try again")
	}
	return nil
}

// hearHost says what the host has to say, or takes that back if it is still there.
func (c *Console) hearHost(says string) {
	if says != "" || c.notice == c.hosts {
		c.say(warned, says)
		c.hosts = c.notice
	}
}

// listen waits for the book's next change once the last one is on screen, so that a burst of days is listed a few
// times and not once a day.
func (c *Console) listen() tea.Cmd {
	if c.listening {
		return nil
	}
	c.listening = true
	return c.cmds.Listen()
}

// Listed is how many tickets the inbox shows now, for measuring.
func (c *Console) Listed() int {
	if l := c.inbox.Last().Listing; l != nil {
		return l.Len()
	}
	return 0
}
