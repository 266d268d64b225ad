package schema

import "slices"

// freeDate is the hint for dates for which the interface defines no format.
const freeDate = "as the account writes dates"

// Customer is customer_info (PROTOCOL.md 2.1).
var Customer = Section{Path: "customer_info", Title: "Customer", Fields: []Field{
	{Key: "customer_id", Names: true},
	{
		Key: "customer_name", Record: "name", Label: "Name", Required: true, Common: true,
		Flag: "name", Usage: "the customer's name",
	},
	{Key: "phone", Label: "Phone", Kind: Digits, Hint: "digits", Common: true, Usage: "the `digits` of the phone number"},
	{Key: "email_id", Label: "E-mail", Kind: Email, Common: true, Flag: "email", Usage: "the e-mail `address`"},
	{
		Key: "customer_code", Record: "customerCode", Label: "Code", Hint: "in your own books", Common: true, Trimmed: true,
		Flag: "code", Usage: "the customer's `code` in your own books",
	},
	{Key: "type", Record: "customerType", Label: "Type", Common: true, Usage: "the customer's type"},
	{Key: "classification", Record: "classification", Label: "Class", Usage: "the customer's class"},
	{Key: "address", Record: "address", Label: "Address", Common: true, Usage: "street and number", Stdin: true},
	{Key: "locality", Label: "Locality", Usage: "the part of the town"},
	{Key: "city", Record: "city", Label: "City", Common: true, Usage: "the town"},
	{Key: "pincode", Record: "pinCode", Label: "PIN code", Common: true, Usage: "the postal `code`"},
	{Key: "state", Record: "state", Label: "State", Usage: "the state"},
	{Key: "country", Record: "country", Label: "Country", Common: true, Usage: "the country"},
	{Key: "zone", Record: "zone", Label: "Zone", Trimmed: true, Usage: "the sales zone"},
	{Key: "individual", Label: "Person", Kind: Bool, Usage: "the customer is a person"},
	{
		Key: "organization", Record: "isOrganization", Label: "Company", Kind: Bool,
		Flag: "organisation", Usage: "the customer is an organisation",
	},
	{
		Key: "channel_partner", Record: "isChannelPartner", Label: "Partner", Kind: Bool, Hint: "a channel partner",
		Usage: "the customer is a channel partner",
	},
	{
		Key: "customer_assign_emp_name", Label: "Assigned to", Hint: "the employee's name",
		Flag: "assign-name", Usage: "the `name` of the employee who looks after the customer",
	},
	{Key: "customer_assign_emp_code", Label: "Their code", Flag: "assign-code", Usage: "that employee's `code`"},
	{
		Key: "customer_assign_emp_email", Label: "Their mail", Kind: Email,
		Flag: "assign-email", Usage: "that employee's `address`",
	},
	{
		Key: "primary_source", Label: "Source", Hint: "where the customer came from", Trimmed: true,
		Usage: "where the customer came from",
	},
	{Key: "secondary_source", Label: "2nd source", Trimmed: true, Usage: "the same, closer"},
	{Key: "tertiary_source", Label: "3rd source", Trimmed: true, Usage: "the same, closest"},
	{
		Key: "additional_fields", Label: "More fields", Kind: Pairs,
		Flag: "field", Usage: "an additional field; may be given several times",
	},
	{
		Key: "associate_fields", Label: "Associated", Kind: Pairs,
		Flag: "associate-field", Usage: "an associate field; may be given several times",
	},
	{
		Key: "customer_remarks", Label: "About them", Kind: Multiline, Hint: "what is to be known of the customer",
		Usage: "what is to be known of the customer",
	},
	{
		Key: "remarks", Record: "remarks", Label: "Remarks", Kind: Multiline, Common: true,
		Usage: "what is to be said of this change",
	},
}}

// orderCustomer is customer_info of an order: flags only say whose order it is, since nothing else is changed.
func orderCustomer() Section {
	s := Customer.collapsed()
	s.Fields = slices.Clone(s.Fields)
	for i := range s.Fields {
		f := &s.Fields[i]
		switch f.Key {
		case "customer_id":
			f.Flag, f.Usage = "customer", "the `id` of the customer, where several have the name"
		case "customer_name":
			f.Flag, f.Usage = "customer-name", "the `name` of the customer, who must exist"
		default:
			f.Usage = ""
		}
	}
	return s
}

