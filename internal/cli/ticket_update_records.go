package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/bulk"
	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
)

// changes returns the rows of a file of records with what they change alone: a cell that is as its ticket sends
// nothing, and a row of such cells is left out. A cell that says something else, and that no update can set, is a
// fault: it was edited in vain, or the ticket has changed since the file was made.
func (b bulkUpdate) changes(ctx context.Context, s *Invocation, rows []bulk.Row) ([]bulk.Row, error) {
	if !bulk.AreRecords(rows) {
		return rows, nil
	}
	sent, err := b.sentBefore()
	if err != nil {
		return nil, err
	}
	var wanted []desk.ID
	for _, row := range rows {
		if _, isSent := sent[row.Line]; !isSent {
			wanted = append(wanted, row.Ticket())
		}
	}
	f := newMacroFiller(s)
	if err := f.read(ctx, wanted); err != nil {
		return nil, err
	}
	var changed []bulk.Row
	var faults []error
	for _, row := range rows {
		if before, isSent := sent[row.Line]; isSent {
			row.KeepSent(before)
			changed = append(changed, row)
			continue
		}
		t, isFound := f.tickets[row.Ticket()]
		if !isFound {
			faults = append(faults, fmt.Errorf("line %d: the service has no ticket %s", row.Line, row.Ticket().Display()))
			continue
		}
		isChanged, err := keepChanges(&row, record.OfTicketDetails(&t, s.zones().Account()))
		if err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", row.Line, err))
		}
		if isChanged {
			changed = append(changed, row)
		}
	}
	if same := len(rows) - len(changed); same > 0 && len(faults) == 0 {
		s.Notef("%s left out, in which nothing was changed", phrase.Count(same, "row"))
	}
	return changed, reportFaults(s, b.File, errors.Join(faults...))
}

// keepChanges removes from an update what is as its ticket, and returns an error for what cannot be changed.
func keepChanges(row *bulk.Row, now record.Object) (isChanged bool, err error) {
	var emptied, fixed []string
	u := &row.Update
	settable := map[string]*string{"queue": &u.Queue, "disposition": &u.Disposition, "callback": &u.Callback}
	isChanged = u.Comment != "" || row.Macro != "" || len(u.Extra) > 0
	fields := map[string]record.Field{}
	for _, f := range record.TicketWhole.Fields() {
		fields[f.Name] = f
	}
	for _, name := range slices.Sorted(maps.Keys(row.Cells)) {
		said := row.Cells[name]
		f, isField := fields[name]
		into, canSet := settable[name]
		isDifferent := isField && !f.IsPassing() && now.Differs(name, said)
		switch {
		case canSet && !isDifferent:
			*into = ""
		case !isDifferent:
		case name == "sub_status" || canSet && said != "":
			isChanged = true
		case canSet:
			emptied = append(emptied, name)
		default:
			fixed = append(fixed, name)
		}
	}
	if len(emptied) > 0 {
		return isChanged, fmt.Errorf("%s cannot be emptied: the ticket has %s", emptied[0], shownCell(now, emptied[0]))
	}
	return isChanged, fixedError(row, now, fixed)
}

// fixedError returns the error of cells that cannot be changed, and are not as the ticket; nil without any.
func fixedError(row *bulk.Row, now record.Object, fixed []string) error {
	switch len(fixed) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s cannot be changed, and the ticket has %s instead of %q: %s",
			fixed[0], shownCell(now, fixed[0]), safetext.LineFromText(row.Cells[fixed[0]]), whyDifferent)
	}
	return fmt.Errorf("the ticket has other values of %s, which cannot be changed: %s",
		strings.Join(fixed, ", "), whyDifferent)
}

// whyDifferent is why a cell that cannot be changed is not as its ticket.
const whyDifferent = "it was edited here, or has changed since"

// shownCell returns what a ticket has in place of a cell, for a message.
func shownCell(now record.Object, name string) string {
	text := strings.TrimSpace(record.Cell(now.Value(name)))
	if text == "" {
		return "none"
	}
	return fmt.Sprintf("%q", safetext.LineFromText(text))
}
