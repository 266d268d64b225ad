package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The ways in which the cluster loses what it stores. All but the first befall all NATS servers at once.
const (
	emptiedOne means = "of three, emptied"                // its data is removed while it is down
	restarted  means = "all, restarted"                   // with their data
	emptied    means = "all, emptied"                     // their data is removed while they are down
	restored   means = "all, restored from an older copy" // made at an earlier fault of all
	moved      means = "all, replaced by new ones"        // hosts are down meanwhile, and meet them at the same address
	remade     means = "bucket deleted, made by a host"   // while another host is cut off
)

// isOfStore reports whether the cluster may have lost what it stored.
func (m means) isOfStore() bool { return slices.Contains([]means{emptied, restored, moved, remade}, m) }

// isOfOne reports whether one NATS server alone is hurt.
func (m means) isOfOne() bool { return m == killed || m == parted || m == emptiedOne }

// storeFaults deals the ways to lose the cluster's store in a random order: a run of some minutes has all of them.
type storeFaults struct {
	random *rand.Rand
	deck   []means
	hasOld bool // a copy of the data was made
}

func (s *storeFaults) next(servers int) means {
	if len(s.deck) == 0 {
		s.deck = []means{emptiedOne, restarted, emptied, restored, moved, remade}
		if servers == 1 {
			s.deck = s.deck[1:] // to empty the only one is to empty all
		}
		s.random.Shuffle(len(s.deck), func(i, j int) { s.deck[i], s.deck[j] = s.deck[j], s.deck[i] })
		if !s.hasOld { // the first one makes the copy
			at := slices.Index(s.deck, restarted)
			s.deck[0], s.deck[at] = s.deck[at], s.deck[0]
		}
	}
	m := s.deck[0]
	s.deck = s.deck[1:]
	return m
}

func storeOf(p *part) string { return filepath.Join(p.dir, "store") }
func copyOf(p *part) string  { return filepath.Join(p.dir, "copy") }

// loseStore stops all servers and changes their data.
func (k *killer) loseStore(m means) error {
	servers := k.in.parts[kindNATS]
	for _, p := range servers {
		p.kill()
	}
	for _, p := range servers {
		if err := changeStore(p, m, m == restarted || !k.stores.hasOld); err != nil {
			return err
		}
	}
	k.stores.hasOld = true
	return nil
}

// changeStore changes the data of a server that is down, and copies it before if it should.
func changeStore(p *part, m means, copies bool) error {
	if copies {
		if err := errors.Join(os.RemoveAll(copyOf(p)), os.CopyFS(copyOf(p), os.DirFS(storeOf(p)))); err != nil {
			return err
		}
	}
	if m == restarted {
		return nil
	}
	if err := os.RemoveAll(storeOf(p)); err != nil {
		return err
	}
	switch m {
	case restored:
		return os.CopyFS(storeOf(p), os.DirFS(copyOf(p)))
	case moved:
		p.command[slices.Index(p.command, "-name")+1] += "n"
	}
	return nil
}

// stopHosts kills all hosts, as faults of their own.
func (k *killer) stopHosts() (stopped []*fault) {
	for _, p := range k.in.parts[kindHost] {
		stopped = append(stopped, k.note(p, killed))
		p.kill()
	}
	return stopped
}

// startHosts starts all hosts again.
func (k *killer) startHosts(ctx context.Context, stopped []*fault) error {
	for _, f := range stopped {
		if err := f.part.start(ctx); err != nil {
			return err
		}
		k.end(f)
	}
	return nil
}

// deletionLimit is how long servers may take to delete a bucket.
const deletionLimit = 15 * time.Second

// deleteBuckets deletes all buckets of the hosts, or one of them.
func (k *killer) deleteBuckets(ctx context.Context, random *rand.Rand) error {
	ctx, stop := context.WithTimeout(ctx, deletionLimit)
	defer stop()
	var addresses []string
	for _, p := range k.in.parts[kindNATS] {
		addresses = append(addresses, "nats://"+net.JoinHostPort(p.address, strconv.Itoa(natsPort)))
	}
	servers, err := nats.Connect(strings.Join(addresses, ","))
	if err != nil {
		return err
	}
	defer servers.Close()
	js, err := jetstream.New(servers)
	if err != nil {
		return err
	}
	var names []string
	list := js.KeyValueStoreNames(ctx)
	for name := range list.Name() {
		names = append(names, name)
	}
	if list.Error() != nil || len(names) == 0 {
		return errors.Join(list.Error(), fmt.Errorf("there are %d buckets", len(names)))
	}
	slices.Sort(names)
	if random.IntN(2) == 0 {
		names = names[random.IntN(len(names)):][:1]
	}
	for _, name := range names {
		k.say("the bucket %s is deleted", name)
		err = errors.Join(err, js.DeleteKeyValue(ctx, name))
	}
	return err
}
