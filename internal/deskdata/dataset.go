package deskdata

import (
	"cmp"
	gocontext "context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/assets"
	"frontdesk/internal/store"
)

// LoadSample fills an empty desk with the sample as of now, in now's location, and reports whether it did. A desk that
// holds records stays as it is.
func LoadSample(ctx gocontext.Context, desk *store.Store, now time.Time) (loaded bool, err error) {
	return desk.LoadIfEmpty(ctx, func() (store.Dataset, error) { return ReadDataset(assets.Sample(), now) })
}

// ReadDataset reads a whole new desk from files, in which every record has its number and its time of creation. It
// resolves names, but trusts the rest: Import is for files that nobody has checked.
func ReadDataset(files fs.FS, now time.Time) (store.Dataset, error) {
	r, err := newDatasetReader(files, now)
	if err != nil {
		return store.Dataset{}, err
	}
	err = cmp.Or(
		readRecords(r, subStatuses, appendTo(&r.desk.SubStatuses)),
		readRecords(r, employees, r.agent),
		readRecords(r, queues, appendTo(&r.desk.Queues)),
		readRecords(r, categories, r.category),
		readRecords(r, articles, r.article),
		readRecords(r, customers, r.customer),
		readRecords(r, contacts, r.contact),
		readRecords(r, enquiries, r.enquiry),
		readRecords(r, orders, r.order),
		readRecords(r, tickets, r.ticket),
		readRecords(r, history, r.note),
	)
	if err == nil && r.faults.count() > 0 {
		err = errors.New(r.faults.List[0].String())
	}
	return r.desk, err
}

// datasetReader reads a desk's files into records.
type datasetReader struct {
	context
	set       *fileSet
	faults    *Faults
	desk      store.Dataset
	employees map[string]store.Agent // by each of their keys
	folders   map[string]store.Category
	enquiries map[int64]store.Enquiry
	customers map[int64]int  // places in desk.Customers
	tickets   map[string]int // and in desk.Tickets
}

func newDatasetReader(files fs.FS, now time.Time) (*datasetReader, error) {
	r := &datasetReader{
		set:       newFileSet(files.Open),
		faults:    &Faults{},
		employees: map[string]store.Agent{},
		folders:   map[string]store.Category{},
		enquiries: map[int64]store.Enquiry{},
		customers: map[int64]int{},
		tickets:   map[string]int{},
	}
	r.context = context{now: now, resolver: r}
	err := fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return r.set.add(file, file, r.faults)
	})
	r.set.addFolders()
	for _, kind := range []string{dispositions.name, slaRules.name} {
		if len(r.set.entries[kind])+len(r.set.tables[kind]) > 0 {
			err = errors.Join(err, fmt.Errorf("a new desk is read without its [[%s]]", kind))
		}
	}
	return r, err
}

// readRecords reads all records of a kind.
func readRecords[T any](r *datasetReader, d definition[T], add func(*T) error) error {
	return r.set.each(d.name, r.faults, func(e *entry) error {
		e.values = slices.DeleteFunc(e.values, func(v value) bool { return v.text == "" }) // nothing to clear
		var record T
		err := d.read(e, &record, &r.context)
		if err == nil {
			err = add(&record)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", e.file, e.line, err)
		}
		return nil
	})
}

func (r *datasetReader) checkReference(string, string) error { return nil } // Import checks it

func (r *datasetReader) employee(key string) (store.Agent, error) {
	a, known := r.employees[key]
	if !known {
		return a, fmt.Errorf("%q is not an employee", key)
	}
	return a, nil
}

// appendTo returns a function that adds a record to a list.
func appendTo[T any](list *[]T) func(*T) error {
	return func(record *T) error {
		*list = append(*list, *record)
		return nil
	}
}

func (r *datasetReader) agent(a *store.Agent) error {
	for _, key := range []string{a.Name, a.Email, a.Code} {
		r.employees[key] = *a
	}
	r.desk.Employees = append(r.desk.Employees, *a)
	return nil
}

func (r *datasetReader) category(c *store.Category) error {
	c.SetParent(r.folders[path.Dir(c.Folder)])
	r.folders[c.Folder] = *c
	r.desk.Categories = append(r.desk.Categories, *c)
	return nil
}

