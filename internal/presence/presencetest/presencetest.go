// Package presencetest holds the tests that every version of presence passes.
package presencetest

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"frontdesk/internal/guard"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

// Setup is an account for one test.
type Setup struct {
	Hosts [2]*presence.Group      // where consoles join; the same group twice if there is one host
	Now   func() time.Time        // the time on these hosts
	Pass  func(dur time.Duration) // lets time pass
}

// Run runs all tests, each with an account of its own.
func Run(t *testing.T, open func(t *testing.T) Setup) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, Setup){
		"every agent gets a different ticket":       differentTickets,
		"a ticket that somebody is editing is left": leavesEdited,
		"claims end":                                        claimsEnd,
		"a claim lasts while its agent works":               claimLasts,
		"nobody extends the claim of another agent":         othersExtendNothing,
		"the ticket before is free a minute later":          freeAMinuteLater,
		"an agent who leaves frees the ticket":              leaverFrees,
		"a ticket that is given back is free":               releasedIsFree,
		"two at the same moment get different tickets":      sameMoment,
		"many at the same moment get different tickets":     manyAtOnce,
		"who works on a ticket is seen until they leave":    editorsSeen,
		"agents are not shown their own presence":           notOwnPresence,
		"the consoles of one host see each other at once":   sameHost,
		"who has left waits no longer and is given nothing": leftIsOver,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// patience is how long a test waits for what must happen, also on a slow machine.
const patience = 2 * time.Minute

// resource returns the form of a ticket.
func resource(id string) presence.Resource {
	return presence.Resource{Kind: "update-ticket", Record: id}
}

// Queue returns tickets in the order in which they are offered.
func Queue(ids ...string) iter.Seq[presence.Resource] {
	return func(yield func(presence.Resource) bool) {
		for _, id := range ids {
			if !yield(resource(id)) {
				return
			}
		}
	}
}

// Join joins an agent to the consoles of a host until the test ends.
func Join(t testing.TB, host *presence.Group, name string) *presence.Member {
	m := host.Join(safetext.LineFromText(name))
	t.Cleanup(m.Leave)
	return m
}

// ashaAndBen joins two agents, each on another host if there are two.
func (s Setup) ashaAndBen(t *testing.T) (asha, ben *presence.Member) {
	return Join(t, s.Hosts[0], "Asha"), Join(t, s.Hosts[1], "Ben")
}

// take returns the id of the ticket that a member is given, empty for none.
func (s Setup) take(t *testing.T, m *presence.Member, ids ...string) string {
	t.Helper()
	r, _, err := m.Take(t.Context(), Queue(ids...), s.Now())
	if err != nil {
		t.Error(err)
	}
	return r.Record
}

// takeSoon returns the id of the ticket that a member is given once there is one. It asks again and again: nobody hears
// that the clock of a test has moved.
func (s Setup) takeSoon(t *testing.T, m *presence.Member, ids ...string) string {
	t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); {
		if id := s.take(t, m, ids...); id != "" {
			return id
		}
		again, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
		_ = m.WaitChange(again)
		stop()
	}
	t.Fatalf("no ticket is given within %s", patience)
	return ""
}

// Eventually waits until something is so, and looks again whenever a member hears of a change.
func Eventually(t testing.TB, m *presence.Member, what string, isSo func() bool) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	for !isSo() {
		if err := m.WaitChange(ctx); err != nil {
			t.Fatalf("%s: not within %s: %v", what, patience, err)
		}
	}
}

// seesAsha reports whether a member sees that Asha has taken a ticket.
func (s Setup) seesAsha(m *presence.Member, id string) bool {
	c, claimed := m.Claims().On(resource(id), s.Now())
	return claimed && c.By.String() == "Asha"
}

func differentTickets(t *testing.T, s Setup) {
	asha, ben := s.ashaAndBen(t)
	if a, b := s.take(t, asha, "1", "2"), s.take(t, ben, "1", "2"); a != "1" || b != "2" {
		t.Errorf("Asha was given %q, Ben %q", a, b)
	}
	if got := s.take(t, Join(t, s.Hosts[0], "Carol"), "1", "2"); got != "" {
		t.Errorf("both are taken, and Carol was given %q", got)
	}
	Eventually(t, ben, "Ben sees Asha's claim", func() bool { return s.seesAsha(ben, "1") })
	by, _ := ben.Claims().On(resource("1"), s.Now())
	if by.IsMine || !by.Until.Equal(s.Now().Add(presence.ClaimTime)) {
		t.Errorf("Ben sees %+v", by)
	}
	if by, _ := asha.Claims().On(resource("1"), s.Now()); !by.IsMine {
		t.Error("Asha's claim is not shown as hers")
	}
	if asha.Claims().Count(true, s.Now()) != 1 {
		t.Error("Asha does not have one ticket")
	}
}

