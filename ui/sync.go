package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// syncing is the state of the synchronisation with the service.
type syncing struct {
	followsToday bool // the range ends today, and moves on with the date
	seq          int  // of the newest timer
	refreshCount int  // refreshes since the last pull of all days
	failures     int  // consecutive failures
	since        time.Time
	at           time.Time // of the last complete response
	err          error
	wasAway      bool      // the service, since the last complete response
	asked        time.Time // when the last pull began
	back         int       // how often the service was back
	reconnected  notice    // that the service answers again
	outcome      notice    // of the write that showed it, which says more
}

const (
	// fullPullEvery is the number of refreshes of today after which all days are pulled again: other agents may have
	// changed older tickets.
	fullPullEvery = 10
	// firstPullRetry is the initial backoff after a failure; it doubles with each further failure up to lastPullRetry.
	firstPullRetry = 5 * time.Second
	lastPullRetry  = time.Minute
)

// refreshingText is shown until the response to a manual refresh has arrived.
const refreshingText = "refreshing…"

const (
	// newsTime is how long the footer says that the service answers again, unless a key ends it.
	newsTime = 20 * time.Second
	// timerNews names its timer.
	timerNews = "news"
)

// timerRefresh names the timer of the next refresh or retry.
const timerRefresh = "refresh"

// pullAll pulls every day of the range.
func (c *Console) pullAll() tea.Cmd {
	return c.pullWith(c.cmds.PullTickets)
}

func (c *Console) pullWith(pull func(desk.DateRange) tea.Cmd) tea.Cmd {
	c.sync.seq++
	c.sync.refreshCount, c.sync.asked = 0, c.cmds.Now()
	c.cmds.SetOnScreen(c.inbox.OnScreen())
	return pull(c.inbox.Span())
}

// showDays shows another range of days and pulls it.
func (c *Console) showDays(span desk.DateRange) tea.Cmd {
	c.sync.followsToday = span.To == c.cmds.Today()
	return tea.Batch(c.inbox.SetSpan(span), c.pullAll())
}

// refresh reloads everything that is shown.
func (c *Console) refresh() tea.Cmd {
	c.notify(levelTransient, refreshingText)
	if c.scope() == keymap.FAQ {
		return c.faq.Refresh()
	}
	var sorted tea.Cmd
	if c.scope() == keymap.Inbox {
		sorted = c.inbox.SortAgain()
	}
	return tea.Batch(sorted, c.pullWith(c.cmds.PullTicketsNow), c.refreshDetail())
}

// refreshed clears the notice of a refresh.
func (s *shell) refreshed() {
	if s.notification.text == refreshingText {
		s.notification = notice{}
	}
}

// handleSyncMsg handles the responses to a refresh, and the refresh timer.
func (c *Console) handleSyncMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.PullDoneMsg:
		return c.onPulled(msg)
	case backend.TimerMsg:
		c.onNewsTimer(msg)
		return tea.Batch(c.onTimer(msg), c.hold.onTimer(msg), c.onClockTimer(msg), c.onCallTimer(msg))
	case backend.CategoriesLoadedMsg:
		c.refreshed()
	case backend.ArticlesFoundMsg:
		c.refreshed()
	case backend.ArticleUsedMsg:
		if msg.Err != nil {
			c.notify(levelError, "that the article was used is not remembered: "+backend.ErrorText(msg.Err))
		}
	case backend.TicketReadMsg:
		if msg.Err != nil {
			c.notify(levelError, "what you read may show as new again: "+backend.ErrorText(msg.Err))
		}
	}
	return nil
}

// refreshDetail reloads the customer or ticket that is shown.
func (w *window) refreshDetail() tea.Cmd {
	if w.hasSide() {
		return tea.Batch(w.ticket.Refresh(), w.customer.Refresh())
	}
	if p, ok := w.paneIn(w.at.detail).(pane.Loader); ok && w.shows(layout.Detail) {
		return p.Refresh()
	}
	return nil
}

// onReconnected reloads what failed while the service was unreachable.
func (c *Console) onReconnected() tea.Cmd {
	c.sync.back++
	if c.notification == (notice{}) || c.notification != c.sync.outcome {
		c.notifyWithKey(c.outbox.reconnectNotice(c.Keys))
		c.sync.reconnected = c.notification
	}
	return tea.Batch(c.reloadFailed(), c.cmds.Timer(newsTime, timerNews, c.sync.back))
}

// endNews gives the footer back to the keys: that the service answers again is no news for long.
func (c *Console) endNews() {
	if c.notification == c.sync.reconnected {
		c.notification = notice{}
	}
}

// onNewsTimer ends the latest news.
func (c *Console) onNewsTimer(msg backend.TimerMsg) {
	if msg.Timer == timerNews && msg.Seq == c.sync.back {
		c.endNews()
	}
}

