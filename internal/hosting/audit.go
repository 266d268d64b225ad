package hosting

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/client"
	"frontdesk/internal/safetext"
	"frontdesk/internal/service"
	"frontdesk/internal/sshd"
	"frontdesk/internal/wire"
)

// openAudit opens the audit: a file of its own, or the lines of the log, whatever its level, if none is configured.
func (o *Options) openAudit(log *slog.Logger, lines io.Writer) (*slog.Logger, *auditFile, error) {
	file := &auditFile{path: o.Audit}
	if o.Audit == "" {
		return service.NewLogger(lines, o.LogFormat, ""), file, nil
	}
	if err := file.reopen(); err != nil {
		return nil, nil, err
	}
	file.lines = newAsyncWriter(file, "the audit", log, o.LogFormat)
	return service.NewLogger(file.lines, o.LogFormat, ""), file, nil
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
	session, known := ctx.Value(sessionKey{}).(*sshd.Session)
	if !known || !call.Op.IsWrite {
		return
	}
	attrs := []any{
		"session",
		session.ID,
		"agent",
		session.Agent.Name.String(),
		"from",
		session.RemoteAddr,
		"operation",
		call.Op.Name,
		"records",
		recordsOf(call),
		"outcome",
		outcome,
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

// auditFile is an append-only file that can be reopened after a rotation. It is safe for concurrent use; a write that
// blocks delays neither reopen nor Close for long.
type auditFile struct {
	path  string // empty if there is no audit file
	file  atomic.Pointer[os.File]
	lines *asyncWriter // the lines queued for the file
}

// Write appends to the current file, and retries if reopen has replaced it meanwhile.
func (a *auditFile) Write(p []byte) (int, error) {
	for {
		file := a.file.Load()
		n, err := file.Write(p)
		if !errors.Is(err, os.ErrClosed) || file == a.file.Load() {
			return n, err
		}
	}
}

// reopen opens the file at path, created if needed, and closes the previous one.
func (a *auditFile) reopen() error {
	if a.path == "" {
		return nil
	}
	file, err := os.OpenFile(a.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("the audit cannot be written: %w", err)
	}
	if old := a.file.Swap(file); old != nil {
		return old.Close()
	}
	return nil
}

// Close flushes the queued lines and closes the file.
func (a *auditFile) Close() error {
	if a.path == "" {
		return nil
	}
	return errors.Join(a.lines.Close(), a.file.Load().Close())
}

// recordPath is the path of a record's id in a JSON body, separated by dots. An array on the path matches each of its
// elements.
type recordPath struct{ record, path string }

// recordPaths are the paths of the records that a write names in its request and its response. Records that it adds are
// only in the response.
type recordPaths struct{ request, answer []recordPath }

var writtenRecords = map[string]recordPaths{
	wire.AddTicket.Name:      {answer: []recordPath{{"ticket_id", "ticket_id"}, {"ticket_id", "ticket.ticketId"}}},
	wire.UpdateTicket.Name:   {request: []recordPath{{"ticket_id", "ticket_id"}}},
	wire.AddCustomer.Name:    {answer: []recordPath{{"customer_id", "customer.customer_id"}}},
	wire.UpdateCustomer.Name: {request: []recordPath{{"customer_id", "customer_info.customer_id"}}},
	wire.AddOrder.Name: {
		answer:  []recordPath{{"order_id", "Order.order_id"}, {"customer_id", "Order.customer_id"}},
		request: []recordPath{{"customer_id", "customer_info.customer_id"}},
	},
	wire.UpdateOrder.Name: {
		request: []recordPath{{"order_id", "order_info.order_id"}, {"customer_id", "customer_info.customer_id"}},
		answer:  []recordPath{{"customer_id", "Order.customer_id"}},
	},
}

// maxRecords limits the records that are listed for one write.
const maxRecords = 20

// recordsOf lists the ids of the records that a write changed or added, such as ticket_id=7135, without their content.
func recordsOf(call client.CallResult) []string {
	paths := writtenRecords[call.Op.Name]
	found := appendRecords(nil, call.Request, paths.request)
	answered := appendRecords(nil, call.Answer, paths.answer)
	if call.Op.Name == wire.AddOrder.Name { // the added order comes first
		found, answered = answered, found
	}
	for _, record := range answered {
		if !slices.Contains(found, record) {
			found = append(found, record)
		}
	}
	return found[:min(len(found), maxRecords)]
}

// appendRecords appends the records at the given paths of a body: also of one that an agent wrote by hand, which has no
// type.
func appendRecords(into []string, body []byte, paths []recordPath) []string {
	var parsed any
	d := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if len(paths) == 0 || json.UnmarshalDecode(d, &parsed, json.WithUnmarshalers(exactNumbers)) != nil {
		return into
	}
	for _, p := range paths {
		for _, id := range idsAt(parsed, strings.Split(p.path, ".")) {
			if record := p.record + "=" + id; id != "" && id != "0" && !slices.Contains(into, record) {
				into = append(into, record)
			}
		}
	}
	return into
}

// exactNumbers decodes a number as its text, because an id may have more digits than a float64 holds.
var exactNumbers = json.UnmarshalFromFunc(func(d *jsontext.Decoder, value *any) error {
	if d.PeekKind() != '0' {
		return errors.ErrUnsupported
	}
	text, err := d.ReadValue()
	*value = text.Clone()
	return err
})

// idsAt returns the strings and numbers at a path. Names of JSON members match in any case.
func idsAt(value any, path []string) (ids []string) {
	switch value := value.(type) {
	case []any:
		for _, element := range value[:min(len(value), maxRecords)] {
			ids = append(ids, idsAt(element, path)...)
		}
	case map[string]any:
		for name, member := range value {
			if len(path) > 0 && strings.EqualFold(name, path[0]) {
				ids = append(ids, idsAt(member, path[1:])...)
			}
		}
		slices.Sort(ids)
	case string:
		if len(path) == 0 {
			ids = append(ids, safetext.LineFromText(value).String())
		}
	case jsontext.Value:
		if len(path) == 0 {
			ids = append(ids, value.String())
		}
	}
	return ids
}
