package submit

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// NeedsBlocks reports whether the ticket of an update has to be read because of the account's own blocks.
func NeedsBlocks(u wire.UpdateTicketRequest, blocks schema.Blocks, closes func(string) bool) bool {
	if len(sentBlocks(u, blocks)) > 0 {
		return true
	}
	needsFields := slices.ContainsFunc(blocks, func(s schema.Section) bool {
		return slices.ContainsFunc(s.Fields, func(f schema.Field) bool { return f.ForClosing })
	})
	return needsFields && closes(u.SubStatus)
}

// blockError is why an update cannot be sent: one of its values, or one that it lacks, in an account's own block.
type blockError struct{ wire.Problem }

// Error names the field and says what is wrong with it.
func (e *blockError) Error() string { return e.Field.Label + " " + e.Text }

// Unwrap returns the problem.
func (e *blockError) Unwrap() error { return e.Problem }

// CompleteBlocks returns an update with the whole of each block that it changes, as its ticket was read. What does not
// go with a changed value any more is emptied. The error is a *blockError if a value is wrong or missing.
func CompleteBlocks(
	u wire.UpdateTicketRequest, ticket *desk.TicketDetails, blocks schema.Blocks, closes func(string) bool,
) (wire.UpdateTicketRequest, error) {
	sent, record := sentBlocks(u, blocks), wire.TicketBlocks(blocks, ticket.Groups)
	values := maps.Clone(record)
	maps.Copy(values, sent)
	wire.FitBlocks(blocks, values, record, func(path string) bool { return sent[path] != "" })
	if p, bad := blockProblem(u, values, sent, ticket, blocks, closes); bad {
		return u, &blockError{p}
	}
	whole, err := wire.WholeBlocks(blocks, u.Extra, values, ticket.Groups)
	if err != nil {
		return u, fmt.Errorf("nothing was sent: %w", err)
	}
	u.Extra = whole
	return u, nil
}

// blockProblem returns the first problem of what an update sends in blocks, or that it closes its ticket without what
// that needs. What the ticket has had before is not judged.
func blockProblem(
	u wire.UpdateTicketRequest, values, sent wire.Values, ticket *desk.TicketDetails, blocks schema.Blocks,
	closes func(string) bool,
) (wire.Problem, bool) {
	values = maps.Clone(values)
	values["ticket_id"], values[FieldSubStatus] = u.TicketID, u.SubStatus
	known := wire.Known{Blocks: blocks, Closes: func(to string) bool {
		return to != ticket.SubStatus.Key().Raw() && closes(to)
	}}
	problems := wire.Validate(wire.UpdateTicket.Name, values, known)
	i := slices.IndexFunc(problems, func(p wire.Problem) bool {
		_, isSent := sent[p.Path]
		return isSent || p.Rule == wire.RuleClosing
	})
	if i < 0 {
		return wire.Problem{}, false
	}
	return problems[i], true
}

// sentBlocks returns what an update sends in the account's own blocks, by path.
func sentBlocks(u wire.UpdateTicketRequest, blocks schema.Blocks) wire.Values {
	if len(blocks) == 0 || len(u.Extra) == 0 {
		return nil
	}
	sent := wire.BlockValues(u.Extra)
	maps.DeleteFunc(sent, func(path, _ string) bool {
		_, known := blocks.FieldAt(path)
		return !known
	})
	return sent
}

// hasBlocks reports whether a ticket shows what was sent in its blocks.
func hasBlocks(sent wire.Values, current *desk.TicketDetails, blocks schema.Blocks) bool {
	shown := wire.TicketBlocks(blocks, current.Groups)
	for path, value := range sent {
		f, _ := blocks.FieldAt(path)
		if wire.ShownBlockValue(f, value) != shown[path] {
			return false
		}
	}
	return true
}

// ProblemOf returns the problem in an account's own block because of which an update was not sent.
func ProblemOf(err error) (p wire.Problem, ok bool) {
	failed, ok := errors.AsType[*blockError](err)
	if !ok {
		return wire.Problem{}, false
	}
	return failed.Problem, true
}
