package output

import (
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// AlignColumns formats rows as aligned columns. Cells must be sanitised already.
func AlignColumns(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], termwidth.Width(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(termwidth.Pad(cell, widths[i]+2))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// WriteText writes a result and returns an error if it could not be written, for example because the disk is full.
func WriteText(out io.Writer, result string) error {
	_, err := io.WriteString(out, result)
	if err != nil {
		return errors.New("the result cannot be written: " + filestore.WithoutPath(err).Error())
	}
	return nil
}

// WriteJSON writes a result as indented JSON, with control characters escaped so that a terminal does not interpret
// them.
func WriteJSON(out io.Writer, result any) error {
	made, err := json.Marshal(
		result,
		json.Deterministic(true),
		jsontext.AllowInvalidUTF8(true),
		jsontext.WithIndent("  "),
	)
	if err != nil {
		return err
	}
	return WriteText(out, string(safetext.EscapeJSON(nil, made))+"\n")
}