func leavesEdited(t *testing.T, s Setup) {
	asha, ben := s.ashaAndBen(t)
	ben.Watch(resource("1"))
	asha.SetEditing(resource("1"))
	Eventually(t, ben, "Ben sees Asha at work", func() bool { return len(ben.Editors(resource("1"))) == 1 })
	if got := s.take(t, ben, "1", "2"); got != "2" {
		t.Errorf("Ben was given %q", got)
	}
}

func claimsEnd(t *testing.T, s Setup) {
	asha, ben := s.ashaAndBen(t)
	s.take(t, asha, "1")
	s.Pass(presence.ClaimTime)
	if s.seesAsha(asha, "1") {
		t.Error("Asha still has the ticket after its time")
	}
	if got := s.takeSoon(t, ben, "1"); got != "1" {
		t.Error("nobody is given a ticket whose claim has ended")
	}
	if lost := asha.LostClaims(); lost != nil {
		t.Errorf("Asha has lost %v before its time", lost)
	}
}

func claimLasts(t *testing.T, s Setup) {
	asha, ben := s.ashaAndBen(t)
	s.take(t, asha, "1")
	s.Pass(presence.ClaimTime - 30*time.Second)
	asha.Renew(resource("1"), s.Now())
	asha.Renew(resource("2"), s.Now()) // not hers: nothing happens
	ben.Renew(resource("1"), s.Now())
	s.Pass(30 * time.Second)
	if got := s.take(t, ben, "1"); got != "" {
		t.Errorf("Asha is at work on the ticket, and Ben was given %q", got)
	}
	if !s.seesAsha(asha, "1") {
		t.Error("Asha does not have the ticket")
	}
	Eventually(t, ben, "Ben sees that Asha goes on", func() bool { return s.seesAsha(ben, "1") })
}

// othersExtendNothing has Ben on Asha's host, which could renew her claim.
func othersExtendNothing(t *testing.T, s Setup) {
	asha, ben := Join(t, s.Hosts[0], "Asha"), Join(t, s.Hosts[0], "Ben")
	s.take(t, asha, "1")
	s.Pass(presence.ClaimTime - presence.RenewTime)
	ben.Renew(resource("1"), s.Now())
	s.Pass(presence.RenewTime)
	if s.seesAsha(asha, "1") || s.seesAsha(ben, "1") {
		t.Error("Asha has done nothing, and Ben has extended her claim")
	}
}

func freeAMinuteLater(t *testing.T, s Setup) {
	asha, ben := s.ashaAndBen(t)
	s.take(t, asha, "1")
	if got := s.take(t, asha, "1", "2"); got != "2" {
		t.Errorf("Asha was given %q", got)
	}
	s.Pass(59 * time.Second)
	if got := s.take(t, ben, "1", "2"); got != "" {
		t.Errorf("the answer may be on its way, and Ben was given %q", got)
	}
	s.Pass(time.Second)
	if got := s.takeSoon(t, ben, "1", "2"); got != "1" {
		t.Errorf("Ben was given %q", got)
	}
}

func leaverFrees(t *testing.T, s Setup) {
	asha, ben := s.ashaAndBen(t)
	s.take(t, asha, "1")
	Eventually(t, ben, "Ben sees the claim", func() bool { return s.seesAsha(ben, "1") })
	asha.Leave()
	if got := s.takeSoon(t, ben, "1"); got != "1" {
		t.Error("the ticket is still taken")
	}
}

func releasedIsFree(t *testing.T, s Setup) {
	asha, ben := s.ashaAndBen(t)
	s.take(t, asha, "1")
	ben.Release(resource("1"), s.Now()) // not his: nothing happens
	if got := s.take(t, ben, "1"); got != "" {
		t.Error("Ben has given back what Asha has")
	}
	asha.Release(resource("1"), s.Now())
	if s.seesAsha(asha, "1") {
		t.Error("Asha still has what she gave back")
	}
	if got := s.takeSoon(t, ben, "1"); got != "1" {
		t.Error("nobody is given a ticket that was released")
	}
	if lost := asha.LostClaims(); lost != nil {
		t.Errorf("Asha has lost %v", lost)
	}
}

