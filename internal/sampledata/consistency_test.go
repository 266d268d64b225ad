package sampledata_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/sampledata"
)

// deskIndex looks things up in a sample.
type deskIndex struct {
	sampledata.Data
	now       time.Time
	customers map[int64]*sampledata.Customer
	orders    map[string]*sampledata.Order
	tickets   map[string]*sampledata.Ticket
	status    map[string]sampledata.SubStatus
	agents    map[int64]sampledata.Agent
}

func newDeskIndex(d sampledata.Data, now time.Time) *deskIndex {
	x := &deskIndex{
		Data: d, now: now, customers: map[int64]*sampledata.Customer{}, orders: map[string]*sampledata.Order{},
		tickets: map[string]*sampledata.Ticket{}, status: map[string]sampledata.SubStatus{}, agents: map[int64]sampledata.Agent{},
	}
	for i := range d.Customers {
		x.customers[d.Customers[i].ID] = &d.Customers[i]
	}
	for i := range d.Orders {
		x.orders[d.Orders[i].ERPOrderID] = &d.Orders[i]
	}
	for i := range d.Tickets {
		x.tickets[d.Tickets[i].TicketID] = &d.Tickets[i]
	}
	for _, s := range d.SubStatuses {
		x.status[s.Key] = s
	}
	for _, a := range d.Agents {
		x.agents[a.ID] = a
	}
	return x
}

func TestNoTicketContradictsItself(t *testing.T) {
	atEachTime(t, func(t *testing.T, now time.Time, d sampledata.Data) {
		x := newDeskIndex(d, now)
		if len(x.tickets) != len(d.Tickets) {
			t.Errorf("%d ids for %d tickets", len(x.tickets), len(d.Tickets))
		}
		for i := range d.Tickets {
			ticket := &d.Tickets[i]
			for _, rules := range []map[string]bool{x.state(ticket), x.parties(ticket), x.history(ticket), x.deadlines(ticket)} {
				for rule, kept := range rules {
					if !kept {
						t.Errorf("%s %q: not true that %s", ticket.TicketID, ticket.Title, rule)
					}
				}
			}
		}
	})
}

// state returns the rules about status, callback and end of a ticket.
func (x *deskIndex) state(t *sampledata.Ticket) map[string]bool {
	s, closed := x.status[t.SubStatus], t.SubStatus == "CL"
	_, known := x.tickets[t.MergedTicketID]
	return map[string]bool{
		"the sub-status is known":                   s.Key != "" && s.Name == t.SubStatusName,
		"the status is that of the sub-status":      s.Status == t.Status && s.StatusName == t.StatusName,
		"only open tickets wait for a callback":     !closed || !t.CallBack,
		"a callback has a time, and only that":      t.CallBack == !t.NextFollowUp.IsZero(),
		"only closed tickets are rated":             closed || t.Rating == 0 && t.Feedback == "",
		"only closed tickets know who closed them":  closed == (t.ClosedByID != 0),
		"only closed tickets know the first fix":    closed == (t.FTR != ""),
		"the fix was the first one with one update": t.FTR != "Yes" || len(t.Notes) == 1,
		"only closed tickets are merged":            closed || t.MergedTicketID == "",
		"it is merged into a ticket of the desk":    t.MergedTicketID == "" || known,
		"the disposition is one of the desk's":      slices.Contains(x.Dispositions, t.Disposition),
		"additional info is an object":              json.Unmarshal(t.Additional, &map[string]any{}) == nil,
		"it says something":                         t.Title != "" && t.Detail != "",
		"every name in its texts was filled":        !strings.ContainsAny(t.Title+t.Detail, "{}"),
	}
}

// parties returns the rules about who writes and who answers.
func (x *deskIndex) parties(t *sampledata.Ticket) map[string]bool {
	queue := slices.IndexFunc(x.Queues, func(q sampledata.Queue) bool { return q.Key == t.QueueKey })
	agent := x.agents[t.AssignedID]
	c := x.customers[t.CustomerID]
	if queue < 0 || c == nil {
		return map[string]bool{"queue and customer exist": false}
	}
	o := x.orders[t.ERPOrderID]
	original := x.tickets[t.MergedTicketID]
	return map[string]bool{
		"the folder is the queue's":             x.Queues[queue].FolderID == t.FolderID && x.Queues[queue].Name == t.QueueName,
		"the assignee works on the queue":       t.AssignedID == 0 || slices.Contains(agent.Queues, t.QueueKey),
		"the assignee's name is the agent's":    t.AssignedName == agent.Name && t.AssignedEmail == agent.Email && t.AssigneeCode == agent.Code,
		"the contact is the customer's":         c.Contacts[0].ID == t.ContactID && c.Contacts[0].Email == t.Email,
		"the customer was there before":         c.Created.Before(t.Date),
		"the order is the customer's":           t.ERPOrderID == "" || o != nil && o.CustomerID == t.CustomerID,
		"the order is older than the ticket":    o == nil || o.Created.Before(t.Date) && o.Invoiced.Before(x.now),
		"UPI is paid in India only":             o == nil || o.PaymentMode != "UPI" || c.Country == "India",
		"a call was taken by an agent":          (t.PrimarySource == "Phone") == (t.CreatorID != 0),
		"calls come when the desk is open":      t.PrimarySource != "Phone" || t.Date.Hour() >= 8 && t.Date.Hour() < 20,
		"nobody sends files by phone":           t.PrimarySource != "Phone" || len(t.Attachments) == 0,
		"it is merged into an earlier one":      original == nil || original.CustomerID == t.CustomerID && original.Date.Before(t.Date),
		"an order that was cancelled is a case": o == nil || o.DeliveryStatus != "Cancelled" || strings.HasPrefix(t.Disposition, "Orders|") || strings.HasPrefix(t.Disposition, "General|"),
	}
}

