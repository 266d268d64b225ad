package wire

import (
	"time"

	"frontdesk/internal/desk"
)

// contactTable is PROTOCOL.md 3.2, in its order but for what an agent looks for first.
var contactTable = newTable([]member[desk.Contact]{
	{"contactPerson", "Name", words, func(c *desk.Contact, v *value, _ *time.Location) { c.Name = v.line() }},
	{"phoneCountryCode", "Country code", words, func(c *desk.Contact, v *value, _ *time.Location) { c.CountryCode = v.line() }},
	{"phone", "Phone", words, func(c *desk.Contact, v *value, _ *time.Location) { c.Phone = v.line() }},
	{"additionalPhone", "Other phone", words, func(c *desk.Contact, v *value, _ *time.Location) { c.OtherPhone = v.line() }},
	{"email", "E-mail", words, func(c *desk.Contact, v *value, _ *time.Location) { c.Email = v.line() }},
	{"gender", "Gender", words, nil},
	{"age", "Age", figure, nil},
	{"maritalStatus", "Marital status", words, nil},
	{"isPrimaryContact", "Primary contact", yes, func(c *desk.Contact, v *value, _ *time.Location) { c.Primary = v.flag() }},
	{"isActive", "Active", yes, func(c *desk.Contact, v *value, _ *time.Location) { c.Active = v.text == "" || v.flag() }},
	{"isGuest", "Guest", yes, nil},
	{"generationDate", "Created", date, func(c *desk.Contact, v *value, z *time.Location) { c.Created = v.moment(z) }},
	{"id", "Contact", figure, func(c *desk.Contact, v *value, _ *time.Location) { c.ID = v.number() }},
	{"leadId", "Customer", figure, func(c *desk.Contact, v *value, _ *time.Location) { c.Customer = v.number() }},
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
