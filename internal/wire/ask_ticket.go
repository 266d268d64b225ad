package wire

// ticketAddBlocks describe Add Ticket (PROTOCOL.md 4.8).
var ticketAddBlocks = []Block{{Asks: []Ask{
	{Path: "title", Label: "Title", Required: true, Common: true},
	{Path: "email_id", Label: "E-mail", Kind: AskEmail, Hint: "of the customer, if known", Common: true},
	{Path: "due_date", Label: "Due", Kind: AskDay, Hint: "2026-12-24, or nothing", Common: true},
	{Path: "ticket_details", Label: "Details", Kind: AskLong, Hint: "what the customer says", Common: true},
}}}

// ticketUpdateBlocks describe Update Ticket (PROTOCOL.md 4.9).
var ticketUpdateBlocks = []Block{{Asks: []Ask{
	{Path: "sub_status", Label: "Sub-status", Required: true, Common: true},
	{Path: "queue", Label: "Queue", Hint: "as it is", Common: true},
	{Path: "disposition", Label: "Disposition", Hint: "as it is", Common: true},
	{Path: "callback_time", Label: "Call back", Kind: AskMoment, Hint: "tomorrow 10:00 · mon 9:00 · +90m", Common: true},
	{Path: "comment", Label: "Comment", Kind: AskLong, Hint: "what was said and done", Common: true},
}}}

// asked is what each write operation can be told.
var asked = map[string][]Block{
	AddTicket.Name: ticketAddBlocks, UpdateTicket.Name: ticketUpdateBlocks,
	AddCustomer.Name: customerBlocks, UpdateCustomer.Name: customerBlocks,
	AddOrder.Name: orderBlocks, UpdateOrder.Name: orderBlocks,
}

// Blocks describes the request of a write operation by its name, in the order of its form; nil of any other.
func Blocks(operation string) []Block { return asked[operation] }
