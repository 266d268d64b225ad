package gallery

import (
	"context"
	"strings"
	"sync"
)

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
	stir func()

	mu     sync.Mutex
	over   <-chan struct{} // ends with the console that is played
	faults []Fault
	hung   map[string]context.Context // by operation
}

func (n *network) set(faults []Fault) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.faults = faults
}

// begin begins with another console.
func (n *network) begin(over <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.over, n.hung = over, map[string]context.Context{}
}

// meet says what happens to a call; one that hangs is held until it is given up or the scene is over.
func (n *network) meet(ctx context.Context, op string, body []byte) Fault {
	n.mu.Lock()
	over := n.over
	var met Fault
	for _, f := range n.faults {
		if (f.Op == "" || f.Op == op) && strings.Contains(string(body), f.BodyContains) {
			met = f
			break
		}
	}
	if met.Kind == Hang {
		n.hung[op] = ctx
	}
	n.mu.Unlock()
	if met.Kind == Hang {
		n.stir()
		select {
		case <-ctx.Done():
		case <-over:
		}
	}
	select {
	case <-over: // a write outlives its console: it is told at once that nobody listens
		return Fault{Kind: Down}
	default:
		return met
	}
}

// holding is how many commands wait for an answer: one for each operation that hangs, because the pull of many days
// is one command.
func (n *network) holding() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	count := 0
	for _, ctx := range n.hung {
		if ctx.Err() == nil {
			count++
		}
	}
	return count
}
