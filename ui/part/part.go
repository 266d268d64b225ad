// Package part holds the pieces that panes are put together from: drawn markdown, a window over long text, a
// window over a long list. Parts know nothing of tickets and do no IO; what is slow in them is called off the loop.
package part

// Options is how markdown is drawn; it is comparable, so that it can be part of a key.
type Options struct {
	Width   int  // columns, at least 1
	Dark    bool // for a dark background
	Plain   bool // no colours, weight and underline only
	Sixteen bool // the terminal has sixteen colours, named by their numbers
}

// Rendered is a drawn text, or its beginning as long as Whole is false. Its lines are never changed: each is safe for a
// terminal, at most Look.Width columns wide, and stands for itself, with every style that it opens closed.
type Rendered struct {
	Lines    []string
	Complete bool
}
