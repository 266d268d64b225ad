package cli_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/safetext/texttest"
)

func heapMegabytes() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapInuse+m.StackInuse) / 1e6
}

// TestSSHHost_ManyAgentsTypeAtOnceOnOneDesk logs latencies and memory; run it with -v to see them.
func TestSSHHost_ManyAgentsTypeAtOnceOnOneDesk(t *testing.T) {
	full := texttest.RequireLoad(t)
	t.Parallel()
	sessions, tickets, lasting := 4, 500, 400*time.Millisecond
	if full {
		sessions, tickets, lasting = 200, 100_000, time.Minute
	}
	agents := make([]string, sessions)
	for i := range agents {
		agents[i] = fmt.Sprintf("Agent %d", i+1)
	}
	h := clitest.NewHost(t, agents)
	h.FillLargeDesk(tickets)
	began := time.Now()
	h.Start("--max-sessions", "1000", "--metrics", "127.0.0.1:0")
	lone, err := h.SignIn(agents[0])
	clitest.RequireNoError(t, err)
	t.Logf("the first session: %v to the first rows, which it pulls", lone.First)
	clitest.WaitUntilDrawn(lone)
	before := heapMegabytes()
	all := []*clitest.TypingSession{lone}
	var signIns []time.Duration
	for _, agent := range agents[1:] {
		y, err := h.SignIn(agent)
		clitest.RequireNoError(t, err)
		all, signIns = append(all, y), append(signIns, y.First)
	}
	median, most := clitest.Percentiles(signIns)
	t.Logf("%d more: sign-in to the first rows %v median, %v 95th percentile; %.2f MB each with their clients", sessions-1, median, most, (heapMegabytes()-before)/float64(sessions-1))
	clitest.WaitUntilDrawn(all...)

	for _, keys := range []string{"j", "cx"} {
		for range 20 {
			clitest.RequireNoError(t, lone.PressKey("j"))
		}
		median, most = clitest.Percentiles(lone.Took)
		t.Logf("one busy session: a key %v median, %v 95th percentile", median, most)
		clitest.TypeInAllSessions(t, all, keys, lasting)
		var took []time.Duration
		for _, y := range all {
			took, y.Took = append(took, y.Took...), nil
		}
		median, most = clitest.Percentiles(took)
		t.Logf("%d sessions typing %q: %d keys, %v median, %v 95th percentile", sessions, keys, len(took), median, most)
	}
	pulls := h.CountCalls("pull-ticket")
	t.Logf("%d pulls in all", pulls)
	rounds := int(time.Since(began)/time.Minute) + 1 // the shown days are asked for again each minute, once for all sessions
	const shown, queue = 7, 90                       // an older day of the queue is read once
	if pulls < shown || pulls > shown*rounds+queue-shown {
		t.Errorf("days were pulled %d times in %d minutes", pulls, rounds)
	}
}
