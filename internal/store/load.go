package store

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"frontdesk/internal/sampledata"
)

// errNotEmpty reports that a desk was left unchanged because it holds records.
var errNotEmpty = errors.New("the desk is not empty")

// IsEmpty reports whether the desk holds no tickets, customers, articles, categories, employees, queues or
// sub-statuses.
func (s *Store) IsEmpty(ctx context.Context) (bool, error) {
	return isEmpty(s.read.QueryRowContext(ctx, anyRecordQuery))
}

const anyRecordQuery = "SELECT EXISTS (SELECT 1 FROM tickets) OR EXISTS (SELECT 1 FROM customers) OR EXISTS (SELECT 1 FROM sub_statuses)" +
	" OR EXISTS (SELECT 1 FROM queues) OR EXISTS (SELECT 1 FROM employees) OR EXISTS (SELECT 1 FROM articles) OR EXISTS (SELECT 1 FROM categories)"

func isEmpty(r row) (bool, error) {
	var found bool
	err := r.Scan(&found)
	return !found, err
}

// Generation returns how often this Store has loaded or imported data. The vocabulary changes only then, unless
// another process changes the desk.
func (s *Store) Generation() int64 { return s.loads.Load() }

// Load fills an empty desk in one transaction; it returns errNotEmpty and changes nothing when the desk holds
// records. The check runs inside the transaction, since another process may fill the same file.
func (s *Store) Load(ctx context.Context, d Dataset) error {
	defer s.loads.Add(1)
	return s.update(ctx, func(ctx context.Context, tx *transaction) error {
		if err := s.dialect.lockAll(ctx, tx, lockImport); err != nil {
			return err
		}
		if empty, err := isEmpty(tx.QueryRowContext(ctx, anyRecordQuery)); err != nil || !empty {
			return cmp.Or(err, errNotEmpty)
		}
		w := newWriter(ctx, tx)
		for _, v := range d.SubStatuses {
			w.exec("INSERT INTO sub_statuses VALUES (?, ?, ?, ?)", v.Key, v.Name, v.Status, v.StatusName)
		}
		for _, q := range d.Queues {
			w.exec("INSERT INTO queues (key, name, record) VALUES (?, ?, ?)", q.Key, q.Name, w.encode(q))
		}
		for _, c := range d.Categories {
			w.writeCategory(&c)
		}
		for _, a := range d.Articles {
			w.writeArticle(&a)
		}
		for _, e := range d.Employees {
			w.writeAgent(e)
		}
		for _, c := range d.Customers {
			w.writeCustomer(&c)
		}
		for _, s := range d.Sales {
			w.writeEnquiry(&s.Enquiry)
			w.writeOrder(&s.Order, s.Enquiry)
		}
		for _, t := range d.Tickets {
			w.writeTicket(t)
		}
		w.recordAddedIDs() // loaded records have ids already
		return w.err
	})
}

func (w *writer) writeTicket(t Ticket) {
	if w.err == nil {
		w.err = insertTicket(w.ctx, w.tx, t)
	}
	for _, n := range t.Notes {
		if w.err == nil {
			w.err = insertNote(w.ctx, w.tx, t.TaskID, n)
		}
	}
}

// LoadSample fills an empty desk with the sample data as of now and reports whether it did. It leaves a desk that
// holds records unchanged and returns no error, so that a program can call it at every start.
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
