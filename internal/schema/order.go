package schema

// Order is order_info (PROTOCOL.md 2.4). An order record has the same members (PROTOCOL.md 3.7).
var Order = Section{Path: "order_info", Title: "Order", Fields: []Field{
	{Key: "order_id", Names: true},
	{
		Key: "erp_order_id", Label: "Order no", Hint: "in your own books", Common: true, Trimmed: true,
		Flag: "erp-order", Usage: "the order's `id` in your own books",
	},
	{
		Key: "delivery_status", Label: "Delivery", Choices: OrderValues, Common: true, Trimmed: true,
		Flag: "delivery", Usage: "the delivery `status`",
	},
	{
		Key: "payment_mode", Label: "Payment", Choices: OrderValues, Common: true,
		Flag: "payment", Usage: "the `mode` of payment",
	},
	{
		Key: "create_date", Label: "Ordered", Hint: freeDate, Common: true, Trimmed: true,
		Flag: "created", Usage: "when it was ordered, " + freeDate,
	},
	{Key: "invoice_no", Label: "Invoice", Common: true, Flag: "invoice", Usage: "the invoice's `number`"},
	{Key: "invoice_date", Label: "Invoiced", Hint: freeDate, Usage: "the invoice's date, " + freeDate},
	{
		Key: "erp_invoice_no", Label: "ERP invoice", Trimmed: true,
		Flag: "erp-invoice", Usage: "the invoice's `number` in your own books",
	},
	{
		Key: "ticket_id", Label: "Ticket", Hint: "the number of a ticket that belongs to it", Common: true,
		Flag: "ticket", Usage: "the `id` of a ticket that belongs to it",
	},
	{Key: "unit_name", Label: "Unit", Choices: OrderValues, Trimmed: true, Flag: "unit", Usage: "the unit's `name`"},
	{Key: "block_name", Label: "Block", Choices: OrderValues, Trimmed: true, Flag: "block", Usage: "the block's `name`"},
	{
		Key: "assign_emp_name", Label: "Assigned to", Choices: OrderValues, Hint: "the employee's name",
		Flag: "assign-name", Usage: "the `name` of the employee who looks after the order",
	},
	{Key: "assign_emp_code", Label: "Their code", Flag: "assign-code", Usage: "that employee's `code`"},
	{Key: "assign_emp_email", Label: "Their mail", Kind: Email, Flag: "assign-email", Usage: "that employee's `address`"},
	{
		Key: "encryptOrder", Label: "Encrypted", Hint: "the order, encrypted",
		Flag: "encrypted", Usage: "the order, encrypted",
	},
	{
		Key: "associate_fields", Label: "Associated", Kind: Pairs,
		Flag: "field", Usage: "a field of the account's own; may be given several times",
	},
	{Key: "dealDetails", Label: "Deal", Kind: Multiline, Flag: "deal", Usage: "the details of the deal"},
	{Key: "remarks", Label: "Remarks", Kind: Multiline, Common: true, Usage: "what is to be said"},
}}

func init() {
	for i := range Order.Fields {
		if f := &Order.Fields[i]; f.Kind != Pairs {
			f.Record = f.Key
		}
	}
}
