package wire

import (
	"time"

	"frontdesk/internal/desk"
)

// contactTable is PROTOCOL.md 3.2, in its order but for what an agent looks for first.
var contactTable = newTable([]fieldDecoder[desk.Contact]{
	{"contactPerson", "Name", showText, func(c *desk.Contact, v *value, _ *time.Location) { c.Name = v.line() }},
	{"phoneCountryCode", "Country code", showText, func(c *desk.Contact, v *value, _ *time.Location) { c.CountryCode = v.line() }},
	{"phone", "Phone", showText, func(c *desk.Contact, v *value, _ *time.Location) { c.Phone = v.line() }},
	{"additionalPhone", "Other phone", showText, func(c *desk.Contact, v *value, _ *time.Location) { c.OtherPhone = v.line() }},
	{"email", "E-mail", showText, func(c *desk.Contact, v *value, _ *time.Location) { c.Email = v.line() }},
	{"gender", "Gender", showText, nil},
	{"age", "Age", showNumber, nil},
	{"maritalStatus", "Marital status", showText, nil},
	{"isPrimaryContact", "Primary contact", showBool, func(c *desk.Contact, v *value, _ *time.Location) { c.Primary = v.flag() }},
	{"isActive", "Active", showBool, func(c *desk.Contact, v *value, _ *time.Location) { c.Active = v.text == "" || v.flag() }},
	{"isGuest", "Guest", showBool, nil},
	{"generationDate", "Created", showTime, func(c *desk.Contact, v *value, z *time.Location) { c.Created = v.moment(z) }},
	{"id", "Contact", showNumber, func(c *desk.Contact, v *value, _ *time.Location) { c.ID = v.number() }},
	{"leadId", "Customer", showNumber, func(c *desk.Contact, v *value, _ *time.Location) { c.CustomerID = v.number() }},
	{"parentContactId", "Parent contact", showNumber, nil},
	{"subOfficeId", "Sub-office", showNumber, nil},
	{"enquiryId", "Enquiry", showNumber, nil},
	{"orderId", "Order", showNumber, nil},
	{"cmId", "Account", showNumber, nil},
	{"creatorId", "Creator", showNumber, nil},
	{"isMergeEnable", "May be merged", showBool, nil},
	{"isMobileMasked", "Phone masked", showBool, nil},
	{"isEmailMasked", "E-mail masked", showBool, nil},
	{"showBirthYear", "Birth year shown", showBool, nil},
})
