package gallery

import (
	"slices"
	"time"
)

// Fixture says which records a scene's desk holds.
type Fixture string

// The desks.
const (
	Sample Fixture = ""      // the sample desk as it stands at the opening
	Empty  Fixture = "empty" // nothing at all
)

// Scene is one state of the console, and the way there.
type Scene struct {
	Name        string // in lower case, with dashes
	Description string // what is to be seen: a clause without a full stop
	Desk        Fixture
	Days        int     // that are pulled; 7 when 0
	Faults      []Fault // from the start
	Steps       []Step
	WideGolden  bool // looks otherwise where two panes stand side by side
	Plain       bool // has no colours, whatever is asked for

	// Width and Height are the window where the scene is about its size; 0 for any.
	Width, Height int
}

// Step is one step on the way to a scene. What it names is done in the order of its members, and everything that
// follows from it has happened before the next step.
type Step struct {
	ClearFaults bool          // the network is whole again
	Net         []Fault       // happens to calls from now on, in place of what happened before
	APICalls    []Call        // what a colleague does elsewhere
	Restart     bool          // the console ends without a word and is started again
	Press       []string      // keys by their names
	Field       string        // tab, until the field of this label has the keys
	Type        string        // text, letter by letter
	Paste       string        // text, at once
	Advance     time.Duration // time goes by
	WaitFor     string        // what is on the screen at last; for what hangs half-way
}

// Call is an operation of the interface by its name with its body.
type Call struct{ Op, Body string }

// Names are the scenes' names in their order.
func Names() []string {
	names := make([]string, len(All))
	for i, s := range All {
		names[i] = s.Name
	}
	return names
}

// Find is a scene by its name; false when there is none.
func Find(name string) (Scene, bool) {
	at := slices.IndexFunc(All, func(s Scene) bool { return s.Name == name })
	if at < 0 {
		return Scene{}, false
	}
	return All[at], true
}

// press is a step of keys.
func press(keys ...string) Step { return Step{Press: keys} }

// typed is a step of text.
func typed(text string) Step { return Step{Type: text} }
