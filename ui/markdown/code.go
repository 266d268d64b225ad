package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// The two columns before a line of code: blank, or a sign where it continues the line above.
const (
	codeIndent    = "  "
	codeContinues = "↪ "
)

// code renders a code block verbatim, without backslash processing. A line that is too long goes on below a sign that
// says so, broken at a blank where there is one: cutting it would hide what has to be typed or compared, and scrolling
// sideways would hide its beginning. A wider pane, such as a zoomed one, breaks fewer lines.
func (p *blockRenderer) code(node ast.Node, width int) []string {
	ink := p.options.Theme
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(p.sourceOf(node), "\n"), "\n") {
		indent := codeIndent
		for _, part := range breakCode(safetext.FilterANSI(line), width-len(codeIndent)) {
			lines = append(lines, indent+ink.Warning.Render(part))
			indent = ink.Muted.Render(codeContinues)
		}
	}
	return lines
}

// breakCode breaks a line of code into parts of at most width columns: at blanks behind its first word, and inside
// words that are longer than a line. The blanks stay at the end of a part, as far as they fit.
func breakCode(line string, width int) []string {
	if termwidth.Width(line) <= width {
		return []string{line}
	}
	var parts []string
	part, used := "", 0
	for _, word := range codeWords(line) {
		wide := termwidth.Width(word)
		if used > 0 && used+termwidth.Width(strings.TrimRight(word, " ")) > width {
			parts, part, used = append(parts, strings.TrimRight(part, " ")), "", 0
		}
		if part, used = part+word, used+wide; used <= width {
			continue
		}
		if fits := strings.TrimRight(part, " "); termwidth.Width(fits) <= width {
			parts, part, used = append(parts, fits), "", 0
			continue
		}
		pieces := termwidth.Hardwrap(part, width)
		last := len(pieces) - 1
		parts, part, used = append(parts, pieces[:last]...), pieces[last], termwidth.Width(pieces[last])
	}
	if strings.TrimSpace(part) != "" {
		parts = append(parts, part)
	}
	return parts
}

// codeWords splits a line behind the blanks after each word; its indent belongs to the first word.
func codeWords(line string) []string {
	var words []string
	from := 0
	for at := len(line) - len(strings.TrimLeft(line, " ")) + 1; at < len(line); at++ {
		if line[at-1] == ' ' && line[at] != ' ' {
			words, from = append(words, line[from:at]), at
		}
	}
	return append(words, line[from:])
}
