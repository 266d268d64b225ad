package widget

import tea "charm.land/bubbletea/v2"

// Spot is what stands at a cell of a pane, a form or an overlay, and what the mouse does there. Whoever has drawn the
// cell answers with it, and the console acts on it. What it does beyond moving the cursor are keys, so that a click
// does nothing that its key would refuse.
type Spot struct {
	// Name is that of what stands there: two clicks on the same name are a double click. A spot without a name takes
	// the first of two quick clicks alone, such as a category that would be unfolded and folded again.
	Name   string
	Select func() tea.Cmd // moves the cursor there; nil for nothing
	Key    string         // the key that a click presses then; empty for none
	Twice  string         // the key that a double click presses instead; empty for that of a click
}
