package clustertest

import (
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// shared is the server that tests of a package share, from the first that needs it.
var shared struct {
	sync.Mutex
	dir     string
	running *server.Server
}

// Shared returns a server that other tests use at the same time: it can be reached and missed, but not killed. Each
// test has an account of its own there.
func Shared(t testing.TB) *Servers {
	t.Helper()
	running, err := startShared()
	if err != nil {
		t.Fatal(err)
	}
	n := &node{running: running, front: newLink(t)}
	n.front.lead(running.Addr().String())
	s := &Servers{t: t, nodes: []*node{n}, routes: map[[2]int]*link{}}
	t.Cleanup(s.closeLinks)
	return s
}

func startShared() (*server.Server, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.running != nil {
		return shared.running, nil
	}
	var err error
	if shared.dir, err = os.MkdirTemp("", "nats"); err != nil {
		return nil, err
	}
	made, err := server.NewServer(options("shared", shared.dir))
	if err != nil {
		return nil, err
	}
	made.Start()
	if !made.ReadyForConnections(patience) {
		return nil, errors.New("the server that tests share does not start")
	}
	shared.running = made
	return made, nil
}

// StopShared ends the server that tests have shared, for TestMain.
func StopShared() error {
	shared.Lock()
	defer shared.Unlock()
	if shared.running == nil {
		return nil
	}
	shared.running.Shutdown()
	shared.running.WaitForShutdown()
	return os.RemoveAll(shared.dir)
}
