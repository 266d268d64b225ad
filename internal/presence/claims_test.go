package presence_test

import (
	"fmt"
	"testing"
	"time"

	"frontdesk/internal/presence"
	"frontdesk/internal/presence/presencetest"
	"frontdesk/internal/safetext"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func TestConsolesOfOneHost(t *testing.T) {
	presencetest.Run(t, func(*testing.T) presencetest.Setup {
		host, now := presence.New(presence.Options{}), noon
		return presencetest.Setup{
			Hosts: [2]*presence.Group{host, host},
			Now:   func() time.Time { return now },
			Pass:  func(dur time.Duration) { now = now.Add(dur) },
		}
	})
}

// BenchmarkTakeNext measures a claim on a host with 200 agents who have all taken tickets.
func BenchmarkTakeNext(b *testing.B) {
	ids := make([]string, 1000)
	for i := range ids {
		ids[i] = fmt.Sprint(i)
	}
	host := presence.New(presence.Options{})
	agents := make([]*presence.Member, 200)
	for i := range agents {
		agents[i] = host.Join(safetext.LineFromText(fmt.Sprint("Agent ", i)))
		_, _, _ = agents[i].Take(b.Context(), presencetest.Queue(ids...), noon)
	}
	now, n := noon, 0
	for b.Loop() {
		now = now.Add(10 * time.Second)
		if _, ok, _ := agents[n%len(agents)].Take(b.Context(), presencetest.Queue(ids...), now); !ok {
			b.Fatal("no ticket is left")
		}
		n++
	}
}
