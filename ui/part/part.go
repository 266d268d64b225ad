// Package part provides the building blocks of panes: rendered markdown, a viewport over long text and a window
// over a long list. It is independent of tickets and performs no IO; its slow operations must run outside the
// update loop.
package part

import "frontdesk/ui/theme"

// Options controls how markdown is rendered; it is comparable, so that it can be part of a cache key.
type Options struct {
	Width int          // columns, at least 1
	Theme *theme.Theme // without colours when nil
}

// Rendered is a rendered text, or its beginning while Complete is false. Its lines are immutable. Each line is safe
// for a terminal, at most Options.Width columns wide, and self-contained: every style that it opens is closed.
type Rendered struct {
	Lines    []string
	Complete bool
}
