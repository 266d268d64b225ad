package safetext

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

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

// raisedForms and loweredForms hold the characters that have a form above or below the line.
var (
	raisedForms  = scriptForms("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
	loweredForms = scriptForms("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
)

func scriptForms(from, to string) map[rune]rune {
	forms, all := map[rune]rune{}, []rune(to)
	for i, r := range []rune(from) {
		forms[r] = all[i]
	}
	return forms
}

// readsInLine matches raised text that means the same in the line: 1st, a trade mark, a note in brackets.
var readsInLine = pattern(`^(?i:st|nd|rd|th|er|re|ère|ème|tm|sm|®|™|©|º|ª|°|\*+|\[.*\]|\(.*\))$`)

// longestScript is the length of a raised or lowered text. A longer one is a sentence in small print.
const longestScript = 60

// wordScript words what stands above or below the line from a position on, so that 10<sup>6</sup> is not 106.
func (p *page) wordScript(at int, forms map[rune]rune, mark string) {
	l := &p.line
	text := string(l.b[at:])
	if !p.isPlain() {
		text = strings.ReplaceAll(text, `\`, "")
	}
	switch {
	case mark == "^" && readsInLine().MatchString(text) || len(text) > longestScript:
		return
	case !strings.ContainsFunc(text, func(r rune) bool { return forms[r] == 0 }):
		text = strings.Map(func(r rune) rune { return cmp.Or(forms[r], r) }, text)
		l.b = append(l.b[:at], text...)
		return
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }):
		l.b = append(l.b, ')')
		mark += "("
	}
	if !p.isPlain() {
		mark = strings.ReplaceAll(mark, "_", `\_`)
	}
	l.b = slices.Insert(l.b, at, []byte(mark)...)
}
