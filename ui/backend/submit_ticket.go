package backend

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// Fields of the update form that the console fills in or focuses.
const (
	FieldSubStatus   = "sub_status"
	FieldQueue       = "queue"
	FieldDisposition = "disposition"
	FieldComment     = "comment"
	FieldCallback    = "callback_time"
	fieldTalks       = "entries" // in Original only: the length of the timeline
)

// updateTicket is Update Ticket (PROTOCOL.md 4.9).
var updateTicket = kind{
	FormKind: FormKind{Name: KindUpdate, Title: "Update ticket", FormTitle: "Update", Noun: "ticket", ProgressText: "Saving…"},
	read:     readTicket, prepare: prepareUpdate, after: workedOn,
	extraCompared: []label{{fieldTalks, "Timeline"}},
	errorFields:   map[string]string{"callback": FieldCallback, "sub-status": FieldSubStatus, "sub status": FieldSubStatus},
	notFoundText:  "The ticket was read again and does not show it. It may still be carried out. Sending again may write the comment twice.",
}

// TicketValues returns a ticket's values for a form, to detect conflicts later.
func (c *Backend) TicketValues(d *desk.TicketDetails) map[string]string {
	callback := ""
	if !d.Callback.IsZero() {
		callback = wire.FormatCallbackTime(c.Zones.LocalUnix(d.Callback), c.Zones.Account())
	}
	return map[string]string{
		FieldSubStatus: d.SubStatus.Key().Raw(), FieldQueue: d.Queue.Key().Raw(), FieldDisposition: d.Disposition.String(),
		FieldCallback: callback, fieldTalks: strconv.Itoa(len(d.Timeline)),
	}
}

func readTicket(ctx context.Context, c *Backend, w Submission) (reading, error) {
	now, err := c.ticketNow(ctx, w.Record)
	if err != nil {
		return reading{}, err
	}
	return reading{c.TicketValues(now), now}, nil
}

func (c *Backend) ticketNow(ctx context.Context, id desk.ID) (*desk.TicketDetails, error) {
	found, _, err := c.Book.GetTickets(ctx, []desk.ID{id})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, errMissing
	}
	return &found[0], nil
}

// prepareUpdate sends the changes, and the sub-status, which the interface requires.
func prepareUpdate(c *Backend, w Submission, now reading) (submitRequest, error) {
	said, asked, err := c.ticketSays(w, now.values)
	if err != nil {
		return submitRequest{}, err
	}
	request, err := wire.NewUpdateTicketRequest(w.Record.Raw(), said)
	if err != nil {
		return submitRequest{}, err
	}
	a := submitRequest{
		send: func(ctx context.Context) (created, error) {
			receipt, err := c.Book.UpdateTicket(ctx, request)
			return created{warning: callbackWarning(asked, receipt.Ticket.Callback, c.Zones)}, err
		},
		look: func(ctx context.Context, prior submit.Prior) (finding, error) {
			found, err := c.ticketNow(ctx, w.Record)
			if err != nil {
				return finding{}, err
			}
			verdict := submit.Updated(prior, request, found, c.Zones.Account())
			return finding{verdict, updateSays[verdict]}, nil
		},
	}
	if now.ticket != nil {
		a.prior = submit.Comments(now.ticket, request.Comment)
	}
	return a, nil
}

// updateSays describes what a ticket shows of an update.
var updateSays = map[submit.Verdict]string{
	submit.Confirmed: "the ticket shows the update",
	submit.NotLooked: "The ticket stands as the update wants it, with this comment. Whether the comment was there before is not known.",
	submit.Undated:   "The ticket stands as the update wants it, with this comment, of which the date is not known.",
}

// ticketSays returns the values to send and the requested callback.
func (c *Backend) ticketSays(w Submission, now wire.Values) (wire.Values, time.Time, error) {
	said := wire.Values{FieldSubStatus: now[FieldSubStatus]}
	for path, value := range w.Values {
		if value = strings.TrimSpace(value); value != "" && value != now[path] {
			said[path] = value
		}
	}
	typed := said[FieldCallback]
	if typed == "" {
		return said, time.Time{}, nil
	}
	at, err := desk.ParseCallbackTime(typed, c.when(w))
	if err == nil {
		err = wire.CheckUnambiguous(at, c.Zones.Account())
	}
	said[FieldCallback] = wire.FormatCallbackTime(at, c.Zones.Account())
	return said, at, err
}

