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
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
	inside := h.open(h.signIn(asha), 80, 24)
	inside.sees("Asha")
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
	inside.types("undisturbed")
	inside.sees("typed:undisturbed")
	h.host.Metrics.Called("pull-ticket", "done", time.Millisecond)
	h.open(h.signIn(asha), 80, 24).sees("Asha")
	_ = reader.Close()
	<-written
}
