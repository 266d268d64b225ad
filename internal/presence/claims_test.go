package presence_test

import (
	"fmt"
	"iter"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func resource(id string) presence.Resource {
	return presence.Resource{Kind: "update-ticket", Record: id}
}

func queue(ids ...string) iter.Seq[presence.Resource] {
	return func(yield func(presence.Resource) bool) {
		for _, id := range ids {
			if !yield(resource(id)) {
				return
			}
		}
	}
}

func join(t *presence.Tracker, name string) *presence.Member {
	return t.Join(safetext.LineFromText(name))
}

// take returns the id of the ticket that a member is given, empty for none.
func take(m *presence.Member, now time.Time, ids ...string) string {
	r, _ := m.Take(queue(ids...), now)
	return r.Record
}

func TestTakeNext_EveryAgentGetsADifferentTicket(t *testing.T) {
	host := presence.New()
	asha, ben := join(host, "Asha"), join(host, "Ben")
	if a, b := take(asha, noon, "1", "2"), take(ben, noon, "1", "2"); a != "1" || b != "2" {
		t.Errorf("Asha was given %q, Ben %q", a, b)
	}
	if got := take(join(host, "Carol"), noon, "1", "2"); got != "" {
		t.Errorf("both are taken, and Carol was given %q", got)
	}
	by, claimed := ben.Claims().On(resource("1"), noon)
	if !claimed || by.By.String() != "Asha" || by.IsMine || !by.Until.Equal(noon.Add(presence.ClaimTime)) {
		t.Errorf("Ben sees %+v, %v", by, claimed)
	}
	if by, _ := asha.Claims().On(resource("1"), noon); !by.IsMine {
		t.Error("Asha's claim is not shown as hers")
	}
}

func TestTakeNext_LeavesATicketThatSomebodyIsEditing(t *testing.T) {
	host := presence.New()
	asha, ben := join(host, "Asha"), join(host, "Ben")
	asha.SetEditing(resource("1"))
	if got := take(ben, noon, "1", "2"); got != "2" {
		t.Errorf("Ben was given %q", got)
	}
}

func TestTakeNext_ClaimsEnd(t *testing.T) {
	host := presence.New()
	asha, ben := join(host, "Asha"), join(host, "Ben")
	take(asha, noon, "1")

	late := noon.Add(presence.ClaimTime - 30*time.Second)
	asha.Renew(resource("1"), late)
	asha.Renew(resource("2"), late) // not hers: nothing happens
	ben.Renew(resource("1"), late)
	if got := take(ben, noon.Add(presence.ClaimTime), "1"); got != "" {
		t.Errorf("Asha is at work on the ticket, and Ben was given %q", got)
	}
	if got := take(ben, late.Add(presence.ClaimTime), "1"); got != "1" {
		t.Error("nobody is given a ticket whose claim has ended")
	}
	ben.Release(resource("1"), late.Add(presence.ClaimTime))
	if got := take(asha, late.Add(presence.ClaimTime), "1"); got != "1" {
		t.Error("nobody is given a ticket that was released")
	}
}

func TestTakeNext_TheTicketBeforeIsFreeAMinuteLater(t *testing.T) {
	host := presence.New()
	asha, ben := join(host, "Asha"), join(host, "Ben")
	take(asha, noon, "1")
	take(asha, noon, "1", "2")
	if got := take(ben, noon.Add(59*time.Second), "1", "2"); got != "" {
		t.Errorf("the answer may be on its way, and Ben was given %q", got)
	}
	if got := take(ben, noon.Add(time.Minute), "1", "2"); got != "1" {
		t.Errorf("Ben was given %q", got)
	}
}

func TestTakeNext_AnAgentWhoLeavesFreesTheTicket(t *testing.T) {
	host := presence.New()
	asha, ben := join(host, "Asha"), join(host, "Ben")
	take(asha, noon, "1")
	if err := ben.WaitChange(t.Context()); err != nil { // the claim
		t.Fatal(err)
	}
	asha.Leave()
	if err := ben.WaitChange(t.Context()); err != nil { // its end
		t.Fatal(err)
	}
	if got := take(ben, noon, "1"); got != "1" {
		t.Error("the ticket is still taken")
	}
	if got := take(asha, noon, "2"); got != "" {
		t.Errorf("somebody who has left was given %q", got)
	}
}

// TestTakeNext_TwoAtTheSameMoment lets two agents take next at the same moment a thousand times.
func TestTakeNext_TwoAtTheSameMoment(t *testing.T) {
	ids := make([]string, 2000)
	for i := range ids {
		ids[i] = fmt.Sprint(i)
	}
	host := presence.New()
	agents := []*presence.Member{join(host, "Asha"), join(host, "Ben")}
	taken := map[string]int{}
	for round := range 1000 {
		now := noon.Add(time.Duration(round) * 2 * presence.ClaimTime) // when earlier claims have ended
		var given [2]string
		var together, ready sync.WaitGroup
		ready.Add(len(agents))
		for i, agent := range agents {
			together.Go(func() {
				ready.Done()
				ready.Wait()
				given[i] = take(agent, now, ids[2*round:]...)
			})
		}
		together.Wait()
		for _, id := range given {
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

// BenchmarkTakeNext measures a claim on a host with 200 agents who have all taken tickets.
func BenchmarkTakeNext(b *testing.B) {
	ids := make([]string, 1000)
	for i := range ids {
		ids[i] = fmt.Sprint(i)
	}
	host := presence.New()
	agents := make([]*presence.Member, 200)
	for i := range agents {
		agents[i] = join(host, fmt.Sprint("Agent ", i))
		take(agents[i], noon, ids...)
	}
	now, n := noon, 0
	for b.Loop() {
		now = now.Add(10 * time.Second)
		if take(agents[n%len(agents)], now, ids...) == "" {
			b.Fatal("no ticket is left")
		}
		n++
	}
}
