package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"frontdesk/internal/client"
	"frontdesk/internal/service"
	"frontdesk/internal/sshd"
	"frontdesk/internal/text"
)

// openAudit opens where it is written down who signed in and wrote what: the log, unless there is a file for it.
func (o *sshOptions) openAudit(log *slog.Logger) (*slog.Logger, *auditFile, error) {
	file := &auditFile{path: o.audit}
	if o.audit == "" {
		return log, file, nil
	}
	if err := file.reopen(); err != nil {
		return nil, nil, err
	}
	file.lines = newBacklog(file, "the audit", log)
	return service.NewLog(file.lines), file, nil
}

// ledger writes down and counts the calls that are made for agents.
type ledger struct {
	audit   *slog.Logger
	bodies  bool
	metrics *sshd.Metrics
}

// ended takes a call. Of a write it is told who made it, on which records, and how it ended.
func (l *ledger) ended(ctx context.Context, call client.Ended) {
	outcome := outcomeOf(call.Err)
	l.metrics.Called(call.Op.Name, outcome, call.Took)
	v, known := ctx.Value(visitKey{}).(*sshd.Visit)
	if !known || !call.Op.Write {
		return
	}
	attrs := []any{
		"session", v.ID, "agent", v.Agent.Name.String(), "from", v.From, "operation", call.Op.Name,
		"records", recordsOf(call), "outcome", outcome,
	}
	if l.bodies {
		attrs = append(attrs, "body", string(text.JSON(nil, bytes.TrimSpace(call.Request))))
	}
	l.audit.Info("wrote", attrs...)
}

// outcomeOf is how a call ended, in one word or two.
func outcomeOf(err error) string {
	var fault *client.Error
	switch {
	case err == nil:
		return "done"
	case !errors.As(err, &fault), !fault.Sent:
		return "not sent"
	case fault.Unknown():
		return "unknown"
	case fault.Kind == client.Denied:
		return "denied"
	case fault.Kind == client.Refused:
		return "refused"
	}
	return "failed"
}

// recordIDs are the members of requests and answers that say which record is meant (interface.md, Endpoints).
var recordIDs = []string{"ticket_id", "ticketId", "customer_id", "customerId", "order_id", "orderId", "enquiry_id", "contact_id"}

// maxRecords is how many records of one write are named.
const maxRecords = 20

// recordsOf are the records that a write names, such as ticket_id=7135, or that its answer does where it has made one;
// nothing of what it says about them.
func recordsOf(call client.Ended) []string {
	var found []string
	for _, body := range [][]byte{call.Request, call.Answer} {
		var parsed any
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber()
		if len(found) == 0 && d.Decode(&parsed) == nil {
			collect(parsed, 0, &found)
		}
	}
	return found
}

// maxDepth is how deep the ids of a request stand at most.
const maxDepth = 6

func collect(value any, depth int, into *[]string) {
	if depth > maxDepth || len(*into) >= maxRecords {
		return
	}
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			collect(v, depth+1, into)
		}
	case map[string]any:
		for _, name := range recordIDs {
			id := text.PlainLine(fmt.Sprint(value[name])).String()
			record := snake[name] + "=" + id
			if value[name] != nil && id != "" && id != "0" && !slices.Contains(*into, record) {
				*into = append(*into, record)
			}
		}
		for _, v := range value {
			collect(v, depth+1, into)
		}
	}
}

// snake is how a record's id is called in the audit, whichever way the interface spells it.
var snake = map[string]string{
	"ticket_id": "ticket_id", "ticketId": "ticket_id", "customer_id": "customer_id", "customerId": "customer_id",
	"order_id": "order_id", "orderId": "order_id", "enquiry_id": "enquiry_id", "contact_id": "contact_id",
}
