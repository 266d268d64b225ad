package wire

// orderAsks is what can be said in order_info (PROTOCOL.md 2.4).
var orderAsks = []Ask{
	{Path: "erp_order_id", Label: "Order no", Hint: "in your own books", Common: true},
	{Path: "delivery_status", Label: "Delivery", Common: true},
	{Path: "payment_mode", Label: "Payment", Common: true},
	{Path: "create_date", Label: "Ordered", Hint: freeDate, Common: true},
	{Path: "invoice_no", Label: "Invoice", Common: true},
	{Path: "invoice_date", Label: "Invoiced", Hint: freeDate},
	{Path: "erp_invoice_no", Label: "ERP invoice"},
	{Path: "ticket_id", Label: "Ticket", Hint: "the number of a ticket that belongs to it", Common: true},
	{Path: "unit_name", Label: "Unit"},
	{Path: "block_name", Label: "Block"},
	{Path: "assign_emp_name", Label: "Assigned to", Hint: "the employee's name"},
	{Path: "assign_emp_code", Label: "Their code"},
	{Path: "assign_emp_email", Label: "Their mail", Kind: AskEmail},
	{Path: "encryptOrder", Label: "Encrypted", Hint: "the order, encrypted"},
	{Path: "associate_fields", Label: "Associated", Kind: AskPairs},
	{Path: "dealDetails", Label: "Deal", Kind: AskLong},
	{Path: "remarks", Label: "Remarks", Kind: AskLong, Common: true},
}

// OrderChoices are the members of order_info in which few values come again and again.
var OrderChoices = []string{
	orderBlock + ".delivery_status", orderBlock + ".payment_mode", orderBlock + ".unit_name", orderBlock + ".block_name",
	orderBlock + ".assign_emp_name",
}

// orderBlocks describe Add Order and Update Order (PROTOCOL.md 4.5 and 4.6).
var orderBlocks = []Block{
	{Path: orderBlock, Title: "Order", Asks: orderAsks},
	{Path: customerBlock, Title: "Customer", Folded: true, Asks: customerAsks},
	{Path: contactBlock, Title: "Contact", Many: true, Folded: true, Asks: contactAsks},
	{Path: enquiryBlock, Title: "Enquiry", Folded: true, Asks: enquiryAsks},
}
