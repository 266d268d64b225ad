package filter

import (
	"slices"
	"strings"
	"unicode"

	"frontdesk/internal/safetext"
)

// sameName reports whether two texts are the same name, ignoring case, accents, spaces and hyphens.
func sameName(a, b string) bool {
	name := joined(a)
	return name != "" && name == joined(b)
}

// beginsWord reports whether a typed text, or else each of its words, begins a word of a text. Case, accents, spaces
// and hyphens are ignored, so that "email" finds "E-mail".
func beginsWord(text, typed string) bool {
	starts := wordsOn(text)
	begins := func(part string) bool {
		part = joined(part)
		return part != "" && slices.ContainsFunc(starts, func(s string) bool { return strings.HasPrefix(s, part) })
	}
	if begins(typed) {
		return true
	}
	for part := range strings.FieldsSeq(typed) {
		if !begins(part) {
			return false
		}
	}
	return true
}

// wordsOn returns the joined text from each of its words on; the first begins with the whole text.
func wordsOn(text string) []string {
	all := []string{joined(text)}
	wasSeparator := false
	for i, r := range text {
		if wasSeparator && !isSeparator(r) {
			all = append(all, joined(text[i:]))
		}
		wasSeparator = isSeparator(r)
	}
	return all
}

// joined folds a text and leaves out what is often written in another way: spaces, hyphens and other dashes.
func joined(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) {
			return -1
		}
		return r
	}, safetext.Fold(text))
}

// FoldName returns a name as names are compared: folded, with single spaces.
func FoldName(name string) string { return strings.Join(strings.Fields(safetext.Fold(name)), " ") }

// NameGroup is labels that filters compare as one name.
type NameGroup struct {
	Label string // of them; the same one each time
	Of    []int  // their places among all
}

// GroupNames groups those labels that are used by the name that filters compare them as, in the order of their first.
func GroupNames(labels []string, isUsed func(i int) bool) []NameGroup {
	var groups []NameGroup
	at := map[string]int{}
	for i, label := range labels {
		if !isUsed(i) {
			continue
		}
		name := FoldName(label)
		g, has := at[name]
		if !has {
			g = len(groups)
			at[name], groups = g, append(groups, NameGroup{Label: label})
		}
		groups[g].Label, groups[g].Of = min(groups[g].Label, label), append(groups[g].Of, i)
	}
	return groups
}

// isSeparator reports whether a rune separates the words of a name.
func isSeparator(r rune) bool { return strings.ContainsRune(" -_/.,()&|", r) }
