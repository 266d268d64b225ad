// Package gallery shows the console in every state, on sample data. It is the real console on a real client and
// service, driven by keys, with network faults where a state needs them. Scenes are data. Render runs the model's loop
// with a virtual clock, so that a scene looks the same each time and does not wait.
//
//	gallery.go  the types of scenes, and the network with its faults
//	scenes.go   reads the scenes of scenes.toml
//	runner.go   runs a console through the steps of a scene
//	clock.go    its virtual clock
//	record.go   a session as moving pictures
//	browser.go  a model to page through the scenes
package gallery

import (
	"context"
	"fmt"
	"image/color"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"frontdesk/ui/theme"
)

// Zone is the time zone of the scenes.
const Zone = "Europe/Berlin"

// StartTime returns the time at which every scene begins.
func StartTime(zone *time.Location) time.Time { return time.Date(2026, 11, 20, 14, 2, 0, 0, zone) }

// Env is a desk on which consoles run. The command line creates it, because package ui must not import the service.
type Env struct {
	// NewConsole returns a console on the desk; drafts are kept for the next one.
	NewConsole func(context.Context, Setup) (Console, error)
	CallAPI    func(ctx context.Context, op string, body []byte) error // performs an operation as another agent
	Close      func() error
}

// Setup configures a console.
type Setup struct {
	Now       func() time.Time
	Wait      func(context.Context, time.Duration) bool               // see backend.Config.Sleep
	Intercept func(ctx context.Context, op string, body []byte) Fault // returns the fault of a call
	Theme     theme.Spec
	Plain     bool
	Scene     Scene
}

// Console is a console's model with its cleanup.
type Console struct {
	Model tea.Model
	Close func()

	HostsAway func(since time.Time) any // the message that the servers that hosts share cannot be reached
}

// NewEnv creates the environment of a scene.
type NewEnv func(context.Context, Fixture) (Env, error)

// RenderOptions are the window and the colours of a frame.
type RenderOptions struct {
	Width, Height int
	Theme         theme.Spec // the one for a dark terminal when it has no name
	Plain         bool       // no colours
}

// of returns the options as a scene overrides them.
func (o RenderOptions) of(s Scene) RenderOptions {
	if s.Width > 0 {
		o.Width, o.Height = s.Width, s.Height
	}
	if own, known := theme.Find(s.Theme, nil); known {
		o.Theme = own
	}
	o.Plain = o.Plain || s.Plain
	return o
}

// spec returns the theme that is chosen.
func (o RenderOptions) spec() theme.Spec {
	if o.Theme.Name != "" {
		return o.Theme
	}
	s, _ := theme.Find("dark", nil)
	return s
}

// theme returns the theme of a frame. One that goes by the terminal's background is drawn on a dark one.
func (o RenderOptions) theme() *theme.Theme {
	return o.spec().For(true, o.Plain, colorprofile.TrueColor)
}

// Paper returns what a frame is drawn on in a picture.
func (o RenderOptions) Paper() theme.Paper { return o.theme().Paper() }

// Frame is what a scene shows.
type Frame struct {
	Content string
	Paper   theme.Paper // with the colours that the console has set for the whole screen
}

// newFrame returns the frame of a view.
func newFrame(v tea.View, paper theme.Paper) Frame {
	set := map[*string]color.Color{&paper.Text: v.ForegroundColor, &paper.Background: v.BackgroundColor}
	for into, own := range set {
		if own != nil {
			r, g, b, _ := own.RGBA()
			*into = fmt.Sprintf("#%02X%02X%02X", r>>8, g>>8, b>>8)
		}
	}
	return Frame{v.Content, paper}
}

// Fixture selects the records of a scene's desk.
type Fixture string

// The desks.
const (
	Sample Fixture = ""      // the sample desk at StartTime
	Empty  Fixture = "empty" // no records
)

