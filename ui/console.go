package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/macro"
	"frontdesk/internal/stats"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
	"frontdesk/ui/markdown"
	"frontdesk/ui/pane"
	"frontdesk/ui/terminal"
	"frontdesk/ui/theme"
)

// Config configures a Console.
type Config struct {
	Commands      *backend.Backend
	Account       string                // display name, sanitised
	Agent         string                // the agent's name, sanitised; may be empty
	Columns       []string              // columns of the inbox, from left to right; those of old when nil
	Views         []desk.View           // saved views, listed after the built-in ones
	FirstView     string                // the name of the view that is shown first; the first one when empty
	Macros        []macro.Macro         // in the order of their list
	Texts         []macro.Text          // canned texts
	Keys          keymap.Keymap         // key bindings; the zero Keymap holds the defaults
	RangeDays     int                   // days of the first pull, today included; 7 when 0
	OldestFirst   bool                  // tickets show their oldest message first, the newest at the end
	TicketLines   int                   // of each ticket in the inbox, 1 or 2; 1 when 0
	AfterSave     string                // where a save leads: "next", "list" or "stay"; stay when empty
	ArticleLink   func(id int64) string // where customers read an article; nil when that is not known
	HoldBack      time.Duration         // how long an update can be undone before it is sent; 0 sends at once
	Refresh       time.Duration         // interval between refreshes; a minute when 0, never when negative
	NoColor       bool                  // disables colours
	Charts        stats.BarStyle        // the characters of bars
	PlainSymbols  bool                  // frames, bars and marks are of characters that every font has
	Theme         string                // the name of the configured theme; theme.Auto when empty
	ChosenTheme   string                // that the agent has chosen instead; empty for none
	Themes        []theme.Spec          // of the configuration, beside those that are always there
	Notifications string                // how the desktop is told of callbacks: "osc9", "osc777" or "both"; else not at all
	Accessible    bool                  // it is read out line by line: see package accessible
	NoMouse       bool                  // the terminal selects text with the mouse, until the agent changes that
	ReadOnly      bool                  // nothing is written; the client refuses it too
	Remote        bool                  // the terminal is remote: the process cannot be suspended
	StartupNotice string                // shown at the start, sanitised
	Accounts      Accounts              // the agent's accounts; nil with one
	Welcome       bool                  // begins with a welcome, unless there was one before
}

// ServerNoticeMsg is a notice from the host of the session, sanitised; an empty text clears the previous one.
type ServerNoticeMsg struct{ Text string }

// Console is the root model. It implements tea.Model. What it shows is in its window, and parts own what they keep.
type Console struct {
	window
	sync       syncing
	cluster    cluster
	reminders  reminders
	remembered remembered
	colours    colours
	lookups    lookups
	links      links
	board      charts
	handover   handoverNote
	presence   presenceState
	calls      calls
	subscribed bool

	drafts  drafts
	forms   forms
	sending sending
	macros  macroList
	repeats repeating
	leaving leaving
	outbox  outbox
	hold    holding
	work    workList
	own     ownLists
	bulk    bulkUpdates
}

// New returns a console; no request is made before Init.
func New(c Config) *Console {
	if c.RangeDays == 0 {
		c.RangeDays = 7
	}
	if c.Refresh == 0 {
		c.Refresh = time.Minute
	}
	if c.PlainSymbols {
		c.Keys, c.Charts = c.Keys.Plain(), stats.PlainBars
	}
	if c.Accessible {
		c.Keys = c.Keys.Spoken()
	}
	cs := &Console{colours: newColours(&c)}
	cs.Config, cs.cmds, cs.mouse.off = c, c.Commands, c.NoMouse
	cs.colours.part, cs.colours.apply = part{&cs.window}, cs.applyTheme
	cs.th = cs.colours.themeNamed(cs.colours.chosen)
	deps := pane.Deps{
		Backend: c.Commands, Markdown: markdown.NewRenderer(), Theme: cs.th, Keys: c.Keys, ArticleLink: c.ArticleLink,
	}
	cs.reminders.part = part{&cs.window}
	cs.at = home
	cs.makeScreens(deps)
	cs.makeParts()
	cs.remembered.notifyAtStart()
	cs.welcome()
	return cs
}

// Init requests the terminal's background colour and starts loading drafts and tickets.
func (c *Console) Init() tea.Cmd {
	c.subscribed = true
	return tea.Batch(
		tea.RequestBackgroundColor,
		c.cmds.Recover,
		c.cmds.Bulk.Load,
		c.cmds.WatchStore(),
		c.cmds.WatchPresence(c.onPresence),
		c.cmds.WatchCluster(c.cluster.ClusterState),
		c.inbox.SetSpan(c.inbox.Span()),
		c.sync.pullAll(),
		c.reminders.setClockTimer(),
		c.rememberWelcome(),
	)
}

