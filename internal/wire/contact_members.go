package wire

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
)

// contactTable is interface.md, Contact record, in its order but for what an agent looks for first.
var contactTable = newTable([]member[desk.Contact]{
	{"contactPerson", "Name", words, func(c *desk.Contact, v jsontext.Value, _ *time.Location) { c.Name = line(v) }},
	{"phoneCountryCode", "Country code", words, func(c *desk.Contact, v jsontext.Value, _ *time.Location) { c.CountryCode = line(v) }},
	{"phone", "Phone", words, func(c *desk.Contact, v jsontext.Value, _ *time.Location) { c.Phone = line(v) }},
	{"additionalPhone", "Other phone", words, func(c *desk.Contact, v jsontext.Value, _ *time.Location) { c.OtherPhone = line(v) }},
	{"email", "E-mail", words, func(c *desk.Contact, v jsontext.Value, _ *time.Location) { c.Email = line(v) }},
	{"gender", "Gender", words, nil},
	{"age", "Age", figure, nil},
	{"maritalStatus", "Marital status", words, nil},
	{"isPrimaryContact", "Primary contact", yes, func(c *desk.Contact, v jsontext.Value, _ *time.Location) { c.Primary = flag(v) }},
	{"isActive", "Active", yes, func(c *desk.Contact, v jsontext.Value, _ *time.Location) { c.Active = scalar(v) == "" || flag(v) }},
	{"isGuest", "Guest", yes, nil},
	{"generationDate", "Created", date, func(c *desk.Contact, v jsontext.Value, z *time.Location) { c.Created = moment(v, z) }},
	{"id", "Contact", figure, func(c *desk.Contact, v jsontext.Value, _ *time.Location) { c.ID = number(v) }},
	{"leadId", "Customer", figure, func(c *desk.Contact, v jsontext.Value, _ *time.Location) { c.Customer = number(v) }},
	{"parentContactId", "Parent contact", figure, nil},
	{"subOfficeId", "Sub-office", figure, nil},
	{"enquiryId", "Enquiry", figure, nil},
	{"orderId", "Order", figure, nil},
	{"cmId", "Account", figure, nil},
	{"creatorId", "Creator", figure, nil},
	{"isMergeEnable", "May be merged", yes, nil},
	{"isMobileMasked", "Phone masked", yes, nil},
	{"isEmailMasked", "E-mail masked", yes, nil},
	{"showBirthYear", "Birth year shown", yes, nil},
})