// history returns the rules about a ticket's timeline.
func (x *deskIndex) history(t *sampledata.Ticket) map[string]bool {
	at, lastAgent, ordered := t.Date, time.Time{}, true
	kept := map[string]bool{
		"every update counts":                       t.Conversations == 1+len(t.Notes),
		"an unattended ticket was not worked on":    t.SubStatus != "US" || t.LastFollowUp.IsZero(),
		"an attended ticket has somebody":           t.SubStatus == "US" || t.AssignedID != 0,
		"an update by the customer is unread":       len(t.Notes) == 0 || t.Unread == (t.Notes[len(t.Notes)-1].CreatorID == 0),
		"a ticket without updates is unread":        len(t.Notes) > 0 || t.Unread,
		"it ends with the sub-status of its update": len(t.Notes) == 0 || t.Notes[len(t.Notes)-1].SubStatus == t.SubStatus,
	}
	for i, n := range t.Notes {
		ordered = ordered && n.At.After(at) && !n.At.After(x.now)
		at = n.At
		agent, known := x.agents[n.CreatorID]
		if known {
			lastAgent = n.At
			kept["agents write in queues of theirs: "+n.CreatorName] = slices.Contains(agent.Queues, n.QueueKey)
			kept["agents write in opening hours: "+n.At.String()] = n.At.Hour() >= 8 && n.At.Hour() <= 20
		}
		if !n.Callback.IsZero() {
			kept["callbacks come after the talk: "+n.Detail] = n.Callback.After(n.At)
			kept["only the last callback is still to come: "+n.Detail] = n.Callback.Before(x.now) || i == len(t.Notes)-1
		}
		kept["every name in an update was filled: "+n.Detail] = !strings.ContainsAny(n.Detail, "{}") && n.Detail != ""
	}
	kept["updates follow each other, none after now"] = ordered
	kept["the last conversation is the last update"] = t.LastConversation.Equal(at)
	kept["the last follow-up is the agent's last update"] = t.LastFollowUp.Equal(lastAgent)
	return kept
}

// deadlines returns the rules about time used and time left.
func (x *deskIndex) deadlines(t *sampledata.Ticket) map[string]bool {
	end := x.now
	if t.SubStatus == "CL" {
		end = t.LastConversation
	}
	return map[string]bool{
		"overdue is what ended or goes on after its time": t.OutOfSLA == end.After(t.Due),
		"the words say so":                          t.OutOfSLA == (t.SLAStatus == "Out of SLA"),
		"only open tickets are at risk":             t.SLAStatus != "At Risk" || t.Status == "P",
		"what is at risk has used most of its time": t.SLAStatus != "At Risk" || x.now.Sub(t.Date) >= t.Due.Sub(x.now),
	}
}

func TestNoTwoCustomersWriteTheSame(t *testing.T) {
	atEachTime(t, func(t *testing.T, _ time.Time, d sampledata.Data) {
		details, titles := map[string]string{}, map[string]int{}
		for _, ticket := range d.Tickets {
			if other := details[ticket.Detail]; other != "" {
				t.Errorf("%s repeats %s: %q", ticket.TicketID, other, ticket.Title)
			}
			details[ticket.Detail] = ticket.TicketID
			if titles[ticket.Title]++; titles[ticket.Title] > 3 {
				t.Errorf("the title %q comes %d times", ticket.Title, titles[ticket.Title])
			}
		}
	})
}

func TestNobodyWritesMoreOftenThanPeopleDo(t *testing.T) {
	atEachTime(t, func(t *testing.T, _ time.Time, d sampledata.Data) {
		count := map[int64]int{}
		for _, ticket := range d.Tickets {
			count[ticket.CustomerID]++
		}
		for id, n := range count {
			if n > 7 {
				t.Errorf("customer %d wrote %d tickets in two weeks", id, n)
			}
		}
	})
}
