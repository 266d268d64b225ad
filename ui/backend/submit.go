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

// Submission is a record to be added or changed.
type Submission struct {
	Kind      string            // the Name of a FormKind
	Record    desk.ID           // the record to be changed, or the one to which a new record belongs; may be zero
	DraftCopy string            // the Conflict of its draft's key
	Values    map[string]string // the input, by field path
	Original  map[string]string // the record when the form was opened; nil when it was not read
	Force     bool              // send despite conflicts
	SentAt    time.Time         // when an earlier attempt was sent; zero of a new one
	Prior     submit.Prior      // the matching records before it was sent
}

// form returns the stored key of a submission's draft.
func (c *Backend) form(w Submission) DraftKey {
	return c.toStored(DraftKey{Kind: w.Kind, Record: w.Record.Raw(), Conflict: w.DraftCopy})
}

// Outcome is the result of a write.
type Outcome uint8

// The outcomes. Only Saved deletes the draft.
const (
	Saved       Outcome = iota // the service confirmed it, or its records show it
	Conflict                   // nothing was sent: the record has changed since the form was opened
	NotSent                    // nothing was sent
	Rejected                   // the service rejected it, and nothing was changed
	Unconfirmed                // it may have been sent, and whether it was carried out is unknown
)

// SubmitResultMsg is the result of a write.
type SubmitResultMsg struct {
	Kind      string
	Record    desk.ID // the Record of the Submission
	Copy      string  // the DraftCopy of the Submission
	Outcome   Outcome
	CreatedID desk.ID           // the added record; zero for a change, and when the response does not name it
	Conflicts []Change          // what has changed since the form was opened
	Current   map[string]string // the record as read before sending; nil of a new one
	Field     string            // the path of the rejected field; empty if unknown
	Evidence  string            // of Unconfirmed: what verification found, as a sentence
	Similar   []desk.ID         // of Unconfirmed: the records that may be the result; of a change, the record itself
	Absent    bool              // of Unconfirmed: verification found no match
	Warning   string            // shown with a success
	Err       error
}

// Submit reads the record again, and sends the changes once if there is no conflict. If the response is lost, it reads
// the service's records again to find the outcome.
func (c *Backend) Submit(w Submission) tea.Cmd {
	return func() tea.Msg {
		ctx, end := c.underway.begin(c.Context)
		defer end()
		d := inFlightMarker{c: c, w: w}
		msg := SubmitResultMsg{Kind: w.Kind, Record: w.Record, Copy: w.DraftCopy, Outcome: Unconfirmed}
		if err := guard.Do(func() { msg = c.finish(w, c.write(ctx, w, d.leave)) }); err != nil {
			msg.Err = err // the outcome stays Unconfirmed
		}
		d.end(&msg)
		return msg
	}
}

// verifyLater looks for the result of a write after a lost response, possibly to an earlier console, and sends nothing.
// The outcome is Saved or Unconfirmed.
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

// finish completes a result, updates the local state after a success, and adds a journal entry.
func (c *Backend) finish(w Submission, msg SubmitResultMsg) SubmitResultMsg {
	msg.Kind, msg.Record, msg.Copy = w.Kind, w.Record, w.DraftCopy
	if msg.Outcome == Saved {
		c.afterSaved(w, &msg)
	}
	c.note(w, &msg)
	return msg
}

// submitRequest is a validated request with the functions that verify its outcome.
type submitRequest struct {
	send func(context.Context) (created, error)

	// For a new record: find lists the matching records, and isMarked reports whether they carry a mark that identifies
	// them as ours.
	find     func(context.Context) (sights, error)
	isMarked bool

	// For a change: prior is the state read before, and look judges the current record.
	prior submit.Prior
	look  func(context.Context, submit.Prior) (finding, error)
}

// finding is the result of verifying a change.
type finding struct {
	verdict submit.Verdict
	says    string // for an open outcome, a sentence; for a success, a clause without its full stop
}

// created is the result of a successful request.
type created struct {
	record  desk.ID
	warning string
}

// match is a record that may be the result of a write.
type match struct {
	record  desk.ID
	says    string // a clause for display
	differs bool   // it carries the mark, but its other values differ from what was sent
}

// sights holds the records that match an add.
type sights struct {
	all     []match
	isWhole bool // complete: the service returned all candidates
}

func (s sights) ids() []string {
	ids := make([]string, len(s.all))
	for i, one := range s.all {
		ids[i] = one.record.Raw()
	}
	return ids
}

// of returns the matches with the given ids.
func (s sights) of(ids []string) []match {
	return slices.DeleteFunc(slices.Clone(s.all), func(one match) bool { return !slices.Contains(ids, one.record.Raw()) })
}

var (
	errUnknownKind = errors.New("nobody knows this kind of form")
	errMissing     = errors.New("the service knows no such record any more; nothing was sent")
)

