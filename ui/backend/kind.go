package backend

import (
	"context"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// FormKind is a kind of write: what a form asks for, and what people call it.
type FormKind struct {
	Name         string        // of the operation, such as update-ticket; drafts are kept under it
	Title        string        // for lists: Update ticket
	FormTitle    string        // over its form, before what it is about; Title when empty
	Noun         string        // ticket
	ProgressText string        // said while it is sent
	TitleFields  []string      // the paths that name it, in a list of drafts
	Creates      bool          // a new record, not a change
	NeedsReview  bool          // what will be sent is shown before it is
	Sections     []wire.Record // what can be said
}

// kind is a Kind with how it is carried out.
type kind struct {
	FormKind
	// read is the record as it is now; nil of one that is added.
	read func(context.Context, *Backend, Submission) (reading, error)
	// prepare makes the request of what is filled in, in view of what the record holds now.
	prepare func(*Backend, Submission, reading) (submitRequest, error)
	// after remembers what a success changes here; it may be nil.
	after         func(*Backend, Submission, SubmitResultMsg) error
	extraCompared []label           // what is compared beside the asks
	errorFields   map[string]string // words of a refusal, folded, with the path they speak of
	notFoundText  string            // said when what was lost is looked for and not there
}

// reading is a record as it was read.
type reading struct {
	values wire.Values         // by the paths of its asks, and whatever else is compared
	ticket *desk.TicketDetails // of a ticket; nil when it was not read
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
		k.Sections = wire.Request(k.Name)
		kinds[k.Name] = k
	}
}

// LookupKind is a kind by its name; false when there is none.
func LookupKind(name string) (FormKind, bool) {
	k, known := kinds[name]
	if !known {
		return FormKind{}, false
	}
	return k.FormKind, true
}

// Describe says in a few words what values are about, such as a title or a customer's name; empty when they say nothing.
func (k FormKind) Describe(values map[string]string) string {
	i := slices.IndexFunc(k.TitleFields, func(path string) bool { return values[path] != "" })
	if i < 0 {
		return ""
	}
	return values[k.TitleFields[i]]
}

func (k *kind) reread(ctx context.Context, c *Backend, w Submission) (reading, error) {
	if k.read == nil {
		return reading{}, nil
	}
	return k.read(ctx, c, w)
}
