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
	writes *page
}

// work writes until ctx ends: tickets of its own, comments, and what an agent is about to write.
func (w *httpWriter) work(ctx context.Context) error {
	for guard.Sleep(ctx, between(w.random, 20*time.Millisecond, 400*time.Millisecond)) {
		sends := context.WithoutCancel(ctx)
		if t := w.run.twins.take(byHTTP); t != nil {
			w.writes.join(t.mark, t.ticket == "")
			t.call()
			w.write(sends, t.mark, t.ticket)
			continue
		}
		ticket := ""
		if w.random.IntN(2) == 0 {
			ticket = w.run.someTicket(w.random)
		}
		w.write(sends, w.writes.begin(ticket == ""), ticket)
	}
	return nil
}

// write adds a comment to a ticket, or a ticket.
func (w *httpWriter) write(ctx context.Context, mark, ticket string) {
	if ticket == "" {
		w.post(ctx, mark, "/add-ticket-from-other-source.html/v.2.0",
			fmt.Sprintf(`[{"title":%q,"ticket_details":%q}]`, mark, detailsOfAdded))
		return
	}
	w.post(ctx, mark, "/update-ticket-from-other-source.html/v.2.0",
		fmt.Sprintf(`[{"ticket_id":%q,"sub_status":"P","comment":%q}]`, ticket, mark))
}

// detailsOfAdded are the details of all tickets that are added.
const detailsOfAdded = "added by a script"

// writeLimit is how long a writer waits for an answer.
const writeLimit = 20 * time.Second

// post sends a write once, and notes what was answered.
func (w *httpWriter) post(ctx context.Context, mark, path, body string) {
	ctx, stop := context.WithTimeout(ctx, writeLimit)
	defer stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+balancerAddress+path, strings.NewReader(body))
	if err != nil {
		w.writes.settle(mark, refused, err.Error())
		return
	}
	r.GetBody = nil // it is sent once
	r.Header.Set("Authorization", "Basic "+token)
	r.Header.Set("Content-Type", "application/json")
	w.writes.send(mark)
	answer, err := w.client.Do(r)
	if err != nil {
		guard.Sleep(ctx, time.Second) // nobody answers
		w.writes.settle(mark, unknown, err.Error())
		return
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	o, said := outcomeOfAnswer(&reply{code: answer.StatusCode, body: content}, err)
	w.writes.settle(mark, o, said)
	if o != acknowledged {
		guard.Sleep(ctx, time.Second)
	}
}

// outcomeOfAnswer says what an answer says of its write (internal/wire/PROTOCOL.md, 9.1).
func outcomeOfAnswer(answer *reply, err error) (o outcome, said string) {
	if err != nil {
		return unknown, err.Error()
	}
	said = fmt.Sprintf("%d %.200s", answer.code, answer.body)
	switch isOK := answer.code == http.StatusOK; {
	case bytes.Contains(answer.body, []byte(wire.OutcomeUnknown)):
		return unknown, said
	case isOK && bytes.Contains(answer.body, []byte(`"success"`)):
		return acknowledged, said
	case isOK:
		return unknown, said
	}
	return refused, said
}

// commandWriter adds tickets and comments by one-shot commands over SSH, with a key that all share or with its own.
type commandWriter struct {
	run    *killRun
	random *rand.Rand
	pages  []*page // of the names under which it signs in
}

// work writes until ctx ends.
func (w *commandWriter) work(ctx context.Context) error {
	for guard.Sleep(ctx, between(w.random, 300*time.Millisecond, 1500*time.Millisecond)) {
		writes := w.pages[w.random.IntN(len(w.pages))]
		client, host, err := w.run.signIn(ctx, writes.by, w.random)
		if err != nil {
			continue
		}
		for range 1 + w.random.IntN(4) {
			if !w.write(ctx, writes, client, host) {
				break
			}
		}
		_ = client.Close()
	}
	return nil
}

// write runs one command that writes, and reports whether the connection still lives.
func (w *commandWriter) write(ctx context.Context, writes *page, client *ssh.Client, host *part) bool {
	session, err := client.NewSession()
	if err != nil {
		return false
	}
	mark, command := w.next(ctx, writes)
	writes.send(mark)
	timer := guard.AfterFunc(commandLimit, func() { _ = client.Close() })
	defer timer.Stop()
	said, err := session.CombinedOutput(command)
	writes.settle(mark, outcomeOfCommand(err), fmt.Sprintf("on %s: %s: %v: %.300s", host.name, command, err, said))
	var status *ssh.ExitError
	return err == nil || errors.As(err, &status)
}

// commandLimit is how long a command may take: it looks for a write whose answer was lost.
const commandLimit = 40 * time.Second

// next returns the next write of a script: what an agent is about to write, or its own, with or without a reference. It
// offers some of its own to a script that writes over HTTP.
func (w *commandWriter) next(ctx context.Context, writes *page) (mark, command string) {
	if t := w.run.twins.take(byCommand); t != nil {
		writes.join(t.mark, t.ticket == "")
		t.call()
		return t.mark, commandOf(t.mark, t.ticket, false)
	}
	ticket := ""
	if w.random.IntN(2) == 0 {
		ticket = w.run.someTicket(w.random)
	}
	mark = writes.begin(ticket == "")
	to, isOffered := twinOf(w.random, byHTTP)
	if isOffered {
		w.run.twins.wait(ctx, w.run.twins.offer(mark, ticket, to), func() {})
	}
	return mark, commandOf(mark, ticket, !isOffered && w.random.IntN(2) == 0)
}

// commandOf returns the command that adds a comment to a ticket, or a ticket.
func commandOf(mark, ticket string, byRef bool) string {
	switch {
	case ticket == "" && byRef:
		return fmt.Sprintf("ticket add --title %s --details '%s' --ref %[1]s", mark, detailsOfAdded)
	case ticket == "":
		return fmt.Sprintf("ticket add --title %s --details '%s'", mark, detailsOfAdded)
	case byRef:
		return fmt.Sprintf("ticket update %s --sub-status P --comment 'It is light' --ref %s", ticket, mark)
	}
	return fmt.Sprintf("ticket update %s --sub-status P --comment %s", ticket, mark)
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
