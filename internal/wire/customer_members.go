package wire

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// customerTable is PROTOCOL.md 3.1, in its order but for what an agent looks for first.
var customerTable = newTable([]member[desk.Customer]{
	{"name", "Name", words, func(c *desk.Customer, v *value, _ *time.Location) { c.Name = v.line() }},
	{"id", "Customer", figure, func(c *desk.Customer, v *value, _ *time.Location) { c.ID = v.number() }},
	{"customerCode", "Code", words, func(c *desk.Customer, v *value, _ *time.Location) { c.Code = v.line() }},
	{"customerType", "Type", words, func(c *desk.Customer, v *value, _ *time.Location) { c.Type = v.term() }},
	{"classification", "Classification", words, func(c *desk.Customer, v *value, _ *time.Location) { c.Classification = v.term() }},
	{"isOrganization", "Organisation", yes, func(c *desk.Customer, v *value, _ *time.Location) { c.Organization = v.flag() }},
	{"isChannelPartner", "Channel partner", yes, func(c *desk.Customer, v *value, _ *time.Location) { c.ChannelPartner = v.flag() }},
	{"currentStatus", "Status", words, func(c *desk.Customer, v *value, _ *time.Location) { c.Status = v.term() }},
	{"companyStatus", "Company status", words, nil},
	{"website", "Website", words, nil},
	{"address", "Address", words, nil},
	{"city", "City", words, func(c *desk.Customer, v *value, _ *time.Location) { c.City = v.term() }},
	{"state", "State", words, nil},
	{"pinCode", "PIN code", words, nil},
	{"country", "Country", words, func(c *desk.Customer, v *value, _ *time.Location) { c.Country = v.term() }},
	{"latitude", "Latitude", words, nil},
	{"longitude", "Longitude", words, nil},
	{"generationDate", "Created", date, func(c *desk.Customer, v *value, z *time.Location) { c.Created = v.moment(z) }},
	{"lastModificationTime", "Changed", date, func(c *desk.Customer, v *value, z *time.Location) { c.Modified = v.moment(z) }},
	{"remarks", "Remarks", words, func(c *desk.Customer, v *value, _ *time.Location) { c.Remarks = text.CleanBlock(v.text) }},
	{"crossRemarks", "Cross remarks", words, nil},
	{"feedbackOnCustomer", "Feedback", words, nil},
	{"assignedToId", "Assigned to", figure, func(c *desk.Customer, v *value, _ *time.Location) { c.AssignedTo = v.number() }},
	{"zone", "Zone", figure, func(c *desk.Customer, v *value, _ *time.Location) { c.Zone = v.number() }},
	{"salesAdminZone", "Sales zone", figure, nil},
	{"customerLevel", "Level", figure, nil},
	{"totalNoOfEnquiries", "Enquiries", figure, nil},
	{"maxCreditAmt", "Credit limit", figure, nil},
	{"maxCreditPeriod", "Credit period", figure, nil},
	{"outStandingAmount", "Outstanding", figure, nil},
	{"cmId", "Account", figure, func(c *desk.Customer, v *value, _ *time.Location) { c.Account = v.number() }},
	{"creatorId", "Creator", figure, nil},
	{"channelPartnerId", "Channel partner id", figure, nil},
	{"channelPartnerEmpId", "Channel partner's employee", figure, nil},
	{"companyParentId", "Parent company", figure, nil},
	{"ratePlanId", "Rate plan", figure, nil},
	{"campaignId", "Campaign", figure, nil},
	{"campaignItemId", "Campaign item", figure, nil},
	{"campaignActivityId", "Campaign activity", figure, nil},
	{"referralId", "Referral", figure, nil},
	{"historyEmpId", "Employee in history", figure, nil},
	{"syncedStepNumber", "Synced step", figure, nil},
	{"imageReferenceId", "Image", words, nil},
	{"syncdLocationId", "Synced location", words, nil},
	{"deleted", "Deleted", yes, func(c *desk.Customer, v *value, _ *time.Location) { c.Deleted = v.flag() }},
	{"isExistingCustomer", "Existing customer", yes, nil},
	{"isExistingContact", "Existing contact", yes, nil},
	{"syncStatus", "Synced", yes, nil},
	{"isApi", "Made by API", yes, nil},
})