func (r *datasetReader) article(a *article) error {
	a.SetCategory(r.folders[a.folder])
	r.desk.Articles = append(r.desk.Articles, a.Article)
	return nil
}

func (r *datasetReader) customer(c *store.Customer) error {
	r.customers[c.ID] = len(r.desk.Customers)
	r.desk.Customers = append(r.desk.Customers, *c)
	return nil
}

func (r *datasetReader) contact(p *contact) error {
	at, known := r.customers[p.Customer]
	if !known {
		return fmt.Errorf("there is no customer %d", p.Customer)
	}
	c := &r.desk.Customers[at]
	c.Contacts = append(c.Contacts, p.Contact)
	return nil
}

func (r *datasetReader) enquiry(e *store.Enquiry) error {
	r.enquiries[e.ID] = *e
	return nil
}

func (r *datasetReader) order(o *order) error {
	e, known := r.enquiries[o.EnquiryID]
	if !known {
		return fmt.Errorf("there is no enquiry %d", o.EnquiryID)
	}
	r.desk.Sales = append(r.desk.Sales, store.OrderAggregate{Order: o.Order, Enquiry: e})
	return nil
}

func (r *datasetReader) ticket(t *ticket) error {
	r.tickets[t.TicketID] = len(r.desk.Tickets)
	r.desk.Tickets = append(r.desk.Tickets, t.Ticket)
	return nil
}

func (r *datasetReader) note(n *note) error {
	at, known := r.tickets[n.Ticket]
	if !known {
		return fmt.Errorf("there is no ticket %s", n.Ticket)
	}
	t := &r.desk.Tickets[at]
	t.Notes = append(t.Notes, n.Note)
	return nil
}

// A relative time makes a desk that never ages. It counts from the moment at which it is read:
//
//	-95m, +1d 4h    so long before or after that moment
//	-3d 14:05       so many days before or after that day, at that time of the account's zone
//
// Days of the first form have 24 hours. The second has no today, because 14:05 may be past or still to come.

// isRelative reports whether a text is meant as a relative time: no other one begins with a sign.
func isRelative(text string) bool {
	return len(text) > 1 && (text[0] == '-' || text[0] == '+') && text[1] >= '0' && text[1] <= '9'
}

const notRelative = "%q is not a relative time such as -95m, +1d 4h, -3d 14:05 or +2d 10:00"

// parseRelative returns the time that a relative one means at now, in now's zone.
func parseRelative(text string, now time.Time) (time.Time, error) {
	sign := 1
	if text[0] == '-' {
		sign = -1
	}
	amount, clock, hasClock := strings.Cut(text[1:], " ")
	if !hasClock || !strings.Contains(clock, ":") {
		seconds, err := parseDuration(text[1:])
		if err != nil {
			return now, fmt.Errorf(notRelative, text)
		}
		return now.Add(time.Duration(sign) * time.Duration(seconds) * time.Second), nil
	}
	days, err := strconv.Atoi(strings.TrimSuffix(amount, "d"))
	at, err1 := time.Parse("15:04", strings.TrimSpace(clock))
	if !strings.HasSuffix(amount, "d") || errors.Join(err, err1) != nil || days > maxDays {
		return now, fmt.Errorf(notRelative, text)
	}
	if days == 0 {
		return now, fmt.Errorf("%q may be before or after now; write today's times such as -95m or +2h", text)
	}
	return time.Date(now.Year(), now.Month(), now.Day()+sign*days, at.Hour(), at.Minute(), 0, 0, now.Location()), nil
}

// parsePast parses the time of what has happened, which a relative time cannot put into the future.
func parsePast(text string, c *context) (int64, error) {
	at, err := parseTime(text, c)
	if trimmed := strings.TrimSpace(text); err == nil && isRelative(trimmed) && trimmed[0] == '+' {
		err = fmt.Errorf("%q is in the future, but it says what has happened", text)
	}
	return at, err
}

// parseDate returns a date that requests write in any format, and a relative one as date and time.
func parseDate(text string, c *context) (string, error) {
	if trimmed := strings.TrimSpace(text); isRelative(trimmed) {
		at, err := parseRelative(trimmed, c.now)
		return at.Format(time.DateTime), err
	}
	return text, checkText(text)
}
