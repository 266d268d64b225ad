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

// stylesLines matches the style of an element whose line breaks and blanks are meant.
var stylesLines = pattern(
	`(?i)white-space(-collapse)?\s*:\s*(pre|pre-wrap|pre-line|break-spaces|preserve|preserve-breaks)\s*(!|;|$)`,
)

// styling is what the style of an open element says of its text.
type styling struct {
	as         *element // for text that is struck out, raised or lowered
	keepsLines bool
}

// applyStyles makes elements of those that only a style tells from others, and marks the texts whose line breaks are
// meant.
func applyStyles(all []token) {
	open, keeping := map[string][]styling{}, 0
	for i := range all {
		t := &all[i]
		switch {
		case t.element == nil:
			t.keepLines = t.keepLines || keeping > 0 && !isBetweenBlocks(all, i)
			continue
		case t.kind == void || t.kind == skipped:
			continue
		}
		name, style := t.name(), styling{}
		if last := len(open[name]) - 1; last >= 0 && (t.end || name == "p") {
			style, open[name] = open[name][last], open[name][:last]
			if style.keepsLines {
				keeping--
			}
		}
		if !t.end {
			style = t.styling()
			open[name] = append(open[name], style)
			if style.keepsLines {
				keeping++
			}
		}
		if style.as != nil {
			t.element = style.as
		}
	}
}

// styling reads the style of a start tag.
func (t tag) styling() (s styling) {
	if !strings.Contains(t.raw, "ine-through") && !strings.Contains(t.raw, "ertical-align") &&
		!strings.Contains(t.raw, "hite-space") { // no more is read of most
		return s
	}
	style := t.attr("style")
	s.keepsLines = stylesLines().MatchString(style)
	for _, known := range styledAs {
		if t.kind == inline && t.as == "" && known.style.MatchString(style) {
			s.as = elements[known.as]
			break
		}
	}
	return s
}

// isBetweenBlocks reports whether the text at i is only the white space beside a block.
func isBetweenBlocks(all []token, i int) bool {
	isBlock := func(i int) bool {
		return i < 0 || i >= len(all) || all[i].element != nil && all[i].kind != inline
	}
	return strings.TrimSpace(all[i].text) == "" && (isBlock(i-1) || isBlock(i+1))
}
