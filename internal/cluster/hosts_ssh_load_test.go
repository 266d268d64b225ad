package cluster_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
)

// TestSSHHost_ThreeHostsOfACluster logs how long after the service has kept a change of one host it is on a screen of
// another, while agents of all hosts type, and how often the service was asked for days; run it with -v to see it. A few
// agents have sessions. The others are simulated: their drafts are kept as their consoles would.
func TestSSHHost_ThreeHostsOfACluster(t *testing.T) {
	t.Parallel()
	each, simulated, changes, lasting, pause := 2, 6, 3, 200*time.Millisecond, time.Nanosecond
	switch isFull := texttest.RequireLoad(t); {
	case texttest.Race: // the sessions of three hosts run the same goroutines
		each, changes = 1, 2
	case isFull:
		each, simulated, changes, lasting, pause = 4, 600, 40, 20*time.Second, 500*time.Millisecond
	}
	var kept, pulls atomic.Int64 // when the service had answered the last write, and days that it was asked for
	account := &sharing{account: clustertest.NewAccount()}
	account.service, _ = clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r)
			switch clitest.OperationOf(r) {
			case wire.AddTicket.Name:
				kept.Store(time.Now().UnixNano())
			case wire.PullTicket.Name:
				pulls.Add(1)
			}
		}
	})
	servers := clustertest.Shared(t)
	var hosts [3]*clitest.Host
	for i := range hosts {
		agents := []string{"Asha Rao"}
		for n := range each {
			agents = append(agents, fmt.Sprintf("Agent %d-%d", i+1, n+1))
		}
		h := clitest.NewHost(t, agents)
		account.configure(h)
		h.Start("--cluster", servers.URLs(), "--max-sessions", "1000", "--metrics", "127.0.0.1:0")
		hosts[i] = h
	}
	write(t, hosts[0], `ticket add --title "Lamp" --details "It is dark"`)
	watching := hosts[2].OpenConsole("Asha Rao")
	watching.WaitForText("Lamp")
	watching.SelectNewest() // all days have been asked for

	known := 1
	measure := func(lasting time.Duration) (median, most time.Duration) {
		var took []time.Duration
		for began := time.Now(); len(took) < changes || time.Since(began) < lasting; {
			write(t, hosts[0], `ticket add --title "Radio" --details "It is silent"`)
			known++
			watching.WaitForText(fmt.Sprintf(" All %d ", known)) // the tab of the view that has them all
			took = append(took, time.Since(time.Unix(0, kept.Load())))
			<-time.After(rand.N(pause)) // who writes does not wait for that screen
		}
		return clitest.Percentiles(took[len(took)/2:]) // when nobody has pressed a key there for a while
	}
	median, most := measure(lasting / 2)
	t.Logf("while nobody types a change is on another host's screen after %v median, %v 95th percentile", median, most)

	typing, drafts := make(chan struct{}), keepDrafts(t, servers, account.account, simulated)
	go func() {
		defer close(typing)
		typeOnAllHosts(t, hosts[:], lasting)
	}()
	median, most = measure(lasting / 2)
	<-typing
	t.Logf("three hosts with %d sessions that type and %d simulated agents, of whom %.0f a second keep a draft:",
		3*each, simulated, drafts())
	t.Logf("a change is on another host's screen after %v median, %v 95th percentile", median, most)
	t.Logf("the service was asked for %d days", pulls.Load())
}

// draftPause is the time between the drafts of a host's simulated agents.
const draftPause = 25 * time.Millisecond

// keepDrafts has simulated agents of three more hosts keep drafts, one after the other, until the test ends. It returns
// how many drafts were kept a second until it is asked.
func keepDrafts(
	t *testing.T, servers *clustertest.Servers, account string, agents int,
) (rate func() float64) {
	t.Helper()
	var kept atomic.Int64
	var all sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	for host := range 3 {
		c := servers.Connect(t)
		shared := agent.NewShared(agent.Options{Cluster: c, Log: slog.New(slog.DiscardHandler)})
		t.Cleanup(func() { clitest.RequireNoError(t, shared.Close()) })
		dir := t.TempDir()
		var stores []*agent.State
		for i := range agents / 3 {
			state, err := shared.Open(agent.Place(dir, account, fmt.Sprintf("Simulated %d-%d", host, i)), account)
			clitest.RequireNoError(t, err)
			stores = append(stores, state)
		}
		all.Go(func() {
			for n := 0; guard.Sleep(ctx, draftPause); n++ {
				_, err := stores[n%len(stores)].Save(agent.Write{
					Key:    agent.Key{Kind: "update-ticket", Record: "1"},
					Values: map[string]string{"comment": fmt.Sprint(n) + strings.Repeat("The customer was called back. ", 30)},
				})
				if err != nil {
					t.Error(err)
				}
				kept.Add(1)
			}
		})
	}
	t.Cleanup(func() { // before the hosts are closed
		stop()
		all.Wait()
	})
	began := time.Now()
	return func() float64 { return float64(kept.Load()) / time.Since(began).Seconds() }
}

// typeOnAllHosts has every agent of the hosts but the first type a comment.
func typeOnAllHosts(t *testing.T, hosts []*clitest.Host, lasting time.Duration) {
	t.Helper()
	var all []*clitest.TypingSession
	for _, h := range hosts {
		for agent := range h.Keys {
			if agent == "Asha Rao" {
				continue
			}
			y, err := h.SignIn(agent)
			if err != nil {
				t.Error(err)
				return
			}
			all = append(all, y)
		}
	}
	clitest.WaitUntilDrawn(all...)
	clitest.TypeInAllSessions(t, all, "cx", lasting)
}
