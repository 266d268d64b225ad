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
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
	"frontdesk/ui/part"
	"frontdesk/ui/terminal"
	"frontdesk/ui/theme"
)

// Config is what a console is made of.
type Config struct {
	Commands      *backend.Backend
	Account       string        // its name for people, cleaned
	Agent         string        // who works here, cleaned; may be empty
	Views         []desk.View   // saved views, behind the console's own
	Keys          keymap.Keymap // what can be done on which keys; the zero Map holds the usual ones
	RangeDays     int           // days of the first pull, today included; 7 when 0
	Refresh       time.Duration // between two looks at the service; a minute when 0, never when negative
	NoColor       bool          // no colours
	Theme         string        // "dark" or "light"; anything else asks the terminal
	Remote        bool          // the terminal is somebody else's: nothing may be suspended on this machine
	StartupNotice string        // said at the start, cleaned: something that was set aside, for example
}

// ServerNoticeMsg is what the host of the session has to say, cleaned; empty takes back what it said last.
type ServerNoticeMsg struct{ Text string }

// Console is the whole screen. It implements tea.Model.
type Console struct {
	Config
	cmds *backend.Backend
	th   *theme.Theme

	inbox    *pane.Inbox
	ticket   *pane.Ticket
	customer *pane.Customer
	faq      *pane.FAQ

	focus         pane.Pane // the pane that has the keys while no form is filled in
	back          pane.Pane // where the FAQ goes back to
	customerView  person
	visits        []visit // where the agent was before the ticket that is read, the latest last
	source        source  // what that ticket was opened from
	editor        *overlay.Editor
	editorFocused bool // the sheet has the keys
	overlays      []overlay.Overlay

	pendingConflict backend.SubmitResultMsg // the write that found the record moved, while that is asked about
	drafts          map[backend.DraftKey]backend.Draft
	outbox          outbox
	draftToDelete   backend.Draft          // the one about which is asked
	history         []backend.HistoryEntry // of the journal, as it was read last
	openList        *overlay.List          // the one that is open
	notification    notice
	serverNotice    notice // what the host had to say last
	presence        company
	sync            syncing

	width, height int
	profile       colorprofile.Profile // of the terminal
	graphemes     bool                 // the terminal counts characters as people see them
	regions       []region
	subscribed    bool
}

// New makes a console; nothing is asked for before Init.
func New(c Config) *Console {
	if c.RangeDays == 0 {
		c.RangeDays = 7
	}
	if c.Refresh == 0 {
		c.Refresh = time.Minute
	}
	th := themeFor(c.Theme != "light", c.NoColor, colorprofile.TrueColor)
	draw := part.NewRenderer()
	cs := &Console{Config: c, cmds: c.Commands, th: th, profile: colorprofile.TrueColor, drafts: map[backend.DraftKey]backend.Draft{}}
	cs.inbox = pane.NewInbox(c.Commands, desk.LastDays(c.RangeDays, c.Commands.Today()), c.Views, th)
	cs.inbox.SetKeys(c.Keys)
	cs.inbox.SetDraftLookup(func(id desk.ID) bool {
		_, kept := cs.drafts[backend.DraftKey{Kind: backend.KindUpdate, Record: id.Raw()}]
		return kept
	})
	cs.ticket = pane.NewTicket(c.Commands, draw, th)
	cs.ticket.SetKeys(c.Keys)
	cs.customer = pane.NewCustomer(c.Commands, th)
	cs.customer.SetKeys(c.Keys)
	cs.faq = pane.NewFAQ(c.Commands, draw, th)
	cs.faq.SetKeys(c.Keys)
	cs.focus, cs.back = cs.inbox, cs.inbox
	cs.sync.followsToday = true
	if c.StartupNotice != "" {
		cs.notify(levelWarning, c.StartupNotice)
	}
	return cs
}

// Init asks for the terminal's background, the drafts and the tickets.
func (c *Console) Init() tea.Cmd {
	c.subscribed = true
	return tea.Batch(
		tea.RequestBackgroundColor, c.cmds.Recover, c.cmds.WatchStore(), c.cmds.WatchPresence, c.inbox.SetSpan(c.inbox.Span()), c.pullAll(),
	)
}

