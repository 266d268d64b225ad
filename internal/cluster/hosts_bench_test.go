//go:build unix

package cluster_test

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/cluster/clustertest"
)

const (
	agentsOfTheLoad = 600 // in BenchmarkDraftKept, on three hosts
	savesOfAForm    = 10  // while an agent types into it; one a second
)

// BenchmarkDraftKept has 600 agents of three hosts type, each host one draft after the other, until each draft is on
// the host's disk and, with a cluster, on the servers. Each agent has signed in and typed before, and goes on to
// another form after ten saves. With FRONTDESK_TEST_NATS the servers are a process of their own, and the CPU time is
// that of the hosts alone.
func BenchmarkDraftKept(b *testing.B) {
	b.Run("files", func(b *testing.B) {
		benchmarkDrafts(b, [3]agent.Opener{agent.ThisHost{}, agent.ThisHost{}, agent.ThisHost{}}, "acme")
	})
	b.Run("cluster", func(b *testing.B) {
		account := ""
		var hosts [3]agent.Opener
		for i := range hosts {
			c := clustertest.Any(b)
			if i == 0 {
				account = clustertest.Account(b, c)
			}
			shared := agent.NewShared(agent.Options{Cluster: c, Log: slog.New(slog.DiscardHandler)})
			b.Cleanup(func() { _ = shared.Close() })
			hosts[i] = shared
		}
		benchmarkDrafts(b, hosts, account)
	})
}

func benchmarkDrafts(b *testing.B, hosts [3]agent.Opener, account string) {
	b.Helper()
	dir := b.TempDir()
	var agents [3][]*agent.State
	for i := range agentsOfTheLoad {
		host := i % len(hosts)
		place := agent.Place(filepath.Join(dir, fmt.Sprint(host)), account, fmt.Sprintf("Agent %d", i))
		state, err := hosts[host].Open(place, account)
		if err != nil {
			b.Fatal(err)
		}
		agents[host] = append(agents[host], state)
	}
	comment := strings.Repeat("The customer was called back. ", 30) // about 1 KB, as a draft has
	save := func(host, n int) error {
		who := n / len(hosts) % len(agents[host])
		form := fmt.Sprint(n / (agentsOfTheLoad * savesOfAForm))
		_, err := agents[host][who].Save(agent.Write{
			Key:    agent.Key{Kind: "update-ticket", Record: fmt.Sprint(who) + form},
			Values: map[string]string{"comment": fmt.Sprint(n) + comment}, SavedAt: time.Now(),
		})
		return err
	}
	for n := range agentsOfTheLoad {
		if err := save(n%len(hosts), n); err != nil {
			b.Fatal(err)
		}
	}
	took := make([]time.Duration, 0, b.N)
	var mu sync.Mutex
	b.ResetTimer()
	before := processTime(b)
	var all sync.WaitGroup
	for host := range hosts {
		all.Go(func() {
			for n := host; n < b.N; n += len(hosts) {
				began := time.Now()
				if err := save(host, agentsOfTheLoad+n); err != nil {
					b.Error(err)
					return
				}
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		})
	}
	all.Wait()
	used := processTime(b) - before
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(used.Microseconds())/float64(b.N)/1000, "cpu-ms/draft")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

// processTime returns the CPU time of this process.
func processTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
