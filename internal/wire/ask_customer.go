package wire

// freeDate is said of dates to which the document gives no form.
const freeDate = "as the account writes dates"

// customerAsks is what can be said in customer_info (PROTOCOL.md 2.1).
var customerAsks = []Ask{
	{Path: "customer_name", Label: "Name", Required: true, Common: true},
	{Path: "phone", Label: "Phone", Kind: AskDigits, Hint: "digits", Common: true},
	{Path: "email_id", Label: "E-mail", Kind: AskEmail, Common: true},
	{Path: "customer_code", Label: "Code", Hint: "in your own books", Common: true},
	{Path: "type", Label: "Type", Common: true},
	{Path: "classification", Label: "Class"},
	{Path: "address", Label: "Address", Common: true},
	{Path: "locality", Label: "Locality"},
	{Path: "city", Label: "City", Common: true},
	{Path: "pincode", Label: "PIN code", Common: true},
	{Path: "state", Label: "State"},
	{Path: "country", Label: "Country", Common: true},
	{Path: "zone", Label: "Zone"},
	{Path: "individual", Label: "Person", Kind: AskFlag},
	{Path: "organization", Label: "Company", Kind: AskFlag},
	{Path: "channel_partner", Label: "Partner", Kind: AskFlag, Hint: "a channel partner"},
	{Path: "customer_assign_emp_name", Label: "Assigned to", Hint: "the employee's name"},
	{Path: "customer_assign_emp_code", Label: "Their code"},
	{Path: "customer_assign_emp_email", Label: "Their mail", Kind: AskEmail},
	{Path: "primary_source", Label: "Source", Hint: "where the customer came from"},
	{Path: "secondary_source", Label: "2nd source"},
	{Path: "tertiary_source", Label: "3rd source"},
	{Path: "additional_fields", Label: "More fields", Kind: AskPairs},
	{Path: "associate_fields", Label: "Associated", Kind: AskPairs},
	{Path: "customer_remarks", Label: "About them", Kind: AskLong, Hint: "what is to be known of the customer"},
	{Path: "remarks", Label: "Remarks", Kind: AskLong, Common: true},
}

// contactAsks is what can be said in an object of contact_info.
var contactAsks = []Ask{
	{Path: "contact_person_name", Label: "Whole name", Common: true},
	{Path: "contact_person_phone", Label: "Phone", Kind: AskDigits, Hint: "digits", Common: true},
	{Path: "contact_person_email", Label: "E-mail", Kind: AskEmail, Common: true},
	{Path: "title", Label: "Title"},
	{Path: "first_name", Label: "First name"},
	{Path: "last_name", Label: "Last name"},
	{Path: "country_code", Label: "Dial code", Hint: "of the phone"},
	{Path: "additional_contact_phone", Label: "Other phone", Kind: AskDigits, Hint: "digits"},
	{Path: "dob", Label: "Born", Hint: freeDate},
	{Path: "gender", Label: "Gender"},
	{Path: "matchEmailPhone", Label: "Match", Kind: AskFlag, Hint: "change the contact that has this phone or e-mail already"},
}

// enquiryAsks is what can be said in enquiry_info.
var enquiryAsks = []Ask{
	{Path: "enquiry_id", Label: "Enquiry id", Kind: AskNumber, Hint: "of one that is there; empty for a new one"},
	{Path: "action", Label: "Action"},
	{Path: "subStatus", Label: "Sub-status"},
	{Path: "next_follow_up_date", Label: "Follow up", Hint: freeDate},
	{Path: "assign_emp_name", Label: "Assigned to", Hint: "the employee's name"},
	{Path: "assign_emp_code", Label: "Their code"},
	{Path: "assign_emp_email", Label: "Their mail", Kind: AskEmail},
	{Path: "round_robin_key", Label: "Round robin", Hint: "the key of those among whom enquiries go round"},
	{Path: "additional_fields", Label: "More fields", Kind: AskPairs},
	{Path: "associate_fields", Label: "Associated", Kind: AskPairs},
	{Path: "remarks", Label: "Remarks", Kind: AskLong},
}

// The blocks of PROTOCOL.md 2.
const (
	customerBlock = "customer_info"
	contactBlock  = "contact_info"
	enquiryBlock  = "enquiry_info"
	orderBlock    = "order_info"
)

// customerBlocks describe Add Customer and Update Customer (PROTOCOL.md 4.1 and 4.2).
var customerBlocks = []Block{
	{Path: customerBlock, Title: "Customer", Asks: customerAsks},
	{Path: contactBlock, Title: "Contact", Many: true, Asks: contactAsks},
	{Path: enquiryBlock, Title: "Enquiry", Folded: true, Asks: enquiryAsks},
}