// markInFlight stores on disk that a write is about to be sent; after an error nothing may be sent.
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

// attempt records the matching records, sends the changes, and verifies the outcome if the response is lost.
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

// before returns the records that match a write before it is sent. A failed comparison is recorded as unknown; an
// unreachable service is an error, because nothing can be sent either.
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

// IsUnreachable reports whether a request was cancelled, timed out or found no service, so that others would
// fail as well.
func IsUnreachable(err error) bool {
	var failed *client.Error
	return errors.As(err, &failed) && (failed.Kind == client.Unreachable || failed.Kind == client.Timeout || failed.Kind == client.Canceled)
}

// verify looks for the result of a write after a lost response, with retries and backoff. It sends no write.
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

// afterSaved runs the kind's after function; its error becomes a warning.
func (c *Backend) afterSaved(w Submission, msg *SubmitResultMsg) {
	k := kinds[w.Kind]
	if k.after == nil {
		return
	}
	msg.warn(k.after(c, w, *msg))
}

// warn appends a local error to the warning.
func (m *SubmitResultMsg) warn(err error) {
	if err != nil {
		m.Warning = strings.TrimSpace(m.Warning + " " + safetext.LineFromText(err.Error()).String())
	}
}

// inFlightMarker marks the draft of a form as in flight on disk before the form is sent, so that the next console
// recovers it after a crash.
type inFlightMarker struct {
	c    *Backend
	w    Submission
	left *draft.InFlight
}

// leave implements markInFlight.
func (d *inFlightMarker) leave(prior submit.Prior) error {
	s, form := d.c.saver, d.c.form(d.w)
	s.disk.Lock()
	defer s.disk.Unlock()
	s.forget(form) // a pending older state must not overwrite it
	leaving := draft.Draft{Key: form, SavedAt: d.c.Now(), Original: d.w.Original, Values: d.w.Values}
	leaving.Values = d.c.absoluteCallback(leaving) // it may be verified from another time zone
	var err error
	d.left, err = d.c.Drafts.BeginSend(leaving, baseline(prior), d.c.Now())
	return err
}

// end stores the outcome on disk.
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

// baseline converts prior matches to the form in which drafts store them.
func baseline(p submit.Prior) draft.Baseline {
	return draft.Baseline{PriorMatches: p.IDs, Compared: p.IsKnown}
}

// priorOf returns the prior matches stored in a draft.
func priorOf(d Draft) submit.Prior { return submit.Prior{IsKnown: d.Compared, IDs: d.PriorMatches} }

// FormKind describes a kind of write and its form.
type FormKind struct {
	Name         string        // the operation, such as update-ticket; part of draft keys
	Title        string        // in lists, such as "Update ticket"
	FormTitle    string        // heading of its form; Title when empty
	Noun         string        // such as "ticket"
	ProgressText string        // shown while it is sent
	TitleFields  []string      // the paths of the values that describe it in a list of drafts
	Creates      bool          // adds a record
	NeedsReview  bool          // shows a review before sending
	Sections     []wire.Record // the sections of the form
}

// kind is a FormKind with the functions that carry it out.
type kind struct {
	FormKind
	// read fetches the current record; nil for a new record.
	read func(context.Context, *Backend, Submission) (reading, error)
	// prepare builds the request from the input and the current record.
	prepare func(*Backend, Submission, reading) (submitRequest, error)
	// after updates the local state after a success; may be nil.
	after         func(*Backend, Submission, SubmitResultMsg) error
	extraCompared []label           // values compared in addition to the form's fields
	errorFields   map[string]string // folded phrases of error messages, and the path of the field each concerns
	notFoundText  string            // the Evidence when verification finds no match
}

// reading is a record as read from the service.
type reading struct {
	values wire.Values         // by field path, including values that are only compared
	ticket *desk.TicketDetails // set for a ticket that was read
}

type label struct{ path, label string }

// The kinds of write, named after their operations.
const (
	KindUpdate         = "update-ticket"
	KindAdd            = "add-ticket"
	KindAddCustomer    = "add-customer"
	KindUpdateCustomer = "update-customer"
	KindAddOrder       = "add-order"
	KindUpdateOrder    = "update-order"
)

// kinds holds every kind of write by name.
var kinds = map[string]*kind{}

func init() {
	for _, k := range []*kind{&updateTicket, &addTicket, &addCustomer, &updateCustomer, &addOrder, &updateOrder} {
		k.Sections = wire.Request(k.Name)
		kinds[k.Name] = k
	}
}

// LookupKind returns a kind by name; false if there is none.
func LookupKind(name string) (FormKind, bool) {
	k, known := kinds[name]
	if !known {
		return FormKind{}, false
	}
	return k.FormKind, true
}

// Describe returns the value that describes a record, such as a title or a customer's name; empty if there is none.
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
