package wire

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// customerTable is PROTOCOL.md 3.1, in its order but for what an agent looks for first.
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
