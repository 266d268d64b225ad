package sharedpulls_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/sharedpulls"
)

// stranger is a host that has the lease of an account and replies as a test says.
type stranger struct {
	t         *testing.T
	leases    jetstream.KeyValue
	scope     string
	questions atomic.Int64
}

// newStranger has a host take the lease; answer is given a function that sends a message to whoever asks.
func newStranger(
	t *testing.T, c *cluster.Cluster, account string, ttl time.Duration, answer func(send func([]byte)),
) *stranger {
	t.Helper()
	s := &stranger{t: t}
	var err error
	if s.scope, err = sharedpulls.Scope("c2VjcmV0"); err != nil {
		t.Fatal(err)
	}
	s.leases, err = c.Open(t.Context(), cluster.Bucket{Account: account, Kind: "pulls", TTL: ttl})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.leases.Create(t.Context(), s.scope, []byte(`{"host":"stranger"}`)); err != nil {
		t.Fatal(err)
	}
	_, err = c.Conn().Subscribe(cluster.Subject(account, "pulls", s.scope, "stranger"), func(m *nats.Msg) {
		s.questions.Add(1)
		answer(func(content []byte) { _ = c.Conn().Publish(m.Reply, content) })
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Conn().FlushTimeout(10 * time.Second); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stranger) hasLease() bool {
	_, err := s.leases.Get(s.t.Context(), s.scope)
	return !errors.Is(err, jetstream.ErrKeyNotFound)
}

// zipped compresses an answer of the service.
func zipped(answer string) []byte {
	var kept bytes.Buffer
	to := gzip.NewWriter(&kept)
	_, _ = to.Write([]byte(answer))
	_ = to.Close()
	return kept.Bytes()
}

// reply sends the head of an answer and its parts.
func reply(send func([]byte), size int, body []byte) {
	send(fmt.Appendf(nil, `{"state":"answer","id":"1","size":%d,"asked":0,"read":0}`, size))
	send(body)
}

const dayOfAStranger = `{"message":[{"ticketId":"713500000020","title":"\u001b[2Jseen \u202e"}],"totalCount":1}`

func TestHosts_WhatIsDamagedIsNotUsed(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	good := zipped(dayOfAStranger)
	damaged := bytes.Clone(good)
	damaged[len(damaged)-6] ^= 1 // of the checksum
	for name, answer := range map[string]func(send func([]byte)){
		"no JSON":               func(send func([]byte)) { send([]byte("\x1b[2J")) },
		"a state of tomorrow":   func(send func([]byte)) { send([]byte(`{"state":"\u001b[2J"}`)) },
		"not compressed":        func(send func([]byte)) { reply(send, len(dayOfAStranger), []byte(dayOfAStranger)) },
		"a wrong checksum":      func(send func([]byte)) { reply(send, len(damaged), damaged) },
		"cut short":             func(send func([]byte)) { reply(send, len(good)-9, good[:len(good)-9]) },
		"more than was said":    func(send func([]byte)) { reply(send, len(good)-1, good) },
		"larger than the limit": func(send func([]byte)) { reply(send, 1<<40, good) },
		"a fault of the service": func(send func([]byte)) {
			body := zipped(`{"status":"error","message":"no"}`)
			reply(send, len(body), body)
		},
		"no answer": func(send func([]byte)) { body := zipped(`[]`); reply(send, len(body), body) },
		"read before it was asked for": func(send func([]byte)) {
			send([]byte(`{"state":"answer","size":1,"asked":1,"read":2}`))
		},
		"too large": func(send func([]byte)) { send([]byte(`{"state":"large"}`)) },
	} {
		t.Run(name, func(t *testing.T) {
			c := servers.Connect(t)
			account := clustertest.Account(t, c)
			newStranger(t, c, account, patient.Lease, answer)
			h := openHost(t, servers.Connect(t), account, service, patient)
			h.refresh(aMinute)
			wantPulls(t, service, 3)
			if h.title(20) != "Lamp of day 20" {
				t.Errorf("the ticket is %q", h.title(20))
			}
			if counts := h.pulls.Counts(); counts.Alone != 3 || counts.Read != 0 {
				t.Errorf("the host counts %+v", counts)
			}
			if n := h.log.count("pulls an account by itself"); n != 1 || h.log.count("\x1b") > 0 {
				t.Errorf("the log says so %d times", n)
			}
		})
	}
}

// TestHosts_TextOfAnotherHostIsCleaned like that of the service.
func TestHosts_TextOfAnotherHostIsCleaned(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	body := zipped(dayOfAStranger)
	newStranger(t, servers.Connect(t), "acme", patient.Lease, func(send func([]byte)) { reply(send, len(body), body) })
	h := openHost(t, servers.Connect(t), "acme", service, patient)
	h.refresh(aMinute)
	wantPulls(t, service, 0)
	if title := h.title(20); !strings.Contains(title, "seen") || strings.ContainsAny(title, "\x1b\u202e") {
		t.Errorf("the ticket is %q", title)
	}
}

// TestHosts_AnAnnouncedChangeThatSeemsOlderIsAskedForAgain: on a busy machine a question is on its way for so long that
// the answer counts as older than what this host knows.
func TestHosts_AnAnnouncedChangeThatSeemsOlderIsAskedForAgain(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	var questions atomic.Int64
	first, second := zipped(dayOfAStranger), zipped(strings.Replace(dayOfAStranger, "seen", "changed", 1))
	c := servers.Connect(t)
	other := newStranger(t, c, "acme", patient.Lease, func(send func([]byte)) {
		switch n := questions.Add(1); {
		case n <= 3: // of the refresh
			reply(send, len(first), first)
		case n == 4:
			send(fmt.Appendf(nil, `{"state":"answer","id":"2","size":%d,"asked":%d,"read":0}`, len(second), time.Minute))
			send(second)
		default:
			reply(send, len(second), second)
		}
	})
	h := openHost(t, servers.Connect(t), "acme", service, patient)
	h.shows()
	h.refresh(aMinute)
	announced := []byte(`{"host":"stranger","day":"2026-11-20","id":"2"}`)
	if err := c.Conn().Publish(cluster.Subject("acme", "pulled", other.scope), announced); err != nil {
		t.Fatal(err)
	}
	clustertest.Wait(t, "the host does not learn of the change", func() bool { return strings.Contains(h.title(20), "changed") })
}

// TestHosts_QuestionsAndAnnouncementsThatCannotBeReadAreLeft: whoever sends them, the host goes on.
func TestHosts_QuestionsAndAnnouncementsThatCannotBeReadAreLeft(t *testing.T) {
	t.Parallel()
	servers, service := clustertest.One(t), newUpstream(t)
	hosts := openHosts(t, servers, service, 2)
	hosts[0].refresh(aMinute)
	scope, err := sharedpulls.Scope("c2VjcmV0")
	if err != nil {
		t.Fatal(err)
	}
	other := servers.Connect(t)
	for _, content := range []string{
		"", "\x1b[2J", `{"day":"2026-13-40"}`, `{"host":"x","day":"2026-11-20","id":"1"}`,
		`{"host":"` + strings.Repeat("x", 300) + `","day":"2026-11-20"}`, strings.Repeat(" ", 8<<10),
	} {
		for _, subject := range []string{
			cluster.Subject("acme", "pulls", scope, hosts[0].cluster.HostID()),
			cluster.Subject("acme", "pulled", scope),
		} {
			if err := other.Conn().Publish(subject, []byte(content)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := other.Conn().FlushTimeout(10 * time.Second); err != nil {
		t.Fatal(err)
	}
	hosts[1].shows()
	hosts[1].refresh(aMinute)
	if counts := hosts[1].pulls.Counts(); counts.Read < 3 || counts.Alone != 0 {
		t.Errorf("the host counts %+v", counts)
	}
}
