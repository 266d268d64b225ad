package ui

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// syncing is how the console keeps up with the service.
type syncing struct {
	followsToday bool // the span ends today, and tomorrow it ends tomorrow
	seq          int  // of the newest timer
	refreshCount int  // refreshes since the last pull of every day
	failures     int  // in a row
	since        time.Time
	at           time.Time // of the last answer that was whole
	err          error
}

const (
	// fullPullEvery is after how many refreshes of today every day is pulled again: others may have worked on older tickets.
	fullPullEvery = 10
	// firstRetry is how long the console waits after a failure; each further one doubles it up to a minute.
	firstRetry = 5 * time.Second
	lastRetry  = time.Minute
)

// refreshingText is said until what the agent asked for again has been answered.
const refreshingText = "asking again…"

// what a timer is for.
const timerRefresh = "refresh"

// pullAll asks for every day of the span.
func (c *Console) pullAll() tea.Cmd {
	c.sync.seq++
	c.sync.refreshCount = 0
	return c.cmds.PullTickets(c.inbox.Span())
}

// pullNow asks for them by the agent's own hand.
func (c *Console) pullNow() tea.Cmd {
	c.sync.seq++
	c.sync.refreshCount = 0
	return c.cmds.PullTicketsNow(c.inbox.Span())
}

// showDays shows other days and pulls them.
func (c *Console) showDays(span desk.DateRange) tea.Cmd {
	c.sync.followsToday = span.To == c.cmds.Today()
	return tea.Batch(c.inbox.SetSpan(span), c.pullAll())
}

// refresh asks again for everything that is shown.
func (c *Console) refresh() tea.Cmd {
	c.notify(levelTransient, refreshingText)
	if c.focus.ID() == c.faq.ID() {
		return c.faq.Refresh()
	}
	return tea.Batch(c.pullNow(), c.refreshDetail())
}

// refreshed takes back that the service is being asked again: it has answered.
func (c *Console) refreshed() {
	if c.notification.says == refreshingText {
		c.notification = notice{}
	}
}

// hearOfSync is what the root does about answers to what was asked for again, and about their timer.
func (c *Console) hearOfSync(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.PullDoneMsg:
		return c.onPulled(msg)
	case backend.TimerMsg:
		return c.onTimer(msg)
	case backend.CategoriesLoadedMsg:
		c.refreshed()
	case backend.ArticlesFoundMsg:
		if msg.Final {
			c.refreshed()
		}
	case backend.TicketReadMsg:
		if msg.Err != nil {
			c.notify(levelError, "what you read may show as new again: "+backend.ErrorText(msg.Err))
		}
	}
	return nil
}

// refreshDetail asks again for the customer or ticket that is seen.
func (c *Console) refreshDetail() tea.Cmd {
	if c.customerView.shown && (c.wide() || c.focus.ID() == c.customer.ID()) {
		return c.customer.Refresh()
	}
	if t := c.ticket.Summary(); t != nil && (c.wide() || c.focus.ID() == c.ticket.ID()) {
		return c.ticket.Show(t, true)
	}
	return nil
}

// onReconnected asks for what could not be had while the service did not answer.
func (c *Console) onReconnected() tea.Cmd {
	c.notify(levelSuccess, cmp.Or(c.outbox.reconnectNotice(c.Keys), "the service answers again"))
	var again []tea.Cmd
	if c.customerView.shown && c.customer.Failed() || !c.customerView.shown && c.ticket.Failed() {
		again = append(again, c.refreshDetail())
	}
	if c.faq.Failed() {
		again = append(again, c.faq.Refresh())
	}
	return tea.Batch(again...)
}

// reconnect pulls at once when anything is answered after pulls had no answer, instead of at the next retry: the header
// would go on saying that the service does not answer. What the FAQ is told takes the mark away only with that pull,
// since articles may be searched at another host.
func (c *Console) reconnect(msg tea.Msg) tea.Cmd {
	if c.sync.err == nil || !backend.IsUnreachable(c.sync.err) || !backend.IsAnswer(msg, c.sync.since) {
		return nil
	}
	if _, isArticles := msg.(backend.ArticlesFoundMsg); !isArticles {
		c.sync.err = nil
	}
	return c.pullAll()
}

// onPulled remembers how a pull ended and sets the timer for the next.
func (c *Console) onPulled(msg backend.PullDoneMsg) tea.Cmd {
	s := &c.sync
	c.refreshed()
	if msg.Err == nil {
		var more tea.Cmd
		if s.failures > 0 {
			more = c.onReconnected()
		}
		s.err, s.failures, s.at = nil, 0, msg.At
		return tea.Batch(c.refreshIn(c.Refresh), more)
	}
	if s.failures == 0 {
		s.since = msg.At
	}
	s.failures++
	s.err = msg.Err
	return c.refreshIn(min(firstRetry<<min(s.failures-1, 8), lastRetry))
}

func (c *Console) refreshIn(d time.Duration) tea.Cmd {
	if c.Refresh < 0 {
		return nil
	}
	c.sync.seq++
	return c.cmds.Timer(d, timerRefresh, c.sync.seq)
}

// onTimer looks at the service again: at today alone, at every day after a failure and every now and then.
func (c *Console) onTimer(msg backend.TimerMsg) tea.Cmd {
	if msg.Timer != timerRefresh || msg.Seq != c.sync.seq {
		return nil
	}
	if span := c.inbox.Span(); c.sync.followsToday && span.To != c.cmds.Today() {
		days := len(span.Days())
		today := c.cmds.Today()
		return c.showDays(desk.DateRange{From: today.Add(1 - days), To: today})
	}
	c.sync.refreshCount++
	if c.sync.err != nil || c.sync.refreshCount >= fullPullEvery {
		return c.pullAll()
	}
	return c.cmds.PullToday(c.inbox.Span())
}
