package wire

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// customerTable is interface.md, Customer record, in its order but for what an agent looks for first.
var customerTable = newTable([]member[desk.Customer]{
	{"name", "Name", words, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Name = line(v) }},
	{"id", "Customer", figure, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.ID = number(v) }},
	{"customerCode", "Code", words, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Code = line(v) }},
	{"customerType", "Type", words, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Type = term(v) }},
	{"classification", "Classification", words, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Classification = term(v) }},
	{"isOrganization", "Organisation", yes, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Organization = flag(v) }},
	{"isChannelPartner", "Channel partner", yes, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.ChannelPartner = flag(v) }},
	{"currentStatus", "Status", words, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Status = term(v) }},
	{"companyStatus", "Company status", words, nil},
	{"website", "Website", words, nil},
	{"address", "Address", words, nil},
	{"city", "City", words, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.City = term(v) }},
	{"state", "State", words, nil},
	{"pinCode", "PIN code", words, nil},
	{"country", "Country", words, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Country = term(v) }},
	{"latitude", "Latitude", words, nil},
	{"longitude", "Longitude", words, nil},
	{"generationDate", "Created", date, func(c *desk.Customer, v jsontext.Value, z *time.Location) { c.Created = moment(v, z) }},
	{"lastModificationTime", "Changed", date, func(c *desk.Customer, v jsontext.Value, z *time.Location) { c.Modified = moment(v, z) }},
	{"remarks", "Remarks", words, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Remarks = text.CleanBlock(scalar(v)) }},
	{"crossRemarks", "Cross remarks", words, nil},
	{"feedbackOnCustomer", "Feedback", words, nil},
	{"assignedToId", "Assigned to", figure, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.AssignedTo = number(v) }},
	{"zone", "Zone", figure, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Zone = number(v) }},
	{"salesAdminZone", "Sales zone", figure, nil},
	{"customerLevel", "Level", figure, nil},
	{"totalNoOfEnquiries", "Enquiries", figure, nil},
	{"maxCreditAmt", "Credit limit", figure, nil},
	{"maxCreditPeriod", "Credit period", figure, nil},
	{"outStandingAmount", "Outstanding", figure, nil},
	{"cmId", "Account", figure, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Account = number(v) }},
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
	{"deleted", "Deleted", yes, func(c *desk.Customer, v jsontext.Value, _ *time.Location) { c.Deleted = flag(v) }},
	{"isExistingCustomer", "Existing customer", yes, nil},
	{"isExistingContact", "Existing contact", yes, nil},
	{"syncStatus", "Synced", yes, nil},
	{"isApi", "Made by API", yes, nil},
})
