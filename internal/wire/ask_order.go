package wire

// orderAsks is what can be said in order_info (PROTOCOL.md 2.4).
var orderAsks = []Field{
	{Key: "erp_order_id", Label: "Order no", Hint: "in your own books", Common: true},
	{Key: "delivery_status", Label: "Delivery", Common: true},
	{Key: "payment_mode", Label: "Payment", Common: true},
	{Key: "create_date", Label: "Ordered", Hint: freeDate, Common: true},
	{Key: "invoice_no", Label: "Invoice", Common: true},
	{Key: "invoice_date", Label: "Invoiced", Hint: freeDate},
	{Key: "erp_invoice_no", Label: "ERP invoice"},
	{Key: "ticket_id", Label: "Ticket", Hint: "the number of a ticket that belongs to it", Common: true},
	{Key: "unit_name", Label: "Unit"},
	{Key: "block_name", Label: "Block"},
	{Key: "assign_emp_name", Label: "Assigned to", Hint: "the employee's name"},
	{Key: "assign_emp_code", Label: "Their code"},
	{Key: "assign_emp_email", Label: "Their mail", Kind: KindEmail},
	{Key: "encryptOrder", Label: "Encrypted", Hint: "the order, encrypted"},
	{Key: "associate_fields", Label: "Associated", Kind: KindPairs},
	{Key: "dealDetails", Label: "Deal", Kind: KindMultiline},
	{Key: "remarks", Label: "Remarks", Kind: KindMultiline, Common: true},
}

// OrderChoices are the members of order_info in which few values come again and again.
var OrderChoices = []string{
	orderBlock + ".delivery_status", orderBlock + ".payment_mode", orderBlock + ".unit_name", orderBlock + ".block_name",
	orderBlock + ".assign_emp_name",
}

// orderBlocks describe Add Order and Update Order (PROTOCOL.md 4.5 and 4.6).
var orderBlocks = []Record{
	{Path: orderBlock, Title: "Order", Asks: orderAsks},
	{Path: customerBlock, Title: "Customer", Collapsed: true, Asks: customerAsks},
	{Path: contactBlock, Title: "Contact", Repeated: true, Collapsed: true, Asks: contactAsks},
	{Path: enquiryBlock, Title: "Enquiry", Collapsed: true, Asks: enquiryAsks},
}
