package wire

// ticketAddBlocks describe Add Ticket (PROTOCOL.md 4.8).
var ticketAddBlocks = []Record{{Asks: []Field{
	{Key: "title", Label: "Title", Required: true, Common: true},
	{Key: "email_id", Label: "E-mail", Kind: KindEmail, Hint: "of the customer, if known", Common: true},
	{Key: "due_date", Label: "Due", Kind: KindDate, Hint: "2026-12-24, or nothing", Common: true},
	{Key: "ticket_details", Label: "Details", Kind: KindMultiline, Hint: "what the customer says", Common: true},
}}}

// ticketUpdateBlocks describe Update Ticket (PROTOCOL.md 4.9).
var ticketUpdateBlocks = []Record{{Asks: []Field{
	{Key: "sub_status", Label: "Sub-status", Required: true, Common: true},
	{Key: "queue", Label: "Queue", Hint: "as it is", Common: true},
	{Key: "disposition", Label: "Disposition", Hint: "as it is", Common: true},
	{Key: "callback_time", Label: "Call back", Kind: KindCallbackTime, Hint: "tomorrow 10:00 · mon 9:00 · +90m", Common: true},
	{Key: "comment", Label: "Comment", Kind: KindMultiline, Hint: "what was said and done", Common: true},
}}}

// asked is what each write operation can be told.
var asked = map[string][]Record{
	AddTicket.Name: ticketAddBlocks, UpdateTicket.Name: ticketUpdateBlocks,
	AddCustomer.Name: customerBlocks, UpdateCustomer.Name: customerBlocks,
	AddOrder.Name: orderBlocks, UpdateOrder.Name: orderBlocks,
}

// Request describes the request of a write operation by its name, in the order of its form; nil of any other.
func Request(operation string) []Record { return asked[operation] }
