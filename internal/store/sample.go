package store

import (
	"context"
	"errors"
	"time"

	"frontdesk/assets/sample"
)

// LoadSample fills an empty desk with the sample as it stands at now and says so; a desk that holds
// anything is left as it is, without an error, so that a program can ask for the sample at every start.
func (s *Store) LoadSample(ctx context.Context, now time.Time) (loaded bool, err error) {
	empty, err := s.IsEmpty(ctx)
	if err != nil || !empty {
		return false, err
	}
	err = s.Load(ctx, SampleDataset(now))
	if errors.Is(err, errNotEmpty) {
		return false, nil
	}
	return err == nil, err
}

// SampleDataset is the desk that a newcomer sees first, as it stands at now in now's location: what sample.Desk writes.
func SampleDataset(now time.Time) Dataset {
	d := sample.Desk(now)
	known := map[int64]Employee{}
	for i := range d.Agents {
		known[d.Agents[i].ID] = sampleEmployee(&d.Agents[i])
	}
	return Dataset{
		SubStatuses: each(d.SubStatuses, func(v *sample.SubStatus) SubStatus { return SubStatus(*v) }),
		Queues:      each(d.Queues, func(q *sample.Queue) Queue { return Queue{Key: q.Key, Name: q.Name} }),
		Categories: each(d.Categories, func(c *sample.Category) Category {
			return Category{ID: c.ID, Name: c.Name, Detail: c.Detail, Parent: c.Parent, Path: c.Path}
		}),
		Articles:  each(d.Articles, sampleArticle),
		Employees: each(d.Agents, func(a *sample.Agent) Agent { return Agent{Employee: sampleEmployee(a), Phone: a.Phone} }),
		Customers: each(d.Customers, func(c *sample.Customer) Customer { return sampleCustomer(c, known) }),
		Sales:     each(d.Orders, sampleSale),
		Tickets:   each(d.Tickets, sampleTicket),
	}
}

// each makes a list of another one.
func each[From, To any](list []From, change func(*From) To) []To {
	made := make([]To, len(list))
	for i := range list {
		made[i] = change(&list[i])
	}
	return made
}

func sampleArticle(a *sample.Article) Article {
	return Article{
		ID: a.ID, CategoryID: a.CategoryID, Title: a.Title, Detail: a.Detail, Type: a.Type,
		CategoryName: a.CategoryName, ParentName: a.ParentCategory,
		Enabled: a.Enabled, Created: seconds(a.Created), Attachment: a.Attachment,
	}
}

func sampleTicket(t *sample.Ticket) Ticket {
	return Ticket{
		TaskID: t.TaskID, TicketID: t.TicketID, Created: seconds(t.Date),
		Title: t.Title, Detail: t.Detail, Type: t.Type, TypeName: t.TypeName, SubStatus: t.SubStatus,
		QueueKey: t.QueueKey, FolderID: t.FolderID, FolderColor: t.FolderColor,
		Priority: t.Priority, PriorityLevel: t.PriorityLevel,
		Email: t.Email, Phone: t.Phone, TicketEmail: t.TicketEmail, CustomerID: t.CustomerID, ContactID: t.ContactID,
		CreatorID: t.CreatorID, CreatorName: t.CreatorName, AssignedID: t.AssignedID, AssignedName: t.AssignedName,
		AssignedEmail: t.AssignedEmail, AssigneeCode: t.AssigneeCode, AssignedPhone: t.AssignedPhone, ClosedByID: t.ClosedByID,
		OrderID: t.OrderID, ERPOrderID: t.ERPOrderID, ProductID: t.ProductID, ProductName: t.ProductName, SKUCode: t.SKUCode,
		PrimarySource: t.PrimarySource, LastSource: t.LastSource,
		Due: seconds(t.Due), LastFollowUp: seconds(t.LastFollowUp), NextFollowUp: seconds(t.NextFollowUp),
		LastTalk: seconds(t.LastConversation), LastTalkID: t.LastConversationID, Talks: t.Conversations,
		TAT: t.TAT, SLA: t.SLA, SLAStatus: t.SLAStatus, FTR: t.FTR, Disposition: t.Disposition,
		Rating: t.Rating, Feedback: t.Feedback, MergedInto: t.MergedTicketID, URL: t.URL,
		Attachments: each(t.Attachments, func(a *sample.Attachment) Attachment { return Attachment(*a) }),
		Unread:      t.Unread, OutOfSLA: t.OutOfSLA, Callback: t.CallBack, Escalated: t.Escalated,
		Additional: t.Additional, Notes: each(t.Notes, sampleNote), ClosedAt: sampleClosed(t),
	}
}

// sampleClosed is when a ticket was closed: with its last note.
func sampleClosed(t *sample.Ticket) int64 {
	if t.Status != "C" || len(t.Notes) == 0 {
		return 0
	}
	return seconds(t.Notes[len(t.Notes)-1].At)
}

func sampleNote(n *sample.Note) Note {
	return Note{
		At: seconds(n.At), CreatorName: n.CreatorName, Detail: n.Detail, SubStatus: n.SubStatus,
		QueueKey: n.QueueKey, Disposition: n.Disposition, Callback: seconds(n.Callback),
	}
}

// seconds is a moment as the store keeps it: seconds since 1970, 0 for none.
func seconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
