package command

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// The fields of the update form, by their names in drafts.
const (
	FieldSubStatus   = "sub_status"
	FieldQueue       = "queue"
	FieldDisposition = "disposition"
	FieldComment     = "comment"
	FieldCallback    = "callback"
	fieldTalks       = "entries" // how long the timeline was; in Opened alone
)

// KindUpdate is the kind of an update form's draft.
const KindUpdate = "update-ticket"

// Opened is what a ticket held when a form was opened on it, to find out later what moved.
func (c *Commands) Opened(d *desk.Detail) map[string]string {
	callback := ""
	if !d.Callback.IsZero() {
		callback = wire.Callback(d.Callback.In(c.Zone), c.Zone)
	}
	return map[string]string{
		FieldSubStatus: d.SubStatus.Key().Raw(), FieldQueue: d.Queue.Key().Raw(), FieldDisposition: d.Disposition.String(),
		FieldCallback: callback, fieldTalks: strconv.Itoa(len(d.Timeline)),
	}
}

// Update is a ticket update that an agent wants to send.
type Update struct {
	ID     desk.Key
	Values map[string]string // as filled in
	Opened map[string]string // as the ticket was when the form was opened; nil when it was never read
	Anyway bool              // although the ticket has moved since
}

// Outcome is how a write ended.
type Outcome uint8

// The outcomes. Only Stored may delete a draft.
const (
	Stored  Outcome = iota // the service said so, or the ticket shows it
	Moved                  // nothing was sent: the ticket is no longer as it was when the form was opened
	NotSent                // nothing was sent
	Refused                // the service refused, and nothing was changed
	Unknown                // it may have been sent, and nothing tells whether it was carried out
)

// Difference is one thing that moved on a ticket while a form was open.
type Difference struct{ Label, Then, Now, Yours string }

// UpdatedMsg is how an update ended.
type UpdatedMsg struct {
	ID      desk.Key
	Outcome Outcome
	Moved   []Difference
	Detail  *desk.Detail // the ticket as re-read, when it was
	Warning string       // said beside a success
	Err     error
}

// errMissing is said when the ticket that an update is for cannot be found before sending.
var errMissing = errors.New("the service knows no such ticket any more; nothing was sent")

// Update re-reads the ticket, and sends the update once when nothing moved. When the answer is lost the ticket is
// read again to find out whether the change is there.
func (c *Commands) Update(u Update) tea.Cmd {
	return func() tea.Msg {
		msg := c.update(c.Context, u)
		msg.ID = u.ID
		if msg.Outcome == Stored {
			msg.Warning = c.worked(u.ID, msg.Warning)
		}
		return msg
	}
}

// worked remembers a ticket as this agent's work; a fault of the disk is said beside what there was to say.
func (c *Commands) worked(id desk.Key, warning string) string {
	c.Seen.Worked(id, c.Now())
	if err := c.Seen.Save(c.Now()); err != nil {
		return strings.TrimSpace(warning + " " + text.PlainLine(err.Error()).String())
	}
	return warning
}

func (c *Commands) update(ctx context.Context, u Update) UpdatedMsg {
	now, err := c.reread(ctx, u.ID)
	if err != nil {
		return UpdatedMsg{Outcome: NotSent, Err: err}
	}
	if moved := c.differences(u, now); len(moved) > 0 && !u.Anyway {
		return UpdatedMsg{Outcome: Moved, Moved: moved, Detail: now}
	}
	request, asked, err := c.request(u, now)
	if err != nil {
		return UpdatedMsg{Outcome: NotSent, Err: err}
	}
	receipt, err := c.Book.Update(ctx, request)
	var failed *client.Error
	switch {
	case err == nil:
		return UpdatedMsg{Outcome: Stored, Warning: callbackWarning(asked, receipt.Ticket.Callback, c.Zone)}
	case !errors.As(err, &failed) || !failed.Sent:
		return UpdatedMsg{Outcome: NotSent, Err: err}
	case failed.Unknown():
		return c.findOut(ctx, request, len(now.Timeline), err)
	}
	return UpdatedMsg{Outcome: Refused, Err: err}
}

func (c *Commands) reread(ctx context.Context, id desk.Key) (*desk.Detail, error) {
	found, _, err := c.Book.Details(ctx, []desk.Key{id})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, errMissing
	}
	return &found[0], nil
}

// labels are the compared fields with their names for people, in the form's order.
var labels = []struct{ field, label string }{
	{FieldSubStatus, "Sub-status"}, {FieldQueue, "Queue"}, {FieldDisposition, "Disposition"}, {FieldCallback, "Callback"}, {fieldTalks, "Entries"},
}

// differences are the fields that are no longer what they were when the form was opened.
func (c *Commands) differences(u Update, now *desk.Detail) []Difference {
	if u.Opened == nil {
		return nil
	}
	current, vocabulary := c.Opened(now), c.Book.Vocabulary()
	var out []Difference
	for _, l := range labels {
		if was, known := u.Opened[l.field]; known && was != current[l.field] {
			shown := func(v string) string { return named(l.field, v, vocabulary) }
			out = append(out, Difference{
				Label: l.label, Then: shown(was), Now: shown(current[l.field]), Yours: shown(u.Values[l.field]),
			})
		}
	}
	return out
}

