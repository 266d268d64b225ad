package filter

import (
	"cmp"
	"slices"
	"strings"

	"frontdesk/internal/safetext"
)

// Completion is one way to go on with a text.
type Completion struct {
	Choice
	Whole string // the text with it
}

// Completions returns how the end of a text can go on: the names of conditions, or the values of the condition that is
// typed. named returns the desk's values of a condition. There are none for a value that is typed completely.
func Completions(text string, named func(Name) []Choice) []Completion {
	start := len(BeforeLast(text))
	if text == "" || strings.TrimRight(text, " ") != text || strings.Contains(text[start:], `""`) {
		return nil
	}
	p := parser{text: text, at: start}
	if rest := text[start:]; len(rest) > 1 && rest[0] == '-' {
		p.at++
	}
	c := p.conditionAhead()
	if c == nil {
		return nameCompletions(text, p.at)
	}
	p.at += len(p.nameAhead()) + 1
	for {
		from := p.at
		typed, isOpen := p.typedValue()
		if p.at == len(text) {
			return c.completions(text[:from], typed, isOpen, named)
		}
		if text[p.at] != ',' {
			return nil
		}
		p.at++
	}
}

// BeforeLast returns what stands before the last term of a text, which may be typed still.
func BeforeLast(text string) string {
	p := parser{text: text}
	start := 0
	for p.skipBlanks(); p.at < len(text); p.skipBlanks() {
		start = p.at
		p.term()
	}
	return text[:start]
}

// typedValue reads a value with its comparison; isOpen tells that it may go on.
func (p *parser) typedValue() (typed string, isOpen bool) {
	if p.at < len(p.text) && p.text[p.at] == '"' {
		from := p.at
		typed = p.quotedText()
		return typed, p.at == len(p.text) && (p.at-from < 2 || p.text[p.at-1] != '"')
	}
	return p.until(","), true
}

// nameCompletions returns the conditions whose names begin with the word from start on.
func nameCompletions(text string, start int) (all []Completion) {
	typed := safetext.Fold(text[start:])
	if typed == "" {
		return nil
	}
	for _, c := range Conditions {
		if strings.HasPrefix(string(c.Name), typed) {
			name := string(c.Name) + ":"
			all = append(all, Completion{Choice{Text: name, Meaning: c.Meaning}, text[:start] + name})
		}
	}
	return all
}

// completions returns the values that go on from what is typed; values that begin with it come first.
func (c *Condition) completions(before, typed string, isOpen bool, named func(Name) []Choice) []Completion {
	if !isOpen {
		return nil
	}
	var all []Choice
	for _, choice := range slices.Concat(c.Values, named(c.Name)) {
		if beginsWord(choice.Text, typed) || beginsWord(choice.Meaning, typed) && c.takes == names {
			all = append(all, choice)
		}
		if typed != "" && safetext.Fold(choice.Text) == safetext.Fold(typed) {
			return nil // complete
		}
	}
	slices.SortStableFunc(all, func(a, b Choice) int {
		return cmp.Compare(rankOf(a, typed), rankOf(b, typed))
	})
	completions := make([]Completion, len(all))
	for i, choice := range all {
		value := choice.Text
		if c.takes == names {
			value = Quote(value)
		}
		completions[i] = Completion{choice, before + value}
	}
	return completions
}

// rankOf returns 0 for a choice that begins with what is typed, otherwise 1.
func rankOf(c Choice, typed string) int {
	if strings.HasPrefix(joined(c.Text), joined(typed)) {
		return 0
	}
	return 1
}
