package cluster_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/safetext/texttest"
)

func TestMain(m *testing.M) {
	xdg.CacheHome = "" // no test writes to the cache of whoever runs it
	waitForServers()
	runManyAtOnce()
	os.Exit(texttest.InMemory(func() int {
		code := m.Run()
		if err := clustertest.StopShared(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return code
	}))
}

// waitForServers gives servers as much time as a busy machine needs. A host that is cut off knows it from its closed
// connection; tests that lose servers without that have clustertest.Short.
func waitForServers() {
	cluster.DefaultTimes = cluster.Times{
		Connect: time.Minute, Ping: time.Minute, Request: 20 * time.Second, Check: 500 * time.Millisecond,
		Limit: cluster.DefaultTimes.Limit,
	}
}

// runManyAtOnce lets 16 tests run at once: they wait nearly all the time. Clusters of three servers, and servers whose
// tests the race detector slows down, need their time: four of them.
func runManyAtOnce() {
	if texttest.Long() || texttest.Race {
		texttest.ManyAtOnce()
		return
	}
	if err := flag.Set("test.parallel", "16"); err != nil {
		panic(err) // cannot happen: the flag is defined by testing
	}
}
