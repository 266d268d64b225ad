package uitest

import (
	"bytes"
	_ "embed" // for the scenes
	"fmt"
	"slices"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

// Scene is one state of the console with the steps that lead to it.
type Scene struct {
	Name        string   // in lower case, with dashes
	Description string   // a clause without a full stop
	Texts       []string // without which the frame is not of this state, whatever the records have become
	Desk        string   // "empty" for one without records; the sample when empty
	Days        int      // number of days pulled; 0 for 7
	OpenSince   int      `toml:"open_since"`   // days whose open tickets are read in the background
	TicketLines int      `toml:"ticket_lines"` // of each ticket in the inbox, 1 or 2
	Symbols     string   // "plain" for characters that every font has
	AfterSave   string   `toml:"after_save"` // where a save leads; it stays when empty
	HoldBack    int      `toml:"hold_back"`  // seconds for which updates are held back; 0 sends at once
	Welcome     bool     // the console begins with a welcome
	Accounts    []string // the agent's other accounts; nil for none
	Blocks      bool     // the account has blocks of its own in tickets
	Faults      []Fault  // from the start
	Steps       []Step
	Shows       string   // the parts of the window that its golden frames hold, parted by spaces
	Wide        bool     // also has a golden frame of a large window
	Sizes       [][2]int // has golden frames of these windows, in place of the usual ones
	Plain       bool     // without colours, whatever the options
	Theme       string   // the scene's own, whatever the options; theirs when empty
	Taken       []string // numbers of tickets that another agent of the same host has taken
}

// Step is one step of a scene. Its members apply in their order, and the console is idle before the next step.
type Step struct {
	Use         string  // the name of a way: its steps are taken in this one's place
	Restart     bool    // kills the console and starts another
	ClearFaults bool    `toml:"clear"` // removes all faults
	Net         []Fault // replaces the faults
	HostsAway   bool    `toml:"hosts_away"` // the servers that hosts share cannot be reached from here on
	Calls       []Call  // operations of another agent
	Press       string  // names of keys, parted by spaces
	Field       string  // presses tab until the field with this label has focus
	Type        string  // typed text
	Paste       string  // pasted text
	Advance     int     // advances the clock by so many seconds
	Pause       float64 // seconds for which a recorded session shows what the step has done
}

// Call is an operation with its request body.
type Call struct{ Op, Body string }

// Windows returns the windows in which a scene is compared: it is played in the first and resized to the others.
func (sc *Scene) Windows() [][2]int {
	switch {
	case len(sc.Sizes) > 0:
		return sc.Sizes
	case sc.Shows == "window":
		return [][2]int{{80, 24}, {120, 36}, {200, 50}}
	case sc.Wide:
		return [][2]int{{80, 24}, {200, 50}}
	}
	return [][2]int{{80, 24}}
}

//go:embed scenes.toml
var scenesFile []byte

// sceneFile is the content of scenes.toml.
type sceneFile struct {
	Ways    map[string][]Step // steps that several scenes share, by name
	Session Scene             // that the README plays
	Scene   []Scene
}

// Scenes returns every scene, in the order of the file.
func Scenes() []Scene { return readScenes().Scene }

// Session returns the session that the README plays.
func Session() Scene { return readScenes().Session }

// FindScene returns the scene with a name; false if there is none.
func FindScene(name string) (Scene, bool) {
	at := slices.IndexFunc(Scenes(), func(s Scene) bool { return s.Name == name })
	if at < 0 {
		return Scene{}, false
	}
	return Scenes()[at], true
}

// readScenes reads scenes.toml; a mistake in it is one of the tests.
var readScenes = sync.OnceValue(func() (file sceneFile) {
	if err := toml.NewDecoder(bytes.NewReader(scenesFile)).DisallowUnknownFields().Decode(&file); err != nil {
		panic(fmt.Errorf("scenes.toml: %w", err))
	}
	for i := range file.Scene {
		file.Scene[i].Steps = expand(file.Scene[i].Steps, file.Ways)
	}
	return file
})

// expand replaces the steps that name a way by the steps of that way.
func expand(steps []Step, ways map[string][]Step) []Step {
	var all []Step
	for _, s := range steps {
		if s.Use == "" {
			all = append(all, s)
			continue
		}
		way, known := ways[s.Use]
		if !known {
			panic("scenes.toml: no way is called " + s.Use)
		}
		all = append(all, expand(way, ways)...)
	}
	return all
}