// Update sends input to the focused part, and every other message to all parts.
func (c *Console) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer c.updatePresence()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		c.width, c.height = msg.Width, msg.Height
		cmd := tea.Batch(c.layout(), c.updatePreview())
		return c, cmd
	case tea.BackgroundColorMsg:
		cmd := c.colours.setBackground(msg.IsDark())
		return c, cmd
	case tea.ColorProfileMsg:
		cmd := c.colours.setProfile(msg.Profile)
		return c, cmd
	case tea.MouseMsg:
		cmd, changes := c.routeMouse(msg)
		if !changes {
			return c, cmd
		}
		cmd = tea.Batch(cmd, c.calls.keep(), c.layout(), c.updatePreview(), c.remembered.remember())
		return c, cmd
	case tea.KeyPressMsg, tea.PasteMsg, accessible.ActMsg:
		c.cmds.RenewClaim(c.workedOn())
		cmd := tea.Batch(c.routeInput(msg), c.calls.keep(), c.layout(), c.updatePreview(), c.remembered.remember())
		return c, cmd
	}
	cmds := []tea.Cmd{c.handleMsg(msg), c.broadcastToOverlays(msg), c.sync.reconnect(msg), c.sync.noteUnreachable(msg)}
	for _, p := range c.panes {
		cmds = append(cmds, p.Update(msg))
	}
	c.suggestions.Update(msg)
	if _, listed := msg.(backend.TicketsListedMsg); listed {
		c.sync.noteAway()
		cmds = append(cmds, c.reminders.remind())
	}
	cmd := tea.Batch(append(cmds, c.forms.followTicket(), c.layout(), c.updatePreview(), c.remembered.remember())...)
	return c, cmd
}

// applyTheme changes the colours of all panes and of the form, and renders cached text again.
func (c *Console) applyTheme(th *theme.Theme) tea.Cmd {
	if th == c.th {
		return nil
	}
	c.th = th
	for _, p := range c.panes {
		p.SetTheme(th)
	}
	c.suggestions.SetTheme(th)
	if c.editor != nil {
		c.editor.SetTheme(th)
	}
	return c.rerender()
}

// updatePreview shows the ticket under the cursor, or its customer, beside the list. While the agent reads the
// preview or edits a form it does not change with the list. The customer beside a ticket changes with that ticket.
func (w *window) updatePreview() tea.Cmd {
	if w.isOnCall() {
		return w.call.Follow()
	}
	var ticket tea.Cmd
	switch isListed := w.at.focus == layout.List && w.shows(layout.Detail); {
	case isListed && w.at.detail == keymap.Customer:
		return w.customer.ShowForTicket(w.inbox.Selected(), false)
	case isListed:
		ticket = w.ticket.Show(w.inbox.Selected(), false)
	}
	if w.at.answers && w.editor == nil {
		ticket = tea.Batch(ticket, w.suggestInFAQ())
	}
	if !w.shows(layout.Side) || w.at.detail == keymap.Customer {
		return tea.Batch(ticket, w.suggestBeside())
	}
	return tea.Batch(ticket, w.customer.ShowForTicket(w.ticket.Summary(), false), w.suggestBeside())
}

// handleMsg handles the messages of the console itself, except input.
func (c *Console) handleMsg(msg tea.Msg) tea.Cmd {
	c.macros.onMsg(msg)
	switch msg := msg.(type) {
	case backend.DoneMsg:
		return msg.Then()
	case backend.WrittenMsg:
		c.onWritten(msg)
	case backend.StoreChangedMsg:
		c.subscribed = false
	case backend.TicketsListedMsg:
		if c.editor != nil {
			c.editor.SetVocabulary(msg.Vocabulary)
		}
		return c.subscribe()
	case backend.CustomerName:
		c.forms.onCustomerName(msg)
	case backend.TicketLoaded:
		c.forms.setOriginal(msg)
		c.forms.noteTheirs(msg)
		return tea.Batch(c.links.onTicket(msg), c.lookups.onPastedTicket(msg), c.lookups.onTypedTicket(msg))
	case tea.ModeReportMsg:
		c.onModeReport(msg)
	case backend.ClusterChangedMsg:
		return c.cluster.onChanged(msg.ClusterState)
	case ServerNoticeMsg:
		c.onServerNotice(msg.Text)
	case terminal.CommandFailedMsg:
		c.notify(levelError, backend.ErrorText(msg.Err)+": try again")
	default:
		return tea.Batch(
			c.handleSyncMsg(msg), c.handleFormMsg(msg), c.handleListMsg(msg),
			c.bulk.handle(msg), c.handleInboxMsg(msg),
		)
	}
	return nil
}

// onWritten says what is lost by a write that has failed.
func (c *Console) onWritten(msg backend.WrittenMsg) {
	switch {
	case msg.What == backend.InboxLook:
		c.remembered.onKept(msg.Err)
	case msg.Err != nil:
		c.notify(levelError, msg.What+backend.ErrorText(msg.Err))
	}
}

// onModeReport learns whether the terminal measures whole characters.
func (w *window) onModeReport(msg tea.ModeReportMsg) {
	if msg.Mode == ansi.ModeUnicodeCore {
		w.graphemes = !msg.Value.IsNotRecognized() && !msg.Value.IsPermanentlyReset()
	}
}

// handleInboxMsg handles messages about the list: its summary, its views, its colours and what is taken from it.
func (c *Console) handleInboxMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.KeptMsg[desk.View]:
		return c.own.onViewsKept(msg)
	case backend.KeptMsg[macro.Macro]:
		c.own.onMacrosKept(msg)
	case backend.ThemeKeptMsg:
		return c.colours.onKept(msg)
	}
	return nil
}

// subscribe waits for the next change of the cache once the last one is listed, so that a burst of arriving days is
// listed a few times instead of once per day.
func (c *Console) subscribe() tea.Cmd {
	if c.subscribed {
		return nil
	}
	c.subscribed = true
	return c.cmds.WatchStore()
}

// TicketCount returns the number of tickets listed in the inbox, for measurements.
func (s *screens) TicketCount() int {
	if l := s.inbox.Snapshot().Listing; l != nil {
		return l.Len()
	}
	return 0
}
