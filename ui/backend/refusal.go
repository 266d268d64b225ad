package backend

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/safetext"
)

// fieldOf is the path that a refusal speaks of: by words that a kind knows, else by the name of a member that stands in
// it; empty where neither can be told.
func fieldOf(k FormKind, message string) string {
	folded := safetext.Fold(message)
	if path := spokenOf(kinds[k.Name].errorFields, folded); path != "" {
		return path
	}
	words := strings.FieldsFunc(folded, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for _, b := range k.Sections {
		if b.Repeated {
			continue
		}
		for _, p := range asks(b, b.Path, "") {
			for _, word := range words {
				if word == strings.ToLower(p.ask.Key) {
					return p.path
				}
			}
		}
	}
	return ""
}

// spokenOf is the path of the longest phrase that stands in a refusal, of two of the same length the one that stands
// first: a longer phrase says more.
func spokenOf(speaks map[string]string, refusal string) string {
	at := func(words string) int { return strings.Index(refusal, words) }
	known := slices.SortedFunc(maps.Keys(speaks), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(at(a), at(b)), cmp.Compare(a, b))
	})
	for _, words := range known {
		if at(words) >= 0 {
			return speaks[words]
		}
	}
	return ""
}