// reloadFailed reloads what could not be loaded.
func (s *screens) reloadFailed() tea.Cmd {
	var again []tea.Cmd
	for _, p := range s.panes {
		if l, ok := p.(pane.Loader); ok && l.Failed() {
			again = append(again, l.Refresh())
		}
	}
	return tea.Batch(again...)
}

// noteAway notes that the service is away, which the notice that it answers again must not deny.
func (c *Console) noteAway() {
	if !c.isAway() {
		return
	}
	c.sync.wasAway = true
	c.endNews()
}

// noteUnreachable says at once that the service is away when any request shows it, and asks again soon: the header
// would otherwise say as of when the tickets are until the next refresh.
func (c *Console) noteUnreachable(msg tea.Msg) tea.Cmd {
	err := backend.Unreachable(msg)
	if err == nil || c.sync.err != nil || c.inbox.Snapshot().Progress.Busy { // a pull reports its own end
		return nil
	}
	c.sync.err, c.sync.since, c.sync.wasAway = err, c.cmds.Now(), true
	return c.refreshIn(firstPullRetry)
}

// reconnect pulls at once, instead of at the next retry, when any request succeeds after failed pulls: the header
// would otherwise keep reporting an unreachable service. A response to the FAQ does not clear the error before that
// pull succeeds, because articles may be served by another host.
func (c *Console) reconnect(msg tea.Msg) tea.Cmd {
	if c.sync.err == nil || !backend.IsUnreachable(c.sync.err) || !backend.IsAnswer(msg, c.sync.since) {
		return nil
	}
	switch msg.(type) {
	case backend.SubmitResultMsg, backend.OutboxItemDoneMsg:
		c.sync.outcome = c.notification
	}
	if _, isArticles := msg.(backend.ArticlesFoundMsg); !isArticles {
		c.sync.err = nil
	}
	return c.pullAll()
}

// onPulled records the result of a pull and sets the timer for the next one.
func (c *Console) onPulled(msg backend.PullDoneMsg) tea.Cmd {
	s := &c.sync
	c.refreshed()
	if msg.Err == nil {
		var more tea.Cmd
		if s.failures > 0 && msg.Span != c.inbox.Span() {
			s.err = nil // the failures are counted until all days have arrived, or some of them could be asked for ever
			return c.pullAll()
		}
		switch {
		case s.failures > 0, s.wasAway && c.outbox.waiting() > 0:
			more = c.onReconnected()
		case s.wasAway: // for less than all tries of a pull
			more = c.reloadFailed()
		}
		s.err, s.failures, s.at, s.wasAway = nil, 0, msg.At, false
		return tea.Batch(c.refreshIn(c.untilRefresh(msg.At)), more)
	}
	if s.failures == 0 {
		s.since = msg.At
	}
	s.failures++
	s.err = msg.Err
	return c.refreshIn(min(firstPullRetry<<min(s.failures-1, 8), lastPullRetry))
}

// untilRefresh returns how long an answer is left as it is. It counts from the answer, which may have been fetched for
// another session: then all sessions of an account ask in step, and one pull serves them.
func (c *Console) untilRefresh(answered time.Time) time.Duration {
	interval := c.refreshInterval()
	return max(interval-c.cmds.Now().Sub(answered), interval/20)
}

func (c *Console) refreshIn(d time.Duration) tea.Cmd {
	if c.Refresh < 0 {
		return nil
	}
	c.sync.seq++
	return c.cmds.Timer(d, timerRefresh, c.sync.seq)
}

// onTimer pulls again: today only, or all days after a failure and after every fullPullEvery refreshes. When the date
// has changed, it moves a range that ends today. A service that could not be reached is asked for one day until it
// answers: a console that waits for it does not ask for seven, three times each.
func (c *Console) onTimer(msg backend.TimerMsg) tea.Cmd {
	if msg.Timer != timerRefresh || msg.Seq != c.sync.seq {
		return nil
	}
	if span := c.inbox.Span(); c.sync.followsToday && span.To != c.cmds.Today() {
		days := span.Len()
		today := c.cmds.Today()
		return tea.Batch(c.inbox.FollowDate(desk.DateRange{From: today.Add(1 - days), To: today}), c.pullAll())
	}
	c.sync.refreshCount++
	c.sync.asked = c.cmds.Now()
	c.cmds.SetOnScreen(c.inbox.OnScreen())
	if backend.IsUnreachable(c.sync.err) {
		return c.cmds.PullToday(c.inbox.Span())
	}
	if c.sync.err != nil || c.sync.refreshCount >= fullPullEvery {
		return c.pullAll()
	}
	return c.cmds.PullToday(c.inbox.Span())
}
