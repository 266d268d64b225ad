package submit

import (
	"cmp"
	"context"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// ticketChanges are the updates of tickets.
type ticketChanges struct{}

func (ticketChanges) read(ctx context.Context, s *Sender, f Form) (currentRecord, error) {
	current, err := s.ticket(ctx, f.Record)
	if err != nil {
		return currentRecord{}, err
	}
	return currentRecord{TicketValues(current, s.Zones, s.Cache.Blocks), current}, nil
}

// request sends the changes, and the sub-status, which the interface requires. A callback is understood as of the
// time at which the form is sent or was sent.
func (ticketChanges) request(s *Sender, f Form, current currentRecord) (Request, error) {
	asked := changesOf(f.Values, current.values)
	for _, path := range s.Cache.Blocks.Paths() {
		_, isInForm := f.Values[path]
		if isInForm && strings.TrimSpace(f.Values[path]) == "" && f.Original[path] != "" && current.values[path] != "" {
			asked[path] = "" // a block can be emptied, because it is sent whole
		}
	}
	asked[FieldSubStatus] = cmp.Or(asked[FieldSubStatus], current.values[FieldSubStatus])
	if typed := asked[FieldCallback]; typed != "" {
		at, err := desk.ParseCallbackTime(typed, s.Zones.Local(s.sentAt(f)))
		if err == nil {
			err = wire.CheckUnambiguous(at, s.Zones.Account())
		}
		if err != nil {
			return nil, err
		}
		asked[FieldCallback] = wire.FormatCallbackTime(at, s.Zones.Account())
	}
	r, err := wire.NewUpdateTicketRequest(f.Record.Raw(), asked)
	r.Comment = s.sign(r.Comment)
	return TicketChange{r, current.ticket}, err
}

// TicketChange is the request of a ticket's update.
type TicketChange struct {
	wire.UpdateTicketRequest
	before *desk.TicketDetails // the ticket if it has been read
}

func (r TicketChange) record() desk.ID { return desk.NewID(r.TicketID) }

// complete signs the comment and completes the account's own blocks, because a service may replace a block by what is
// sent. It refuses to close a ticket without what the account requires for that.
func (r TicketChange) complete(ctx context.Context, s *Sender) (Request, error) {
	r.Comment = s.sign(r.Comment)
	blocks := s.Cache.Blocks
	needsBlocks := NeedsBlocks(r.UpdateTicketRequest, blocks, s.Cache.IsClosing)
	var err error
	if r.before == nil {
		if r.before, err = s.ticket(ctx, r.record()); err != nil && !needsBlocks {
			err = unlessAnswered(err)
		}
	}
	if err == nil && needsBlocks {
		r.UpdateTicketRequest, err = CompleteBlocks(r.UpdateTicketRequest, r.before, blocks, s.Cache.IsClosing)
	}
	return r, err
}

func (r TicketChange) prior(_ context.Context, s *Sender) (Prior, error) {
	if r.before == nil {
		return Prior{}, nil
	}
	return PriorUpdate(r.UpdateTicketRequest, r.before, s.Zones.Account(), s.Cache.Blocks), nil
}

// elsewhere looks for an update's comment among the entries of its ticket that are not older than the form. The other
// console may have typed more before it sent it.
func (r TicketChange) elsewhere(ctx context.Context, s *Sender, f Form) (found Found, looksSaved bool, err error) {
	if isSilent(r.UpdateTicketRequest) {
		return found, false, nil
	}
	ticket := r.before
	if ticket == nil {
		if ticket, err = s.ticket(ctx, r.record()); err != nil {
			return found, false, err
		}
	}
	comment := oneLine(safetext.NewHTML(cmp.Or(f.CommentTail, r.Comment)))
	signed := oneLine(safetext.NewHTML(s.sign(cmp.Or(f.CommentTail, r.Comment))))
	for _, entry := range ticket.Timeline {
		body := oneLine(entry.Body)
		switch {
		case s.isOlder(entry.At, at(f.SharedSince)):
		case strings.HasSuffix(body, signed):
			return Found{Reason: HasComment}, true, nil
		case comment != "" && strings.HasPrefix(body, comment):
			found, looksSaved = Found{Reason: BeginsAlike}, true
		}
	}
	return found, looksSaved, nil
}

func (r TicketChange) look(ctx context.Context, s *Sender, prior Prior, sent period) (Found, Answer, error) {
	current, err := s.ticket(ctx, r.record())
	if err != nil {
		return Found{}, Answer{}, err
	}
	r.Comment = s.sign(r.Comment)
	by := Writer{Name: s.Author, IsSigned: s.Signs, From: sent.from.Add(-skew), Until: sent.to.Add(skew)}
	found := JudgeUpdate(prior, r.UpdateTicketRequest, current, s.Zones.Account(), s.Cache.Blocks, by)
	return found, Answer{Ticket: desk.TicketResult{Ticket: current.Ticket}}, nil
}

func (r TicketChange) words() words {
	w := words{noun: "ticket", mark: RefLabel + safetext.LineFromText(Ref(r.Comment)).String(), entry: "a new entry"}
	if !isSilent(r.UpdateTicketRequest) {
		w.shows, w.entry = "the ticket shows the change, with its comment", "a new comment like this one"
	}
	return w
}
