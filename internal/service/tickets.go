package service

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
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
			SubStatus:     desk.NewSubStatus.Key,
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
		return writeCommitted(w, wire.Answer{
			"ticket", s.ticketRecord(t, v, t.AssignedPhone), "Additional_details", objectOrEmpty(t.Additional),
			"due_date", req.DueDate, "title", t.Title, "customer_id", t.CustomerID,
			"ticket_id", t.TicketID, "Ticket Id", t.TicketID, "ticket_url", elsewhere(t.URL),
			"status", wire.StatusSuccess,
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
		return writeCommitted(w, wire.Answer{
			"ticket", s.ticketRecord(t, v, nil), "Additional_details", objectOrEmpty(t.Additional),
			"message", "Ticket updated successfully", "status", wire.StatusSuccess,
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
		queue := t.QueueKey
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
		note := store.Note{
			At: now, CreatorName: author, Detail: req.Comment, SubStatus: t.SubStatus,
			Disposition: req.Disposition, Callback: callback,
		}
		if t.QueueKey != queue {
			note.QueueKey = t.QueueKey
		}
		return note, err
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
				err = out.add(wire.Answer{
					"additional_info", objectOrEmpty(t.Additional), "history", s.historyRecord(t.Notes, v),
					"task_details", s.detailRecord(t, v),
				})
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
			made := s.detailOf(&t, v)
			besides := pulledBesides{Title: t.Title, Additional: objectOrEmpty(t.Additional)}
			return pulledTemplate().record(&t, &made, &besides)
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

var (
	ticketTemplate = newTemplate(wire.TicketRecord, "record", store.Ticket{}, ticketMade{})
	detailTemplate = newTemplate(wire.DetailRecord, "detail", store.Ticket{}, detailMade{})
	pulledTemplate = newTemplate(wire.DetailRecord, "detail", store.Ticket{}, detailMade{}, pulledBesides{})
)

// ticketMade are the members of a ticket record (PROTOCOL.md 3.3) that are not written as they are stored.
type ticketMade struct {
	LastTalk      int64  `record:"lastConversationTime"` // in milliseconds
	Status        string `record:"status"`
	StatusName    string `record:"statusName"`
	SubStatus     string `record:"substatusName"`
	Queue         string `record:"queueName"`
	AssignedPhone any    `record:"assignedToPhone"` // nil in an answer to Update Ticket
	Date          string `record:"date"`
	Due           string `record:"taskEnddate"`
	LastFollowUp  string `record:"lastFollowUp"`
	NextFollowUp  string `record:"nextFollowUp"`
	URL           string `record:"ticketURL"`
}

// ticketRecord converts a ticket to its record (PROTOCOL.md 3.3).
func (s *Service) ticketRecord(t store.Ticket, v *vocabulary, phone any) templateRecord {
	s.computeSLA(&t, v)
	sub := v.subStatuses[t.SubStatus]
	return ticketTemplate().record(&t, &ticketMade{
		LastTalk:      t.LastTalk * 1000,
		Status:        sub.Status,
		StatusName:    sub.StatusName,
		SubStatus:     sub.Name,
		Queue:         v.queues[t.QueueKey],
		AssignedPhone: phone,
		Date:          s.formatTime(t.Created, wire.TicketTimeLayout),
		Due:           s.formatTime(t.Due, wire.TicketTimeLayout),
		LastFollowUp:  s.formatTime(t.LastFollowUp, wire.TicketTimeLayout),
		NextFollowUp:  s.formatTime(t.NextFollowUp, wire.TicketTimeLayout),
		URL:           elsewhere(t.URL),
	})
}

// detailMade are the members of a detail record (PROTOCOL.md 3.4) that are not written as they are stored.
type detailMade struct {
	Date         string        `detail:"date"`
	NextFollowUp string        `detail:"nextFollowUp"`
	LastFollowUp string        `detail:"lastFollowUp"`
	LastTalk     string        `detail:"lastConvesationTime"`
	Due          string        `detail:"taskEnddate"`
	Status       string        `detail:"status"`
	SubStatus    string        `detail:"substatus"`
	Queue        string        `detail:"queueName"`
	Callback     string        `detail:"callBack"`
	URL          string        `detail:"url"`
	Attachments  []wire.Answer `detail:"attachments"`
}

// pulledBesides are the members that a pulled detail record has besides.
type pulledBesides struct {
	Reference  int            `detail:"referenceId"`
	Title      string         `detail:"taskTitle"`
	Additional jsontext.Value `detail:"additional_info"`
}

// detailRecord converts a ticket to its detail record (PROTOCOL.md 3.4).
func (s *Service) detailRecord(t store.Ticket, v *vocabulary) templateRecord {
	made := s.detailOf(&t, v)
	return detailTemplate().record(&t, &made)
}

// detailOf computes the SLA of a ticket, and returns what its detail record has beside what is stored.
func (s *Service) detailOf(t *store.Ticket, v *vocabulary) detailMade {
	s.computeSLA(t, v)
	sub := v.subStatuses[t.SubStatus]
	files := make([]wire.Answer, len(t.Attachments))
	for i, a := range t.Attachments {
		files[i] = wire.Answer{"name", a.Name, "url", elsewhere(a.URL)}
	}
	return detailMade{
		Date:         s.formatTime(t.Created, wire.DetailTimeLayout),
		NextFollowUp: s.formatTime(t.NextFollowUp, wire.DetailTimeLayout),
		LastFollowUp: s.formatTime(t.LastFollowUp, wire.DetailTimeLayout),
		LastTalk:     s.formatTime(t.LastTalk, wire.DetailTimeLayout),
		Due:          s.formatTime(t.Due, wire.DetailTimeLayout),
		Status:       sub.StatusName,
		SubStatus:    sub.Name,
		Queue:        v.queues[t.QueueKey],
		Callback:     yesNo(t.Callback),
		URL:          elsewhere(t.URL),
		Attachments:  files,
	}
}

// historyRecord returns the history of a ticket (PROTOCOL.md 3.8).
func (s *Service) historyRecord(notes []store.Note, v *vocabulary) wire.Answer {
	if len(notes) == 0 {
		return nil
	}
	entries := make([]wire.Answer, len(notes))
	for i, n := range notes {
		entries[i] = wire.Answer{
			"date", s.formatTime(n.At, wire.DetailTimeLayout), "creatorName", n.CreatorName, "detail", n.Detail,
			"substatus", v.subStatuses[n.SubStatus].Name, "substatusKey", n.SubStatus, "queueKey", n.QueueKey,
			"disposition", n.Disposition, "callback_time", s.formatTime(n.Callback, wire.TicketTimeLayout),
		}
	}
	return wire.Answer{"notes", entries}
}

// elsewhere returns the address of a page or a file if it has a scheme. This service has neither pages nor files, so
// that a path below its own address would lead nowhere.
func elsewhere(address string) string {
	if scheme, _, whole := strings.Cut(address, ":"); whole && !strings.Contains(scheme, "/") {
		return address
	}
	return ""
}
