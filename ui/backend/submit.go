package backend

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// Submission is what an agent wants to add or change.
type Submission struct {
	Kind      string            // the name of a Kind
	Record    desk.ID           // whose form it is: the record that is changed, or what the new one hangs on; may be zero
	DraftCopy string            // of its draft
	Values    map[string]string // as filled in, by the paths of the kind's asks
	Original  map[string]string // as the record was when the form was opened; nil when it was never read
	Force     bool              // although the record has moved since
	SentAt    time.Time         // of a write that is looked for, when it left
	Prior     submit.Prior      // what looked like it before it left
}

// form names the draft of a write, as it is kept.
func (c *Backend) form(w Submission) DraftKey {
	return c.toStored(DraftKey{Kind: w.Kind, Record: w.Record.Raw(), Conflict: w.DraftCopy})
}

// Outcome is how a write ended.
type Outcome uint8

// The outcomes. Only Stored may delete a draft.
const (
	Saved       Outcome = iota // the service said so, or its records show it
	Conflict                   // nothing was sent: the record is no longer as it was when the form was opened
	NotSent                    // nothing was sent
	Rejected                   // the service refused, and nothing was changed
	Unconfirmed                // it may have been sent, and nothing tells whether it was carried out
)

// SubmitResultMsg is how a write ended.
type SubmitResultMsg struct {
	Kind      string
	Record    desk.ID // of the Write
	Copy      string  // of its draft
	Outcome   Outcome
	CreatedID desk.ID           // the record that was added; zero of a change, and where the answer does not name it
	Conflicts []Change          // what is no longer as it was
	Current   map[string]string // the record as it was read before sending; nil of a new one
	Field     string            // the path that a refusal speaks of; empty where that cannot be told
	Evidence  string            // of an Unknown, what was looked for and found, as a sentence for people
	Similar   []desk.ID         // of an Unknown, the records that may be it; of a change its own
	Absent    bool              // of an Unknown, it was looked for, and nothing looks like it
	Warning   string            // said beside a success, for people
	Err       error
}

// Submit re-reads the record, and sends what changed once when nothing moved. When the answer is lost the service's
// records are read again to find out whether it was carried out.
func (c *Backend) Submit(w Submission) tea.Cmd {
	return func() tea.Msg {
		ctx, end := c.underway.begin(c.Context)
		defer end()
		d := inFlightMarker{c: c, w: w}
		msg := SubmitResultMsg{Kind: w.Kind, Record: w.Record, Copy: w.DraftCopy, Outcome: Unconfirmed}
		if err := guard.Do(func() { msg = c.finish(w, c.write(ctx, w, d.leave)) }); err != nil {
			msg.Err = err // nobody knows how far it came
		}
		d.end(&msg)
		return msg
	}
}

// verifyLater looks for a write whose answer was lost, by an earlier console perhaps, and sends nothing: the outcome is
// Stored or Unknown.
func (c *Backend) verifyLater(w Submission) SubmitResultMsg {
	msg := SubmitResultMsg{Outcome: Unconfirmed, Err: errUnknownKind}
	if k, known := kinds[w.Kind]; known {
		if a, err := k.prepare(c, w, reading{values: w.Original}); err != nil {
			msg.Err = err
		} else {
			msg = c.verify(c.Context, k, w, a)
		}
	}
	return c.finish(w, msg)
}

// finish remembers what a write has come to.
func (c *Backend) finish(w Submission, msg SubmitResultMsg) SubmitResultMsg {
	msg.Kind, msg.Record, msg.Copy = w.Kind, w.Record, w.DraftCopy
	if msg.Outcome == Saved {
		c.afterSaved(w, &msg)
	}
	c.note(w, &msg)
	return msg
}

// submitRequest is a request that is ready to leave, once.
type submitRequest struct {
	send func(context.Context) (created, error)

	// Of what is added: find lists the records that look like it, and isMarked says that they bear a mark by which they are
	// told from what others add.
	find     func(context.Context) (sights, error)
	isMarked bool

	// Of a change: prior is what was read before, and look judges the record as it is now.
	prior submit.Prior
	look  func(context.Context, submit.Prior) (finding, error)
}

// finding is what a record tells of a change.
type finding struct {
	verdict submit.Verdict
	says    string // beside a verdict that leaves the outcome open, a sentence for people; of a success its subject and verb
}

// created is what a write has brought.
type created struct {
	record  desk.ID
	warning string
}

// match is a record that looks as if the write was carried out.
type match struct {
	record  desk.ID
	says    string // a sentence for people
	differs bool   // it bears the mark, and yet does not hold all that was sent
}

// sights are the records that look like an add.
type sights struct {
	all     []match
	isWhole bool // no others can look like it: the service told all it has
}

func (s sights) ids() []string {
	ids := make([]string, len(s.all))
	for i, one := range s.all {
		ids[i] = one.record.Raw()
	}
	return ids
}

// of are those with some ids.
func (s sights) of(ids []string) []match {
	return slices.DeleteFunc(slices.Clone(s.all), func(one match) bool { return !slices.Contains(ids, one.record.Raw()) })
}

var (
	errUnknownKind = errors.New("nobody knows this kind of form")
	errMissing     = errors.New("the service knows no such record any more; nothing was sent")
)

// markInFlight says on disk that a write leaves now, before anything of it does; after an error nothing may be sent.
type markInFlight func(submit.Prior) error

