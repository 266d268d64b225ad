package command

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// Write is what an agent wants to add or change.
type Write struct {
	Kind   string            // the name of a Kind
	Record desk.Key          // whose form it is: the record that is changed, or what the new one hangs on; may be zero
	Copy   string            // of its draft
	Values map[string]string // as filled in, by the paths of the kind's asks
	Opened map[string]string // as the record was when the form was opened; nil when it was never read
	Anyway bool              // although the record has moved since
	Left   time.Time         // of a write that is looked for, when it left
	Before []string          // of a write that is looked for, the raw ids of records that looked like it before it left
}

// form names the draft of a write, as it is kept.
func (c *Commands) form(w Write) DraftForm {
	return c.ours(DraftForm{Kind: w.Kind, Record: w.Record.Raw(), Copy: w.Copy})
}

// Outcome is how a write ended.
type Outcome uint8

// The outcomes. Only Stored may delete a draft.
const (
	Stored  Outcome = iota // the service said so, or its records show it
	Moved                  // nothing was sent: the record is no longer as it was when the form was opened
	NotSent                // nothing was sent
	Refused                // the service refused, and nothing was changed
	Unknown                // it may have been sent, and nothing tells whether it was carried out
)

// WrittenMsg is how a write ended.
type WrittenMsg struct {
	Kind    string
	Record  desk.Key // of the Write
	Copy    string   // of its draft
	Outcome Outcome
	Made    desk.Key          // the record that was added; zero of a change, and where the answer does not name it
	Moved   []Difference      // what is no longer as it was
	Now     map[string]string // the record as it was read before sending; nil of a new one
	Field   string            // the path that a refusal speaks of; empty where that cannot be told
	Found   string            // of an Unknown, what was looked for and found, as a sentence for people
	Warning string            // said beside a success, for people
	Err     error
}

// Write re-reads the record, and sends what changed once when nothing moved. When the answer is lost the service's
// records are read again to find out whether it was carried out.
func (c *Commands) Write(w Write) tea.Cmd {
	return func() tea.Msg {
		ctx, end := c.underway.begin(c.Context)
		defer end()
		d := departure{c: c, w: w}
		msg := WrittenMsg{Kind: w.Kind, Record: w.Record, Copy: w.Copy, Outcome: Unknown}
		if err := guard.Do(func() { msg = c.finish(w, c.write(ctx, w, d.leave)) }); err != nil {
			msg.Err = err // nobody knows how far it came
		}
		d.end(&msg)
		return msg
	}
}

// findAgain looks for a write whose answer was lost, by an earlier console perhaps, and sends nothing: the outcome is
// Stored or Unknown.
func (c *Commands) findAgain(w Write) WrittenMsg {
	msg := WrittenMsg{Outcome: Unknown, Err: errUnknownKind}
	if k, known := kinds[w.Kind]; known {
		if a, err := k.prepare(c, w, w.Opened); err != nil {
			msg.Err = err
		} else {
			msg = c.findOut(c.Context, k, a, w.before())
		}
	}
	return c.finish(w, msg)
}

// before are the records that looked like a write before it left.
func (w Write) before() []sight {
	seen := make([]sight, len(w.Before))
	for i, id := range w.Before {
		seen[i].record = desk.NewKey(id)
	}
	return seen
}

// finish remembers what a write has come to.
func (c *Commands) finish(w Write, msg WrittenMsg) WrittenMsg {
	msg.Kind, msg.Record, msg.Copy = w.Kind, w.Record, w.Copy
	if msg.Outcome == Stored {
		c.taken(w, &msg)
	}
	c.note(w, &msg)
	return msg
}

// attempt is a request that is ready to leave, once.
type attempt struct {
	send   func(context.Context) (made, error)
	before func(context.Context) ([]sight, error) // of what is added: what looks like it already; nil of a change
	look   func(context.Context) ([]sight, error) // what shows that it was carried out
}

// made is what a write has brought.
type made struct {
	record  desk.Key
	warning string
}

// sight is a record that looks as if the write was carried out.
type sight struct {
	record desk.Key
	says   string // a sentence for people
}

var (
	errUnknownKind = errors.New("nobody knows this kind of form")
	errMissing     = errors.New("the service knows no such record any more; nothing was sent")
)

// leave says on disk that a write leaves now, before anything of it does; after an error nothing may be sent.
type leave func(before []sight) error

