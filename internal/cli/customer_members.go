package cli

import "frontdesk/internal/wire"

// customerMembers are the flags of customer_info (PROTOCOL.md 2.1).
var customerMembers = []requestFlag[wire.CustomerInfo]{
	{flag: "name", usage: "the customer's name", field: func(c *wire.CustomerInfo) *string { return &c.Name }},
	{flag: "phone", usage: "the `digits` of the phone number", field: func(c *wire.CustomerInfo) *string { return &c.Phone }},
	{flag: "email", usage: "the e-mail `address`", field: func(c *wire.CustomerInfo) *string { return &c.Email }},
	{flag: "locality", usage: "the part of the town", field: func(c *wire.CustomerInfo) *string { return &c.Locality }},
	{flag: "city", usage: "the town", field: func(c *wire.CustomerInfo) *string { return &c.City }},
	{flag: "state", usage: "the state", field: func(c *wire.CustomerInfo) *string { return &c.State }},
	{flag: "country", usage: "the country", field: func(c *wire.CustomerInfo) *string { return &c.Country }},
	{flag: "address", usage: "street and number; - reads it from standard input", field: func(c *wire.CustomerInfo) *string { return &c.Address }, stdin: true},
	{flag: "pincode", usage: "the postal `code`", field: func(c *wire.CustomerInfo) *string { return &c.PINCode }},
	{flag: "type", usage: "the customer's type", field: func(c *wire.CustomerInfo) *string { return &c.Type }},
	{flag: "classification", usage: "the customer's class", field: func(c *wire.CustomerInfo) *string { return &c.Classification }},
	{flag: "code", usage: "the customer's `code` in your own books", field: func(c *wire.CustomerInfo) *string { return &c.Code }},
	{flag: "assign-name", usage: "the `name` of the employee who looks after the customer", field: func(c *wire.CustomerInfo) *string { return &c.AssignName }},
	{flag: "assign-code", usage: "that employee's `code`", field: func(c *wire.CustomerInfo) *string { return &c.AssignCode }},
	{flag: "assign-email", usage: "that employee's `address`", field: func(c *wire.CustomerInfo) *string { return &c.AssignEmail }},
	{flag: "zone", usage: "the sales zone", field: func(c *wire.CustomerInfo) *string { return &c.Zone }},
	{flag: "customer-remarks", usage: "what is to be known of the customer; - reads it from standard input", field: func(c *wire.CustomerInfo) *string { return &c.CustomerRemarks }, stdin: true},
	{flag: "remarks", usage: "what is to be said of this change; - reads it from standard input", field: func(c *wire.CustomerInfo) *string { return &c.Remarks }, stdin: true},
	{flag: "individual", usage: "the customer is a person", value: func(c *wire.CustomerInfo) *flagValue { return boolFlag(&c.Individual) }},
	{flag: "organisation", usage: "the customer is an organisation", value: func(c *wire.CustomerInfo) *flagValue { return boolFlag(&c.Organization) }},
	{flag: "channel-partner", usage: "the customer is a channel partner", value: func(c *wire.CustomerInfo) *flagValue { return boolFlag(&c.ChannelPartner) }},
	{flag: "primary-source", usage: "where the customer came from", field: func(c *wire.CustomerInfo) *string { return &c.PrimarySource }},
	{flag: "secondary-source", usage: "the same, closer", field: func(c *wire.CustomerInfo) *string { return &c.SecondarySource }},
	{flag: "tertiary-source", usage: "the same, closest", field: func(c *wire.CustomerInfo) *string { return &c.TertiarySource }},
	{flag: "field", usage: "an additional field; may be given several times", value: func(c *wire.CustomerInfo) *flagValue { return pairFlag(&c.AdditionalFields) }},
	{flag: "associate-field", usage: "an associate field; may be given several times", value: func(c *wire.CustomerInfo) *flagValue { return pairFlag(&c.AssociateFields) }},
}

// contactMembers are the flags of contact_info (PROTOCOL.md 2.2).
var contactMembers = []requestFlag[wire.ContactInfo]{
	{flag: "id", usage: "the `id` of the contact that is changed; a new one without it", field: func(c *wire.ContactInfo) *string { return &c.ID }},
	{flag: "title", usage: "the contact's title", field: func(c *wire.ContactInfo) *string { return &c.Title }},
	{flag: "first-name", usage: "the contact's first name", field: func(c *wire.ContactInfo) *string { return &c.FirstName }},
	{flag: "last-name", usage: "the contact's last name", field: func(c *wire.ContactInfo) *string { return &c.LastName }},
	{flag: "name", usage: "the contact's whole name", field: func(c *wire.ContactInfo) *string { return &c.Person }},
	{flag: "country-code", usage: "the country `code` of the contact's phone", field: func(c *wire.ContactInfo) *string { return &c.CountryCode }},
	{flag: "phone", usage: "the `digits` of the contact's phone number", field: func(c *wire.ContactInfo) *string { return &c.Phone }},
	{flag: "email", usage: "the contact's e-mail `address`", field: func(c *wire.ContactInfo) *string { return &c.Email }},
	{flag: "other-phone", usage: "the `digits` of another phone number", field: func(c *wire.ContactInfo) *string { return &c.AdditionalPhone }},
	{flag: "birthday", usage: "the contact's date of birth, as the account writes it", field: func(c *wire.ContactInfo) *string { return &c.DOB }},
	{flag: "gender", usage: "the contact's gender", field: func(c *wire.ContactInfo) *string { return &c.Gender }},
	{flag: "match", usage: "change the contact that has the phone or e-mail already", value: func(c *wire.ContactInfo) *flagValue { return boolFlag(&c.MatchEmailPhone) }},
}

// enquiryMembers are the flags of enquiry_info (PROTOCOL.md 2.3).
var enquiryMembers = []requestFlag[wire.EnquiryInfo]{
	{flag: "id", usage: "the `id` of the enquiry that is changed; a new one without it", field: func(e *wire.EnquiryInfo) *string { return &e.ID }},
	{flag: "assign-name", usage: "the `name` of the employee who answers the enquiry", field: func(e *wire.EnquiryInfo) *string { return &e.AssignName }},
	{flag: "assign-code", usage: "that employee's `code`", field: func(e *wire.EnquiryInfo) *string { return &e.AssignCode }},
	{flag: "assign-email", usage: "that employee's `address`", field: func(e *wire.EnquiryInfo) *string { return &e.AssignEmail }},
	{flag: "round-robin", usage: "the `key` of those among whom enquiries go round", field: func(e *wire.EnquiryInfo) *string { return &e.RoundRobinKey }},
	{flag: "follow-up", usage: "the next follow-up, as the account writes dates", field: func(e *wire.EnquiryInfo) *string { return &e.NextFollowUpDate }},
	{flag: "action", usage: "the enquiry's action", field: func(e *wire.EnquiryInfo) *string { return &e.Action }},
	{flag: "sub-status", usage: "the enquiry's sub-status", field: func(e *wire.EnquiryInfo) *string { return &e.SubStatus }},
	{flag: "remarks", usage: "what is to be said of the enquiry; - reads it from standard input", field: func(e *wire.EnquiryInfo) *string { return &e.Remarks }, stdin: true},
	{flag: "field", usage: "an additional field of the enquiry", value: func(e *wire.EnquiryInfo) *flagValue { return pairFlag(&e.AdditionalFields) }},
	{flag: "associate-field", usage: "an associate field of the enquiry", value: func(e *wire.EnquiryInfo) *flagValue { return pairFlag(&e.AssociateFields) }},
}
