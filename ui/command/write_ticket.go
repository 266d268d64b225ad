package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
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

// updateTicket is Update Ticket (interface.md, Endpoints 9).
var updateTicket = kind{
	Kind: Kind{Name: KindUpdate, Title: "Update ticket", Head: "Update", Noun: "ticket", Busy: "Saving…"},
	read: readTicket, prepare: prepareUpdate, after: workedOn,
	also:   []label{{fieldTalks, "Entries"}},
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

func readTicket(ctx context.Context, c *Commands, w Write) (wire.Values, error) {
	now, err := c.ticketNow(ctx, w.Record)
	if err != nil {
		return nil, err
	}
	return c.Opened(now), nil
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
func prepareUpdate(c *Commands, w Write, now wire.Values) (attempt, error) {
	said, asked, err := c.ticketSays(w, now)
	if err != nil {
		return attempt{}, err
	}
	request, err := wire.NewTicketUpdate(w.Record.Raw(), said)
	if err != nil {
		return attempt{}, err
	}
	entries, _ := strconv.Atoi(now[fieldTalks]) // 0 when it was never read: every entry is looked at
	return attempt{
		send: func(ctx context.Context) (made, error) {
			receipt, err := c.Book.Update(ctx, request)
			return made{warning: callbackWarning(asked, receipt.Ticket.Callback, c.Zones)}, err
		},
		look: func(ctx context.Context) ([]sight, error) {
			found, err := c.ticketNow(ctx, w.Record)
			if err != nil || !c.carriesOut(request, found, entries) {
				return nil, err
			}
			return []sight{{says: "the ticket shows the update"}}, nil
		},
	}, nil
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

// carriesOut says whether a ticket shows everything that an update asked for, in an entry that was not there
// before where there is a comment.
func (c *Commands) carriesOut(r wire.TicketUpdate, now *desk.Detail, entries int) bool {
	current := c.Opened(now)
	for path, want := range r.Values() {
		if path != FieldComment && current[path] != want {
			return false
		}
	}
	if len(now.Timeline) <= entries {
		return false
	}
	for _, e := range now.Timeline[entries:] {
		if isSameText(e.Body.Plain().String(), text.Plain(r.Comment).String()) {
			return true
		}
	}
	return false
}

// isSameText compares texts as people read them: services fold blanks and line ends.
func isSameText(a, b string) bool {
	return strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
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

// addTicket is Add Ticket (interface.md, Endpoints 8).
var addTicket = kind{
	Kind:    Kind{Name: KindAdd, Title: "New ticket", Noun: "ticket", Busy: "Opening the ticket…", About: []string{FieldTitle}, Adds: true},
	prepare: prepareAdd,
	after: func(c *Commands, _ Write, msg WrittenMsg) error {
		if msg.Made.IsZero() {
			return nil
		}
		return c.worked(msg.Made)
	},
	absent: "Today's tickets were asked for again, and none has this title and these details. It may still be opened. Sending again may open it twice.",
}

func prepareAdd(c *Commands, w Write, _ wire.Values) (attempt, error) {
	request, err := wire.NewTicketAdd(w.Values)
	if err != nil {
		return attempt{}, err
	}
	return attempt{
		send: func(ctx context.Context) (made, error) {
			receipt, err := c.Book.Add(ctx, request)
			return made{record: receipt.Ticket.ID}, err
		},
		before: func(ctx context.Context) ([]sight, error) { return c.titled(ctx, request.Title, c.dayOf(w)) },
		look:   func(ctx context.Context) ([]sight, error) { return c.lookForTicket(ctx, request, c.dayOf(w)) },
	}, nil
}

// when is the moment at which a write leaves, or left, on the agent's clock.
func (c *Commands) when(w Write) time.Time {
	if w.Left.IsZero() {
		return c.Now()
	}
	return c.Zones.Shown(w.Left)
}

// dayOf is the account's day on which a write leaves, or left.
func (c *Commands) dayOf(w Write) desk.Day { return c.Zones.Today(c.when(w)) }

// titled are a day's tickets with a title, as far as they are known.
func (c *Commands) titled(ctx context.Context, title string, day desk.Day) ([]sight, error) {
	listing, err := c.Book.Snapshot().List(ctx, Query{Words: title, Span: desk.Span{From: day, To: day}, Zone: c.Zones.Account()})
	if err != nil {
		return nil, err
	}
	var seen []sight
	for i := range listing.Len() {
		if t := listing.At(i); isSameText(t.Title.String(), text.PlainLine(title).String()) {
			seen = append(seen, sight{record: t.ID})
		}
	}
	return seen, nil
}

// lookForTicket asks for a day's tickets, and for the details of those that have the title; once more when it is not
// among them, because a pull that somebody else had begun before is shared.
func (c *Commands) lookForTicket(ctx context.Context, r wire.TicketAdd, day desk.Day) (seen []sight, err error) {
	for range 2 {
		if err := c.Book.Pull(ctx, desk.Span{From: day, To: day}); err != nil {
			return nil, err
		}
		if seen, err = c.detailed(ctx, r, day); err != nil || len(seen) > 0 {
			return seen, err
		}
	}
	return nil, nil
}

// detailed are a day's tickets with the title and the details of a request.
func (c *Commands) detailed(ctx context.Context, r wire.TicketAdd, day desk.Day) ([]sight, error) {
	titled, err := c.titled(ctx, r.Title, day)
	if err != nil || len(titled) == 0 {
		return nil, err
	}
	ids := make([]desk.Key, len(titled))
	for i, s := range titled {
		ids[i] = s.record
	}
	found, _, err := c.Book.Details(ctx, ids)
	var seen []sight
	for _, d := range found {
		if isSameText(d.Body.Plain().String(), text.NewRich(r.Details).Plain().String()) {
			seen = append(seen, sight{d.ID, fmt.Sprintf("ticket %s has this title and these details", d.ID.Line())})
		}
	}
	return seen, err
}