func (c *Commands) write(ctx context.Context, w Write, leave leave) WrittenMsg {
	k, known := kinds[w.Kind]
	if !known {
		return WrittenMsg{Outcome: NotSent, Err: errUnknownKind}
	}
	now, err := k.reread(ctx, c, w)
	if err != nil {
		return WrittenMsg{Outcome: NotSent, Err: err}
	}
	w.Values = onto(now, w)
	if moved := c.moved(k.Kind, w, now); len(moved) > 0 && !w.Anyway {
		return WrittenMsg{Outcome: Moved, Moved: moved, Now: now}
	}
	msg := c.attempt(ctx, k, w, now, leave)
	msg.Now = now
	return msg
}

// attempt sends what changed, and looks for it when the answer is lost.
func (c *Commands) attempt(ctx context.Context, k *kind, w Write, now wire.Values, leave leave) WrittenMsg {
	a, err := k.prepare(c, w, now)
	if err != nil {
		return WrittenMsg{Outcome: NotSent, Err: err}
	}
	var before []sight
	if a.before != nil {
		if before, err = a.before(ctx); IsDown(err) {
			return WrittenMsg{Outcome: NotSent, Err: err}
		}
	}
	if err := leave(before); err != nil {
		return WrittenMsg{Outcome: NotSent, Err: err}
	}
	brought, err := a.send(ctx)
	var failed *client.Error
	switch {
	case err == nil:
		return WrittenMsg{Outcome: Stored, Made: brought.record, Warning: brought.warning}
	case !errors.As(err, &failed) || !failed.Sent:
		return WrittenMsg{Outcome: NotSent, Err: err}
	case failed.Unknown():
		msg := c.findOut(ctx, k, a, before)
		msg.Err = err
		return msg
	}
	return WrittenMsg{Outcome: Refused, Err: err, Field: fieldOf(k.Kind, failed.Message.String())}
}

// IsDown says that the service could not be asked at all: what is read before sending will not be sent either.
func IsDown(err error) bool {
	var failed *client.Error
	return errors.As(err, &failed) && (failed.Kind == client.Unreachable || failed.Kind == client.TimedOut || failed.Kind == client.Canceled)
}

// findOut reads the service's records after a lost answer and looks for what was sent. Nothing is sent.
func (c *Commands) findOut(ctx context.Context, k *kind, a attempt, before []sight) WrittenMsg {
	pause := time.Second
	for range 3 {
		seen, err := a.look(ctx)
		switch seen = without(seen, before); {
		case err == nil && len(seen) == 1:
			return WrittenMsg{Outcome: Stored, Made: seen[0].record, Warning: "The answer was lost, but " + seen[0].says + "."}
		case err == nil && len(seen) > 1:
			return WrittenMsg{Outcome: Unknown, Found: "Several records look like it: " + list(seen) + "."}
		case err == nil:
			return WrittenMsg{Outcome: Unknown, Found: k.absent}
		case !IsDown(err):
			return WrittenMsg{Outcome: Unknown, Found: "It could not be looked for: " + Reason(err) + "."}
		case !c.Wait(ctx, pause):
			return WrittenMsg{Outcome: Unknown, Found: "It could not be looked for."}
		}
		pause *= 2
	}
	return WrittenMsg{Outcome: Unknown, Found: "It could not be looked for: the service does not answer."}
}

// without leaves out what was there before.
func without(seen, before []sight) []sight {
	var fresh []sight
	for _, s := range seen {
		was := false
		for _, b := range before {
			was = was || b.record == s.record
		}
		if !was {
			fresh = append(fresh, s)
		}
	}
	return fresh
}

func list(seen []sight) string {
	names := make([]string, len(seen))
	for i, s := range seen {
		names[i] = s.record.Line().String()
	}
	return strings.Join(names, ", ")
}

// taken remembers what a success changes; a fault of the disk is said beside what there was to say.
func (c *Commands) taken(w Write, msg *WrittenMsg) {
	k := kinds[w.Kind]
	if k.after == nil {
		return
	}
	msg.warn(k.after(c, w, *msg))
}

// warn adds a fault of the disk to what is said beside a success.
func (m *WrittenMsg) warn(err error) {
	if err != nil {
		m.Warning = strings.TrimSpace(m.Warning + " " + text.PlainLine(err.Error()).String())
	}
}
