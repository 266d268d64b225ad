package cli

import "frontdesk/internal/wire"

// orderMembers are the flags of order_info (PROTOCOL.md 2.4).
var orderMembers = []requestFlag[wire.OrderInfo]{
	{flag: "assign-name", usage: "the `name` of the employee who looks after the order", field: func(o *wire.OrderInfo) *string { return &o.AssignName }},
	{flag: "assign-code", usage: "that employee's `code`", field: func(o *wire.OrderInfo) *string { return &o.AssignCode }},
	{flag: "assign-email", usage: "that employee's `address`", field: func(o *wire.OrderInfo) *string { return &o.AssignEmail }},
	{flag: "delivery", usage: "the delivery `status`", field: func(o *wire.OrderInfo) *string { return &o.DeliveryStatus }},
	{flag: "erp-order", usage: "the order's `id` in your own books", field: func(o *wire.OrderInfo) *string { return &o.ERPOrderID }},
	{flag: "erp-invoice", usage: "the invoice's `number` in your own books", field: func(o *wire.OrderInfo) *string { return &o.ERPInvoiceNo }},
	{flag: "created", usage: "when it was ordered, as the account writes dates", field: func(o *wire.OrderInfo) *string { return &o.CreateDate }},
	{flag: "remarks", usage: "what is to be said; - reads it from standard input", field: func(o *wire.OrderInfo) *string { return &o.Remarks }, stdin: true},
	{flag: "invoice", usage: "the invoice's `number`", field: func(o *wire.OrderInfo) *string { return &o.InvoiceNo }},
	{flag: "invoice-date", usage: "the invoice's date, as the account writes dates", field: func(o *wire.OrderInfo) *string { return &o.InvoiceDate }},
	{flag: "unit", usage: "the unit's `name`", field: func(o *wire.OrderInfo) *string { return &o.UnitName }},
	{flag: "block", usage: "the block's `name`", field: func(o *wire.OrderInfo) *string { return &o.BlockName }},
	{flag: "ticket", usage: "the `id` of a ticket that belongs to it", field: func(o *wire.OrderInfo) *string { return &o.TicketID }},
	{flag: "encrypted", usage: "the order, encrypted", field: func(o *wire.OrderInfo) *string { return &o.EncryptOrder }},
	{flag: "payment", usage: "the `mode` of payment", field: func(o *wire.OrderInfo) *string { return &o.PaymentMode }},
	{flag: "deal", usage: "the details of the deal; - reads them from standard input", field: func(o *wire.OrderInfo) *string { return &o.DealDetails }, stdin: true},
	{flag: "field", usage: "a field of the account's own; may be given several times", value: func(o *wire.OrderInfo) *flagValue { return pairFlag(&o.AssociateFields) }},
}

// buyerMembers are the flags that identify the customer of an order.
var buyerMembers = []requestFlag[wire.CustomerInfo]{
	{flag: "customer", usage: "the `id` of the customer, where several have the name", field: func(c *wire.CustomerInfo) *string { return &c.ID }},
	{flag: "customer-name", usage: "the `name` of the customer, who must exist", field: func(c *wire.CustomerInfo) *string { return &c.Name }},
}
