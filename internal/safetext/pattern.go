package safetext

import (
	"regexp"
	"sync"
)

// pattern returns a regular expression that is compiled at its first use: most commands use none, and all of them take
// as long as the rest of this package's start.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
