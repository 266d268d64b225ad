package store

import (
	"context"
	"errors"
	"strconv"
	"time"

	"frontdesk/internal/sampledata"
)

// LoadSample fills an empty desk with the sample data as of now and reports whether it did. It leaves a desk that
// holds records unchanged and returns no error, so that a program can call it at every start. It waits while another
// program fills the desk.
func (s *Store) LoadSample(ctx context.Context, now time.Time) (loaded bool, err error) {
	empty, err := s.IsEmpty(ctx)
	if err != nil || !empty {
		return false, err
	}
	sample := SampleDataset(now)
	err = retryOutrun(
		ctx,
		func() error { return s.Load(ctx, sample) },
		func(err error) bool { return errors.Is(err, errLocked) },
	)
	if errors.Is(err, errNotEmpty) {
		return false, nil
	}
	return err == nil, err
}

// SampleDataset returns the sample data of sampledata.Desk as of now, in now's location.
func SampleDataset(now time.Time) Dataset {
	d := sampledata.Desk(now)
	known := map[int64]Employee{}
	for i := range d.Agents {
		known[d.Agents[i].ID] = sampleEmployee(&d.Agents[i])
	}
	return Dataset{
		SubStatuses: convertAll(d.SubStatuses, func(v *sampledata.SubStatus) SubStatus { return SubStatus(*v) }),
		Queues:      convertAll(d.Queues, func(q *sampledata.Queue) Queue { return Queue{Key: q.Key, Name: q.Name} }),
		Categories: convertAll(d.Categories, func(c *sampledata.Category) Category {
			return Category{ID: c.ID, Name: c.Name, Detail: c.Detail, Parent: c.Parent, Path: c.Path}
		}),
		Articles: convertAll(d.Articles, sampleArticle),
		Employees: convertAll(
			d.Agents,
			func(a *sampledata.Agent) Agent { return Agent{Employee: sampleEmployee(a), Phone: a.Phone} },
		),
		Customers: convertAll(d.Customers, func(c *sampledata.Customer) Customer { return sampleCustomer(c, known) }),
		Sales:     convertAll(d.Orders, sampleOrder),
		Tickets:   convertAll(d.Tickets, sampleTicket),
	}
}

// convertAll returns a list with change applied to every element.
func convertAll[From, To any](list []From, change func(*From) To) []To {
	made := make([]To, len(list))
	for i := range list {
		made[i] = change(&list[i])
	}
	return made
}

func sampleArticle(a *sampledata.Article) Article {
	return Article{
		ID: a.ID, CategoryID: a.CategoryID, Title: a.Title, Detail: a.Detail, Type: a.Type,
		CategoryName: a.CategoryName, ParentName: a.ParentCategory,
		Enabled: a.Enabled, Created: unixSeconds(a.Created), Attachment: a.Attachment,
	}
}

func sampleTicket(t *sampledata.Ticket) Ticket {
	return Ticket{
		TaskID:        t.TaskID,
		TicketID:      t.TicketID,
		Created:       unixSeconds(t.Date),
		Title:         t.Title,
		Detail:        t.Detail,
		Type:          t.Type,
		TypeName:      t.TypeName,
		SubStatus:     t.SubStatus,
		QueueKey:      t.QueueKey,
		FolderID:      t.FolderID,
		FolderColor:   t.FolderColor,
		Priority:      t.Priority,
		PriorityLevel: t.PriorityLevel,
		Email:         t.Email,
		Phone:         t.Phone,
		TicketEmail:   t.TicketEmail,
		CustomerID:    t.CustomerID,
		ContactID:     t.ContactID,
		CreatorID:     t.CreatorID,
		CreatorName:   t.CreatorName,
		AssignedID:    t.AssignedID,
		AssignedName:  t.AssignedName,
		AssignedEmail: t.AssignedEmail,
		AssigneeCode:  t.AssigneeCode,
		AssignedPhone: t.AssignedPhone,
		ClosedByID:    t.ClosedByID,
		OrderID:       t.OrderID,
		ERPOrderID:    t.ERPOrderID,
		ProductID:     t.ProductID,
		ProductName:   t.ProductName,
		SKUCode:       t.SKUCode,
		PrimarySource: t.PrimarySource,
		LastSource:    t.LastSource,
		Due:           unixSeconds(t.Due),
		LastFollowUp:  unixSeconds(t.LastFollowUp),
		NextFollowUp:  unixSeconds(t.NextFollowUp),
		LastTalk:      unixSeconds(t.LastConversation),
		LastTalkID:    t.LastConversationID,
		Talks:         t.Conversations,
		TAT:           t.TAT,
		SLA:           t.SLA,
		SLAStatus:     t.SLAStatus,
		FTR:           t.FTR,
		Disposition:   t.Disposition,
		Rating:        t.Rating,
		Feedback:      t.Feedback,
		MergedInto:    t.MergedTicketID,
		URL:           t.URL,
		Attachments:   convertAll(t.Attachments, func(a *sampledata.Attachment) Attachment { return Attachment(*a) }),
		Unread:        t.Unread,
		OutOfSLA:      t.OutOfSLA,
		Callback:      t.CallBack,
		Escalated:     t.Escalated,
		Additional:    t.Additional,
		Notes:         convertAll(t.Notes, sampleNote),
		ClosedAt:      sampleClosedAt(t),
	}
}

