package safetext

import (
	"regexp"
	"strings"
)

// styledAs are the elements that a style of a plain element stands for.
var styledAs = []struct {
	style *regexp.Regexp
	as    string
}{
	{regexp.MustCompile(`(?i)text-decoration(-line)?\s*:[^;]*\bline-through\b`), "del"},
	{regexp.MustCompile(`(?i)vertical-align\s*:\s*super\b`), "sup"},
	{regexp.MustCompile(`(?i)vertical-align\s*:\s*sub\b`), "sub"},
}

// applyStyles makes elements of those that only a style tells from others: text that is struck out, raised or lowered.
func applyStyles(all []token) {
	open := map[string][]*element{} // by name, nil for one without such a style
	for i := range all {
		t := &all[i]
		if t.element == nil || t.kind != inline || t.as != "" {
			continue
		}
		name := t.name()
		if !t.end {
			style := t.styled()
			open[name] = append(open[name], style)
			if style != nil {
				t.element = style
			}
			continue
		}
		if left := open[name]; len(left) > 0 {
			if style := left[len(left)-1]; style != nil {
				t.element = style
			}
			open[name] = left[:len(left)-1]
		}
	}
}

// styled returns the element that the style of a start tag stands for; nil for none.
func (t tag) styled() *element {
	if !strings.Contains(t.raw, "ine-through") && !strings.Contains(t.raw, "ertical-align") { // no more is read of most
		return nil
	}
	style := t.attr("style")
	for _, s := range styledAs {
		if s.style.MatchString(style) {
			return elements[s.as]
		}
	}
	return nil
}
