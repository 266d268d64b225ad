package safetext

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// numbering is how the items of a numbered list are labelled.
type numbering struct {
	style string // "1", "a", "A", "i" or "I", as in HTML
	next  int    // number of the next item
	step  int
	plain bool // its numbers count up from the first, as those of a list in markdown
}

var listTypes = []string{"a", "A", "i", "I"}

// cssNumbering maps the styles of lists to their types in HTML.
var cssNumbering = map[string]string{
	"lower-alpha": "a", "lower-latin": "a", "upper-alpha": "A", "upper-latin": "A", "lower-roman": "i", "upper-roman": "I",
}

// listStyle matches the style of a list that sets its numbering.
var listStyle = pattern(`(?i)list-style(-type)?\s*:[^;]*?\b((lower|upper)-(alpha|latin|roman))\b`)

// numberingOf returns the numbering of a list by its tag and the tags of its items.
func numberingOf(t tag, rest []token) numbering {
	n := numbering{style: "1", next: 1, step: 1}
	if style := t.attr("type"); slices.Contains(listTypes, style) {
		n.style = style
	} else if found := listStyle().FindStringSubmatch(t.attr("style")); found != nil {
		n.style = cssNumbering[strings.ToLower(found[2])]
	}
	items, hasValues := itemsOf(rest)
	if t.has("reversed") {
		n.next, n.step = items, -1
	}
	if first, err := strconv.Atoi(t.attr("start")); err == nil && first >= -maxItem && first <= maxItem {
		n.next = first
	}
	n.plain = n.style == "1" && n.step == 1 && n.next >= 0 && !hasValues
	return n
}

// maxItem is the highest number of an item, before which markdown and its readers have their limits.
const maxItem = 1e6

// longestList is how many tokens are looked at to number a list.
const longestList = 2000

// itemsOf returns how many items a list has whose tag stands before rest, and whether one of them sets its number.
func itemsOf(rest []token) (items int, hasValues bool) {
	level := 0
	for _, t := range rest[:min(len(rest), longestList)] {
		switch {
		case t.element == nil:
		case isList(t.as) && !t.end:
			level++
		case isList(t.as):
			level--
		case level == 0 && t.as == "li" && !t.end:
			items++
			hasValues = hasValues || t.hasAttributes() && t.attr("value") != ""
		}
		if level < 0 || level == 0 && t.element != nil && t.as == "td" {
			break
		}
	}
	return items, hasValues
}

// numberItem numbers an item of a numbered list.
func (b *treeBuilder) numberItem(item *node) {
	for i := len(b.stack) - 2; i >= 0; i-- { // the item itself is the last
		n := b.stack[i]
		if !isList(n.as) {
			continue
		}
		if n.as == "ol" {
			if value, err := strconv.Atoi(item.attr("value")); err == nil && value >= -maxItem && value <= maxItem {
				n.list.next = value
			}
			item.label = labelOf(n.list.style, n.list.next) + "."
			n.list.next += n.list.step
			item.list = n.list
		}
		return
	}
}

// labelOf returns the label of an item; a number that has no letters is shown as a number.
func labelOf(style string, number int) string {
	label := ""
	switch {
	case number < 1 || style == "1":
		return strconv.Itoa(number)
	case style == "a" || style == "A":
		for n := number; n > 0; n = (n - 1) / 26 {
			label = string(rune('a'+(n-1)%26)) + label
		}
	case number >= 4000:
		return strconv.Itoa(number)
	default:
		label = roman(number)
	}
	if style == "A" || style == "I" {
		label = strings.ToUpper(label)
	}
	return label
}

// marker returns what stands before an item.
func (n *node) marker() string { return cmp.Or(n.label, "•") }

// roman returns a number below 4000 in Roman letters.
func roman(n int) string {
	var b strings.Builder
	letters := []string{"m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"}
	for i, value := range []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1} {
		for ; n >= value; n -= value {
			b.WriteString(letters[i])
		}
	}
	return b.String()
}

func isList(name string) bool { return name == "ul" || name == "ol" }

// listElement returns the element by which a list is written.
func (n *node) listElement() string {
	if n.name == "ol" && n.list.plain {
		return "ol"
	}
	return "ul"
}

// table is a data table, whose rows are written when all of them are known.
type table struct {
	rows [][]string
	size int // of its rows in bytes
}

// maxColumns limits a table, of which readers of markdown fill up each row. Further cells belong to the last one.
const maxColumns = 64

// cellEnd stands between cells while the empty ones at the ends of a row are removed. No sanitised text has it.
const cellEnd = "\x00"

// addCell adds a cell to the last row of the table.
func (p *page) addCell() {
	t, cell := &p.table, p.endLine()
	t.size += len(cell) + len(" | ")
	if len(t.rows) == 0 {
		t.rows = [][]string{nil}
	}
	last := &t.rows[len(t.rows)-1]
	if n := len(*last); n == maxColumns {
		(*last)[n-1] += " " + cell
		return
	}
	*last = append(*last, cell)
}

// writeTable writes the rows of the table that are known, each on a line. Those to come stand below an empty one, since
// otherwise the next would be the header.
func (p *page) writeTable() {
	rows, width := p.table.rows, 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	if width == 0 {
		return
	}
	p.table = table{rows: [][]string{nil}}
	for i, row := range rows {
		switch {
		case p.asText:
			if text := strings.Trim(strings.Join(row, cellEnd), cellEnd); text != "" {
				p.writeBlock(strings.ReplaceAll(text, cellEnd, " | "))
			}
		case i == 0:
			p.writeBlock("| " + strings.Join(append(row, make([]string, width-len(row))...), " | ") + " |")
			p.breaks = 1
			p.writeBlock("|" + strings.Repeat("---|", width))
		case len(row) > 0:
			p.writeBlock("| " + strings.Join(row, " | ") + " |")
		}
		p.breaks = 1
	}
	if !p.asText {
		p.breaks = 2
	}
}