func workedOn(c *Backend, w Submission, _ SubmitResultMsg) error { return c.markWorked(w.Record) }

// markWorked marks a ticket as read and as changed by this agent.
func (c *Backend) markWorked(id desk.ID) error {
	c.ReadState.MarkRead(c.CachedTicket(id))
	c.ReadState.MarkChanged(id, c.Now())
	return c.ReadState.Save(c.Now())
}

// Fields of the new ticket's form.
const (
	FieldTitle   = "title"
	FieldDetails = "ticket_details"
	FieldDue     = "due_date"
	FieldEmail   = "email_id"
)

// addTicket is Add Ticket (PROTOCOL.md 4.8).
var addTicket = kind{
	FormKind: FormKind{Name: KindAdd, Title: "New ticket", Noun: "ticket", ProgressText: "Opening the ticket…", TitleFields: []string{FieldTitle}, Creates: true},
	prepare:  prepareAdd,
	after: func(c *Backend, _ Submission, msg SubmitResultMsg) error {
		if msg.CreatedID.IsZero() {
			return nil
		}
		return c.markWorked(msg.CreatedID)
	},
	notFoundText: "Today's tickets were asked for again, and no new one has this title and these details. It may still be opened. Sending again may open it twice.",
}

func prepareAdd(c *Backend, w Submission, _ reading) (submitRequest, error) {
	request, err := wire.NewAddTicketRequest(w.Values)
	if err != nil {
		return submitRequest{}, err
	}
	return submitRequest{
		send: func(ctx context.Context) (created, error) {
			receipt, err := c.Book.AddTicket(ctx, request)
			return created{record: receipt.Ticket.ID}, err
		},
		find:     func(ctx context.Context) (sights, error) { return c.lookForTicket(ctx, request, c.daysOf(w)) },
		isMarked: submit.Ref(request.Details) != "",
	}, nil
}

// when returns the time at which a write is sent or was sent, in the agent's time zone.
func (c *Backend) when(w Submission) time.Time {
	if w.SentAt.IsZero() {
		return c.Now()
	}
	return c.Zones.Local(w.SentAt)
}

// daysOf returns the account's days on which a write is sent or was sent, allowing for clock skew of the service.
func (c *Backend) daysOf(w Submission) desk.DateRange {
	at := c.when(w)
	return desk.DateRange{From: c.Zones.Today(at.Add(-submit.Skew)), To: c.Zones.Today(at.Add(submit.Skew))}
}

// lookForTicket pulls the tickets of some days and the details of those with the same title. It uses a fresh cache,
// because cached days and requests in flight may predate the write.
func (c *Backend) lookForTicket(ctx context.Context, r wire.AddTicketRequest, days desk.DateRange) (sights, error) {
	config := c.Book.Config
	config.MaxAttempts = 1
	fresh := cache.New(config)
	if err := fresh.Pull(ctx, days); err != nil {
		return sights{}, err
	}
	titled, err := fresh.Snapshot().List(ctx, Query{Text: r.Title, Span: days, Zone: c.Zones.Account()})
	if err != nil {
		return sights{}, err
	}
	seen := sights{isWhole: true}
	for _, day := range fresh.Progress(days).Days {
		seen.isWhole = seen.isWhole && day.State == cache.Complete
	}
	var ids []desk.ID
	for i := range titled.Len() {
		if t := titled.At(i); isSameLine(t.Title, safetext.LineFromText(r.Title)) {
			ids = append(ids, t.ID)
		}
	}
	if len(ids) == 0 {
		return seen, nil
	}
	found, missing, err := c.Book.GetTickets(ctx, ids)
	seen.isWhole = seen.isWhole && len(missing) == 0
	for _, d := range found {
		if submit.IsSameText(d.Body, safetext.NewHTML(r.Details)) {
			seen.all = append(seen.all, match{record: d.ID, says: fmt.Sprintf("ticket %s has this title and these details", d.ID.Display())})
		}
	}
	return seen, err
}

// isSameLine compares lines ignoring differences in white space.
func isSameLine(a, b safetext.Line) bool {
	return strings.Join(strings.Fields(a.String()), " ") == strings.Join(strings.Fields(b.String()), " ")
}
