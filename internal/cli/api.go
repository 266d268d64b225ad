package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/client"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

func apiCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "api [NAME < BODY]", Short: "List the operations of the service, or call one with a JSON body",
		Long: "Without a name, list the operations of the service. With a name, read a JSON\n" +
			"body from standard input, send it unchanged and print the answer unchanged.",
		Args: atMostWords(1),
	}
	return serviceCommand(env, c, calls, func(ctx context.Context, s *Invocation, args []string) error {
		if len(args) == 0 {
			return listOperations(ctx, s)
		}
		return sendRaw(ctx, s, args[0])
	})
}

// bodyNames are the names of body shapes in the output.
var bodyNames = map[wire.BodyShape]string{wire.BodyObject: "object", wire.BodyArray: "array", wire.NoBody: "none"}

// operationRecord is a row of the list of operations.
type operationRecord struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Section int    `json:"section"` // N of PROTOCOL.md 4.N
	Path    string `json:"path"`
	Body    string `json:"body"`
	Write   bool   `json:"write"`
}

// listOperations prints every operation of the interface.
func listOperations(ctx context.Context, s *Invocation) error {
	var all []operationRecord
	for _, i := range wire.Operations() {
		all = append(all, operationRecord{i.Name, i.Title, i.Section, i.Path, bodyNames[i.Body], i.IsWrite})
	}
	if s.forScripts() {
		return output.PrintAll(ctx, &s.Printer, all)
	}
	output.Table(&s.Printer, []output.Column[operationRecord]{
		{Head: "Name", Cell: func(o *operationRecord) string { return o.Name }},
		{Head: "Operation", Cell: func(o *operationRecord) string { return o.Title }},
		{Head: "Body", Cell: func(o *operationRecord) string { return o.Body }},
		{Head: "Path", Cell: func(o *operationRecord) string { return o.Path }},
	}, all)
	return nil
}

// sendRaw sends standard input as the body of an operation and prints the response: byte for byte to a file or a pipe,
// sanitised to a terminal or over SSH.
func sendRaw(ctx context.Context, s *Invocation, name string) error {
	at := slices.IndexFunc(wire.Operations(), func(i wire.OperationInfo) bool { return i.Name == name })
	if at < 0 {
		return exitcode.UsageErrorf("%q is not an operation; frontdesk api lists them", name)
	}
	op := wire.Operations()[at]
	body, err := s.rawBody(ctx, op)
	if err != nil {
		return err
	}
	if s.DryRun {
		return s.dryRun(ctx, op, body)
	}
	c, _, err := s.client(ctx, op)
	if err != nil {
		return err
	}
	answer, err := client.CallRaw(ctx, c, op, body)
	s.printRaw(answer)
	if err != nil && len(answer) > 0 && s.Width == 0 && answer[len(answer)-1] != '\n' {
		s.Line() // the error is not on the same line
	}
	if err != nil && exitcode.Of(err) == exitcode.Unknown {
		return exitcode.With(
			exitcode.Unknown,
			fmt.Errorf("the outcome is not known, and nothing is sent again: %w", err),
		)
	}
	if err == nil && hasResultField[op.Name] {
		err = checkRawResult(op, answer)
	}
	return err
}

// rawBody reads the body of a request. Over SSH it rejects a write that can be parsed in two ways: the audit log could
// name another record than the one that the service changes.
func (s *Invocation) rawBody(ctx context.Context, op wire.OperationInfo) ([]byte, error) {
	if op.Body == wire.NoBody {
		return nil, nil
	}
	most := maxStdinBody
	if s.Hosted {
		most = maxStdinHosted
	}
	body, err := s.readStdin(ctx, most)
	if err == nil && s.Hosted && op.IsWrite && !jsontext.Value(body).IsValid() {
		err = exitcode.UsageErrorf("the body is not JSON, or names a member twice: over SSH such a write is not sent")
	}
	return body, err
}

// printRaw prints a response, sanitised if the output may be a terminal.
func (s *Invocation) printRaw(answer []byte) {
	if s.Width == 0 && !s.Hosted {
		_, _ = s.Out.Write(answer)
	} else if len(answer) > 0 {
		s.Line(strings.TrimRight(sanitizeBody(answer), "\n"))
	}
}

// hasResultField holds the operations whose responses have a result in addition to their status.
var hasResultField = map[string]bool{
	wire.AddCustomer.Name: true, wire.UpdateCustomer.Name: true, wire.AddOrder.Name: true, wire.UpdateOrder.Name: true,
}

// checkRawResult returns an error for a raw response with a result of false. A response that cannot be decoded has been
// printed and is no further error.
func checkRawResult(op wire.OperationInfo, answer []byte) error {
	decode := wire.AddCustomer.Decode
	if op.Path == wire.AddOrder.Path {
		decode = wire.AddOrder.Decode
	}
	saved, err := decode(bytes.NewReader(answer), wire.DecodeOptions{})
	if err == nil && !saved.Applied {
		return fmt.Errorf("%s: %w", op.Name, &submit.NotDoneError{Message: saved.Message})
	}
	return nil
}
