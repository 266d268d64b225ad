package safetext

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// raised and lowered hold the characters that have a form above or below the line.
var (
	raised  = scriptForms("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
	lowered = scriptForms("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
)

func scriptForms(from, to string) map[rune]rune {
	forms, all := map[rune]rune{}, []rune(to)
	for i, r := range []rune(from) {
		forms[r] = all[i]
	}
	return forms
}

// readsInLine matches raised text that means the same in the line: 1st, a trade mark, a note in brackets.
var readsInLine = regexp.MustCompile(`^(?i:st|nd|rd|th|er|re|ère|ème|tm|sm|®|™|©|º|ª|°|\*+|\[.*\]|\(.*\))$`)

// wordScripts words what stands above or below the line, and quotations, so that 10<sup>6</sup> is not 106. Their tags
// go.
func wordScripts(all []token) []token {
	if !slices.ContainsFunc(all, func(t token) bool { return t.element != nil && slices.Contains(scriptNames, t.as) }) {
		return all
	}
	kept := make([]token, 0, len(all))
	for i := 0; i < len(all); i++ {
		t := all[i]
		switch {
		case t.element == nil || !slices.Contains(scriptNames, t.as):
			kept = append(kept, t)
		case t.as == "q" && t.end:
			kept = append(kept, token{text: "”"})
		case t.as == "q":
			kept = append(kept, token{text: "“"})
		case !t.end:
			inside := contentOf(all[i+1:], t.as)
			i += len(inside)
			kept = append(kept, wordScript(wordScripts(inside), t.as)...)
		}
	}
	return kept
}

var scriptNames = []string{"sup", "sub", "q"}

// longestScript is how many tokens a raised or lowered text has at most.
const longestScript = 30

// contentOf returns the tokens up to the end tag of an element of the line, which began before them; none if a block
// ends it, or if it is long.
func contentOf(rest []token, name string) []token {
	level := 0
	for i, t := range rest[:min(len(rest), longestScript)] {
		switch {
		case t.element == nil:
		case t.kind != inline:
			return nil
		case t.as == name && !t.end:
			level++
		case t.as == name && level > 0:
			level--
		case t.as == name:
			return rest[:i]
		}
	}
	return nil
}

// wordScript words the content of a sup or a sub.
func wordScript(inside []token, name string) []token {
	forms, mark := raised, "^"
	if name == "sub" {
		forms, mark = lowered, "_"
	}
	text := strings.TrimSpace(textOf(inside))
	switch {
	case text == "" || name == "sup" && readsInLine.MatchString(text):
		return inside
	case hasForms(text, forms):
		for i := range inside {
			inside[i].text = withForms(inside[i].text, forms)
		}
		return inside
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }):
		return slices.Concat([]token{{text: mark + "("}}, inside, []token{{text: ")"}})
	}
	return slices.Concat([]token{{text: mark}}, inside)
}

func textOf(all []token) string {
	var b strings.Builder
	for _, t := range all {
		b.WriteString(t.text)
	}
	return b.String()
}

func hasForms(s string, forms map[rune]rune) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return forms[r] == 0 })
}

func withForms(s string, forms map[rune]rune) string {
	return strings.Map(func(r rune) rune { return cmp.Or(forms[r], r) }, s)
}
