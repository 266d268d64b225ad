package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// syncing is the state of the synchronisation with the service.
type syncing struct {
	part
	unsent *outbox
	hidden bool // another account is shown in the console's place

	followsToday bool // the range ends today, and moves on with the date
	seq          int  // of the newest timer
	refreshCount int  // refreshes since the last pull of all days
	failures     int  // consecutive failures
	since        time.Time
	answered     time.Time // when the last complete response came
	err          error
	wasAway      bool      // the service, since the last complete response
	asked        time.Time // when the last pull began
	returns      int       // how often the service was back
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
func (s *syncing) pullAll() tea.Cmd {
	return s.pullWith(s.cmds.PullTickets)
}

func (s *syncing) pullWith(pull func(desk.DateRange) tea.Cmd) tea.Cmd {
	s.seq++
	s.refreshCount, s.asked = 0, s.cmds.Now()
	s.cmds.SetOnScreen(s.inbox.OnScreen())
	return pull(s.inbox.Span())
}

// showDays shows another range of days and pulls it.
func (s *syncing) showDays(span desk.DateRange) tea.Cmd {
	s.followsToday = span.To == s.cmds.Today()
	return tea.Batch(s.inbox.SetSpan(span), s.pullAll())
}

// refresh reloads what the focused part shows, usually everything.
func (s *syncing) refresh() tea.Cmd {
	s.notify(levelTransient, refreshingText)
	if refresh := s.screen().refresh; refresh != nil {
		return refresh()
	}
	return s.refreshAll()
}

// refreshAll reloads the tickets and what is shown of one.
func (s *syncing) refreshAll() tea.Cmd {
	return tea.Batch(s.pullWith(s.cmds.PullTicketsNow), s.refreshDetail())
}

// refreshList sorts the list again and reloads everything that is shown.
func (s *syncing) refreshList() tea.Cmd { return tea.Batch(s.inbox.SortAgain(), s.refreshAll()) }

// refreshed clears the notice of a refresh.
func (s *shell) refreshed() {
	if s.notification.text == refreshingText {
		s.notification = notice{}
	}
}

// handleSyncMsg handles the responses to a refresh, and the refresh timer.
func (c *Console) handleSyncMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.PullDone:
		return c.sync.onPulled(msg)
	case backend.TimerMsg:
		c.sync.onNewsTimer(msg)
		return tea.Batch(c.sync.onTimer(msg), c.hold.onTimer(msg), c.onClockTimer(msg), c.calls.onTimer(msg))
	case backend.CategoriesLoaded, backend.ArticlesFound:
		c.refreshed()
	}
	return nil
}

// refreshDetail reloads the customer or ticket that is shown.
func (w *window) refreshDetail() tea.Cmd {
	if w.hasSide() {
		return tea.Batch(w.ticket.Refresh(), w.customer.Refresh())
	}
	if p, ok := w.shownIn(layout.Detail).pane.(pane.Loader); ok && w.shows(layout.Detail) {
		return p.Refresh()
	}
	return nil
}

// onReconnected reloads what failed while the service was unreachable.
func (s *syncing) onReconnected() tea.Cmd {
	s.returns++
	if s.notification == (notice{}) || s.notification != s.outcome {
		s.notifyWithKey(s.unsent.reconnectNotice(s.Keys))
		s.reconnected = s.notification
	}
	return tea.Batch(s.reloadFailed(), s.cmds.Timer(newsTime, timerNews, s.returns))
}

// endNews gives the footer back to the keys: that the service answers again is no news for long.
func (s *syncing) endNews() {
	if s.notification == s.reconnected {
		s.notification = notice{}
	}
}

