package main

import "frontdesk/internal/wire"

// customerMembers are the flags of customer_info (PROTOCOL.md 2.1).
var customerMembers = []member[wire.CustomerInfo]{
	{flag: "name", usage: "the customer's name", into: func(c *wire.CustomerInfo) *string { return &c.Name }},
	{flag: "phone", usage: "the `digits` of the phone number", into: func(c *wire.CustomerInfo) *string { return &c.Phone }},
	{flag: "email", usage: "the e-mail `address`", into: func(c *wire.CustomerInfo) *string { return &c.Email }},
	{flag: "locality", usage: "the part of the town", into: func(c *wire.CustomerInfo) *string { return &c.Locality }},
	{flag: "city", usage: "the town", into: func(c *wire.CustomerInfo) *string { return &c.City }},
	{flag: "state", usage: "the state", into: func(c *wire.CustomerInfo) *string { return &c.State }},
	{flag: "country", usage: "the country", into: func(c *wire.CustomerInfo) *string { return &c.Country }},
	{flag: "address", usage: "street and number; - reads it from standard input", into: func(c *wire.CustomerInfo) *string { return &c.Address }, lines: true},
	{flag: "pincode", usage: "the postal `code`", into: func(c *wire.CustomerInfo) *string { return &c.PINCode }},
	{flag: "type", usage: "the customer's type", into: func(c *wire.CustomerInfo) *string { return &c.Type }},
	{flag: "classification", usage: "the customer's class", into: func(c *wire.CustomerInfo) *string { return &c.Classification }},
	{flag: "code", usage: "the customer's `code` in your own books", into: func(c *wire.CustomerInfo) *string { return &c.Code }},
	{flag: "assign-name", usage: "the `name` of the employee who looks after the customer", into: func(c *wire.CustomerInfo) *string { return &c.AssignName }},
	{flag: "assign-code", usage: "that employee's `code`", into: func(c *wire.CustomerInfo) *string { return &c.AssignCode }},
	{flag: "assign-email", usage: "that employee's `address`", into: func(c *wire.CustomerInfo) *string { return &c.AssignEmail }},
	{flag: "zone", usage: "the sales zone", into: func(c *wire.CustomerInfo) *string { return &c.Zone }},
	{flag: "customer-remarks", usage: "what is to be known of the customer; - reads it from standard input", into: func(c *wire.CustomerInfo) *string { return &c.CustomerRemarks }, lines: true},
	{flag: "remarks", usage: "what is to be said of this change; - reads it from standard input", into: func(c *wire.CustomerInfo) *string { return &c.Remarks }, lines: true},
	{flag: "individual", usage: "the customer is a person", value: func(c *wire.CustomerInfo) *understood { return yes(&c.Individual) }},
	{flag: "organisation", usage: "the customer is an organisation", value: func(c *wire.CustomerInfo) *understood { return yes(&c.Organization) }},
	{flag: "channel-partner", usage: "the customer is a channel partner", value: func(c *wire.CustomerInfo) *understood { return yes(&c.ChannelPartner) }},
	{flag: "primary-source", usage: "where the customer came from", into: func(c *wire.CustomerInfo) *string { return &c.PrimarySource }},
	{flag: "secondary-source", usage: "the same, closer", into: func(c *wire.CustomerInfo) *string { return &c.SecondarySource }},
	{flag: "tertiary-source", usage: "the same, closest", into: func(c *wire.CustomerInfo) *string { return &c.TertiarySource }},
	{flag: "field", usage: "an additional field; may be given several times", value: func(c *wire.CustomerInfo) *understood { return fields(&c.AdditionalFields) }},
	{flag: "associate-field", usage: "an associate field; may be given several times", value: func(c *wire.CustomerInfo) *understood { return fields(&c.AssociateFields) }},
}

// contactMembers are the flags of one element of contact_info.
var contactMembers = []member[wire.ContactInfo]{
	{flag: "id", usage: "the `id` of the contact that is changed; a new one without it", into: func(c *wire.ContactInfo) *string { return &c.ID }},
	{flag: "title", usage: "the contact's title", into: func(c *wire.ContactInfo) *string { return &c.Title }},
	{flag: "first-name", usage: "the contact's first name", into: func(c *wire.ContactInfo) *string { return &c.FirstName }},
	{flag: "last-name", usage: "the contact's last name", into: func(c *wire.ContactInfo) *string { return &c.LastName }},
	{flag: "name", usage: "the contact's whole name", into: func(c *wire.ContactInfo) *string { return &c.Person }},
	{flag: "country-code", usage: "the country `code` of the contact's phone", into: func(c *wire.ContactInfo) *string { return &c.CountryCode }},
	{flag: "phone", usage: "the `digits` of the contact's phone number", into: func(c *wire.ContactInfo) *string { return &c.Phone }},
	{flag: "email", usage: "the contact's e-mail `address`", into: func(c *wire.ContactInfo) *string { return &c.Email }},
	{flag: "other-phone", usage: "the `digits` of another phone number", into: func(c *wire.ContactInfo) *string { return &c.AdditionalPhone }},
	{flag: "birthday", usage: "the contact's date of birth, as the account writes it", into: func(c *wire.ContactInfo) *string { return &c.DOB }},
	{flag: "gender", usage: "the contact's gender", into: func(c *wire.ContactInfo) *string { return &c.Gender }},
	{flag: "match", usage: "change the contact that has the phone or e-mail already", value: func(c *wire.ContactInfo) *understood { return yes(&c.MatchEmailPhone) }},
}

// enquiryMembers are the flags of enquiry_info.
var enquiryMembers = []member[wire.EnquiryInfo]{
	{flag: "id", usage: "the `id` of the enquiry that is changed; a new one without it", into: func(e *wire.EnquiryInfo) *string { return &e.ID }},
	{flag: "assign-name", usage: "the `name` of the employee who answers the enquiry", into: func(e *wire.EnquiryInfo) *string { return &e.AssignName }},
	{flag: "assign-code", usage: "that employee's `code`", into: func(e *wire.EnquiryInfo) *string { return &e.AssignCode }},
	{flag: "assign-email", usage: "that employee's `address`", into: func(e *wire.EnquiryInfo) *string { return &e.AssignEmail }},
	{flag: "round-robin", usage: "the `key` of those among whom enquiries go round", into: func(e *wire.EnquiryInfo) *string { return &e.RoundRobinKey }},
	{flag: "follow-up", usage: "the next follow-up, as the account writes dates", into: func(e *wire.EnquiryInfo) *string { return &e.NextFollowUpDate }},
	{flag: "action", usage: "the enquiry's action", into: func(e *wire.EnquiryInfo) *string { return &e.Action }},
	{flag: "sub-status", usage: "the enquiry's sub-status", into: func(e *wire.EnquiryInfo) *string { return &e.SubStatus }},
	{flag: "remarks", usage: "what is to be said of the enquiry; - reads it from standard input", into: func(e *wire.EnquiryInfo) *string { return &e.Remarks }, lines: true},
	{flag: "field", usage: "an additional field of the enquiry", value: func(e *wire.EnquiryInfo) *understood { return fields(&e.AdditionalFields) }},
	{flag: "associate-field", usage: "an associate field of the enquiry", value: func(e *wire.EnquiryInfo) *understood { return fields(&e.AssociateFields) }},
}
