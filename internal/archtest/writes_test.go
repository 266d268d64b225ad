package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"frontdesk/internal/wire"
)

// writers are the directories and files that may call operations other than the named reads of wire, with the reason.
var writers = map[string]string{
	"internal/submit":           "the one way of a write",
	"ui/uitest":                 "other agents at the same service, in tests",
	"internal/cli/operation.go": "performs the operation of a query, which reads",
	"internal/cli/api.go":       "sends what was typed to an operation that was named, as curl does",
	"internal/client":           "declares the calls",
}

// TestWrites_AreSentBySubmitAlone keeps the rules of writing in one place: who calls a write past internal/submit
// compares nothing before it, records nothing and does not look for a lost answer.
func TestWrites_AreSentBySubmitAlone(t *testing.T) {
	requireNothingFound(t, writers, writesIn)
}

func TestWrites_WhatIsFound(t *testing.T) {
	for name, test := range map[string]findingTest{
		"a write":                   {"ui/backend/tickets.go", "client.Call(ctx, c, wire.UpdateTicket, r)", "ui/backend/tickets.go:2:12: client.Call of wire.UpdateTicket"},
		"a write of the cache":      {"internal/cache/tickets.go", "client.Call(ctx, c, wire.AddOrder, r)", "wire.AddOrder"},
		"a write that is checked":   {"ui/backend/tickets.go", "client.CallChecked(ctx, c, wire.UpdateTicket, r, f)", "client.CallChecked of wire.UpdateTicket"},
		"an operation in a value":   {"internal/cli/order.go", "client.Call(ctx, c, op, r)", "internal/cli/order.go:2:12"},
		"a request as it was typed": {"internal/cli/order.go", "client.CallRaw(ctx, c, wire.AddOrder.OperationInfo, r)", "client.CallRaw"},
		"a read":                    {"internal/cache/tickets.go", "client.Call(ctx, c, wire.GetTicket, r)", ""},
		"internal/submit":           {"internal/submit/send.go", "client.Call(ctx, c, wire.UpdateTicket, r)", ""},
		"a test":                    {"internal/cache/tickets_test.go", "client.Call(ctx, c, wire.UpdateTicket, r)", ""},
	} {
		test.body = "func f() { " + test.body + " }"
		t.Run(name, func(t *testing.T) { test.check(t, writers, writesIn) })
	}
}

// writesIn returns the calls in a file that may be writes and are not submit's.
func writesIn(name string, source []byte) (found []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) < 3 {
			return true
		}
		if what := selected(call.Fun); strings.HasPrefix(what, "client.Call") && !isRead(selected(call.Args[2])) {
			found = append(found, fmt.Sprintf("%s: %s of %s: send writes through internal/submit, name reads as wire.NAME",
				files.Position(n.Pos()), what, selected(call.Args[2])))
		}
		return true
	})
	return found, nil
}

// selected returns the text of an expression such as wire.AddOrder; empty for others.
func selected(e ast.Expr) string {
	if s, ok := e.(*ast.SelectorExpr); ok {
		if x, ok := s.X.(*ast.Ident); ok {
			return x.Name + "." + s.Sel.Name
		}
	}
	return ""
}

// isRead reports whether an operation, by its Go name such as wire.GetTicket, only reads.
func isRead(name string) bool {
	name, ours := strings.CutPrefix(name, "wire.")
	for _, op := range wire.Operations() {
		if strings.EqualFold(strings.ReplaceAll(op.Name, "-", ""), name) {
			return ours && !op.IsWrite
		}
	}
	return false
}
