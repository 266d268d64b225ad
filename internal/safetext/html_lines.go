package safetext

import "strings"

// keepTypedLines finds text outside of all blocks whose line breaks are meant: it was typed as plain text, and a tag or
// two stand in it. Where most lines end in a "<br>", the others are only those of the source.
func keepTypedLines(all []token) {
	blocks := blockDepth{closing: map[string]int{}, open: map[string]int{}}
	for _, t := range all {
		if t.element != nil && t.end {
			blocks.closing[t.name()]++
		}
	}
	from := 0
	for i, t := range all {
		if t.element == nil || t.kind == inline || t.as == "br" || t.as == "img" || t.as == "input" {
			continue
		}
		if blocks.depth == 0 {
			keepLinesOf(all[from:i])
		}
		from = i + 1
		if t.kind != void && t.kind != skipped {
			blocks.pass(t)
		}
	}
	if blocks.depth == 0 {
		keepLinesOf(all[from:])
	}
}

// blockDepth counts the blocks around a place. One that is never closed holds nothing.
type blockDepth struct {
	closing map[string]int // end tags to come, by name
	open    map[string]int // blocks that they end
	depth   int
}

func (b *blockDepth) pass(t token) {
	name := t.name()
	switch {
	case t.end:
		b.closing[name]--
		if b.open[name] > 0 {
			b.open[name]--
			b.depth--
		}
	case b.open[name] < b.closing[name]:
		b.open[name]++
		b.depth++
	}
}

// keepLinesOf marks the texts of a run if its line breaks are meant. Those beside a "<br>" or at an end are not.
func keepLinesOf(run []token) {
	typed, breaks := 0, 0
	for i, t := range run {
		if t.element != nil {
			if t.as == "br" {
				breaks++
			}
			continue
		}
		typed += strings.Count(trimLines(t.text, isBreakAt(run, i-1), isBreakAt(run, i+1)), "\n")
	}
	if typed == 0 || typed < breaks {
		return
	}
	for i := range run {
		if t := &run[i]; t.element == nil {
			t.text = trimLines(t.text, isBreakAt(run, i-1), isBreakAt(run, i+1))
			t.keepLines = true
		}
	}
}

// isBreakAt reports whether a run has a line break or its end at i.
func isBreakAt(run []token, i int) bool {
	return i < 0 || i >= len(run) || run[i].element != nil && run[i].as == "br"
}

// trimLines removes the line break at the start of a text, and at its end, with the blanks on its other side.
func trimLines(s string, start, end bool) string {
	if start {
		if cut := strings.TrimLeft(s, " "); strings.HasPrefix(cut, "\n") {
			s = cut[1:]
		}
	}
	if end {
		if cut := strings.TrimRight(s, " "); strings.HasSuffix(cut, "\n") {
			s = cut[:len(cut)-1]
		}
	}
	return s
}
