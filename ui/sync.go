package ui

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
)

// syncing is how the console keeps up with the service.
type syncing struct {
	rolling  bool // the span ends today, and tomorrow it ends tomorrow
	seq      int  // of the newest timer
	rounds   int  // refreshes since the last pull of every day
	failures int  // in a row
	since    time.Time
	at       time.Time // of the last answer that was whole
	err      error
}

const (
	// whole is after how many refreshes of today every day is pulled again: others may have worked on older tickets.
	whole = 10
	// firstRetry is how long the console waits after a failure; each further one doubles it up to a minute.
	firstRetry = 5 * time.Second
	lastRetry  = time.Minute
)

// asking is said until what the agent asked for again has been answered.
const asking = "asking again…"

// what a timer is for.
const timerRefresh = "refresh"

// pullAll asks for every day of the span.
func (c *Console) pullAll() tea.Cmd {
	c.syncing.seq++
	c.syncing.rounds = 0
	return c.cmds.Pull(c.inbox.Span())
}

// pullNow asks for them by the agent's own hand.
func (c *Console) pullNow() tea.Cmd {
	c.syncing.seq++
	c.syncing.rounds = 0
	return c.cmds.PullNow(c.inbox.Span())
}

// showDays shows other days and pulls them.
func (c *Console) showDays(span desk.Span) tea.Cmd {
	c.syncing.rolling = span.To == c.cmds.Today()
	return tea.Batch(c.inbox.SetSpan(span), c.pullAll())
}

// refresh asks again for everything that is shown.
func (c *Console) refresh() tea.Cmd {
	c.say(noted, asking)
	if c.focus.Place() == c.faq.Place() {
		return c.faq.Refresh()
	}
	return tea.Batch(c.pullNow(), c.refreshSide())
}

// refreshed takes back that the service is being asked again: it has answered.
func (c *Console) refreshed() {
	if c.notice.says == asking {
		c.notice = notice{}
	}
}

// hearOfSync is what the root does about answers to what was asked for again, and about their timer.
func (c *Console) hearOfSync(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case command.PulledMsg:
		return c.pulled(msg)
	case command.AfterMsg:
		return c.after(msg)
	case command.CategoriesMsg:
		c.refreshed()
	case command.FoundMsg:
		if msg.Final {
			c.refreshed()
		}
	case command.LookedMsg:
		if msg.Err != nil {
			c.say(failed, "what you read may show as new again: "+command.Reason(msg.Err))
		}
	}
	return nil
}

// refreshSide asks again for the customer or ticket that is seen.
func (c *Console) refreshSide() tea.Cmd {
	if c.person.shown && (c.wide() || c.focus.Place() == c.customer.Place()) {
		return c.customer.Refresh()
	}
	if t := c.ticket.Row(); t != nil && (c.wide() || c.focus.Place() == c.ticket.Place()) {
		return c.ticket.Show(t, true)
	}
	return nil
}

// recovered asks for what could not be had while the service did not answer.
func (c *Console) recovered() tea.Cmd {
	c.say(done, cmp.Or(c.outbox.offer(c.Keys), "the service answers again"))
	var again []tea.Cmd
	if c.person.shown && c.customer.Failed() || !c.person.shown && c.ticket.Failed() {
		again = append(again, c.refreshSide())
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
	if c.syncing.err == nil || !command.IsDown(c.syncing.err) || !command.IsAnswer(msg, c.syncing.since) {
		return nil
	}
	if _, isArticles := msg.(command.FoundMsg); !isArticles {
		c.syncing.err = nil
	}
	return c.pullAll()
}

// pulled remembers how a pull ended and sets the timer for the next.
func (c *Console) pulled(msg command.PulledMsg) tea.Cmd {
	s := &c.syncing
	c.refreshed()
	if msg.Err == nil {
		var more tea.Cmd
		if s.failures > 0 {
			more = c.recovered()
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
	c.syncing.seq++
	return c.cmds.After(d, timerRefresh, c.syncing.seq)
}

// after looks at the service again: at today alone, at every day after a failure and every now and then.
func (c *Console) after(msg command.AfterMsg) tea.Cmd {
	if msg.What != timerRefresh || msg.Seq != c.syncing.seq {
		return nil
	}
	if span := c.inbox.Span(); c.syncing.rolling && span.To != c.cmds.Today() {
		days := len(span.Days())
		today := c.cmds.Today()
		return c.showDays(desk.Span{From: today.Add(1 - days), To: today})
	}
	c.syncing.rounds++
	if c.syncing.err != nil || c.syncing.rounds >= whole {
		return c.pullAll()
	}
	return c.cmds.Refresh(c.inbox.Span())
}
