package command

import (
	"context"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// Kind is a kind of write: what a form asks for, and what people call it.
type Kind struct {
	Name   string       // of the operation, such as update-ticket; drafts are kept under it
	Title  string       // for lists: Update ticket
	Head   string       // over its form, before what it is about; Title when empty
	Noun   string       // ticket
	Busy   string       // said while it is sent
	About  []string     // the paths that name it, in a list of drafts
	Adds   bool         // a new record, not a change
	Review bool         // what will be sent is shown before it is
	Blocks []wire.Block // what can be said
}

// kind is a Kind with how it is carried out.
type kind struct {
	Kind
	// read is the record as it is now; nil of one that is added.
	read func(context.Context, *Commands, Write) (reading, error)
	// prepare makes the request of what is filled in, in view of what the record holds now.
	prepare func(*Commands, Write, reading) (attempt, error)
	// after remembers what a success changes here; it may be nil.
	after  func(*Commands, Write, WrittenMsg) error
	also   []label           // what is compared beside the asks
	speaks map[string]string // words of a refusal, folded, with the path they speak of
	absent string            // said when what was lost is looked for and not there
}

// reading is a record as it was read.
type reading struct {
	values wire.Values  // by the paths of its asks, and whatever else is compared
	ticket *desk.Detail // of a ticket; nil when it was not read
}

type label struct{ path, label string }

// The kinds of write, by the names of their operations.
const (
	KindUpdate         = "update-ticket"
	KindAdd            = "add-ticket"
	KindAddCustomer    = "add-customer"
	KindUpdateCustomer = "update-customer"
	KindAddOrder       = "add-order"
	KindUpdateOrder    = "update-order"
)

// kinds is the one table of everything that can be written.
var kinds = map[string]*kind{}

func init() {
	for _, k := range []*kind{&updateTicket, &addTicket, &addCustomer, &updateCustomer, &addOrder, &updateOrder} {
		k.Blocks = wire.Blocks(k.Name)
		kinds[k.Name] = k
	}
}

// KindOf is a kind by its name; false when there is none.
func KindOf(name string) (Kind, bool) {
	k, known := kinds[name]
	if !known {
		return Kind{}, false
	}
	return k.Kind, true
}

// Names says in a few words what values are about, such as a title or a customer's name; empty when they say nothing.
func (k Kind) Names(values map[string]string) string {
	i := slices.IndexFunc(k.About, func(path string) bool { return values[path] != "" })
	if i < 0 {
		return ""
	}
	return values[k.About[i]]
}

func (k *kind) reread(ctx context.Context, c *Commands, w Write) (reading, error) {
	if k.read == nil {
		return reading{}, nil
	}
	return k.read(ctx, c, w)
}
