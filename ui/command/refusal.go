package command

import (
	"strings"

	"frontdesk/internal/text"
)

// fieldOf is the path that a refusal speaks of: by words that a kind knows, else by the name of a member that stands in
// it; empty where neither can be told.
func fieldOf(k Kind, message string) string {
	folded := text.Fold(message)
	for words, path := range kinds[k.Name].speaks {
		if strings.Contains(folded, words) {
			return path
		}
	}
	words := strings.FieldsFunc(folded, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for _, b := range k.Blocks {
		if b.Many {
			continue
		}
		for _, p := range asks(b, b.Path, "") {
			for _, word := range words {
				if word == strings.ToLower(p.ask.Path) {
					return p.path
				}
			}
		}
	}
	return ""
}
