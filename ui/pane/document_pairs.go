package pane

import (
	"strings"

	"frontdesk/internal/safetext"
)

// field is a label with its value, which may have many lines.
type field struct{ label, value string }

// labelWidth is the columns of the labels with the blank behind them, fewer where there is little room.
func (doc *ticketRenderer) labelWidth() int {
	if doc.look.Width < 56 {
		return 14
	}
	return 19
}

// pairs are set side by side where two short ones fit, below one another otherwise.
func (doc *ticketRenderer) pairs(all []field, indent string) {
	width := doc.look.Width - len(indent)
	half := (width - 2) / 2
	for i := 0; i < len(all); i++ {
		if i+1 < len(all) && half >= doc.labelWidth()+14 && doc.fits(all[i], half) && doc.fits(all[i+1], half) {
			doc.lines = append(doc.lines, indent+doc.cell(all[i], half)+"  "+doc.cell(all[i+1], half))
			i++
			continue
		}
		doc.long(all[i], indent, width)
	}
}

// long is a pair that has its lines alone. A label that is wider than others is shown whole beside a value of one line.
func (doc *ticketRenderer) long(p field, indent string, width int) {
	lines, column, label := wrap(p.value, max(width-doc.labelWidth(), 8)), doc.labelWidth()-1, p.label
	if own := safetext.Width(label); len(lines) == 1 && own+1+safetext.Width(lines[0]) <= width {
		column = max(column, own)
	}
	for _, l := range lines {
		doc.lines = append(doc.lines, indent+doc.th.Muted.Render(safetext.Pad(label, column))+" "+l)
		label = ""
	}
}

func (doc *ticketRenderer) fits(p field, width int) bool {
	return !strings.Contains(p.value, "\n") && doc.labelWidth()+safetext.Width(p.value) <= width && safetext.Width(p.label) < doc.labelWidth()
}

func (doc *ticketRenderer) cell(p field, width int) string {
	return doc.th.Muted.Render(safetext.Pad(p.label, doc.labelWidth()-1)) + " " + safetext.Pad(p.value, width-doc.labelWidth())
}
