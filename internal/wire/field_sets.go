package wire

import (
	"cmp"
	_ "embed" // for the fields
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/table"
)

//go:embed fields.txt
var fieldsFile string

var fieldRows = table.Read(fieldsFile, 3)

// shownField is a member of a record with its label and how it is shown, a key of showFuncs.
type shownField struct{ name, label, show string }

// requestSections are the sections of requests whose fields a record returns, by the record's section of fields.txt.
var requestSections = map[string][]schema.Section{
	"customer": {schema.Customer}, "contact": {schema.Contact}, "order": {schema.Order},
	"ticket": {schema.TicketUpdate, schema.NewTicket},
}

// readFields reads a section of fields.txt. A member that a request sets has the label of the form's field, so that an
// agent reads one name for one thing.
func readFields(section string) []shownField {
	labels := formLabels(section)
	var all []shownField
	for _, row := range fieldRows {
		if row.Section == section {
			all = append(all, shownField{row.Cells[0], cmp.Or(row.Cells[1], labels[row.Cells[0]]), row.Cells[2]})
		}
	}
	return all
}

// formLabels returns the labels in forms of the members of a record that requests set.
func formLabels(section string) map[string]string {
	labels := map[string]string{}
	for _, s := range requestSections[section] {
		for _, f := range s.Fields {
			if f.Record != "" {
				labels[f.Record] = f.Label
			}
		}
	}
	return labels
}

// blockTitles returns the labels in forms of the blocks of pairs that requests set. Records return such a block under
// the same name.
func blockTitles(section string) map[string]safetext.Line {
	titles := map[string]safetext.Line{}
	for _, s := range requestSections[section] {
		for _, f := range s.Fields {
			if f.Kind == schema.Pairs {
				titles[f.Key] = safetext.LineFromText(f.Label)
			}
		}
	}
	return titles
}

// Label returns the label of a member of a record: a customer, contact, order or ticket. Tables and texts look it up,
// so that it is written once.
func Label(record, member string) string {
	label := recordLabels[record][member]
	if label == "" {
		panic("fields.txt: no member of " + record + " is called " + member)
	}
	return label
}

// recordLabels holds the labels of all members by record and name.
var recordLabels = func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, row := range fieldRows {
		if all[row.Section] != nil {
			continue
		}
		all[row.Section] = map[string]string{}
		for _, f := range readFields(row.Section) {
			all[row.Section][f.name] = f.label
		}
	}
	return all
}()

// showFuncs are the ways to show a value.
var showFuncs = map[string]func(*value, *time.Location) safetext.Block{
	"text": showText, "number": showNumber, "flag": showBool, "time": showTime, "date": showDate, "hidden": showNothing,
}

// contactTable describes the contact record (PROTOCOL.md 3.2).
var contactTable = newTable("contact", map[string]fieldSetter[desk.Contact]{
	"contactPerson":    func(c *desk.Contact, v *value, _ *time.Location) { c.Name = v.line() },
	"phoneCountryCode": func(c *desk.Contact, v *value, _ *time.Location) { c.CountryCode = v.line() },
	"phone":            func(c *desk.Contact, v *value, _ *time.Location) { c.Phone = v.line() },
	"additionalPhone":  func(c *desk.Contact, v *value, _ *time.Location) { c.OtherPhone = v.line() },
	"email":            func(c *desk.Contact, v *value, _ *time.Location) { c.Email = v.line() },
	"isPrimaryContact": func(c *desk.Contact, v *value, _ *time.Location) { c.Primary = v.flag() },
	"isActive":         func(c *desk.Contact, v *value, _ *time.Location) { c.Active = v.text == "" || v.flag() },
	"generationDate":   func(c *desk.Contact, v *value, z *time.Location) { c.Created = v.time(z) },
	"id":               func(c *desk.Contact, v *value, _ *time.Location) { c.ID = v.number() },
	"leadId":           func(c *desk.Contact, v *value, _ *time.Location) { c.CustomerID = v.number() },
})

// customerTable describes the customer record (PROTOCOL.md 3.1).
var customerTable = newTable("customer", map[string]fieldSetter[desk.Customer]{
	"name":                 func(c *desk.Customer, v *value, _ *time.Location) { c.Name = v.line() },
	"id":                   func(c *desk.Customer, v *value, _ *time.Location) { c.ID = v.number() },
	"customerCode":         func(c *desk.Customer, v *value, _ *time.Location) { c.Code = v.line() },
	"customerType":         func(c *desk.Customer, v *value, _ *time.Location) { c.Type = v.internedLine() },
	"classification":       func(c *desk.Customer, v *value, _ *time.Location) { c.Classification = v.internedLine() },
	"isOrganization":       func(c *desk.Customer, v *value, _ *time.Location) { c.Organization = v.flag() },
	"isChannelPartner":     func(c *desk.Customer, v *value, _ *time.Location) { c.ChannelPartner = v.flag() },
	"currentStatus":        func(c *desk.Customer, v *value, _ *time.Location) { c.Status = v.internedLine() },
	"generationDate":       func(c *desk.Customer, v *value, z *time.Location) { c.Created = v.time(z) },
	"lastModificationTime": func(c *desk.Customer, v *value, z *time.Location) { c.Modified = v.time(z) },
	"remarks":              func(c *desk.Customer, v *value, _ *time.Location) { c.Remarks = safetext.BlockFromHTML(v.text) },
	"assignedToId":         func(c *desk.Customer, v *value, _ *time.Location) { c.AssignedTo = v.number() },
	"zone":                 func(c *desk.Customer, v *value, _ *time.Location) { c.Zone = v.number() },
	"cmId":                 func(c *desk.Customer, v *value, _ *time.Location) { c.AccountID = v.number() },
	"deleted":              func(c *desk.Customer, v *value, _ *time.Location) { c.Deleted = v.flag() },
})
