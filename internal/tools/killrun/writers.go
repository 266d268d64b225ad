package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
	"frontdesk/internal/wire"
)

// httpWriter adds tickets and comments over HTTP, as another program does.
type httpWriter struct {
	run    *killRun
	random *rand.Rand
	client *http.Client
}

// work writes until ctx ends.
func (w *httpWriter) work(ctx context.Context) error {
	for guard.Sleep(ctx, between(w.random, 20*time.Millisecond, 400*time.Millisecond)) {
		if ticket := w.run.someTicket(w.random); w.random.IntN(2) == 0 && ticket != "" {
			mark := w.run.writes.begin(byHTTP, false)
			w.post(context.WithoutCancel(ctx), mark, "/update-ticket-from-other-source.html/v.2.0",
				fmt.Sprintf(`[{"ticket_id":%q,"sub_status":"P","comment":%q}]`, ticket, mark))
		} else {
			mark := w.run.writes.begin(byHTTP, true)
			w.post(context.WithoutCancel(ctx), mark, "/add-ticket-from-other-source.html/v.2.0",
				fmt.Sprintf(`[{"title":%q,"ticket_details":"added over HTTP"}]`, mark))
		}
	}
	return nil
}

// writeLimit is how long a writer waits for an answer.
const writeLimit = 20 * time.Second

// post sends a write once, and notes what was answered.
func (w *httpWriter) post(ctx context.Context, mark, path, body string) {
	ctx, stop := context.WithTimeout(ctx, writeLimit)
	defer stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+balancerAddress+path, strings.NewReader(body))
	if err != nil {
		w.run.writes.settle(mark, refused, err.Error())
		return
	}
	r.GetBody = nil // it is sent once
	r.Header.Set("Authorization", "Basic "+token)
	r.Header.Set("Content-Type", "application/json")
	w.run.writes.send(mark)
	answer, err := w.client.Do(r)
	if err != nil {
		guard.Sleep(ctx, time.Second) // nobody answers
		w.run.writes.settle(mark, unknown, err.Error())
		return
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	said := fmt.Sprintf("%s %.200s", answer.Status, content)
	switch {
	case err != nil, bytes.Contains(content, []byte(wire.OutcomeUnknown)):
		w.run.writes.settle(mark, unknown, said)
	case answer.StatusCode == http.StatusOK && bytes.Contains(content, []byte(`"success"`)):
		w.run.writes.settle(mark, acknowledged, said)
	case answer.StatusCode == http.StatusOK:
		w.run.writes.settle(mark, unknown, said)
	default:
		w.run.writes.settle(mark, refused, said)
	}
}

// commandWriter adds tickets and comments by one-shot commands over SSH.
type commandWriter struct {
	run    *killRun
	agent  string
	random *rand.Rand
}

// work writes until ctx ends.
func (w *commandWriter) work(ctx context.Context) error {
	for guard.Sleep(ctx, between(w.random, 300*time.Millisecond, 1500*time.Millisecond)) {
		client, host, err := w.run.signIn(ctx, w.agent, w.random)
		if err != nil {
			continue
		}
		for range 1 + w.random.IntN(4) {
			if !w.write(client, host) {
				break
			}
		}
		_ = client.Close()
	}
	return nil
}

// write runs one command that writes, and reports whether the connection still lives.
func (w *commandWriter) write(client *ssh.Client, host *part) bool {
	ticket, adds := w.run.someTicket(w.random), w.random.IntN(2) == 0
	adds = adds || ticket == ""
	mark := w.run.writes.begin(byCommand, adds)
	command := fmt.Sprintf("ticket update %s --sub-status P --comment %s", ticket, mark)
	if adds {
		command = fmt.Sprintf("ticket add --title %s --details 'added by a command'", mark)
	}
	session, err := client.NewSession()
	if err != nil {
		w.run.writes.settle(mark, discarded, err.Error())
		return false
	}
	w.run.writes.send(mark)
	timer := guard.AfterFunc(writeLimit, func() { _ = client.Close() })
	defer timer.Stop()
	said, err := session.CombinedOutput(command)
	w.run.writes.settle(mark, outcomeOfCommand(err), fmt.Sprintf("on %s: %v: %.300s", host.name, err, said))
	var status *ssh.ExitError
	return err == nil || errors.As(err, &status)
}

// outcomeOfCommand says what the exit code of a command says of its write (assets/docs/commands.md).
func outcomeOfCommand(err error) outcome {
	var status *ssh.ExitError
	switch {
	case err == nil:
		return acknowledged
	case !errors.As(err, &status), status.Signal() != "":
		return unknown // the connection was lost
	case status.ExitStatus() == unknownExit, status.ExitStatus() == interruptedExit:
		return unknown
	}
	return refused
}

// Exit codes of commands after which a write may have been kept.
const (
	unknownExit     = 5
	interruptedExit = 130
)