// Contact is an element of contact_info (PROTOCOL.md 2.2).
var Contact = Section{Path: "contact_info", Title: "Contact", Prefix: "contact-", Repeated: true, Fields: []Field{
	{Key: "contact_id", Names: true, Flag: "id", Usage: "the `id` of the contact that is changed; a new one without it"},
	{
		Key: "contact_person_name", Record: "contactPerson", Label: "Whole name", Common: true,
		Flag: "name", Usage: "the contact's whole name",
	},
	{
		Key: "contact_person_phone", Record: "phone", Label: "Phone", Kind: Digits, Hint: "digits", Common: true,
		Flag: "phone", Usage: "the `digits` of the contact's phone number",
	},
	{
		Key: "contact_person_email", Record: "email", Label: "E-mail", Kind: Email, Common: true,
		Flag: "email", Usage: "the contact's e-mail `address`",
	},
	{Key: "title", Label: "Title", Usage: "the contact's title"},
	{Key: "first_name", Label: "First name", Usage: "the contact's first name"},
	{Key: "last_name", Label: "Last name", Usage: "the contact's last name"},
	{
		Key: "country_code", Record: "phoneCountryCode", Label: "Dial code", Hint: "of the phone", Trimmed: true,
		Usage: "the country `code` of the contact's phone",
	},
	{
		Key: "additional_contact_phone", Record: "additionalPhone", Label: "Other phone", Kind: Digits, Hint: "digits",
		Flag: "other-phone", Usage: "the `digits` of another phone number",
	},
	{
		Key: "dob", Label: "Born", Hint: freeDate, Trimmed: true,
		Flag: "birthday", Usage: "the contact's date of birth, as the account writes it",
	},
	{Key: "gender", Record: "gender", Label: "Gender", Usage: "the contact's gender"},
	{
		Key: "matchEmailPhone", Label: "Match", Kind: Bool, Hint: "change the contact that has this phone or e-mail already",
		Flag: "match", Usage: "change the contact that has the phone or e-mail already",
	},
}}

// Enquiry is enquiry_info (PROTOCOL.md 2.3).
var Enquiry = Section{Path: "enquiry_info", Title: "Enquiry", Prefix: "enquiry-", Fields: []Field{
	{
		Key: "enquiry_id", Label: "Enquiry id", Kind: Integer, Hint: "of one that is there; empty for a new one",
		Flag: "id", Usage: "the `id` of the enquiry that is changed; a new one without it",
	},
	{Key: "action", Label: "Action", Usage: "the enquiry's action"},
	{Key: "subStatus", Label: "Sub-status", Trimmed: true, Flag: "sub-status", Usage: "the enquiry's sub-status"},
	{
		Key: "next_follow_up_date", Label: "Follow up", Hint: freeDate, Trimmed: true,
		Flag: "follow-up", Usage: "the next follow-up, " + freeDate,
	},
	{
		Key: "assign_emp_name", Label: "Assigned to", Hint: "the employee's name",
		Flag: "assign-name", Usage: "the `name` of the employee who answers the enquiry",
	},
	{Key: "assign_emp_code", Label: "Their code", Flag: "assign-code", Usage: "that employee's `code`"},
	{Key: "assign_emp_email", Label: "Their mail", Kind: Email, Flag: "assign-email", Usage: "that employee's `address`"},
	{
		Key: "round_robin_key", Label: "Round robin", Hint: "the key of those among whom enquiries go round",
		Flag: "round-robin", Usage: "the `key` of those among whom enquiries go round",
	},
	{
		Key: "additional_fields", Label: "More fields", Kind: Pairs,
		Flag: "field", Usage: "an additional field of the enquiry",
	},
	{
		Key: "associate_fields", Label: "Associated", Kind: Pairs,
		Flag: "associate-field", Usage: "an associate field of the enquiry",
	},
	{Key: "remarks", Label: "Remarks", Kind: Multiline, Usage: "what is to be said of the enquiry"},
}}

// CustomerLookup is what Get Customer sends beside the id (PROTOCOL.md 4.3).
var CustomerLookup = Section{Fields: []Field{
	{Key: "email_id", Flag: "email", Usage: "the customer's e-mail `address`, which must be theirs"},
	{Key: "phone", Usage: "the `digits` of a phone number, which must be theirs"},
}}