// sameMoment lets two agents take next at the same moment again and again.
func sameMoment(t *testing.T, s Setup) {
	const rounds = 100
	ids := make([]string, 2*rounds)
	for i := range ids {
		ids[i] = fmt.Sprint(i)
	}
	agents := []*presence.Member{Join(t, s.Hosts[0], "Asha"), Join(t, s.Hosts[1], "Ben")}
	taken := map[string]int{}
	for round := range rounds {
		for _, id := range s.takeTogether(t, agents, ids[2*round:2*round+2]) {
			taken[id]++
		}
	}
	for id, n := range taken {
		if n != 1 || id == "" {
			t.Errorf("ticket %q was given %d times", id, n)
		}
	}
	if len(taken) != len(ids) {
		t.Errorf("%d tickets were given, not %d", len(taken), len(ids))
	}
}

// takeTogether lets agents take the next ticket at the same moment, and returns the tickets that they got.
func (s Setup) takeTogether(t *testing.T, agents []*presence.Member, ids []string) []string {
	given := make([]string, len(agents))
	var together guard.Group
	start := make(chan struct{})
	for i, agent := range agents {
		together.Go(func() error {
			<-start
			given[i] = s.take(t, agent, ids...)
			return nil
		})
	}
	close(start)
	_ = together.Wait()
	return given
}

func manyAtOnce(t *testing.T, s Setup) {
	agents := make([]*presence.Member, 20)
	ids := make([]string, len(agents))
	for i := range agents {
		agents[i] = Join(t, s.Hosts[i%2], fmt.Sprint("Agent ", i))
		ids[i] = fmt.Sprint("t", i)
	}
	taken := map[string]bool{}
	for _, id := range s.takeTogether(t, agents, ids) {
		if taken[id] {
			t.Errorf("ticket %q was given twice", id)
		}
		taken[id] = true
	}
	if len(taken) != len(ids) || taken[""] {
		t.Errorf("given were %v", taken)
	}
}

func editorsSeen(t *testing.T, s Setup) {
	asha, again := Join(t, s.Hosts[0], "Asha"), Join(t, s.Hosts[0], "Asha")
	ben := Join(t, s.Hosts[1], "Ben")
	if names := ben.Watch(resource("7135")); names != nil {
		t.Errorf("nobody works there yet, but %v", names)
	}
	asha.SetEditing(resource("7135"))
	again.SetEditing(resource("7135"))
	Eventually(t, ben, "Ben sees Asha", func() bool {
		names := ben.Watch(resource("7135"))
		return len(names) == 1 && names[0].String() == "Asha"
	})
	if names := asha.Watch(resource("7135")); len(names) != 1 {
		t.Errorf("Asha is not shown her other console: %v", names)
	}
	if names := ben.Editors(presence.Resource{}); names != nil {
		t.Errorf("on nothing work %v", names)
	}
	asha.Leave()
	again.SetEditing(presence.Resource{})
	Eventually(t, ben, "Ben sees nobody", func() bool { return len(ben.Watch(resource("7135"))) == 0 })
}

func notOwnPresence(t *testing.T, s Setup) {
	asha, ben := s.ashaAndBen(t)
	ben.Watch(resource("7135"))
	asha.SetEditing(resource("7135"))
	Eventually(t, ben, "Ben sees Asha", func() bool { return len(ben.Editors(resource("7135"))) == 1 })
	if names := asha.Watch(resource("7135")); names != nil {
		t.Errorf("she sees %v", names)
	}
}

func sameHost(t *testing.T, s Setup) {
	asha, ben := Join(t, s.Hosts[0], "Asha"), Join(t, s.Hosts[0], "Ben")
	asha.SetEditing(resource("1"))
	if names := ben.Watch(resource("1")); len(names) != 1 {
		t.Errorf("Ben sees %v", names)
	}
	if got := s.take(t, asha, "1", "2"); got != "2" {
		t.Errorf("Asha was given %q", got)
	}
	if !s.seesAsha(ben, "2") {
		t.Error("Ben does not see what Asha has taken")
	}
}

func leftIsOver(t *testing.T, s Setup) {
	asha := Join(t, s.Hosts[0], "Asha")
	asha.Leave()
	asha.Leave()
	if got := s.take(t, asha, "2"); got != "" {
		t.Errorf("somebody who has left was given %q", got)
	}
	asha.SetEditing(resource("1"))
	ended, end := context.WithTimeout(t.Context(), patience)
	defer end()
	for err := error(nil); err == nil; { // one notice may wait from before
		if err = asha.WaitChange(ended); err != nil && ended.Err() != nil {
			t.Error("who has left still waits")
		}
	}
	ben := Join(t, s.Hosts[0], "Ben")
	if names := ben.Editors(resource("1")); names != nil {
		t.Errorf("at work are %v", names)
	}
}
