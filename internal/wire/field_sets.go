package wire

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// contactTable holds the fields of PROTOCOL.md 3.2 in its order, except that the most important ones come first.
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

// customerTable holds the fields of PROTOCOL.md 3.1 in its order, except that the most important ones come first.
var customerTable = newTable([]fieldDecoder[desk.Customer]{
	{"name", "Name", showText, func(c *desk.Customer, v *value, _ *time.Location) { c.Name = v.line() }},
	{"id", "Customer", showNumber, func(c *desk.Customer, v *value, _ *time.Location) { c.ID = v.number() }},
	{"customerCode", "Code", showText, func(c *desk.Customer, v *value, _ *time.Location) { c.Code = v.line() }},
	{"customerType", "Type", showText, func(c *desk.Customer, v *value, _ *time.Location) { c.Type = v.term() }},
	{"classification", "Classification", showText, func(c *desk.Customer, v *value, _ *time.Location) { c.Classification = v.term() }},
	{"isOrganization", "Organisation", showBool, func(c *desk.Customer, v *value, _ *time.Location) { c.Organization = v.flag() }},
	{"isChannelPartner", "Channel partner", showBool, func(c *desk.Customer, v *value, _ *time.Location) { c.ChannelPartner = v.flag() }},
	{"currentStatus", "Status", showText, func(c *desk.Customer, v *value, _ *time.Location) { c.Status = v.term() }},
	{"companyStatus", "Company status", showText, nil},
	{"website", "Website", showText, nil},
	{"address", "Address", showText, nil},
	{"city", "City", showText, func(c *desk.Customer, v *value, _ *time.Location) { c.City = v.term() }},
	{"state", "State", showText, nil},
	{"pinCode", "PIN code", showText, nil},
	{"country", "Country", showText, func(c *desk.Customer, v *value, _ *time.Location) { c.Country = v.term() }},
	{"latitude", "Latitude", showText, nil},
	{"longitude", "Longitude", showText, nil},
	{"generationDate", "Created", showTime, func(c *desk.Customer, v *value, z *time.Location) { c.Created = v.moment(z) }},
	{"lastModificationTime", "Changed", showTime, func(c *desk.Customer, v *value, z *time.Location) { c.Modified = v.moment(z) }},
	{"remarks", "Remarks", showText, func(c *desk.Customer, v *value, _ *time.Location) { c.Remarks = safetext.BlockFromHTML(v.text) }},
	{"crossRemarks", "Cross remarks", showText, nil},
	{"feedbackOnCustomer", "Feedback", showText, nil},
	{"assignedToId", "Assigned to", showNumber, func(c *desk.Customer, v *value, _ *time.Location) { c.AssignedTo = v.number() }},
	{"zone", "Zone", showNumber, func(c *desk.Customer, v *value, _ *time.Location) { c.Zone = v.number() }},
	{"salesAdminZone", "Sales zone", showNumber, nil},
	{"customerLevel", "Level", showNumber, nil},
	{"totalNoOfEnquiries", "Enquiries", showNumber, nil},
	{"maxCreditAmt", "Credit limit", showNumber, nil},
	{"maxCreditPeriod", "Credit period", showNumber, nil},
	{"outStandingAmount", "Outstanding", showNumber, nil},
	{"cmId", "Account", showNumber, func(c *desk.Customer, v *value, _ *time.Location) { c.AccountID = v.number() }},
	{"creatorId", "Creator", showNumber, nil},
	{"channelPartnerId", "Channel partner id", showNumber, nil},
	{"channelPartnerEmpId", "Channel partner's employee", showNumber, nil},
	{"companyParentId", "Parent company", showNumber, nil},
	{"ratePlanId", "Rate plan", showNumber, nil},
	{"campaignId", "Campaign", showNumber, nil},
	{"campaignItemId", "Campaign item", showNumber, nil},
	{"campaignActivityId", "Campaign activity", showNumber, nil},
	{"referralId", "Referral", showNumber, nil},
	{"historyEmpId", "Employee in history", showNumber, nil},
	{"syncedStepNumber", "Synced step", showNumber, nil},
	{"imageReferenceId", "Image", showText, nil},
	{"syncdLocationId", "Synced location", showText, nil},
	{"deleted", "Deleted", showBool, func(c *desk.Customer, v *value, _ *time.Location) { c.Deleted = v.flag() }},
	{"isExistingCustomer", "Existing customer", showBool, nil},
	{"isExistingContact", "Existing contact", showBool, nil},
	{"syncStatus", "Synced", showBool, nil},
	{"isApi", "Made by API", showBool, nil},
})

// Values holds the values of a write request as text, by path. The path within an element of a repeated block begins
// with ElementPath. Absent and blank values are not sent.
type Values = map[string]string

// fill sets the fields of a request from values by path. It skips repeated blocks.
func fill(request any, blocks []Record, values Values) error {
	for _, b := range blocks {
		if b.Repeated {
			continue
		}
		into := memberOf(reflect.ValueOf(request).Elem(), b.Path)
		if err := b.fill(into, b.Path, values); err != nil {
			return err
		}
	}
	return nil
}

// fill sets the fields of a block, or of one of its elements, from the values under a path.
func (b Record) fill(into reflect.Value, under string, values Values) error {
	for _, a := range b.Asks {
		value := strings.TrimSpace(values[join(under, a.Key)])
		if value == "" {
			continue
		}
		if err := put(memberOf(into, a.Key), value); err != nil {
			return fmt.Errorf("%s: %w", a.Label, err)
		}
	}
	return nil
}

func put(into reflect.Value, value string) error {
	switch into.Kind() {
	case reflect.Bool:
		into.SetBool(value == "true")
	case reflect.Map:
		pairs, err := parsePairs(value)
		if err != nil {
			return err
		}
		into.Set(reflect.ValueOf(pairs))
	default:
		into.SetString(value)
	}
	return nil
}

// readValues returns the non-empty values of a request by path. It skips repeated blocks.
func readValues(request any, blocks []Record) Values {
	out := Values{}
	for _, b := range blocks {
		if !b.Repeated {
			b.read(memberOf(reflect.ValueOf(request), b.Path), b.Path, out)
		}
	}
	return out
}

func (b Record) read(from reflect.Value, under string, out Values) {
	for _, a := range b.Asks {
		value := ""
		switch member := memberOf(from, a.Key).Interface().(type) {
		case string:
			value = member
		case bool:
			if member {
				value = "true"
			}
		case CustomFields:
			value = ownPairs(member)
		}
		if value != "" {
			out[join(under, a.Key)] = value
		}
	}
}

// memberOf returns the struct field with a JSON name, or the struct itself if name is empty.
func memberOf(v reflect.Value, name string) reflect.Value {
	if name == "" {
		return v
	}
	for i := range v.NumField() {
		if tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); tag == name {
			return v.Field(i)
		}
	}
	panic("no member is called " + name) // a test checks that the descriptions match the requests
}

func join(under, path string) string {
	if under == "" {
		return path
	}
	return under + "." + path
}
