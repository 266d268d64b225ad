package schema

// Order is order_info (PROTOCOL.md 2.4). An order record has the same members (PROTOCOL.md 3.7).
var Order = Section{Path: "order_info", Title: "Order", Fields: []Field{
	{Key: "order_id", Record: "order_id", Names: true},
	{
		Key: "erp_order_id", Record: "erp_order_id", Label: "Order no", Hint: "in your own books", Common: true,
		Flag: "erp-order", Usage: "the order's `id` in your own books", Trimmed: true,
	},
	{
		Key: "delivery_status", Record: "delivery_status", Label: "Delivery", Choices: OrderValues, Common: true,
		Flag: "delivery", Usage: "the delivery `status`", Trimmed: true,
	},
	{
		Key: "payment_mode", Record: "payment_mode", Label: "Payment", Choices: OrderValues, Common: true,
		Flag: "payment", Usage: "the `mode` of payment",
	},
	{
		Key: "create_date", Record: "create_date", Label: "Ordered", Hint: freeDate, Common: true,
		Flag: "created", Usage: "when it was ordered, " + freeDate, Trimmed: true,
	},
	{
		Key: "invoice_no", Record: "invoice_no", Label: "Invoice", Common: true,
		Flag: "invoice", Usage: "the invoice's `number`",
	},
	{
		Key: "invoice_date", Record: "invoice_date", Label: "Invoiced", Hint: freeDate,
		Flag: "invoice-date", Usage: "the invoice's date, " + freeDate,
	},
	{
		Key: "erp_invoice_no", Record: "erp_invoice_no", Label: "ERP invoice",
		Flag: "erp-invoice", Usage: "the invoice's `number` in your own books", Trimmed: true,
	},
	{
		Key: "ticket_id", Record: "ticket_id", Label: "Ticket", Common: true,
		Hint: "the number of a ticket that belongs to it",
		Flag: "ticket", Usage: "the `id` of a ticket that belongs to it",
	},
	{
		Key: "unit_name", Record: "unit_name", Label: "Unit", Choices: OrderValues,
		Flag: "unit", Usage: "the unit's `name`", Trimmed: true,
	},
	{
		Key: "block_name", Record: "block_name", Label: "Block", Choices: OrderValues,
		Flag: "block", Usage: "the block's `name`", Trimmed: true,
	},
	{
		Key: "assign_emp_name", Record: "assign_emp_name", Label: "Assigned to", Choices: OrderValues,
		Hint: "the employee's name",
		Flag: "assign-name", Usage: "the `name` of the employee who looks after the order",
	},
	{
		Key: "assign_emp_code", Record: "assign_emp_code", Label: "Their code",
		Flag: "assign-code", Usage: "that employee's `code`",
	},
	{
		Key: "assign_emp_email", Record: "assign_emp_email", Label: "Their mail", Kind: Email,
		Flag: "assign-email", Usage: "that employee's `address`",
	},
	{
		Key: "encryptOrder", Record: "encryptOrder", Label: "Encrypted", Hint: "the order, encrypted",
		Flag: "encrypted", Usage: "the order, encrypted",
	},
	{
		Key: "associate_fields", Label: "Associated", Kind: Pairs,
		Flag: "field", Usage: "a field of the account's own; may be given several times",
	},
	{
		Key: "dealDetails", Record: "dealDetails", Label: "Deal", Kind: Multiline,
		Flag: "deal", Usage: "the details of the deal; - reads them from standard input", Stdin: true,
	},
	{
		Key: "remarks", Record: "remarks", Label: "Remarks", Kind: Multiline, Common: true,
		Flag: "remarks", Usage: "what is to be said" + fromStdin, Stdin: true,
	},
}}
