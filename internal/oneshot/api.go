package oneshot

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/client"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// bodyNames are the names of body shapes in the output.
var bodyNames = map[wire.BodyShape]string{wire.BodyObject: "object", wire.BodyArray: "array", wire.NoBody: "none"}

// operation is a row of the list of operations.
type operation struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Section int    `json:"section"` // N of PROTOCOL.md 4.N
	Path    string `json:"path"`
	Body    string `json:"body"`
	Write   bool   `json:"write"`
}

// ListOperations prints every operation of the interface.
func ListOperations(s *Invocation) error {
	var all []operation
	for _, i := range wire.Operations() {
		all = append(all, operation{i.Name, i.Title, i.Section, i.Path, bodyNames[i.Body], i.IsWrite})
	}
	if s.JSON {
		return printJSON(&s.Printer, all)
	}
	table(&s.Printer, []column[operation]{
		{head: "Name", cell: func(o *operation) string { return o.Name }},
		{head: "Operation", cell: func(o *operation) string { return o.Title }},
		{head: "Body", cell: func(o *operation) string { return o.Body }},
		{head: "Path", cell: func(o *operation) string { return o.Path }},
	}, all)
	return nil
}

// SendRaw sends standard input as the body of an operation and prints the response: byte for byte to a file or a pipe,
// sanitised to a terminal or over SSH.
func SendRaw(ctx context.Context, s *Invocation, name string) error {
	at := slices.IndexFunc(wire.Operations(), func(i wire.OperationInfo) bool { return i.Name == name })
	if at < 0 {
		return exitcode.UsageErrorf("%q is no operation; frontdesk api lists them", name)
	}
	op := wire.Operations()[at]
	body, err := s.rawBody(ctx, op)
	if err != nil {
		return err
	}
	if s.DryRun {
		return s.dryRun(op, body)
	}
	c, _, err := s.client(ctx, op)
	if err != nil {
		return err
	}
	answer, err := client.CallRaw(ctx, c, op, body)
	s.raw(answer)
	if err != nil && exitcode.Of(err) == exitcode.Unknown {
		return exitcode.With(exitcode.Unknown, fmt.Errorf("the outcome is not known and nothing is sent again: %w", err))
	}
	if err == nil && hasResultField[op.Name] {
		err = undoneRaw(op, answer)
	}
	return err
}

// rawBody reads the body of a request. Over SSH it rejects a write that can be parsed in two ways: the audit log could
// name another record than the one that the service changes.
func (s *Invocation) rawBody(ctx context.Context, op wire.OperationInfo) ([]byte, error) {
	if op.Body == wire.NoBody {
		return nil, nil
	}
	body, err := s.stdin(ctx)
	if err == nil && s.Hosted && op.IsWrite && !jsontext.Value(body).IsValid() {
		err = exitcode.UsageErrorf("the body is not JSON, or names a member twice: over SSH such a write is not sent")
	}
	return body, err
}

// raw prints a response, sanitised if the output may be a terminal.
func (s *Invocation) raw(answer []byte) {
	if s.Width == 0 && !s.Hosted {
		_, _ = s.Out.Write(answer)
	} else if len(answer) > 0 {
		s.line(strings.TrimRight(sanitizeBody(answer), "\n"))
	}
}

// hasResultField holds the operations whose responses have a result in addition to their status.
var hasResultField = map[string]bool{
	wire.AddCustomer.Name: true, wire.UpdateCustomer.Name: true, wire.AddOrder.Name: true, wire.UpdateOrder.Name: true,
}

// undoneRaw is like undone for a raw response. A response that cannot be decoded has been printed and is no further
// error.
func undoneRaw(op wire.OperationInfo, answer []byte) error {
	saved, err := wire.AddCustomer.Decode(bytes.NewReader(answer), wire.DecodeOptions{}) // all four decode alike
	if err == nil && resultError(saved) != nil {
		return fmt.Errorf("%s: %w", op.Name, resultError(saved))
	}
	return nil
}
