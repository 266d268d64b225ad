package backend_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/config"
	"frontdesk/internal/connection"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
)

// TestConnectionsCut_ExitCodesOfCommandsTellTheOutcome sends writes of every kind as one-shot commands through the same
// network, with marks and without, next to clients that send the same. Code 0 is a write that is stored, 5 one of which
// that is not known, every other one that is not.
func TestConnectionsCut_ExitCodesOfCommandsTellTheOutcome(t *testing.T) {
	for _, marked := range []bool{true, false} {
		t.Run(fmt.Sprintf("marked %v", marked), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				a, closed := newFaultyAgent(t, dir, &outcomeCounts{})
				defer closed()
				a.marked = marked
				codes := map[int]int{}
				for i := range 300 {
					codes[a.runOneShot(i)]++
				}
				t.Logf("exit codes: %v", codes)
				if codes[exitcode.OK] == 0 || codes[exitcode.Unknown] == 0 || codes[exitcode.Failed] == 0 {
					t.Error("not every end was tried")
				}
			})
		})
	}
}

// runOneShot sends one write as a command and checks its exit code against what the desk has done.
func (a *faultyAgent) runOneShot(i int) int {
	w := &agentWrite{Submission: newSubmission(i, a.marked), mark: fmt.Sprintf("mark-%d", i)}
	stage := cuts[rand.IntN(len(cuts))]
	a.net.takeSentByOthers()
	blind, others := 0, 0
	if !a.marked {
		blind, others = rand.IntN(3)/2, rand.IntN(3)
	}
	a.net.prepareWrite(w.mark, blind, others)
	a.net.set(false, !a.marked && rand.IntN(3) == 0, stage, nil)
	err := a.runCommand(w)
	a.net.set(false, false, cuts[0], nil)
	a.net.prepareWrite(w.mark, 0, 0)
	w.same = a.net.takeSentByOthers()
	code, stored := exitcode.Of(err), a.desk.count(w.mark)
	name := fmt.Sprintf("%s, %s, cut %q", w.mark, w.Kind, stage.name)
	switch {
	case code == exitcode.OK && !a.isStored(w) && !a.mayHaveStoodBefore(w) && !a.isAnswerToTheSame(w, stage):
		a.t.Errorf("%s: said to be done, and is not", name)
	case code != exitcode.OK && code != exitcode.Unknown && stored > 0:
		a.t.Errorf("%s: said to have failed (%v), and is stored", name, err)
	case a.marked && code == exitcode.Unknown && stored > 0:
		a.t.Errorf("%s: it is stored, and not found: %v", name, err)
	}
	return code
}

// mayHaveStoodBefore reports whether a change has no comment, so that the record may have shown it before.
func (a *faultyAgent) mayHaveStoodBefore(w *agentWrite) bool {
	return w.Kind == backend.KindUpdateCustomer || w.Kind == backend.KindUpdateOrder
}

// isAnswerToTheSame reports whether an add may have got the answer to the same add before it: without a mark they are the
// same to the last byte, and nothing tells their answers apart (PROTOCOL.md 9.8).
func (a *faultyAgent) isAnswerToTheSame(w *agentWrite, stage cut) bool {
	return !a.marked && w.isAdd() && strings.HasPrefix(stage.name, "the answer to the write before")
}

// runCommand runs the command of a write.
func (a *faultyAgent) runCommand(w *agentWrite) error {
	s := &cli.Invocation{
		Printer:  output.Printer{Out: bufio.NewWriter(io.Discard), Err: io.Discard},
		Settings: config.Config{Agent: safetext.LineFromText(agentName), AccountID: 1},
		Open: func(context.Context, wire.OperationInfo) (*connection.Desk, error) {
			return &connection.Desk{Client: newTestClient(a.t, a.net)}, nil
		},
	}
	ctx, id := a.t.Context(), w.Record.Raw()
	switch w.Kind {
	case backend.KindAdd:
		r, err := wire.NewAddTicketRequest(w.Values)
		a.requireNoError(err)
		return cli.AddTicketWrite.Run(ctx, s, r)
	case backend.KindUpdate:
		r, err := wire.NewUpdateTicketRequest(id, w.Values)
		a.requireNoError(err)
		return cli.UpdateTicketWrite.Run(ctx, s, r)
	case backend.KindAddCustomer:
		r, err := wire.NewSaveCustomerRequest("", w.Values)
		a.requireNoError(err)
		return cli.AddCustomerWrite.Run(ctx, s, r)
	case backend.KindUpdateCustomer:
		w.Values[backend.FieldCustomerName] = "Customer " + id
		r, err := wire.NewSaveCustomerRequest(id, w.Values)
		a.requireNoError(err)
		return cli.UpdateCustomerWrite.Run(ctx, s, r)
	case backend.KindAddOrder:
		r, err := wire.NewSaveOrderRequest("", id, w.Values)
		a.requireNoError(err)
		return cli.AddOrderWrite.Run(ctx, s, r)
	}
	w.Values[backend.FieldCustomerName] = "Customer " + id
	r, err := wire.NewSaveOrderRequest(id, id, w.Values)
	a.requireNoError(err)
	return cli.UpdateOrderWrite.Run(ctx, s, r)
}
