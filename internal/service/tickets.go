package service

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// addTicket answers PROTOCOL.md 4.8: a new ticket is Pending and Unattended, and in the desk's default queue.
func (s *Service) addTicket(req wire.AddTicketRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if isBlank(req.Title) {
			return errTitle
		}
		if err := checkFieldSizes(req.Extra); err != nil {
			return err
		}
		due, err := dueDate(req.DueDate, s.Zone)
		if err != nil {
			return err
		}
		extra, err := mergeCustomFields(nil, req.Extra)
		if err != nil {
			return err
		}
		v, err := s.vocabulary(ctx) // before anything is written: a failure says that nothing was changed
		if err != nil {
			return err
		}
		t, err := s.Store.AddTicket(ctx, store.Ticket{
			Title: req.Title, Detail: req.Details, Email: req.Email, Due: due, Created: s.Now().Unix(),
			SubStatus: "US", QueueKey: v.initial, Type: "T", TypeName: "Ticket", CreatorName: authorOf(ctx), PrimarySource: "API", Unread: true, Additional: extra,
		})
		if err != nil {
			return err
		}
		record := s.ticketRecord(t, v)
		record.AssignedToPhone = &t.AssignedPhone
		return replyWritten(w, wire.AddTicketResponse{
			Ticket: record, Additional: objectOrEmpty(t.Additional), DueDate: req.DueDate, Title: t.Title, CustomerID: t.CustomerID,
			TicketID: t.TicketID, TicketID2: t.TicketID, TicketURL: t.URL, Status: wire.StatusSuccess,
		})
	}
}

// updateTicket answers PROTOCOL.md 4.9; a refused update changes nothing at all.
func (s *Service) updateTicket(req wire.UpdateTicketRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if isBlank(req.TicketID) {
			return errTicketID
		}
		if err := checkFieldSizes(req.Extra); err != nil {
			return err
		}
		v, err := s.vocabulary(ctx)
		if err != nil {
			return err
		}
		change, err := s.change(req, v, authorOf(ctx))
		if err != nil {
			return err
		}
		t, err := s.Store.UpdateTicket(ctx, req.TicketID, change)
		if errors.Is(err, store.ErrTicketNotFound) {
			return &apiError{http.StatusNotFound, errTicketID.message}
		}
		if err != nil {
			return err
		}
		return replyWritten(w, wire.UpdateTicketResponse{
			Ticket: s.ticketRecord(t, v), Additional: objectOrEmpty(t.Additional),
			Message: "Ticket updated successfully", Status: wire.StatusSuccess,
		})
	}
}

// change checks an update and says what it does to a ticket.
func (s *Service) change(req wire.UpdateTicketRequest, v *vocabulary, author string) (func(*store.Ticket) (store.Note, error), error) {
	if err := v.check(req); err != nil {
		return nil, err
	}
	var callback int64
	if req.Callback != "" {
		at, err := wire.ParseCallbackTime(req.Callback, s.Zone)
		if err != nil {
			return nil, errCallback
		}
		callback = at.Unix()
	}
	now := s.Now().Unix()
	return func(t *store.Ticket) (store.Note, error) {
		err := roomFor(req, t)
		if err != nil {
			return store.Note{}, err
		}
		t.Additional, err = mergeCustomFields(t.Additional, req.Extra)
		t.SubStatus, t.LastFollowUp, t.LastTalk = req.SubStatus, now, now
		t.Talks++
		t.LastTalkID++
		t.QueueKey = cmp.Or(req.Queue, t.QueueKey)
		t.Disposition = cmp.Or(req.Disposition, t.Disposition)
		v.closeOrOpen(t, now)
		if callback != 0 {
			t.NextFollowUp, t.Callback = callback, true
		}
		return store.Note{
			At: now, CreatorName: author, Detail: req.Comment, SubStatus: t.SubStatus, QueueKey: t.QueueKey,
			Disposition: req.Disposition, Callback: callback,
		}, err
	}, nil
}

// getTicket answers PROTOCOL.md 4.10.
func (s *Service) getTicket(req wire.GetTicketRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		asked := splitList(req.TicketIDs)
		switch {
		case len(asked) == 0:
			return errTicketIDs
		case len(asked) > maxIDs:
			return errTooManyIDs
		}
		v, err := s.vocabulary(ctx)
		if err != nil {
			return err
		}
		out := list{to: w}
		for t, err := range s.Store.EachTicket(ctx, asked) {
			if err == nil {
				err = out.add(wire.GetTicketRecord{AdditionalInfo: objectOrEmpty(t.Additional), History: s.history(t.Notes, v), TaskDetails: s.detailRecord(t, v)})
			}
			if err != nil && out.begun {
				s.breakOff("the tickets", err)
			}
			if err != nil {
				return err
			}
		}
		if !out.begun {
			return errNoTicket
		}
		out.end()
		return nil
	}
}

// pullTicket answers PROTOCOL.md 4.11, writing ticket by ticket as they are read.
func (s *Service) pullTicket(req wire.PullTicketRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		from, to, err := parsePullRange("start_date", req.StartDate, "end_date", req.EndDate, s.Zone)
		if err != nil {
			return err
		}
		limit, err := pageSize(req.Limit)
		if err != nil {
			return err
		}
		v, err := s.vocabulary(ctx)
		if err != nil {
			return err
		}
		total, tickets, err := s.Store.PullTickets(ctx, from, to, limit)
		if err != nil {
			return err
		}
		return streamRecords(s, w, total, tickets, func(t store.Ticket) any { return s.pulledRecord(t, v) })
	}
}
