package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/bulk"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// setFlagName is the flag that sets a field of an account's own block.
const setFlagName = "set"

// blockFlag returns the flag that sets fields of an account's own blocks; it can be repeated.
func blockFlag(into *wire.CustomFields) requestFlag {
	usage := schema.Field{Usage: "set a field of the account's own ([[ticket_blocks]] of the configuration); can be repeated"}
	return requestFlag{name: setFlagName, field: usage, value: &flagValue{
		typeName: "BLOCK.KEY=VALUE",
		parse: func(typed string) error {
			path, value, ok := strings.Cut(typed, "=")
			path = strings.TrimSpace(path)
			block, key, isPath := strings.Cut(path, ".")
			if !ok || !isPath || block == "" || key == "" || strings.TrimSpace(value) == "" {
				return errors.New("it must be BLOCK.KEY=VALUE")
			}
			if _, twice := wire.BlockValues(*into)[path]; twice {
				return fmt.Errorf("%q is given twice", path)
			}
			return wire.SetBlockValues(into, wire.Values{path: value})
		},
	}}
}

// checkSet rejects fields that are not configured, and gives choices the spelling of the configuration.
func checkSet(s *Invocation, extra *wire.CustomFields) error {
	for _, path := range slices.Sorted(maps.Keys(wire.BlockValues(*extra))) {
		if _, known := s.Settings.TicketBlocks.FieldAt(path); !known {
			return exitcode.UsageErrorf("--%s: %s", setFlagName, unknownField(path, s.Settings.TicketBlocks))
		}
	}
	return wire.CanonicalBlocks(s.Settings.TicketBlocks, extra)
}

// unknownField returns the error for a field that is not configured; it lists those that are.
func unknownField(path string, blocks schema.Blocks) string {
	shown, paths := safetext.LineFromText(path), blocks.Paths()
	switch nearest := phrase.Nearest(path, paths); {
	case len(paths) == 0:
		return fmt.Sprintf("%q is not known: no ticket_blocks are configured", shown)
	case nearest != "":
		return fmt.Sprintf("%q is not known; did you mean %s?", shown, nearest)
	}
	return fmt.Sprintf("%q is not known; known are %s", shown, strings.Join(paths, ", "))
}

// completeBlocks completes the account's own blocks of an update from the ticket, because they are sent whole. It
// rejects an update that closes a ticket without the fields that the account requires for closing.
func completeBlocks(ctx context.Context, s *Invocation, r *wire.UpdateTicketRequest) error {
	whole, err := s.wholeUpdates(ctx, []wire.UpdateTicketRequest{*r})
	if p, is := submit.ProblemOf(errors.Join(err...)); is {
		return usageError(schema.UpdateTicketFields.With(s.Settings.TicketBlocks), []wire.Problem{p})
	}
	*r = whole[0]
	return errors.Join(err...)
}

// wholeUpdates reads the tickets of updates that have to do with the account's own blocks, and returns the updates with
// whole blocks, and the error of each; the first is that of reading.
func (s *Invocation) wholeUpdates(
	ctx context.Context, updates []wire.UpdateTicketRequest,
) ([]wire.UpdateTicketRequest, []error) {
	failed := make([]error, len(updates))
	var wanted []desk.ID
	closes := s.sender(nil).Cache.IsClosing
	for _, u := range updates {
		if submit.NeedsBlocks(u, s.Settings.TicketBlocks, closes) {
			wanted = append(wanted, desk.NewID(u.TicketID))
		}
	}
	if len(wanted) == 0 {
		return updates, failed
	}
	f := newMacroFiller(s)
	if err := f.read(ctx, wanted); err != nil {
		failed[0] = err
		return updates, failed
	}
	whole := slices.Clone(updates)
	for i, u := range updates {
		t, found := f.tickets[desk.NewID(u.TicketID)]
		if found && submit.NeedsBlocks(u, s.Settings.TicketBlocks, closes) { // one that is gone is reported when sent
			whole[i], failed[i] = submit.CompleteBlocks(u, &t, s.Settings.TicketBlocks, closes)
		}
	}
	return whole, failed
}

// checkBlocks checks the account's own blocks of the rows of a file against their tickets, and returns the rows as they
// would be sent.
func (b bulkUpdate) checkBlocks(ctx context.Context, s *Invocation, rows []bulk.Row) ([]bulk.Row, error) {
	if len(s.Settings.TicketBlocks) == 0 {
		return rows, nil
	}
	updates := make([]wire.UpdateTicketRequest, len(rows))
	for i, row := range rows {
		updates[i] = row.Update
	}
	whole, failed := s.wholeUpdates(ctx, updates)
	var faults []error
	asSent := slices.Clone(rows)
	for i, err := range failed {
		asSent[i].Update = whole[i]
		p, isField := submit.ProblemOf(err)
		switch {
		case isField:
			faults = append(faults, fmt.Errorf("line %d: %w", rows[i].Line, bulk.ProblemError(p)))
		case err != nil:
			return nil, err
		}
	}
	return asSent, reportFaults(s, b.File, errors.Join(faults...))
}

// blockColumns returns a column for each field of the account's own that updates set.
func (s *Invocation) blockColumns(rows []bulk.Row) []output.Column[bulk.Row] {
	var columns []output.Column[bulk.Row]
	for _, path := range s.Settings.TicketBlocks.Paths() {
		value := func(r *bulk.Row) string { return wire.BlockValues(r.Update.Extra)[path] }
		if f, _ := s.Settings.TicketBlocks.FieldAt(path); slices.ContainsFunc(rows, func(r bulk.Row) bool { return value(&r) != "" }) {
			columns = append(columns, output.Column[bulk.Row]{Head: f.Label, Cell: func(r *bulk.Row) string {
				return safetext.BlockFromText(value(r)).Line().String()
			}})
		}
	}
	return columns
}
