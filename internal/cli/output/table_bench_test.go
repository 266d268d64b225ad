package output_test

import (
	"bufio"
	"fmt"
	"io"
	"testing"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"frontdesk/internal/cli/output"
)

type row struct{ ticket, status, due, title string }

// BenchmarkTable prints a list of tickets, here and with Lip Gloss.
func BenchmarkTable(b *testing.B) {
	for _, n := range []int{20, 2000} {
		rows := make([]row, n)
		for i := range rows {
			rows[i] = row{fmt.Sprintf("713516%06d", i), "Unattended", "in 2 h", "Screen stays black & beeps, 画面が真っ暗"}
		}
		b.Run(fmt.Sprintf("%d rows ours", n), func(b *testing.B) {
			columns := []output.Column[row]{
				{Head: "TICKET", Cell: func(r *row) string { return r.ticket }},
				{Head: "STATUS", Cell: func(r *row) string { return r.status }},
				{Head: "DUE", Cell: func(r *row) string { return r.due }, Style: func(*row) output.Style { return output.Red }},
				{Head: "TITLE", Cell: func(r *row) string { return r.title }},
			}
			for b.Loop() {
				output.Table(&output.Printer{Out: bufio.NewWriter(io.Discard), Width: 120, Colour: true}, columns, rows)
			}
		})
		b.Run(fmt.Sprintf("%d rows Lip Gloss", n), func(b *testing.B) {
			for b.Loop() {
				t := table.New().BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderColumn(false).
					BorderHeader(false).Width(120).Wrap(false).Headers("TICKET", "STATUS", "DUE", "TITLE").StyleFunc(benchStyle)
				for _, r := range rows {
					t.Row(r.ticket, r.status, r.due, r.title)
				}
				_, _ = io.WriteString(io.Discard, t.Render())
			}
		})
	}
}

func benchStyle(row, column int) lipgloss.Style {
	style := lipgloss.NewStyle().PaddingRight(2)
	switch {
	case row == table.HeaderRow:
		return style.Inherit(output.Strong.Lipgloss())
	case column == 2:
		return style.Inherit(output.Red.Lipgloss())
	}
	return style
}
