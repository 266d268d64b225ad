package service

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// addTicket handles Add Ticket (PROTOCOL.md 4.8). A new ticket is Pending and Unattended, in the desk's default
// queue.
func (s *Service) addTicket(req wire.AddTicketRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if err := problemError(req.Validate(wire.Known{Exact: true}), errTitle); err != nil {
			return err
		}
		due, _ := parseDateOrTime(req.DueDate, s.Zone)
		if err := checkFieldSizes(req.Extra); err != nil {
			return err
		}
		extra, err := mergeCustomFields(nil, req.Extra)
		if err != nil {
			return err
		}
		v, err := s.vocabulary(ctx) // before the write, so that an error means that nothing was changed
		if err != nil {
			return err
		}
		t, err := s.Store.AddTicket(ctx, store.Ticket{
			Title:         req.Title,
			Detail:        req.Details,
			Email:         req.Email,
			Due:           due,
			Created:       s.Now().Unix(),
			SubStatus:     "US",
			QueueKey:      v.initial,
			Type:          "T",
			TypeName:      "Ticket",
			CreatorName:   author(ctx),
			PrimarySource: "API",
			Unread:        true,
			Additional:    extra,
		})
		if err != nil {
			return err
		}
		record := s.ticketRecord(t, v, t.AssignedPhone)
		return writeCommitted(w, wire.AddTicketResponse{
			Ticket:     record,
			Additional: objectOrEmpty(t.Additional),
			DueDate:    req.DueDate,
			Title:      t.Title,
			CustomerID: t.CustomerID,
			TicketID:   t.TicketID,
			TicketID2:  t.TicketID,
			TicketURL:  elsewhere(t.URL),
			Status:     wire.StatusSuccess,
		})
	}
}

// updateTicket handles Update Ticket (PROTOCOL.md 4.9); a failed update changes nothing.
func (s *Service) updateTicket(req wire.UpdateTicketRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if err := checkFieldSizes(req.Extra); err != nil {
			return err
		}
		v, err := s.vocabulary(ctx)
		if err != nil {
			return err
		}
		if err := v.problemError(req.Validate(wire.Known{Zone: s.Zone, Exact: true, Value: v.has})); err != nil {
			return err
		}
		t, err := s.Store.UpdateTicket(ctx, req.TicketID, s.applyUpdate(req, v, author(ctx)))
		if errors.Is(err, store.ErrTicketNotFound) {
			return &apiError{http.StatusNotFound, errTicketID.message}
		}
		if err != nil {
			return err
		}
		return writeCommitted(w, wire.UpdateTicketResponse{
			Ticket: s.ticketRecord(t, v, nil), Additional: objectOrEmpty(t.Additional),
			Message: "Ticket updated successfully", Status: wire.StatusSuccess,
		})
	}
}

// applyUpdate returns the function that applies a valid update to a ticket.
func (s *Service) applyUpdate(
	req wire.UpdateTicketRequest,
	v *vocabulary,
	author string,
) func(*store.Ticket) (store.Note, error) {
	var callback int64
	if at, err := wire.ParseCallbackTime(req.Callback, s.Zone); err == nil {
		callback = at.Unix()
	}
	now := s.Now().Unix()
	return func(t *store.Ticket) (store.Note, error) {
		if err := t.History.CheckRoom(req.Comment); err != nil {
			return store.Note{}, &apiError{http.StatusBadRequest, err.Error()}
		}
		var err error
		t.Additional, err = mergeCustomFields(t.Additional, req.Extra)
		t.SubStatus, t.LastFollowUp, t.LastTalk = req.SubStatus, now, now
		t.Talks++
		t.LastTalkID++
		t.QueueKey = cmp.Or(req.Queue, t.QueueKey)
		t.Disposition = cmp.Or(req.Disposition, t.Disposition)
		v.updateClosedAt(t, now)
		if callback != 0 {
			t.NextFollowUp, t.Callback = callback, true
		}
		return store.Note{
			At: now, CreatorName: author, Detail: req.Comment, SubStatus: t.SubStatus, QueueKey: t.QueueKey,
			Disposition: req.Disposition, Callback: callback,
		}, err
	}
}

// getTicket handles Get Ticket (PROTOCOL.md 4.10).
func (s *Service) getTicket(req wire.GetTicketRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		ids := splitList(req.TicketIDs)
		switch {
		case len(ids) == 0:
			return errTicketIDs
		case len(ids) > maxIDs:
			return errTooManyIDs
		}
		v, err := s.vocabulary(ctx)
		if err != nil {
			return err
		}
		out := arrayWriter{to: w}
		for t, err := range s.Store.EachTicket(ctx, ids) {
			if err == nil {
				err = out.add(
					wire.GetTicketRecord{
						AdditionalInfo: objectOrEmpty(t.Additional),
						History:        s.historyRecord(t.Notes, v),
						TaskDetails:    s.detailRecord(t, v, nil),
					},
				)
			}
			if err != nil && out.started {
				s.abort("the tickets", err)
			}
			if err != nil {
				return err
			}
		}
		if !out.started {
			return errNoTicket
		}
		out.end()
		return nil
	}
}

