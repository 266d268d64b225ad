package bulk

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"frontdesk/internal/wire"
)

// macroColumn is the column of an updates file that names a macro. The other cells of its row override the macro's
// fields.
const macroColumn = "macro"

// fileColumns returns the names of the columns that an updates file may have.
func fileColumns() []string { return append(columnNames(), macroColumn) }

// UsesMacros reports whether a row names a macro.
func UsesMacros(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool { return r.Macro != "" })
}

// FillMacros replaces the update of each row that names a macro by that of fill. An update that the results of an
// earlier run hold is taken from there, because a time such as "+2d" has another meaning today. The error joins every
// problem found, one per line.
func FillMacros(
	rows []Row, sent map[int]wire.UpdateTicketRequest, fill func(Row) (wire.UpdateTicketRequest, error),
) ([]Row, error) {
	rows = slices.Clone(rows)
	var faults []error
	for i, row := range rows {
		if row.Macro == "" {
			continue
		}
		if before, found := sent[row.Line]; found && row.isWithin(before) {
			rows[i].Update = before
			continue
		}
		update, err := fill(row)
		if err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", row.Line, err))
		}
		rows[i].Update = update
	}
	return rows, errors.Join(faults...)
}

// isWithin reports whether an update has what the cells of the row say.
func (r Row) isWithin(u wire.UpdateTicketRequest) bool {
	paths := ownPaths([]Row{r})
	own, all := fields(r.Update, paths), fields(u, paths)
	for i := range own {
		if own[i] != "" && own[i] != all[i] {
			return false
		}
	}
	return true
}

// Recorded returns the updates that a results file holds, by line.
func Recorded(path string) (map[int]wire.UpdateTicketRequest, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the results cannot be read: %w", err)
	}
	defer file.Close()
	c := Checkpoint{Results: NewResults(nil, nil)}
	_, _, _ = c.load(file) // Resume reports what is wrong with the file
	sent := map[int]wire.UpdateTicketRequest{}
	for line, cells := range c.updates {
		var u wire.UpdateTicketRequest
		for i, column := range columns {
			*wire.Text(&u, column.Key) = cells[i]
		}
		own := wire.Values{}
		for i, path := range c.paths {
			if value := cells[len(columns)+i]; value != "" {
				own[path] = value
			}
		}
		if err := wire.SetBlockValues(&u.Extra, own); err != nil {
			return nil, err
		}
		sent[line] = u
	}
	return sent, nil
}
