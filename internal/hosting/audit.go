package hosting

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

// openAudit opens the audit: a file of its own, or the log if none is configured.
func (o *Options) openAudit(log *slog.Logger) (*slog.Logger, *auditFile, error) {
	file := &auditFile{path: o.Audit}
	if o.Audit == "" {
		return log, file, nil
	}
	if err := file.reopen(); err != nil {
		return nil, nil, err
	}
	file.lines = newAsyncWriter(file, "the audit", log)
	return service.NewLogger(file.lines), file, nil
}

// auditor records agents' calls in the audit and the metrics.
type auditor struct {
	audit   *slog.Logger
	bodies  bool
	metrics *sshd.Metrics
}

// onCallDone records a finished call. For a write of an agent, the audit gets the agent, the records and the outcome.
func (l *auditor) onCallDone(ctx context.Context, call client.CallResult) {
	outcome := outcomeOf(call.Err)
	l.metrics.ObserveCall(call.Op.Name, outcome, call.Took)
	v, known := ctx.Value(sessionKey{}).(*sshd.Session)
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

// outcomeOf returns the outcome of a call as a short label.
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
