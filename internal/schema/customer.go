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
	{
		Key: "phone", Label: "Phone", Kind: Digits, Hint: "digits", Common: true,
		Flag: "phone", Usage: "the `digits` of the phone number",
	},
	{Key: "email_id", Label: "E-mail", Kind: Email, Common: true, Flag: "email", Usage: "the e-mail `address`"},
	{
		Key: "customer_code", Record: "customerCode", Label: "Code", Hint: "in your own books", Common: true,
		Flag: "code", Usage: "the customer's `code` in your own books", Trimmed: true,
	},
	{Key: "type", Record: "customerType", Label: "Type", Common: true, Flag: "type", Usage: "the customer's type"},
	{
		Key: "classification", Record: "classification", Label: "Class",
		Flag: "classification", Usage: "the customer's class",
	},
	{
		Key: "address", Record: "address", Label: "Address", Common: true,
		Flag: "address", Usage: "street and number" + fromStdin, Stdin: true,
	},
	{Key: "locality", Label: "Locality", Flag: "locality", Usage: "the part of the town"},
	{Key: "city", Record: "city", Label: "City", Common: true, Flag: "city", Usage: "the town"},
	{Key: "pincode", Record: "pinCode", Label: "PIN code", Common: true, Flag: "pincode", Usage: "the postal `code`"},
	{Key: "state", Record: "state", Label: "State", Flag: "state", Usage: "the state"},
	{Key: "country", Record: "country", Label: "Country", Common: true, Flag: "country", Usage: "the country"},
	{Key: "zone", Trimmed: true, Record: "zone", Label: "Zone", Flag: "zone", Usage: "the sales zone"},
	{Key: "individual", Label: "Person", Kind: Bool, Flag: "individual", Usage: "the customer is a person"},
	{
		Key: "organization", Record: "isOrganization", Label: "Company", Kind: Bool,
		Flag: "organisation", Usage: "the customer is an organisation",
	},
	{
		Key: "channel_partner", Record: "isChannelPartner", Label: "Partner", Kind: Bool, Hint: "a channel partner",
		Flag: "channel-partner", Usage: "the customer is a channel partner",
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
		Key: "primary_source", Label: "Source", Hint: "where the customer came from",
		Flag: "primary-source", Usage: "where the customer came from", Trimmed: true,
	},
	{Key: "secondary_source", Trimmed: true, Label: "2nd source", Flag: "secondary-source", Usage: "the same, closer"},
	{Key: "tertiary_source", Trimmed: true, Label: "3rd source", Flag: "tertiary-source", Usage: "the same, closest"},
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
		Flag: "customer-remarks", Usage: "what is to be known of the customer" + fromStdin, Stdin: true,
	},
	{
		Key: "remarks", Record: "remarks", Label: "Remarks", Kind: Multiline, Common: true,
		Flag: "remarks", Usage: "what is to be said of this change" + fromStdin, Stdin: true,
	},
}}

// fromStdin ends the help of flags that read several lines.
const fromStdin = "; - reads it from standard input"

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
			f.Flag = ""
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
	{Key: "title", Label: "Title", Flag: "title", Usage: "the contact's title"},
	{Key: "first_name", Label: "First name", Flag: "first-name", Usage: "the contact's first name"},
	{Key: "last_name", Label: "Last name", Flag: "last-name", Usage: "the contact's last name"},
	{
		Key: "country_code", Record: "phoneCountryCode", Label: "Dial code", Hint: "of the phone",
		Flag: "country-code", Usage: "the country `code` of the contact's phone", Trimmed: true,
	},
	{
		Key: "additional_contact_phone", Record: "additionalPhone", Label: "Other phone", Kind: Digits, Hint: "digits",
		Flag: "other-phone", Usage: "the `digits` of another phone number",
	},
	{
		Key: "dob", Label: "Born", Hint: freeDate,
		Flag: "birthday", Usage: "the contact's date of birth, as the account writes it", Trimmed: true,
	},
	{Key: "gender", Record: "gender", Label: "Gender", Flag: "gender", Usage: "the contact's gender"},
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
	{Key: "action", Label: "Action", Flag: "action", Usage: "the enquiry's action"},
	{Key: "subStatus", Trimmed: true, Label: "Sub-status", Flag: "sub-status", Usage: "the enquiry's sub-status"},
	{
		Key: "next_follow_up_date", Label: "Follow up", Hint: freeDate,
		Flag: "follow-up", Usage: "the next follow-up, " + freeDate, Trimmed: true,
	},
	{
		Key: "assign_emp_name", Label: "Assigned to", Hint: "the employee's name",
		Flag: "assign-name", Usage: "the `name` of the employee who answers the enquiry",
	},
	{Key: "assign_emp_code", Label: "Their code", Flag: "assign-code", Usage: "that employee's `code`"},
	{
		Key: "assign_emp_email", Label: "Their mail", Kind: Email,
		Flag: "assign-email", Usage: "that employee's `address`",
	},
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
	{
		Key: "remarks", Label: "Remarks", Kind: Multiline,
		Flag: "remarks", Usage: "what is to be said of the enquiry" + fromStdin, Stdin: true,
	},
}}

// CustomerLookup is what Get Customer sends beside the id (PROTOCOL.md 4.3).
var CustomerLookup = Section{Fields: []Field{
	{Key: "email_id", Flag: "email", Usage: "the customer's e-mail `address`, which must be theirs"},
	{Key: "phone", Flag: "phone", Usage: "the `digits` of a phone number, which must be theirs"},
}}
