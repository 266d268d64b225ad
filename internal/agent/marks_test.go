package agent_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/desk"
)

// ticket returns a ticket whose last activity is some time after monday.
func ticketWith(id string, after time.Duration, talks int) *desk.Ticket {
	at := desk.NewUnixTime(monday.Add(after))
	return &desk.Ticket{ID: desk.NewID(id), Created: desk.NewUnixTime(monday.Add(-time.Hour)), LastConversation: at, LastConversationID: int64(100 + talks), Conversations: int32(talks)}
}

func openSeen(t *testing.T, dir string, after time.Duration) *agent.Marks {
	t.Helper()
	seen, err := open(t, dir).Marks(monday.Add(after))
	agenttest.Must(t, err)
	return seen
}

func saveSeen(t *testing.T, seen *agent.Marks, after time.Duration) {
	t.Helper()
	if err := seen.Save(monday.Add(after)); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsNewIsWhatTheAgentHasNotLookedAt(t *testing.T) {
	seen := openSeen(t, t.TempDir(), 0)
	seen.MarkRead(ticketWith("looked at", time.Hour, 2))
	less := ticketWith("looked at", time.Hour, 2)
	less.LastConversationID, less.Conversations = 0, 0
	for _, c := range []struct {
		name   string
		ticket *desk.Ticket
		want   bool
	}{
		{"it happened before the console was ever opened", ticketWith("old", -time.Minute, 1), false},
		{"a ticket came in", ticketWith("fresh", time.Hour, 1), true},
		{"it is as it was when looked at", ticketWith("looked at", time.Hour, 2), false},
		{"the customer has answered", ticketWith("looked at", 2*time.Hour, 3), true},
		{"the customer has answered within the same minute", ticketWith("looked at", time.Hour, 3), true},
		{"an answer leaves the conversation out", less, false},
		{"an older answer comes late", ticketWith("looked at", 30*time.Minute, 1), false},
		{"it holds no date at all", &desk.Ticket{ID: desk.NewID("undated")}, false},
	} {
		if got := seen.IsUnread(c.ticket); got != c.want {
			t.Errorf("%s: new is %v", c.name, got)
		}
	}
}

func TestLookingTakesTheMarkAwayAndTheCountDown(t *testing.T) {
	seen := openSeen(t, t.TempDir(), 0)
	rows := []*desk.Ticket{ticketWith("a", time.Hour, 1), ticketWith("b", time.Hour, 1), ticketWith("c", -time.Hour, 1)}
	count := func() int {
		touched := make([]desk.UnixTime, len(rows))
		for i, row := range rows {
			touched[i] = row.LastActivity()
		}
		return seen.CountUnread(touched, func(i int) *desk.Ticket { return rows[i] })
	}
	for i, step := range []struct {
		looked bool // for the first time
		count  int
	}{{true, 1}, {true, 0}, {false, 0}} {
		if looked := seen.MarkRead(rows[i]); looked != step.looked || count() != step.count {
			t.Errorf("after looking at %s (%v) %d are new, want %d", rows[i].ID.Raw(), looked, count(), step.count)
		}
		if seen.MarkRead(rows[i]) {
			t.Errorf("%s can be looked at for the first time twice", rows[i].ID.Raw())
		}
	}
}

func TestTheMarksAreKeptOverARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not there yet")
	seen := openSeen(t, dir, 0)
	seen.MarkRead(ticketWith("looked at", time.Hour, 1))
	saveSeen(t, seen, 2*time.Hour)
	seen = openSeen(t, dir, 24*time.Hour)
	for id, want := range map[string]bool{"looked at": false, "never looked at": true} {
		if got := seen.IsUnread(ticketWith(id, time.Hour, 1)); got != want {
			t.Errorf("%s: new after a restart is %v", id, got)
		}
	}
}

// TestWhatComesWhileTheConsoleIsClosedIsNew starts the console three times, a day apart: a ticket that was there before
// the first start is never new, and one that comes while the console is closed is new until somebody looks at it.
func TestWhatComesWhileTheConsoleIsClosedIsNew(t *testing.T) {
	const day = 24 * time.Hour
	dir := t.TempDir()
	before, firstNight, secondNight := ticketWith("before", -time.Minute, 1), ticketWith("first night", day/2, 1), ticketWith("second night", day+day/2, 1)
	require := func(seen *agent.Marks, when string, want map[*desk.Ticket]bool) {
		t.Helper()
		for row, isNew := range want {
			if got := seen.IsUnread(row); got != isNew {
				t.Errorf("%s: %s is new: %v", when, row.ID.Raw(), got)
			}
		}
	}
	seen := openSeen(t, dir, 0) // and closed again without a look at anything
	require(seen, "at the first start", map[*desk.Ticket]bool{before: false})
	seen = openSeen(t, dir, day)
	require(seen, "at the second start", map[*desk.Ticket]bool{before: false, firstNight: true})
	seen = openSeen(t, dir, 2*day) // likewise
	require(seen, "at the third start", map[*desk.Ticket]bool{before: false, firstNight: true, secondNight: true})
	seen.MarkRead(firstNight)
	saveSeen(t, seen, 2*day)
	seen = openSeen(t, dir, 3*day)
	require(seen, "after a look", map[*desk.Ticket]bool{before: false, firstNight: false, secondNight: true})
}

