package config

import (
	"strings"

	"frontdesk/internal/safetext"
)

// suggestion names the known key that was probably meant, or all of them.
func suggestion(key string, settings []setting) string {
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.name
	}
	nearest := ClosestMatch(key, names)
	if nearest == "" {
		return "known are " + strings.Join(names, ", ")
	}
	return "did you mean " + nearest + "?"
}

// ClosestMatch is the name that was probably meant by a word, empty when none is like it.
func ClosestMatch(word string, names []string) string { return safetext.Nearest(word, names) }