func (c *Backend) write(ctx context.Context, w Submission, leave markInFlight) SubmitResultMsg {
	k, known := kinds[w.Kind]
	if !known {
		return SubmitResultMsg{Outcome: NotSent, Err: errUnknownKind}
	}
	now, err := k.reread(ctx, c, w)
	if err != nil {
		return SubmitResultMsg{Outcome: NotSent, Err: err}
	}
	w.Values = rebase(now.values, w)
	if moved := c.conflicts(k.FormKind, w, now); len(moved) > 0 && !w.Force {
		return SubmitResultMsg{Outcome: Conflict, Conflicts: moved, Current: now.values}
	}
	msg := c.attempt(ctx, k, w, now, leave)
	msg.Current = now.values
	return msg
}

// attempt looks at the service, sends what changed, and looks for it when the answer is lost.
func (c *Backend) attempt(ctx context.Context, k *kind, w Submission, now reading, leave markInFlight) SubmitResultMsg {
	a, err := k.prepare(c, w, now)
	if err != nil {
		return SubmitResultMsg{Outcome: NotSent, Err: err}
	}
	prior, err := a.before(ctx)
	if err == nil {
		err = leave(prior)
	}
	if err != nil {
		return SubmitResultMsg{Outcome: NotSent, Err: err}
	}
	brought, err := a.send(ctx)
	var failed *client.Error
	switch {
	case err == nil:
		return SubmitResultMsg{Outcome: Saved, CreatedID: brought.record, Warning: brought.warning}
	case !errors.As(err, &failed) || !failed.Sent:
		return SubmitResultMsg{Outcome: NotSent, Err: err}
	case failed.OutcomeUnknown():
		w.Prior = prior
		msg := c.verify(ctx, k, w, a)
		msg.Err = err
		return msg
	}
	return SubmitResultMsg{Outcome: Rejected, Err: err, Field: fieldOf(k.FormKind, failed.Message.String())}
}

// before is what looks like a write before it is sent. That it cannot be told whether anything does is remembered; that
// the service is away is an error, because then nothing can be sent either.
func (a submitRequest) before(ctx context.Context) (submit.Prior, error) {
	if a.find == nil {
		return a.prior, nil
	}
	seen, err := a.find(ctx)
	if IsUnreachable(err) {
		return submit.Prior{}, err
	}
	return submit.Prior{IsKnown: err == nil && seen.isWhole, IDs: seen.ids()}, nil
}

// IsUnreachable says that the service could not be asked at all: what is read before sending will not be sent either.
func IsUnreachable(err error) bool {
	var failed *client.Error
	return errors.As(err, &failed) && (failed.Kind == client.Unreachable || failed.Kind == client.Timeout || failed.Kind == client.Canceled)
}

// verify reads the service's records after a lost answer and looks for what was sent. Nothing is sent.
func (c *Backend) verify(ctx context.Context, k *kind, w Submission, a submitRequest) SubmitResultMsg {
	judge := a.changed
	if a.find != nil {
		judge = a.added
	}
	pause := time.Second
	for range 3 {
		msg, err := judge(ctx, k, w.Record, w.Prior)
		switch {
		case err == nil:
			return msg
		case !IsUnreachable(err):
			return SubmitResultMsg{Outcome: Unconfirmed, Evidence: "It could not be looked for: " + ErrorText(err) + "."}
		case !c.Sleep(ctx, pause):
			return SubmitResultMsg{Outcome: Unconfirmed, Evidence: "It could not be looked for."}
		}
		pause *= 2
	}
	return SubmitResultMsg{Outcome: Unconfirmed, Evidence: "It could not be looked for: the service does not answer."}
}

// afterSaved remembers what a success changes; a fault of the disk is said beside what there was to say.
func (c *Backend) afterSaved(w Submission, msg *SubmitResultMsg) {
	k := kinds[w.Kind]
	if k.after == nil {
		return
	}
	msg.warn(k.after(c, w, *msg))
}

// warn adds a fault of the disk to what is said beside a success.
func (m *SubmitResultMsg) warn(err error) {
	if err != nil {
		m.Warning = strings.TrimSpace(m.Warning + " " + safetext.LineFromText(err.Error()).String())
	}
}

// inFlightMarker keeps the draft of a form that is being sent: that it left is on disk before anything of it leaves, and
// what a console that dies meanwhile has left is looked for by the next one.
type inFlightMarker struct {
	c    *Backend
	w    Submission
	left *draft.InFlight
}

// leave is the departure's leave.
func (d *inFlightMarker) leave(prior submit.Prior) error {
	s, form := d.c.saver, d.c.form(d.w)
	s.disk.Lock()
	defer s.disk.Unlock()
	s.forget(form) // what waits is what leaves, and must not be saved over it
	leaving := draft.Draft{Key: form, SavedAt: d.c.Now(), Original: d.w.Original, Values: d.w.Values}
	leaving.Values = d.c.absoluteCallback(leaving) // who looks for it may do so from another zone
	var err error
	d.left, err = d.c.Drafts.BeginSend(leaving, baseline(prior), d.c.Now())
	return err
}

// end says on disk how it ended.
func (d *inFlightMarker) end(msg *SubmitResultMsg) {
	if d.left == nil {
		return
	}
	d.c.saver.disk.Lock()
	defer d.c.saver.disk.Unlock()
	switch msg.Outcome {
	case Saved:
		msg.warn(d.left.Confirm())
	case Unconfirmed:
		msg.warn(d.left.Abandon())
	default:
		msg.warn(d.left.Abort())
	}
}

// baseline is what looked like a write before it left, as it is kept.
func baseline(p submit.Prior) draft.Baseline {
	return draft.Baseline{PriorMatches: p.IDs, Compared: p.IsKnown}
}

// priorOf is what looked like a draft before it left.
func priorOf(d Draft) submit.Prior { return submit.Prior{IsKnown: d.Compared, IDs: d.PriorMatches} }

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