// onNewsTimer ends the latest news.
func (s *syncing) onNewsTimer(msg backend.TimerMsg) {
	if msg.Timer == timerNews && msg.Seq == s.returns {
		s.endNews()
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
func (s *syncing) noteAway() {
	if !s.isAway() {
		return
	}
	s.wasAway = true
	s.endNews()
}

// noteUnreachable says at once that the service is away when any request shows it, and asks again soon: the header
// would otherwise say as of when the tickets are until the next refresh.
func (s *syncing) noteUnreachable(msg tea.Msg) tea.Cmd {
	err := backend.Unreachable(msg)
	if err == nil || s.err != nil || s.inbox.Snapshot().Progress.Busy { // a pull reports its own end
		return nil
	}
	s.err, s.since, s.wasAway = err, s.cmds.Now(), true
	return s.refreshIn(firstPullRetry)
}

// reconnect pulls at once, instead of at the next retry, when any request succeeds after failed pulls: the header
// would otherwise keep reporting an unreachable service. A response to the FAQ does not clear the error before that
// pull succeeds, because articles may be served by another host.
func (s *syncing) reconnect(msg tea.Msg) tea.Cmd {
	if s.err == nil || !backend.IsUnreachable(s.err) || !backend.IsAnswer(msg, s.since) {
		return nil
	}
	switch msg.(type) {
	case backend.SubmitResultMsg, backend.OutboxItemDoneMsg:
		s.outcome = s.notification
	}
	if _, isArticles := msg.(backend.ArticlesFound); !isArticles {
		s.err = nil
	}
	return s.pullAll()
}

// onPulled records the result of a pull and sets the timer for the next one.
func (s *syncing) onPulled(msg backend.PullDone) tea.Cmd {
	s.refreshed()
	if msg.Err == nil {
		var more tea.Cmd
		if s.failures > 0 && msg.Of != s.inbox.Span() {
			s.err = nil // the failures are counted until all days have arrived, or some of them could be asked for ever
			return s.pullAll()
		}
		switch {
		case s.failures > 0, s.wasAway && s.unsent.waiting() > 0:
			more = s.onReconnected()
		case s.wasAway: // for less than all tries of a pull
			more = s.reloadFailed()
		}
		s.err, s.failures, s.answered, s.wasAway = nil, 0, msg.At, false
		return tea.Batch(s.refreshIn(s.untilRefresh(msg.At)), more)
	}
	if s.failures == 0 {
		s.since = msg.At
	}
	s.failures++
	s.err = msg.Err
	return s.refreshIn(min(firstPullRetry<<min(s.failures-1, 8), lastPullRetry))
}

// untilRefresh returns how long an answer is left as it is. It counts from the answer, which may have been fetched for
// another session: then all sessions of an account ask in step, and one pull serves them.
func (s *syncing) untilRefresh(answered time.Time) time.Duration {
	interval := s.refreshInterval()
	return max(interval-s.cmds.Now().Sub(answered), interval/20)
}

func (s *syncing) refreshIn(d time.Duration) tea.Cmd {
	if s.Refresh < 0 {
		return nil
	}
	s.seq++
	return s.cmds.Timer(d, timerRefresh, s.seq)
}

// onTimer pulls again: today only, or all days after a failure and after every fullPullEvery refreshes. When the date
// has changed, it moves a range that ends today. A service that could not be reached is asked for one day until it
// answers: a console that waits for it does not ask for seven, three times each.
func (s *syncing) onTimer(msg backend.TimerMsg) tea.Cmd {
	if msg.Timer != timerRefresh || msg.Seq != s.seq {
		return nil
	}
	if span := s.inbox.Span(); s.followsToday && span.To != s.cmds.Today() {
		days := span.Len()
		today := s.cmds.Today()
		return tea.Batch(s.inbox.FollowDate(desk.DateRange{From: today.Add(1 - days), To: today}), s.pullAll())
	}
	s.refreshCount++
	s.asked = s.cmds.Now()
	s.cmds.SetOnScreen(s.inbox.OnScreen())
	if backend.IsUnreachable(s.err) {
		return s.cmds.PullToday(s.inbox.Span())
	}
	if s.err != nil || s.refreshCount >= fullPullEvery {
		return s.pullAll()
	}
	return s.cmds.PullToday(s.inbox.Span())
}

// hiddenRefresh is how many times longer a console waits between two refreshes while another account is shown. It is
// still often enough for the reminder before a callback.
const hiddenRefresh = 5

// refreshInterval returns how long to wait before the next refresh.
func (s *syncing) refreshInterval() time.Duration {
	if s.hidden {
		return hiddenRefresh * s.Refresh
	}
	return s.Refresh
}