// sampleClosedAt returns when a ticket was closed: the time of its last note, 0 if it is open.
func sampleClosedAt(t *sampledata.Ticket) int64 {
	if t.Status != "C" || len(t.Notes) == 0 {
		return 0
	}
	return unixSeconds(t.Notes[len(t.Notes)-1].At)
}

func sampleNote(n *sampledata.Note) Note {
	return Note{
		At: unixSeconds(n.At), CreatorName: n.CreatorName, Detail: n.Detail, SubStatus: n.SubStatus,
		QueueKey: n.QueueKey, Disposition: n.Disposition, Callback: unixSeconds(n.Callback),
	}
}

// unixSeconds returns a time as the store keeps it: seconds since 1970, 0 for the zero time.
func unixSeconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

func sampleEmployee(a *sampledata.Agent) Employee {
	return Employee{ID: a.ID, Code: a.Code, Email: a.Email, Name: a.Name}
}

// sampleCustomer converts a customer; known holds the employees by id.
func sampleCustomer(c *sampledata.Customer, known map[int64]Employee) Customer {
	return Customer{
		ID:              c.ID,
		Created:         unixSeconds(c.Created),
		Modified:        unixSeconds(c.Modified),
		Name:            c.Name,
		Code:            c.Code,
		Website:         c.Website,
		Address:         c.Address,
		City:            c.City,
		State:           c.State,
		Country:         c.Country,
		PinCode:         c.PinCode,
		Latitude:        c.Latitude,
		Longitude:       c.Longitude,
		Type:            c.Type,
		Classification:  c.Classification,
		CurrentStatus:   c.CurrentStatus,
		CompanyStatus:   c.CompanyStatus,
		Zone:            strconv.FormatInt(c.Zone, 10),
		Level:           c.Level,
		Individual:      !c.Organization,
		Organization:    c.Organization,
		ChannelPartner:  c.Partner,
		PrimarySource:   c.PrimarySource,
		SecondarySource: c.SecondarySource,
		Assigned:        known[c.AssignedID],
		CreatorID:       c.CreatorID,
		Remarks:         c.Remarks,
		Feedback:        c.Feedback,
		CreditDays:      c.CreditDays,
		CreditLimit:     c.CreditLimit,
		Outstanding:     c.Outstanding,
		Enquiries:       c.Enquiries,
		Contacts:        convertAll(c.Contacts, sampleContact),
	}
}

func sampleContact(p *sampledata.Contact) Contact {
	return Contact{
		ID:              p.ID,
		Name:            p.Name,
		Gender:          p.Gender,
		Age:             p.Age,
		CountryCode:     p.Country,
		Phone:           p.Phone,
		AdditionalPhone: p.Additional,
		Email:           p.Email,
		MaritalStatus:   p.MaritalStatus,
		Primary:         p.Primary,
		PhoneMasked:     p.PhoneMasked,
		EmailMasked:     p.EmailMasked,
		EnquiryID:       p.EnquiryID,
		OrderID:         p.OrderID,
		Created:         unixSeconds(p.Created),
	}
}

// sampleOrder converts an order and makes the enquiry that it belongs to.
func sampleOrder(o *sampledata.Order) OrderAggregate {
	agent := sampleEmployee(&o.Agent)
	return OrderAggregate{
		Enquiry: Enquiry{ID: o.EnquiryID, CustomerID: o.CustomerID, Assigned: agent},
		Order: Order{
			ID:             o.ID,
			CustomerID:     o.CustomerID,
			EnquiryID:      o.EnquiryID,
			Added:          unixSeconds(o.Created),
			ContactID:      o.ContactID,
			CreatorID:      agent.ID,
			Assigned:       agent,
			CreateDate:     o.Created.Format(time.DateTime),
			CreatedAt:      unixSeconds(o.Created),
			DeliveryStatus: o.DeliveryStatus,
			ERPOrderID:     o.ERPOrderID,
			ERPInvoiceNo:   o.ERPInvoiceNo,
			InvoiceNo:      o.InvoiceNo,
			InvoiceDate:    o.Invoiced.Format(time.DateTime),
			UnitName:       o.Unit,
			BlockName:      o.Block,
			TicketID:       o.TicketID,
			PaymentMode:    o.PaymentMode,
			DealDetails:    o.Deal,
			Remarks:        o.Remarks,
			Associate:      o.Associate(),
		},
	}
}
