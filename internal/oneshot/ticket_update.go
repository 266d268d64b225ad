package oneshot

import (
	"cmp"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// UpdateTicket changes a ticket (PROTOCOL.md 4.9).
var UpdateTicket = Mutation[wire.UpdateTicketRequest, desk.TicketResult]{
	Op:          wire.UpdateTicket,
	PrintResult: func(s *Invocation, _ wire.UpdateTicketRequest, r desk.TicketResult) { s.receipt(r) },
	Warn: func(s *Invocation, u wire.UpdateTicketRequest, r desk.TicketResult) {
		for _, line := range differences(u, r.Ticket, s.Zones) {
			s.Notef("%s: %s", desk.NewKey(u.TicketID).Display(), line)
		}
	},
	Request: func(u wire.UpdateTicketRequest) submit.Request { return submit.UpdateTicket{UpdateTicketRequest: u} },
	Answer:  ticketAnswer,
	Explain: func(_ *Invocation, u wire.UpdateTicketRequest, found submit.Found) string {
		return explainTicketUpdate(u, found)
	},
	Record: updateRecord,
}

func ticketAnswer(a submit.Answer) desk.TicketResult { return a.Ticket }

// updateRecord returns a ticket in the shape of the response to an update.
func updateRecord(s *Invocation, answer desk.TicketResult, said string) any {
	t := answer.Ticket
	told := updatedTicket{
		ID: t.TaskID, TicketID: t.ID.Raw(), Title: t.Title.String(), SubStatus: t.SubStatus.Key().Raw(), SubStatusName: t.SubStatus.Label(),
		QueueKey: t.Queue.Key().Raw(), QueueName: t.Queue.Label(),
	}
	if !t.Callback.IsZero() {
		told.NextFollowUp = wire.FormatCallbackTime(s.Zones.LocalUnix(t.Callback), s.Zones.Account())
	}
	return ticketUpdated{told, said, wire.StatusSuccess}
}

// ticketUpdated holds the fields of an Update Ticket response that a ticket contains (PROTOCOL.md 4.9).
type ticketUpdated struct {
	Ticket  updatedTicket `json:"ticket"`
	Message string        `json:"message"`
	Status  string        `json:"status"`
}

// updatedTicket is the ticket record in ticketUpdated.
type updatedTicket struct {
	ID            int64  `json:"id"`
	TicketID      string `json:"ticketId"`
	Title         string `json:"taskTitle"`
	SubStatus     string `json:"substatus"`
	SubStatusName string `json:"substatusName"`
	QueueKey      string `json:"queueKey"`
	QueueName     string `json:"queueName"`
	NextFollowUp  string `json:"nextFollowUp"`
}

// differences describes where the response to an update differs from the request: some services parse hours as 12-hour
// ones (PROTOCOL.md 4.9).
func differences(u wire.UpdateTicketRequest, got desk.Ticket, zones desk.TimeZones) []string {
	var all []string
	if key := got.SubStatus.Key(); !key.IsZero() && key.Raw() != u.SubStatus {
		all = append(all, "SUB-STATUS DIFFERS: you asked for "+safetext.LineFromText(u.SubStatus).String()+", the service stored "+got.SubStatus.Label())
	}
	if u.Callback == "" || wire.FormatCallbackTime(zones.LocalUnix(got.Callback), zones.Account()) == u.Callback {
		return all
	}
	asked := safetext.LineFromText(u.Callback).String()
	if at, err := wire.ParseCallbackTime(u.Callback, zones.Account()); err == nil && zones.Differ(at) {
		asked = moment(desk.NewStamp(at), zones)
	}
	return append(all, "CALLBACK DIFFERS: you asked for "+asked+", the service stored "+cmp.Or(moment(got.Callback, zones), "none"))
}

// ownSubStatuses are the sub-status keys that the interface defines (PROTOCOL.md 3.10).
var ownSubStatuses = []string{"P", "PS", "CL", "US"}

// WarnUnknownSubStatus warns before a write about an unknown key. It is no error: the service may know more keys.
func WarnUnknownSubStatus(s *Invocation, key string) {
	known := slices.Contains(ownSubStatuses, key) ||
		slices.ContainsFunc(s.SubStatuses, func(c desk.Code) bool { return c.Key().Raw() == key })
	if !known {
		s.Notef("sub-status %q is not known here; the service decides", safetext.LineFromText(key))
	}
}
