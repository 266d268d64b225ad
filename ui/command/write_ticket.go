package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/book"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// The fields of the update form that the console fills in or goes to, by the paths of their asks.
const (
	FieldSubStatus   = "sub_status"
	FieldQueue       = "queue"
	FieldDisposition = "disposition"
	FieldComment     = "comment"
	FieldCallback    = "callback_time"
	fieldTalks       = "entries" // how long the timeline was; in Opened alone
)

// updateTicket is Update Ticket (PROTOCOL.md 4.9).
var updateTicket = kind{
	Kind: Kind{Name: KindUpdate, Title: "Update ticket", Head: "Update", Noun: "ticket", Busy: "Saving…"},
	read: readTicket, prepare: prepareUpdate, after: workedOn,
	also:   []label{{fieldTalks, "Timeline"}},
	speaks: map[string]string{"callback": FieldCallback, "sub-status": FieldSubStatus, "sub status": FieldSubStatus},
	absent: "The ticket was read again and does not show it. It may still be carried out. Sending again may write the comment twice.",
}

// Opened is what a ticket held when a form was opened on it, to find out later what moved.
func (c *Commands) Opened(d *desk.Detail) map[string]string {
	callback := ""
	if !d.Callback.IsZero() {
		callback = wire.Callback(c.Zones.At(d.Callback), c.Zones.Account())
	}
	return map[string]string{
		FieldSubStatus: d.SubStatus.Key().Raw(), FieldQueue: d.Queue.Key().Raw(), FieldDisposition: d.Disposition.String(),
		FieldCallback: callback, fieldTalks: strconv.Itoa(len(d.Timeline)),
	}
}

func readTicket(ctx context.Context, c *Commands, w Write) (reading, error) {
	now, err := c.ticketNow(ctx, w.Record)
	if err != nil {
		return reading{}, err
	}
	return reading{c.Opened(now), now}, nil
}

func (c *Commands) ticketNow(ctx context.Context, id desk.Key) (*desk.Detail, error) {
	found, _, err := c.Book.Details(ctx, []desk.Key{id})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, errMissing
	}
	return &found[0], nil
}

// prepareUpdate leaves out what is as it was, apart from the sub-status, which the interface requires.
func prepareUpdate(c *Commands, w Write, now reading) (attempt, error) {
	said, asked, err := c.ticketSays(w, now.values)
	if err != nil {
		return attempt{}, err
	}
	request, err := wire.NewTicketUpdate(w.Record.Raw(), said)
	if err != nil {
		return attempt{}, err
	}
	a := attempt{
		send: func(ctx context.Context) (made, error) {
			receipt, err := c.Book.Update(ctx, request)
			return made{warning: callbackWarning(asked, receipt.Ticket.Callback, c.Zones)}, err
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

// updateSays is what a ticket shows of an update.
var updateSays = map[submit.Verdict]string{
	submit.Confirmed: "the ticket shows the update",
	submit.NotLooked: "The ticket stands as the update wants it, with this comment. Whether the comment was there before is not known.",
	submit.Undated:   "The ticket stands as the update wants it, with this comment, of which the date is not known.",
}

// ticketSays is what is sent of what was filled in, and the callback that it asks for.
func (c *Commands) ticketSays(w Write, now wire.Values) (wire.Values, time.Time, error) {
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
	at, err := desk.ParseWhen(typed, c.when(w))
	if err == nil {
		err = wire.CheckCallback(at, c.Zones.Account())
	}
	said[FieldCallback] = wire.Callback(at, c.Zones.Account())
	return said, at, err
}

func workedOn(c *Commands, w Write, _ WrittenMsg) error { return c.worked(w.Record) }

// worked remembers a ticket as this agent's work, and that what they wrote is no news to them.
func (c *Commands) worked(id desk.Key) error {
	c.Seen.Look(c.Row(id))
	c.Seen.Worked(id, c.Now())
	return c.Seen.Save(c.Now())
}

// The fields of the new ticket's form, by the paths of their asks.
const (
	FieldTitle   = "title"
	FieldDetails = "ticket_details"
	FieldDue     = "due_date"
	FieldEmail   = "email_id"
)

// addTicket is Add Ticket (PROTOCOL.md 4.8).
var addTicket = kind{
	Kind:    Kind{Name: KindAdd, Title: "New ticket", Noun: "ticket", Busy: "Opening the ticket…", About: []string{FieldTitle}, Adds: true},
	prepare: prepareAdd,
	after: func(c *Commands, _ Write, msg WrittenMsg) error {
		if msg.Made.IsZero() {
			return nil
		}
		return c.worked(msg.Made)
	},
	absent: "Today's tickets were asked for again, and no new one has this title and these details. It may still be opened. Sending again may open it twice.",
}

func prepareAdd(c *Commands, w Write, _ reading) (attempt, error) {
	request, err := wire.NewTicketAdd(w.Values)
	if err != nil {
		return attempt{}, err
	}
	return attempt{
		send: func(ctx context.Context) (made, error) {
			receipt, err := c.Book.Add(ctx, request)
			return made{record: receipt.Ticket.ID}, err
		},
		find:     func(ctx context.Context) (sights, error) { return c.lookForTicket(ctx, request, c.daysOf(w)) },
		isMarked: submit.Ref(request.Details) != "",
	}, nil
}

// when is the moment at which a write leaves, or left, on the agent's clock.
func (c *Commands) when(w Write) time.Time {
	if w.Left.IsZero() {
		return c.Now()
	}
	return c.Zones.Shown(w.Left)
}

// daysOf are the account's days on which a write leaves or left, by the service's clock or by ours.
func (c *Commands) daysOf(w Write) desk.Span {
	at := c.when(w)
	return desk.Span{From: c.Zones.Today(at.Add(-submit.Skew)), To: c.Zones.Today(at.Add(submit.Skew))}
}

// lookForTicket asks for some days' tickets, and for the details of those that have the title. What is on its way for
// others may have been asked for too early, and what is known already is older still: the days are asked for anew.
func (c *Commands) lookForTicket(ctx context.Context, r wire.TicketAdd, days desk.Span) (sights, error) {
	config := c.Book.Config
	config.Rounds = 1
	fresh := book.New(config)
	if err := fresh.Pull(ctx, days); err != nil {
		return sights{}, err
	}
	titled, err := fresh.Snapshot().List(ctx, Query{Words: r.Title, Span: days, Zone: c.Zones.Account()})
	if err != nil {
		return sights{}, err
	}
	seen := sights{isWhole: true}
	for _, day := range fresh.Progress(days).Days {
		seen.isWhole = seen.isWhole && day.State == book.Arrived
	}
	var ids []desk.Key
	for i := range titled.Len() {
		if t := titled.At(i); isSameLine(t.Title, text.PlainLine(r.Title)) {
			ids = append(ids, t.ID)
		}
	}
	if len(ids) == 0 {
		return seen, nil
	}
	found, missing, err := c.Book.Details(ctx, ids)
	seen.isWhole = seen.isWhole && len(missing) == 0
	for _, d := range found {
		if submit.IsSameText(d.Body, text.NewRich(r.Details)) {
			seen.all = append(seen.all, sight{record: d.ID, says: fmt.Sprintf("ticket %s has this title and these details", d.ID.Line())})
		}
	}
	return seen, err
}

// isSameLine compares lines as people read them.
func isSameLine(a, b text.Line) bool {
	return strings.Join(strings.Fields(a.String()), " ") == strings.Join(strings.Fields(b.String()), " ")
}
