package overlay

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"frontdesk/internal/safetext"
)

// rankItems are the items in which everything that is typed is found, those first that are most likely meant. Of those as
// likely, what can be done now comes first, and then the table's order counts.
func rankItems(items []MenuItem, typed string) []MenuItem {
	words := strings.Fields(safetext.Fold(typed))
	type found struct {
		MenuItem
		far int
	}
	var all []found
	for _, it := range items {
		if far, ok := it.matchRank(words); ok {
			all = append(all, found{it, far})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(min(len(a.DisabledReason), 1), min(len(b.DisabledReason), 1)))
	})
	out := make([]MenuItem, len(all))
	for i, f := range all {
		out[i] = f.MenuItem
	}
	return out
}

// How far a word lies from what an item is about.
const (
	beginsName = iota // its name, or a word of it, begins so; or that is a key of it
	beginsHead        // the verb of what it does begins so, or its object
	beginsWord        // a later word does
	isWithin          // it stands within a word
)

// headWords is how many words of what an item does say most about it: Set a callback time.
const headWords = 3

// matchRank adds up how far each word is; false when one is not there at all.
func (it MenuItem) matchRank(words []string) (sum int, ok bool) {
	name := splitWords(safetext.Fold(string(it.Action) + " " + it.FooterLabel))
	help := splitWords(safetext.Fold(it.Help))
	for _, w := range words {
		far, ok := nearest(w, name, help)
		if len(w) > 1 && slices.Contains(it.Keys, w) {
			far, ok = beginsName, true
		}
		if !ok {
			return 0, false
		}
		sum += far
	}
	return sum, true
}

func nearest(w string, name, help []string) (far int, ok bool) {
	begins := func(s string) bool { return strings.HasPrefix(s, w) }
	within := func(s string) bool { return strings.Contains(s, w) }
	switch {
	case slices.ContainsFunc(name, begins):
		return beginsName, true
	case slices.ContainsFunc(help[:min(len(help), headWords)], begins):
		return beginsHead, true
	case slices.ContainsFunc(help, begins):
		return beginsWord, true
	}
	return isWithin, slices.ContainsFunc(name, within) || slices.ContainsFunc(help, within)
}

func splitWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}