func TestTwoConsolesOfAnAgentKeepWhatEitherHasSeen(t *testing.T) {
	dir := t.TempDir()
	here, there := openSeen(t, dir, 0), openSeen(t, dir, time.Minute)
	here.MarkRead(ticketWith("a", time.Hour, 1))
	there.MarkRead(ticketWith("b", time.Hour, 1))
	there.MarkRead(ticketWith("both", time.Hour, 1))
	here.MarkRead(ticketWith("both", 2*time.Hour, 2))
	saveSeen(t, here, time.Hour)
	saveSeen(t, there, time.Hour) // does not know of a, and of an older both
	if there.IsUnread(ticketWith("a", time.Hour, 1)) {
		t.Error("the other console does not learn when it saves")
	}
	again := openSeen(t, dir, 3*time.Hour)
	for _, looked := range []*desk.Ticket{ticketWith("a", time.Hour, 1), ticketWith("b", time.Hour, 1), ticketWith("both", 2*time.Hour, 2)} {
		if again.IsUnread(looked) {
			t.Errorf("%s is new again", looked.ID.Raw())
		}
	}
}

func TestManySessionsLookAtOnce(t *testing.T) {
	dir := t.TempDir()
	seen := openSeen(t, dir, 0)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			row := ticketWith(fmt.Sprint("ticket ", i), time.Hour, 1)
			if !seen.MarkRead(row) || seen.IsUnread(row) || seen.Save(monday) != nil {
				t.Errorf("session %d has not looked", i)
			}
		})
	}
	all.Wait()
	again := openSeen(t, dir, time.Hour)
	for i := range 8 {
		if again.IsUnread(ticketWith(fmt.Sprint("ticket ", i), time.Hour, 1)) {
			t.Errorf("what session %d has looked at is lost", i)
		}
	}
}

func TestWhatIsRememberedStaysSmall(t *testing.T) {
	dir := t.TempDir()
	seen := openSeen(t, dir, 0)
	const many = 12_000
	for i := range many {
		seen.MarkRead(ticketWith(fmt.Sprint(i), time.Duration(i+1)*time.Second, 1))
	}
	saveSeen(t, seen, time.Hour)
	seen = openSeen(t, dir, time.Hour)
	for i := range many {
		if seen.IsUnread(ticketWith(fmt.Sprint(i), time.Duration(i+1)*time.Second, 1)) {
			t.Fatalf("ticket %d is new again because it was forgotten", i)
		}
	}
	if !seen.IsUnread(ticketWith("another", many*time.Second, 1)) {
		t.Error("a ticket as young as the youngest is not new")
	}
}

func TestAfterTwoWeeksNothingIsNewAnyMore(t *testing.T) {
	dir := t.TempDir()
	openSeen(t, dir, 0)
	unread := ticketWith("unread", time.Hour, 1)
	for days, want := range map[int]bool{1: true, 13: true, 15: false} {
		if got := openSeen(t, dir, time.Duration(days)*24*time.Hour).IsUnread(unread); got != want {
			t.Errorf("after %d days it is new: %v", days, got)
		}
	}
}

func TestWhatAnAgentWorkedOnIsKnownAtTheNextStartForAMonth(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 11, 20, 14, 2, 0, 0, time.UTC)
	start := func(at time.Time) *agent.Marks { return openSeen(t, dir, at.Sub(monday)) }
	s := start(now)
	s.MarkChanged(desk.NewID("1"), now)
	s.MarkChanged(desk.NewID("2"), now.Add(time.Hour))
	if err := s.Save(now); err != nil {
		t.Fatal(err)
	}
	if got := start(now.Add(time.Hour)).RecentlyChanged(); len(got) != 2 || got[0].Raw() != "2" {
		t.Errorf("worked on %v, want 2 and 1", got)
	}
	if got := start(now.Add(30*24*time.Hour + time.Minute)).RecentlyChanged(); len(got) != 1 || got[0].Raw() != "2" {
		t.Errorf("after a month worked on %v, want 2 alone", got)
	}
}

func TestOfWhatAnAgentWorkedOnTheLatestTwoHundredAreKnown(t *testing.T) {
	seen := openSeen(t, t.TempDir(), 0)
	for i := range 300 {
		seen.MarkChanged(desk.NewID(fmt.Sprint(i)), monday.Add(time.Duration(i)*time.Second))
	}
	if got := seen.RecentlyChanged(); len(got) != 200 || got[0].Raw() != "299" || got[199].Raw() != "100" {
		t.Errorf("%d tickets are known, from %v to %v", len(got), got[0], got[len(got)-1])
	}
}