// pullTicket handles Pull Ticket (PROTOCOL.md 4.11) and streams the tickets.
func (s *Service) pullTicket(req wire.PullTicketRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		from, to, err := parsePullDay("start_date", req.StartDate, "end_date", req.EndDate, s.Zone)
		if err != nil {
			return err
		}
		limit, err := parsePageSize(req.Limit)
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
		return streamRecords(s, w, total, tickets, func(t store.Ticket) templateRecord {
			return s.detailRecord(t, v, map[string]any{
				"referenceId": 0, "taskTitle": t.Title, "additional_info": objectOrEmpty(t.Additional),
			})
		})
	}
}

// formatTime formats a time in the service's zone; 0 is an empty text.
func (s *Service) formatTime(at int64, layout string) string {
	if at == 0 {
		return ""
	}
	return time.Unix(at, 0).In(s.Zone).Format(layout)
}

func (s *Service) ticketRecord(t store.Ticket, v *vocabulary, phone any) templateRecord {
	t = s.withSLA(t, v)
	sub := v.subStatuses[t.SubStatus]
	return ticketTemplate.record(t, map[string]any{
		"lastConversationTime": t.LastTalk * 1000,
		"status":               sub.Status,
		"statusName":           sub.StatusName,
		"substatusName":        sub.Name,
		"queueName":            v.queues[t.QueueKey],
		"assignedToPhone":      phone,
		"date":                 s.formatTime(t.Created, wire.TicketTimeLayout),
		"taskEnddate":          s.formatTime(t.Due, wire.TicketTimeLayout),
		"lastFollowUp":         s.formatTime(t.LastFollowUp, wire.TicketTimeLayout),
		"nextFollowUp":         s.formatTime(t.NextFollowUp, wire.TicketTimeLayout),
		"ticketURL":            elsewhere(t.URL),
	})
}

var (
	ticketTemplate = newTemplate(wire.TicketRecord, store.Ticket{}, "record")
	detailTemplate = newTemplate(wire.DetailRecord, store.Ticket{}, "detail")
)

// detailRecord converts a ticket to its detail record (PROTOCOL.md 3.4), with what a pull has besides.
func (s *Service) detailRecord(t store.Ticket, v *vocabulary, besides map[string]any) templateRecord {
	t = s.withSLA(t, v)
	sub := v.subStatuses[t.SubStatus]
	files := make([]wire.Attachment, len(t.Attachments))
	for i, a := range t.Attachments {
		files[i] = wire.Attachment{Name: a.Name, URL: elsewhere(a.URL)}
	}
	others := map[string]any{
		"date":                s.formatTime(t.Created, wire.DetailTimeLayout),
		"nextFollowUp":        s.formatTime(t.NextFollowUp, wire.DetailTimeLayout),
		"lastFollowUp":        s.formatTime(t.LastFollowUp, wire.DetailTimeLayout),
		"lastConvesationTime": s.formatTime(t.LastTalk, wire.DetailTimeLayout),
		"taskEnddate":         s.formatTime(t.Due, wire.DetailTimeLayout),
		"status":              sub.StatusName,
		"substatus":           sub.Name,
		"queueName":           v.queues[t.QueueKey],
		"callBack":            yesNo(t.Callback),
		"url":                 elsewhere(t.URL),
		"attachments":         files,
	}
	maps.Copy(others, besides)
	return detailTemplate.record(t, others)
}

func (s *Service) historyRecord(notes []store.Note, v *vocabulary) wire.History {
	var h wire.History
	for _, n := range notes {
		h.Notes = append(h.Notes, wire.NoteRecord{
			Date: s.formatTime(n.At, wire.DetailTimeLayout), CreatorName: n.CreatorName, Detail: n.Detail,
			SubStatus: v.subStatuses[n.SubStatus].Name, SubStatusKey: n.SubStatus, QueueKey: n.QueueKey,
			Disposition: n.Disposition, CallbackTime: s.formatTime(n.Callback, wire.TicketTimeLayout),
		})
	}
	return h
}

// elsewhere returns the address of a page or a file if it has a scheme. This service has neither pages nor files, so
// that a path below its own address would lead nowhere.
func elsewhere(address string) string {
	if scheme, _, whole := strings.Cut(address, ":"); whole && !strings.Contains(scheme, "/") {
		return address
	}
	return ""
}
