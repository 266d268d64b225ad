package sshd_test

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/sshd"
)

func TestAReaderOfTheMetricsThatStopsHoldsUpNoSession(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	inside := h.openConsole(h.signIn(asha), 80, 24)
	inside.waitFor("Asha")
	reader, page := io.Pipe()
	written := make(chan struct{})
	go func() {
		h.host.WriteMetrics(page)
		close(written)
	}()
	read := bufio.NewReaderSize(reader, 16)
	for line := ""; !strings.HasPrefix(line, "frontdesk_ssh_key_seconds_bucket"); { // and no further
		var err error
		if line, err = read.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	inside.typeKeys("undisturbed")
	inside.waitFor("typed:undisturbed")
	h.host.Metrics.ObserveCall("pull-ticket", "done", time.Millisecond)
	h.openConsole(h.signIn(asha), 80, 24).waitFor("Asha")
	_ = reader.Close()
	<-written
}

func TestMetrics_WhatOnlyGrowsIsACounterAndLabelsAreEscapedAsPrometheusReadsThem(t *testing.T) {
	t.Parallel()
	h := startHost(t, authorizedLine(newSigner(t).PublicKey(), "Asha"), sshd.Limits{})
	h.host.Metrics.ObserveCall("pull-ticket", "ü \"x\"\\\n\u009b", time.Millisecond)
	var page strings.Builder
	h.host.WriteMetrics(&page)
	for _, want := range []string{
		"# TYPE frontdesk_ssh_written_bytes_total counter\nfrontdesk_ssh_written_bytes_total 0\n",
		`frontdesk_calls_total{operation="pull-ticket",outcome="ü \"x\"\\\n` + "\u009b" + `"} 1`,
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("%q is not among\n%s", want, &page)
		}
	}
}