// Update sends input to the one part that has the keys, and everything else to all.
func (c *Console) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer c.updatePresence()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		c.width, c.height = msg.Width, msg.Height
		cmd := tea.Batch(c.layout(), c.updatePreview())
		return c, cmd
	case tea.BackgroundColorMsg:
		if c.Theme == "dark" || c.Theme == "light" {
			return c, nil
		}
		cmd := c.applyTheme(themeFor(msg.IsDark(), c.NoColor, c.profile))
		return c, cmd
	case tea.ColorProfileMsg:
		c.profile = msg.Profile
		cmd := c.applyTheme(themeFor(c.th.Dark, c.NoColor, c.profile))
		return c, cmd
	case tea.KeyPressMsg, tea.PasteMsg:
		cmd := tea.Batch(c.routeInput(msg), c.layout(), c.updatePreview())
		return c, cmd
	}
	cmds := []tea.Cmd{c.handleMsg(msg), c.broadcastToOverlays(msg), c.reconnect(msg)}
	for _, p := range c.panes() {
		cmds = append(cmds, p.Update(msg))
	}
	cmd := tea.Batch(append(cmds, c.layout(), c.updatePreview())...)
	return c, cmd
}

// themeFor is the theme for what a terminal can show.
func themeFor(isDark, isPlain bool, colours colorprofile.Profile) *theme.Theme {
	if !isPlain && colours == colorprofile.ANSI {
		return theme.NewANSI16(isDark)
	}
	return theme.New(isDark, isPlain || colours <= colorprofile.ASCII)
}

// applyTheme changes the colours of everything.
func (c *Console) applyTheme(th *theme.Theme) tea.Cmd {
	if *th == *c.th {
		return nil
	}
	c.th = th
	for _, p := range c.panes() {
		p.SetTheme(th)
	}
	if c.editor != nil {
		c.editor.SetTheme(th)
	}
	return tea.Batch(c.ticket.Rerender(), c.faq.Resized())
}

// panes are all parts of the screen that can have the keys.
func (c *Console) panes() []pane.Pane { return []pane.Pane{c.inbox, c.ticket, c.customer, c.faq} }

// updatePreview shows the ticket under the cursor, or its customer, where they stand beside the list. While the agent reads or
// writes, what is shown stays, whatever the list does.
func (c *Console) updatePreview() tea.Cmd {
	if !c.wide() || c.focus != pane.Pane(c.inbox) || c.editor != nil {
		return nil
	}
	if c.customerView.shown {
		return c.customer.ShowForTicket(c.inbox.Selected(), false)
	}
	return c.ticket.Show(c.inbox.Selected(), false)
}

// handleMsg is what the root itself does about messages that are no input.
func (c *Console) handleMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.StoreChangedMsg:
		c.subscribed = false
	case backend.TicketsListedMsg:
		if c.editor != nil {
			c.editor.SetVocabulary(msg.Vocabulary)
		}
		return c.subscribe()
	case backend.PullDoneMsg, backend.TimerMsg, backend.CategoriesLoadedMsg, backend.ArticlesFoundMsg, backend.TicketReadMsg:
		return c.hearOfSync(msg)
	case backend.TicketLoadedMsg:
		c.setOriginal(msg)
	case backend.DraftsLoadedMsg, backend.DraftSavedMsg, backend.DraftDeletedMsg, backend.TicketCustomerMsg, backend.SubmitResultMsg:
		return c.handleFormMsg(msg)
	case backend.RecoveredMsg, backend.OutboxLoadedMsg, backend.HistoryLoadedMsg, backend.MovedToOutboxMsg, backend.OutboxItemDoneMsg, backend.OutboxItemReopenedMsg:
		return c.handleListMsg(msg)
	case flushedMsg:
		return c.onFlushed(msg)
	case backend.PresenceChangedMsg:
		return c.onPresenceChanged()
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore {
			c.graphemes = !msg.Value.IsNotRecognized() && !msg.Value.IsPermanentlyReset()
		}
	case ServerNoticeMsg:
		c.onServerNotice(msg.Text)
	case terminal.CommandFailedMsg:
		c.notify(levelError, backend.ErrorText(msg.Err)+": try again")
	}
	return nil
}

// onServerNotice says what the host has to say, or takes that back if it is still there.
func (c *Console) onServerNotice(says string) {
	if says != "" || c.notification == c.serverNotice {
		c.notify(levelWarning, says)
		c.serverNotice = c.notification
	}
}

// subscribe waits for the book's next change once the last one is on screen, so that a burst of days is listed a few
// times and not once a day.
func (c *Console) subscribe() tea.Cmd {
	if c.subscribed {
		return nil
	}
	c.subscribed = true
	return c.cmds.WatchStore()
}

// TicketCount is how many tickets the inbox shows now, for measuring.
func (c *Console) TicketCount() int {
	if l := c.inbox.Snapshot().Listing; l != nil {
		return l.Len()
	}
	return 0
}
