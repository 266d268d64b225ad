package cluster_test

import (
	"bytes"
	"encoding/base64"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster/clustertest"
)

func TestLarge_ATextOfThreeMegabytesIsOnTheOtherHost(t *testing.T) {
	t.Parallel()
	c := clustertest.Shared(t).Connect(t)
	account := clustertest.Account(t, c)
	if limit := c.Conn().MaxPayload(); limit != 1<<20 {
		t.Fatalf("a message may have %d bytes", limit)
	}
	text := strings.Repeat("Dear customer, the belt is replaced. ", 3<<20/37)
	here := agenttest.NewHost(t, c, account).SignIn(t, "asha")
	save(t, here, "1", text)
	_ = agenttest.Comments(t, here) // the servers have it then, however long they took
	if got := agenttest.Comments(t, agenttest.NewHost(t, c, account).SignIn(t, "asha")); got != text {
		t.Errorf("%d bytes became %d", len(text), len(got))
	}
}

// TestLarge_WhatTheClusterDoesNotTakeStaysOnThisHost: nothing of it is lost, and the log names it once.
func TestLarge_WhatTheClusterDoesNotTakeStaysOnThisHost(t *testing.T) {
	t.Parallel()
	c := clustertest.Shared(t).Connect(t)
	account := clustertest.Account(t, c)
	var log bytes.Buffer
	shared := agent.NewShared(agent.Options{Cluster: c, Log: slog.New(slog.NewTextHandler(&log, nil))})
	here, err := shared.Open(t.TempDir()+"/agent-asha", account)
	agenttest.Must(t, err)
	random := rand.NewChaCha8([32]byte{})
	content := make([]byte, 2<<20) // cannot be packed
	_, _ = random.Read(content)
	large := base64.StdEncoding.EncodeToString(content)
	save(t, here, "1", large)
	for range 3 {
		if got := agenttest.Comments(t, here); got != large {
			t.Errorf("%d bytes became %d", len(large), len(got))
		}
	}
	save(t, here, "1", "shorter")
	waitFor(t, agenttest.NewHost(t, c, account).SignIn(t, "asha"), "shorter")
	agenttest.Must(t, here.Close())
	agenttest.Must(t, shared.Close())
	if said := log.String(); strings.Count(said, "is larger than the cluster takes") != 1 || !c.State().Connected {
		t.Errorf("the log says %q, %+v", said, c.State())
	}
}
