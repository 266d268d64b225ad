package form

import (
	"slices"
	"strings"

	"frontdesk/internal/safetext"
)

// filter keeps the options that fit what is typed and chooses the one that it names, else the first; where the field
// is free, what is typed is an option of its own unless it names one.
func (p *selectField) filter() {
	typed := strings.TrimSpace(p.line.Value())
	words := strings.Fields(safetext.Fold(typed))
	p.shown, p.at, p.value = nil, -1, ""
	for _, o := range p.options {
		if o.isNamed(typed) && p.at < 0 {
			p.at = len(p.shown)
		}
		if fits(safetext.Fold(o.Label+" "+o.Value), words) {
			p.shown = append(p.shown, o)
		}
	}
	if typed == "" {
		p.at = -1
		return
	}
	if own := (Option{Value: typed, Label: "“" + typed + "”"}); p.free && p.at < 0 {
		p.shown = slices.Insert(p.shown, p.placeOfTyped(typed), own)
	}
	if p.at = max(p.at, 0); len(p.shown) > 0 {
		p.value = p.shown[p.at].Value
	}
}

// placeOfTyped is the row of what is typed: behind the options that fit, or before them where text counts or it is a
// value as it stands.
func (p *selectField) placeOfTyped(typed string) int {
	if p.text || p.isValue != nil && p.isValue(typed) {
		return 0
	}
	return len(p.shown)
}

// isNamed says whether a text is an option's key or name, in any case; the key that may stand behind the name is no
// part of it.
func (o Option) isNamed(s string) bool {
	name, _ := strings.CutSuffix(o.Label, KeySeparator+o.Value)
	return strings.EqualFold(o.Value, s) || strings.EqualFold(o.Label, s) || strings.EqualFold(name, s)
}

// offer changes the options. What was typed by hand before its option was known becomes that option when it names it.
func (p *selectField) offer(options []Option) {
	value := p.value
	p.options = options
	if p.focused && p.typing {
		p.filter()
		if at := slices.IndexFunc(p.shown, func(o Option) bool { return o.Value == value }); at >= 0 && p.isOption(value) {
			p.at, p.value = at, value
		}
		return
	}
	if !p.isOption(value) {
		for _, o := range options {
			if value != "" && o.isNamed(value) {
				value = o.Value
				break
			}
		}
	}
	p.SetValue(value)
}

func (p *selectField) isOption(value string) bool {
	return slices.ContainsFunc(p.options, func(o Option) bool { return o.Value == value })
}

func fits(haystack string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(haystack, w) {
			return false
		}
	}
	return true
}
