package safetext

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

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
