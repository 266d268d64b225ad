// Package styles stands in for the package of this name of chroma.
package styles

import "github.com/alecthomas/chroma/v2"

// Registry holds the registered styles by name.
var Registry = map[string]*chroma.Style{}

// Register adds a style.
func Register(s *chroma.Style) *chroma.Style {
	Registry[s.Name] = s
	return s
}
