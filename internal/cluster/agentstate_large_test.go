package cluster_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/agentstate/agentstatetest"
	"frontdesk/internal/cluster/clustertest"
)

// manyLines returns a document of three MiB.
func manyLines() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 3<<20; i++ {
		fmt.Fprintf(&b, `"7135165%07d":{"last":%d,"count":%d,"touched":17639820%02d},`, i, i*31, i%40, i%100)
	}
	return append(b.Bytes(), '\n')
}

func TestLarge_MarksOfThousandsOfTicketsAreOnTheOtherHost(t *testing.T) {
	t.Parallel()
	c := clustertest.Shared(t).Connect(t)
	account := clustertest.Account(t, c)
	if limit := c.Conn().MaxPayload(); limit != 1<<20 {
		t.Fatalf("a message may have %d bytes", limit)
	}
	here := agentstatetest.NewHost(t, c, account).SignIn(t, "asha")
	there := agentstatetest.NewHost(t, c, account).SignIn(t, "asha")
	content := manyLines()
	agentstatetest.Must(t, here.Put("looked-at", content, agentstate.None))
	d, err := there.Get("looked-at")
	if err != nil || !bytes.Equal(d.Content, content) {
		t.Fatalf("%d bytes became %d, %v", len(content), len(d.Content), err)
	}
	agentstatetest.Must(t, there.Append("looked-at", []byte("one more\n")))
	agentstatetest.RequireContent(t, here, "looked-at", string(content)+"one more\n")
}

// TestLarge_WhatTheClusterDoesNotTakeStaysOnThisHost: nothing of it is lost, and the log names it once.
func TestLarge_WhatTheClusterDoesNotTakeStaysOnThisHost(t *testing.T) {
	t.Parallel()
	c := clustertest.Shared(t).Connect(t)
	account := clustertest.Account(t, c)
	var log bytes.Buffer
	shared := agentstate.NewShared(agentstate.Options{
		Cluster: c, Kinds: agentstatetest.Kinds, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	here, err := shared.Open(t.TempDir()+"/agent-asha", account)
	agentstatetest.Must(t, err)
	random := rand.NewChaCha8([32]byte{})
	content := make([]byte, 2<<20) // cannot be packed
	_, _ = random.Read(content)
	agentstatetest.Must(t, here.Put("x.draft", content, agentstate.None))
	for range 3 {
		agentstatetest.RequireContent(t, here, "x.draft", string(content))
	}
	agentstatetest.Must(t, here.Put("x.draft", []byte("shorter"), agentstate.RevisionOf(content)))
	waitFor(t, agentstatetest.NewHost(t, c, account).SignIn(t, "asha"), "x.draft", "shorter")
	agentstatetest.Must(t, shared.Close())
	if said := log.String(); strings.Count(said, "x.draft is larger than the cluster takes") != 1 || !c.State().Connected {
		t.Errorf("the log says %q, %+v", said, c.State())
	}
}
