package bulk

import (
	"time"

	"frontdesk/internal/wire"
)

// The columns of records that an updates file has under other names. A file with the first is one of records, as ticket
// list --csv prints it.
const (
	idColumn       = "id"
	callbackColumn = "callback"
)

var columnOfRecord = map[string]string{idColumn: "ticket_id", callbackColumn: "callback_time"}

// AreRecords reports whether rows are of a file of records.
func AreRecords(rows []Row) bool { return len(rows) > 0 && rows[0].Cells != nil }

// keepCell keeps a cell of a file of records, and returns it as an update has it: a time in another format.
func (r *Row) keepCell(name, cell string, zone *time.Location) string {
	if r.Cells == nil {
		r.Cells = map[string]string{}
	}
	r.Cells[name] = cell
	if at, err := time.Parse(time.RFC3339, cell); err == nil && name == callbackColumn {
		return wire.FormatCallbackTime(at, zone)
	}
	return cell
}

// KeepSent removes what was not sent before from a row of a file of records: what its ticket had already.
func (r *Row) KeepSent(before wire.UpdateTicketRequest) {
	for _, f := range columns {
		if *member(&before, f) == "" {
			*member(&r.Update, f) = ""
		}
	}
}
