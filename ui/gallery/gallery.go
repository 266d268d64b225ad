// Package gallery shows the console in every state it can be in, on made-up data: the real console on a real client
// and service, led there by keys, with the network cut where a state needs it. Scenes are data; Play drives the model's
// loop by itself, with a clock of its own, so that a scene looks the same each time and nobody waits.
//
//	scene.go    what a scene is made of; scenes_*.go the scenes
//	play.go     one console on its way through a scene, step.go one step; clock.go its time, network.go what happens to its calls
//	browser.go  a model to look through them; view.go what it draws
package gallery

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Zone is where the scenes happen.
const Zone = "Europe/Berlin"

// StartTime is when every scene begins, in Zone.
func StartTime(zone *time.Location) time.Time { return time.Date(2026, 11, 20, 14, 2, 0, 0, zone) }

// Env is one desk with room for consoles. Whoever starts the program makes it: the console may not see the service.
type Env struct {
	NewConsole func(context.Context, Setup) (Console, error)           // a console on the desk; the next one finds what the last one kept
	CallAPI    func(ctx context.Context, op string, body []byte) error // what a colleague does meanwhile: an operation by its name
	Close      func() error
}

// Setup is what a console is to be made of.
type Setup struct {
	Now       func() time.Time
	Wait      func(context.Context, time.Duration) bool               // see command.Config
	Intercept func(ctx context.Context, op string, body []byte) Fault // asked before each call: what happens to it
	Plain     bool
	Scene     Scene
}

// Console is a console with what a player has to know of it.
type Console struct {
	Model tea.Model
	Close func()
}

// NewEnv makes the house of a scene.
type NewEnv func(context.Context, Fixture) (Env, error)

// RenderOptions is how a scene is looked at.
type RenderOptions struct {
	Width, Height int
	Light         bool
	Plain         bool // no colours
}

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

// All is every scene, in the order in which they are looked through.
var All = slices.Concat(
	inboxScenes, ticketScenes, updateScenes, newTicketScenes, customerScenes, recordScenes, faqScenes, shelfScenes, overlayScenes, windowScenes,
)

// down is a service that nobody reaches.
var down = Fault{Kind: Down}

// hangs is an operation that is not answered.
func hangs(op string) Fault { return Fault{Kind: Hang, Op: op} }

// FaultKind is what can happen to a call on its way.
type FaultKind uint8

// The troubles. All but None, Edit and Lost keep the call from the desk.
const (
	None   FaultKind = iota // it passes
	Down                    // nobody listens: it cannot leave
	Hang                    // no answer, for as long as the scene lasts
	Gone                    // it leaves, and the connection breaks before the desk has it
	Lost                    // the desk does it, and the answer is lost
	Refuse                  // it is refused, with Says
	Miss                    // there is no such record, with Says
	Deny                    // the credential is not accepted
	Fail                    // the service fails, with Says
	Edit                    // the answer says Says in place of Of
)

// Fault is a trouble and the calls that meet it.
type Fault struct {
	Kind         FaultKind
	Op           string // of this operation; any when empty
	BodyContains string // whose body holds this
	Replace      string // of Edit
	With         string
}

// network keeps what happens to calls, and which of them hang.
type network struct {
	wake func()

	mu      sync.Mutex
	done    <-chan struct{} // ends with the console that is played
	faults  []Fault
	hanging map[string]context.Context // by operation
}

func (n *network) set(faults []Fault) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.faults = faults
}

// begin begins with another console.
func (n *network) begin(done <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.done, n.hanging = done, map[string]context.Context{}
}

// intercept says what happens to a call; one that hangs is held until it is given up or the scene is over.
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
	case <-done: // a write outlives its console: it is told at once that nobody listens
		return Fault{Kind: Down}
	default:
		return fault
	}
}

// countHanging is how many commands wait for an answer: one for each operation that hangs, because the pull of many days
// is one command.
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
