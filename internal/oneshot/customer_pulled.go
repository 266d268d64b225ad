package oneshot

import (
	"cmp"
	"slices"
	"strconv"

	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// account returns the account id, which pulls of customers and orders require.
func (s *Invocation) account() (int64, error) {
	if s.Account < 1 {
		return 0, exitcode.UsageErrorf("the account id is not configured: set FRONTDESK_CM_ID or cm_id in the configuration")
	}
	return s.Account, nil
}

// printRecords prints the raw records of all days without duplicates. It sorts each day, because the interface does not
// define an order.
func printRecords(s *Invocation, came []customerDay, answers map[string]heard) {
	out, seen := list{screen: &s.Printer}, map[string]bool{}
	for _, day := range came {
		created := map[string]desk.UnixTime{}
		for i := range day.customers {
			created[strconv.FormatInt(day.customers[i].ID, 10)] = day.customers[i].Created
		}
		var all []sortable
		for _, request := range day.requests {
			h := answers[string(request)]
			records, _ := h.op.RawRecords(h.answer) // the client has decoded it before
			for _, record := range records {
				id := wire.RawText(wire.RawMember(record, "id"))
				all = append(all, sortable{record: record, id: id, at: int64(created[id])})
			}
		}
		slices.SortStableFunc(all, func(a, b sortable) int { return cmp.Compare(a.at, b.at) })
		for _, one := range all {
			if one.id == "" || !seen[one.id] {
				out.add(one.record)
			}
			seen[one.id] = true
		}
	}
	out.end()
}

// words prints the customers of all days as one table.
func (p PullCustomers) words(s *Invocation, came []customerDay) {
	var all []desk.Customer
	seen := map[int64]bool{}
	for _, day := range came {
		slices.SortStableFunc(day.customers, func(a, b desk.Customer) int { return cmp.Compare(a.Created, b.Created) })
		for _, c := range day.customers {
			if c.ID == 0 || !seen[c.ID] {
				all = append(all, c)
			}
			seen[c.ID] = true
		}
	}
	if len(all) == 0 {
		s.Notef("no such customers of %s", p.Span)
		return
	}
	table(&s.Printer, customerColumns(s.Zones), all)
}

// customerColumns are the columns of a customer table; the name is last because it may be long.
func customerColumns(zones desk.TimeZones) []column[desk.Customer] {
	return []column[desk.Customer]{
		{head: "Customer", cell: func(c *desk.Customer) string { return number(c.ID) }},
		{head: "Created", cell: func(c *desk.Customer) string { return moment(c.Created, zones) }},
		{head: "Code", cell: func(c *desk.Customer) string { return c.Code.String() }, optional: true},
		{head: "Phone", cell: func(c *desk.Customer) string { return primary(c).Phone.String() }},
		{head: "E-mail", cell: func(c *desk.Customer) string { return primary(c).Email.String() }, optional: true},
		{head: "City", cell: func(c *desk.Customer) string { return c.City.String() }, optional: true},
		{head: "Class", cell: func(c *desk.Customer) string { return c.Classification.String() }, optional: true},
		{head: "Name", cell: func(c *desk.Customer) string { return c.Name.String() }},
	}
}

// number formats an id; 0 becomes an empty string.
func number(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// primary returns a customer's primary contact, or an empty one if there is none.
func primary(c *desk.Customer) *desk.Contact {
	if p := c.PrimaryContact(); p != nil {
		return p
	}
	return &desk.Contact{}
}

// byRequest drains the responses and returns them by request body.
func (a *responseLog) byRequest() map[string]heard {
	all := map[string]heard{}
	for _, h := range a.drain() {
		all[string(h.request)] = h
	}
	return all
}
