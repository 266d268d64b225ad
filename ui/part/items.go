package part

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"frontdesk/internal/safetext"
)

// list draws a list: items under each other, each beside its mark, numbers aligned at their right.
func (p *blockRenderer) list(node ast.Node, width int) []string {
	list, _ := node.(*ast.List)
	number, digits := list.Start, len(strconv.Itoa(list.Start+list.ChildCount()-1))
	var lines []string
	for item := range children(list) {
		mark := "• "
		if list.IsOrdered() {
			n := strconv.Itoa(number)
			mark = strings.Repeat(" ", digits-len(n)) + n + ". "
			number++
		}
		indent := strings.Repeat(" ", safetext.Width(mark))
		lines = append(lines, prefixed(mark, indent, p.blocks(item, width-len(indent)))...)
	}
	return lines
}

// quote draws a quotation beside a bar.
func (p *blockRenderer) quote(node ast.Node, width int) []string {
	bar := p.marks.dim("│") + " "
	return prefixed(bar, bar, p.blocks(node, width-2))
}

// prefixed sets first before the first line and others before the rest.
func prefixed(first, others string, lines []string) []string {
	for i, line := range lines {
		prefix := others
		if i == 0 {
			prefix = first
		}
		if lines[i] = prefix + line; line == "" {
			lines[i] = strings.TrimRight(prefix, " ")
		}
	}
	return lines
}

// code draws code as it is, without markdown's or Glamour's ideas of backslashes; what is longer than a line goes
// on in the next one.
func (p *blockRenderer) code(node ast.Node, width int) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(p.sourceOf(node), "\n"), "\n") {
		for _, part := range hardWrap(safetext.FilterANSI(line), width-2) {
			lines = append(lines, "  "+p.marks.code(part))
		}
	}
	return lines
}

// rule is a line across.
func (p *blockRenderer) rule(width int) string { return p.marks.dim(strings.Repeat("─", width)) }
