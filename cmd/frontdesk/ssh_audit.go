package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"

	"frontdesk/internal/client"
	"frontdesk/internal/safetext"
	"frontdesk/internal/service"
	"frontdesk/internal/sshd"
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
	return service.NewLogger(file.lines), file, nil
}

// ledger writes down and counts the calls that are made for agents.
type ledger struct {
	audit   *slog.Logger
	bodies  bool
	metrics *sshd.Metrics
}

// onCallDone takes a call. Of a write it is told who made it, on which records, and how it ended.
func (l *ledger) onCallDone(ctx context.Context, call client.CallResult) {
	outcome := outcomeOf(call.Err)
	l.metrics.ObserveCall(call.Op.Name, outcome, call.Took)
	v, known := ctx.Value(visitKey{}).(*sshd.Session)
	if !known || !call.Op.IsWrite {
		return
	}
	attrs := []any{
		"session", v.ID, "agent", v.Agent.Name.String(), "from", v.RemoteAddr, "operation", call.Op.Name,
		"records", recordsOf(call), "outcome", outcome,
	}
	if l.bodies {
		attrs = append(attrs, "body", string(safetext.EscapeJSON(nil, bytes.TrimSpace(call.Request))))
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
	case fault.OutcomeUnknown():
		return "unknown"
	case fault.Kind == client.Unauthorized:
		return "denied"
	case fault.Kind == client.Rejected:
		return "refused"
	}
	return "failed"
}
