// Package clustertest runs NATS servers in the process of a test, which can be killed, restarted and cut off from each
// other. Everything is on loopback, on free ports and in the test's own directory. Test files alone import it.
package clustertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"frontdesk/internal/cluster"
	"frontdesk/internal/safetext/texttest"
)

// variable names the environment variable with the address of NATS servers for the tests that need nothing but a
// cluster that answers. Without it they run servers of their own.
const variable = "FRONTDESK_TEST_NATS"

// patience is how long servers may take for what they do by themselves, such as choosing a leader.
const patience = 2 * time.Minute

// Servers are the servers of a cluster. Its methods are called from the test's goroutine only.
type Servers struct {
	t      testing.TB
	nodes  []*node
	routes map[[2]int]*link // between two nodes, by which one dials
}

// node is one server.
type node struct {
	options *server.Options
	running *server.Server // nil while it is killed
	front   *link          // of everybody who needs no network of their own
	clients []*link        // of hosts
}

// One starts a single server of the test's own, which it may kill and restart.
func One(t testing.TB, change ...func(*server.Options)) *Servers { return start(t, 1, change) }

// Three starts a cluster of three servers, of which any two can keep what they are given. They take seconds to choose a
// leader, so they run in the long form of the tests alone.
func Three(t testing.TB, change ...func(*server.Options)) *Servers {
	t.Helper()
	if !texttest.Long() {
		t.Skip("skipped: three servers run with FRONTDESK_TEST_LONG=1")
	}
	return start(t, 3, change)
}

// ThreeInShort is Three for a test that kills no leader: it runs in the short form too, except under the race detector,
// which would look at the goroutines of the servers.
func ThreeInShort(t testing.TB, change ...func(*server.Options)) *Servers {
	t.Helper()
	if texttest.Race {
		return Three(t, change...)
	}
	return start(t, 3, change)
}

func start(t testing.TB, count int, changes []func(*server.Options)) *Servers {
	t.Helper()
	s := &Servers{t: t, routes: map[[2]int]*link{}}
	dir := t.TempDir()
	t.Cleanup(s.stop)
	for i := range count {
		o := options(fmt.Sprintf("node-%d", i), filepath.Join(dir, fmt.Sprint(i)))
		if count > 1 {
			// What servers tell each other of their addresses would lead around the links: nobody answers on port 9.
			o.Cluster = server.ClusterOpts{
				Name: "test", Host: "127.0.0.1", Port: server.RANDOM_PORT, NoAdvertise: true, Advertise: "127.0.0.1:9",
			}
		}
		for _, change := range changes {
			change(o)
		}
		s.nodes = append(s.nodes, &node{options: o, front: newLink(t)})
	}
	s.connectRoutes()
	for i := range s.nodes {
		s.run(i)
	}
	s.WaitReady()
	return s
}

// options returns the options of a server.
func options(name, dir string) *server.Options {
	return &server.Options{
		ServerName: name, Host: "127.0.0.1", Port: server.RANDOM_PORT,
		JetStream: true, StoreDir: dir, NoLog: true, NoSigs: true,
		JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 512 << 20,
		TLSTimeout: patience.Seconds(), AuthTimeout: patience.Seconds(),
	}
}

// connectRoutes lays the links between all nodes.
func (s *Servers) connectRoutes() {
	for i, from := range s.nodes {
		var urls []string
		for j := range s.nodes {
			if i == j {
				continue
			}
			l := newLink(s.t)
			s.routes[[2]int{i, j}] = l
			urls = append(urls, "nats://"+l.address())
		}
		from.options.Routes = server.RoutesFromStr(strings.Join(urls, ","))
	}
}

func (s *Servers) run(i int) {
	s.t.Helper()
	n := s.nodes[i]
	made, err := server.NewServer(n.options.Clone())
	if err != nil {
		s.t.Fatal(err)
	}
	made.Start()
	if !made.ReadyForConnections(patience) {
		s.t.Fatalf("server %d does not start", i)
	}
	n.running = made
	for _, l := range append([]*link{n.front}, n.clients...) {
		l.lead(made.Addr().String())
	}
	for between, l := range s.routes {
		if between[1] == i {
			l.lead(made.ClusterAddr().String())
		}
	}
}

func (s *Servers) stop() {
	for i, n := range s.nodes {
		if n.running != nil {
			s.Kill(i)
		}
	}
	s.closeLinks()
}

func (s *Servers) closeLinks() {
	for _, n := range s.nodes {
		for _, l := range append([]*link{n.front}, n.clients...) {
			l.close()
		}
	}
	for _, l := range s.routes {
		l.close()
	}
}