// Scene is one state of the console with the steps that lead to it.
type Scene struct {
	Name        string   // in lower case, with dashes
	Description string   // a clause without a full stop
	Shows       []string // texts without which the frame is not of this state, whatever the records have become
	Desk        Fixture
	Days        int      // number of days pulled; 0 for 7
	TicketLines int      `toml:"ticket_lines"` // of each ticket in the inbox, 1 or 2
	Symbols     string   // "plain" for characters that every font has
	AfterSave   string   `toml:"after_save"` // where a save leads; it stays when empty
	HoldBack    int      `toml:"hold_back"`  // seconds for which updates are held back; 0 sends at once
	Welcome     bool     // the console begins with a welcome
	Accounts    []string // the agent's other accounts, all on the same desk; nil for none
	Blocks      bool     // the account has blocks of its own in tickets
	Faults      []Fault  // from the start
	Steps       []Step
	WideGolden  bool     `toml:"wide"`      // has a second golden frame, of a window with two panes
	AllSizes    bool     `toml:"all_sizes"` // has a golden frame for each layout of the panes
	Sizes       [][2]int // has golden frames of these windows, in place of the usual ones
	Plain       bool     // without colours, whatever the options
	Theme       string   // the scene's own, whatever the options; theirs when empty
	Taken       []string // numbers of tickets that another agent of the same host has taken

	// Width and Height are the window where the scene is about its size; 0 for any.
	Width, Height int
}

// Step is one step of a scene. Its members apply in their order, and the console is idle before the next step.
type Step struct {
	Use         string  // the name of a way: its steps are taken in this one's place
	ClearFaults bool    `toml:"clear"` // removes all faults
	Net         []Fault // replaces the faults
	APICalls    []Call  `toml:"calls"` // operations of another agent
	Restart     bool    // kills the console and starts another
	HostsAway   bool    `toml:"hosts_away"` // the servers that hosts share cannot be reached from here on
	Press       string  // names of keys, parted by spaces
	Field       string  // presses tab until the field with this label has focus
	Type        string  // typed text
	Paste       string  // pasted text
	Advance     int     // advances the clock by so many seconds
	// WaitFor are texts of one frame to wait for, in scenes with a call that hangs.
	WaitFor []string `toml:"wait_for"`
}

// Call is an operation with its request body.
type Call struct{ Op, Body string }

// FaultKind is the kind of a network fault.
type FaultKind string

// The kinds of faults. With all but None, Edit and Lost the call does not reach the desk.
const (
	None   FaultKind = ""       // no fault
	Down   FaultKind = "down"   // the connection is refused: nothing is sent
	Hang   FaultKind = "hang"   // no response until the scene ends
	Gone   FaultKind = "gone"   // the request is sent, and the connection breaks before the desk receives it
	Lost   FaultKind = "lost"   // the desk performs it, and the response is lost
	Refuse FaultKind = "refuse" // rejected, with the message With
	Miss   FaultKind = "miss"   // not found, with the message With
	Deny   FaultKind = "deny"   // not authorised
	Fail   FaultKind = "fail"   // service error, with the message With
	Edit   FaultKind = "edit"   // With replaces Replace in the response
)

// Fault is a network fault and the calls that it affects.
type Fault struct {
	Kind         FaultKind
	Op           string // the operation; any when empty
	BodyContains string `toml:"body"` // part of the request body
	Replace      string // of Edit
	With         string
}

// network holds the faults and the calls that hang.
type network struct {
	wake func()

	mu      sync.Mutex
	done    <-chan struct{} // closed when the console ends
	faults  []Fault
	hanging map[string]context.Context // by operation
}

func (n *network) set(faults []Fault) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.faults = faults
}

// begin resets the network for another console.
func (n *network) begin(done <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.done, n.hanging = done, map[string]context.Context{}
}

// intercept returns the fault of a call. A call that hangs blocks until it is cancelled or the console ends.
func (n *network) intercept(ctx context.Context, op string, body []byte) Fault {
	n.mu.Lock()
	done := n.done
	var fault Fault
	for _, f := range n.faults {
		if (f.Op == "" || f.Op == op) && strings.Contains(string(body), f.BodyContains) {
			fault = f
			break
		}
	}
	if fault.Kind == Hang {
		n.hanging[op] = ctx
	}
	n.mu.Unlock()
	if fault.Kind == Hang {
		n.wake()
		select {
		case <-ctx.Done():
		case <-done:
		}
	}
	select {
	case <-done: // a write outlives its console and fails at once
		return Fault{Kind: Down}
	default:
		return fault
	}
}

// countHanging returns how many commands wait for a response: one per operation, because a pull of many days is one
// command.
func (n *network) countHanging() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	count := 0
	for _, ctx := range n.hanging {
		if ctx.Err() == nil {
			count++
		}
	}
	return count
}