// named is a field's value for people: the name of a key where one is known.
func named(field, value string, v Vocabulary) string {
	codes := map[string][]desk.Code{FieldSubStatus: v.SubStatuses, FieldQueue: v.Queues}[field]
	for _, code := range codes {
		if code.Key().Raw() == value {
			return code.Label()
		}
	}
	return text.PlainLine(value).String()
}

// request is the update as it is sent: what is as it was is left out, apart from the sub-status, which the
// interface requires (interface.md, Endpoints 9).
func (c *Commands) request(u Update, now *desk.Detail) (wire.TicketUpdate, time.Time, error) {
	current := c.Opened(now)
	changed := func(field string) string {
		if v := strings.TrimSpace(u.Values[field]); v != current[field] {
			return v
		}
		return ""
	}
	r := wire.TicketUpdate{
		TicketID: u.ID.Raw(), SubStatus: strings.TrimSpace(u.Values[FieldSubStatus]), Queue: changed(FieldQueue),
		Disposition: changed(FieldDisposition), Comment: strings.TrimSpace(u.Values[FieldComment]),
	}
	if r.SubStatus == "" {
		r.SubStatus = current[FieldSubStatus]
	}
	typed := strings.TrimSpace(u.Values[FieldCallback])
	if typed == "" || typed == current[FieldCallback] {
		return r, time.Time{}, nil
	}
	at, err := desk.ParseWhen(typed, c.Now().In(c.Zone))
	if err != nil {
		return r, at, err
	}
	r.Callback = wire.Callback(at, c.Zone)
	return r, at, nil
}

// callbackWarning compares the callback that was asked for with the one in the answer: some services read a
// 12-hour hour (decisions.md, facts).
func callbackWarning(asked time.Time, got desk.Stamp, zone *time.Location) string {
	if asked.IsZero() || got == desk.NewStamp(asked) {
		return ""
	}
	said := "no callback"
	if !got.IsZero() {
		said = got.In(zone).Format("Mon 2006-01-02 15:04")
	}
	return "CALLBACK DIFFERS: you asked for " + asked.Format("Mon 2006-01-02 15:04") + ", the service stored " + said
}

// findOut reads the ticket again after a lost answer and looks for the change. Nothing is sent.
func (c *Commands) findOut(ctx context.Context, r wire.TicketUpdate, entries int, lost error) UpdatedMsg {
	pause := time.Second
	for range 3 {
		now, err := c.reread(ctx, desk.NewKey(r.TicketID))
		switch {
		case err == nil && c.carriesOut(r, now, entries):
			return UpdatedMsg{Outcome: Stored, Detail: now, Warning: "the answer was lost, but the ticket shows the update"}
		case err == nil:
			return UpdatedMsg{Outcome: Unknown, Detail: now, Err: lost}
		case !wait(ctx, pause):
			return UpdatedMsg{Outcome: Unknown, Err: lost}
		}
		pause *= 2
	}
	return UpdatedMsg{Outcome: Unknown, Err: lost}
}

// carriesOut says whether a ticket shows everything that an update asked for, in an entry that was not there
// before where there is a comment.
func (c *Commands) carriesOut(r wire.TicketUpdate, now *desk.Detail, entries int) bool {
	current := c.Opened(now)
	for field, want := range map[string]string{
		FieldSubStatus: r.SubStatus, FieldQueue: r.Queue, FieldDisposition: r.Disposition, FieldCallback: r.Callback,
	} {
		if want != "" && current[field] != want {
			return false
		}
	}
	if len(now.Timeline) <= entries {
		return false
	}
	comment := strings.Fields(text.Plain(r.Comment).String())
	for _, e := range now.Timeline[entries:] {
		if strings.Join(strings.Fields(e.Body.Plain().String()), " ") == strings.Join(comment, " ") {
			return true
		}
	}
	return false
}

// AddedMsg is how the opening of a new ticket ended.
type AddedMsg struct {
	ID      desk.Key
	Outcome Outcome
	Err     error
}

// The fields of the new ticket's form, by their names in drafts.
const (
	FieldTitle   = "title"
	FieldDetails = "ticket_details"
	FieldDue     = "due_date"
	FieldEmail   = "email_id"
)

// KindAdd is the kind of a new ticket's draft.
const KindAdd = "add-ticket"

// Add opens a new ticket (interface.md, Endpoints 8); it is sent once.
func (c *Commands) Add(values map[string]string) tea.Cmd {
	return func() tea.Msg {
		receipt, err := c.Book.Add(c.Context, wire.TicketAdd{
			Title: strings.TrimSpace(values[FieldTitle]), Details: strings.TrimSpace(values[FieldDetails]),
			DueDate: strings.TrimSpace(values[FieldDue]), Email: strings.TrimSpace(values[FieldEmail]),
		})
		var failed *client.Error
		switch {
		case err == nil:
			c.worked(receipt.Ticket.ID, "")
			return AddedMsg{ID: receipt.Ticket.ID}
		case !errors.As(err, &failed) || !failed.Sent:
			return AddedMsg{Outcome: NotSent, Err: err}
		case failed.Unknown():
			return AddedMsg{Outcome: Unknown, Err: err}
		}
		return AddedMsg{Outcome: Refused, Err: err}
	}
}