// Kill ends a server without a farewell to the others: its links are cut first.
func (s *Servers) Kill(i int) {
	n := s.nodes[i]
	if n.options == nil {
		s.t.Fatal("a server that other tests use cannot be killed")
	}
	s.setRoutes(i, false)
	for _, l := range n.clients {
		l.setDead(true)
	}
	n.running.Shutdown()
	n.running.WaitForShutdown()
	n.running = nil
}

// Restart starts a killed server again, with what it had kept.
func (s *Servers) Restart(i int) {
	s.t.Helper()
	s.run(i)
	s.setRoutes(i, true)
	for _, l := range s.nodes[i].clients {
		l.setDead(false)
	}
}

// Empty removes what a killed server had kept.
func (s *Servers) Empty(i int) {
	s.t.Helper()
	s.Restore(i, "")
}

// Copy copies what a killed server has kept, and returns where to.
func (s *Servers) Copy(i int) (dir string) {
	s.t.Helper()
	dir = filepath.Join(s.t.TempDir(), "copy")
	if err := os.CopyFS(dir, os.DirFS(s.nodes[i].options.StoreDir)); err != nil {
		s.t.Fatal(err)
	}
	return dir
}

// Restore replaces what a killed server has kept by a copy; by nothing if that is "".
func (s *Servers) Restore(i int, dir string) {
	s.t.Helper()
	store := s.nodes[i].options.StoreDir
	err := os.RemoveAll(store)
	if err == nil && dir != "" {
		err = os.CopyFS(store, os.DirFS(dir))
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// Part cuts a server off from the other servers; hosts still reach it.
func (s *Servers) Part(i int) { s.setRoutes(i, false) }

// Join ends Part.
func (s *Servers) Join(i int) { s.setRoutes(i, true) }

func (s *Servers) setRoutes(i int, open bool) {
	for between, l := range s.routes {
		if between[0] == i || between[1] == i {
			l.set(open)
		}
	}
}

// URLs returns the addresses of all servers.
func (s *Servers) URLs() string {
	var urls []string
	for _, n := range s.nodes {
		urls = append(urls, "nats://"+n.front.address())
	}
	return strings.Join(urls, ",")
}

// URL returns the address of one server.
func (s *Servers) URL(i int) string { return strings.Split(s.URLs(), ",")[i] }

// WaitReady waits until the servers that run have found each other, and can keep what they are given.
func (s *Servers) WaitReady() {
	s.t.Helper()
	Wait(s.t, "the servers do not find each other", s.isReady)
}

func (s *Servers) isReady() bool {
	leaders := len(s.nodes) == 1
	for _, n := range s.nodes {
		if n.running == nil {
			continue
		}
		leaders = leaders || n.running.JetStreamIsLeader()
		if len(s.nodes) > 1 && (!n.running.JetStreamIsCurrent() || !s.knowsAll(n.running)) {
			return false
		}
	}
	return leaders
}

// knowsAll reports whether a server counts all servers of the cluster, killed ones too: two that have chosen a leader
// before they heard of the third can lose neither.
func (s *Servers) knowsAll(one *server.Server) bool {
	info, err := one.Jsz(nil)
	return err == nil && info.Meta != nil && info.Meta.Size == len(s.nodes)
}

// Leader returns the server that leads a bucket; -1 if none does.
func (s *Servers) Leader(b cluster.Bucket) int { return s.Leads(b.Name()) }

// Follower returns a server that leads neither a bucket nor that of the hosts: it can be missed without a choice of a
// leader, for which servers take seconds.
func (s *Servers) Follower(b cluster.Bucket) int {
	leads, leadsHosts := s.Leads(b.Name()), s.Leads(cluster.HoldsBucket)
	for i := range s.nodes {
		if i != leads && i != leadsHosts {
			return i
		}
	}
	return -1
}

// Leads is Leader for a bucket with a name.
func (s *Servers) Leads(bucket string) int {
	for i, n := range s.nodes {
		if n.running != nil && n.running.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, "KV_"+bucket) {
			return i
		}
	}
	return -1
}

// Short are the times of hosts that lose servers and keep their connection, as on one side of a parted network.
var Short = cluster.Times{
	Connect: 5 * time.Second, Ping: 2 * time.Second, Request: 2 * time.Second, Check: time.Second,
}

// Connect connects a host to the servers for the length of the test.
func (s *Servers) Connect(t testing.TB) *cluster.Cluster {
	t.Helper()
	return s.connect(t, s.URLs())
}

// ConnectOver is Connect over a network that can be cut.
func (s *Servers) ConnectOver(t testing.TB, network *Host) *cluster.Cluster {
	t.Helper()
	return s.connect(t, network.URLs)
}

func (s *Servers) connect(t testing.TB, urls string) *cluster.Cluster {
	t.Helper()
	o := cluster.Options{Servers: cluster.Servers{URLs: urls}}
	if len(s.nodes) > 1 {
		o.Times = Short
	}
	return Connect(t, o)
}
