package wire

// freeDate is said of dates to which the document gives no form.
const freeDate = "as the account writes dates"

// customerAsks is what can be said in customer_info (PROTOCOL.md 2.1).
var customerAsks = []Field{
	{Key: "customer_name", Label: "Name", Required: true, Common: true},
	{Key: "phone", Label: "Phone", Kind: KindDigits, Hint: "digits", Common: true},
	{Key: "email_id", Label: "E-mail", Kind: KindEmail, Common: true},
	{Key: "customer_code", Label: "Code", Hint: "in your own books", Common: true},
	{Key: "type", Label: "Type", Common: true},
	{Key: "classification", Label: "Class"},
	{Key: "address", Label: "Address", Common: true},
	{Key: "locality", Label: "Locality"},
	{Key: "city", Label: "City", Common: true},
	{Key: "pincode", Label: "PIN code", Common: true},
	{Key: "state", Label: "State"},
	{Key: "country", Label: "Country", Common: true},
	{Key: "zone", Label: "Zone"},
	{Key: "individual", Label: "Person", Kind: KindBool},
	{Key: "organization", Label: "Company", Kind: KindBool},
	{Key: "channel_partner", Label: "Partner", Kind: KindBool, Hint: "a channel partner"},
	{Key: "customer_assign_emp_name", Label: "Assigned to", Hint: "the employee's name"},
	{Key: "customer_assign_emp_code", Label: "Their code"},
	{Key: "customer_assign_emp_email", Label: "Their mail", Kind: KindEmail},
	{Key: "primary_source", Label: "Source", Hint: "where the customer came from"},
	{Key: "secondary_source", Label: "2nd source"},
	{Key: "tertiary_source", Label: "3rd source"},
	{Key: "additional_fields", Label: "More fields", Kind: KindPairs},
	{Key: "associate_fields", Label: "Associated", Kind: KindPairs},
	{Key: "customer_remarks", Label: "About them", Kind: KindMultiline, Hint: "what is to be known of the customer"},
	{Key: "remarks", Label: "Remarks", Kind: KindMultiline, Common: true},
}

// contactAsks is what can be said in an object of contact_info.
var contactAsks = []Field{
	{Key: "contact_person_name", Label: "Whole name", Common: true},
	{Key: "contact_person_phone", Label: "Phone", Kind: KindDigits, Hint: "digits", Common: true},
	{Key: "contact_person_email", Label: "E-mail", Kind: KindEmail, Common: true},
	{Key: "title", Label: "Title"},
	{Key: "first_name", Label: "First name"},
	{Key: "last_name", Label: "Last name"},
	{Key: "country_code", Label: "Dial code", Hint: "of the phone"},
	{Key: "additional_contact_phone", Label: "Other phone", Kind: KindDigits, Hint: "digits"},
	{Key: "dob", Label: "Born", Hint: freeDate},
	{Key: "gender", Label: "Gender"},
	{Key: "matchEmailPhone", Label: "Match", Kind: KindBool, Hint: "change the contact that has this phone or e-mail already"},
}

// enquiryAsks is what can be said in enquiry_info.
var enquiryAsks = []Field{
	{Key: "enquiry_id", Label: "Enquiry id", Kind: KindInteger, Hint: "of one that is there; empty for a new one"},
	{Key: "action", Label: "Action"},
	{Key: "subStatus", Label: "Sub-status"},
	{Key: "next_follow_up_date", Label: "Follow up", Hint: freeDate},
	{Key: "assign_emp_name", Label: "Assigned to", Hint: "the employee's name"},
	{Key: "assign_emp_code", Label: "Their code"},
	{Key: "assign_emp_email", Label: "Their mail", Kind: KindEmail},
	{Key: "round_robin_key", Label: "Round robin", Hint: "the key of those among whom enquiries go round"},
	{Key: "additional_fields", Label: "More fields", Kind: KindPairs},
	{Key: "associate_fields", Label: "Associated", Kind: KindPairs},
	{Key: "remarks", Label: "Remarks", Kind: KindMultiline},
}

// The blocks of PROTOCOL.md 2.
const (
	customerBlock = "customer_info"
	contactBlock  = "contact_info"
	enquiryBlock  = "enquiry_info"
	orderBlock    = "order_info"
)

// customerBlocks describe Add Customer and Update Customer (PROTOCOL.md 4.1 and 4.2).
var customerBlocks = []Record{
	{Path: customerBlock, Title: "Customer", Asks: customerAsks},
	{Path: contactBlock, Title: "Contact", Repeated: true, Asks: contactAsks},
	{Path: enquiryBlock, Title: "Enquiry", Collapsed: true, Asks: enquiryAsks},
}
