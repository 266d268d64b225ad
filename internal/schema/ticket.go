package schema

// NewTicket is the object that Add Ticket sends (PROTOCOL.md 4.8).
var NewTicket = Section{Fields: []Field{
	{Key: "title", Label: "Title", Required: true, Common: true, Usage: "what it is about"},
	{
		Key: "email_id", Label: "E-mail", Kind: Email, Hint: "of the customer, if known", Common: true,
		Flag: "email", Usage: "the customer's e-mail `address`",
	},
	{
		Key: "due_date", Label: "Due", Kind: Date, Hint: "2026-12-24, or nothing", Common: true,
		Flag: "due", Usage: "the `day` by which it has to be done, such as 2026-12-24 or tomorrow",
	},
	{
		Key: "ticket_details", Label: "Details", Kind: Multiline, Hint: "what the customer says", Common: true,
		Flag: "details", Usage: "the whole story",
	},
}}

// TicketUpdate is the object that Update Ticket sends (PROTOCOL.md 4.9).
var TicketUpdate = Section{Fields: []Field{
	{Key: "ticket_id", Label: "Ticket", Kind: TicketID, Required: true, Names: true, Column: 1},
	{
		Key: "sub_status", Label: "Sub-status", Choices: SubStatuses, Required: true, Common: true, Column: 2,
		Usage: "the `key` that the ticket gets, such as P or CL",
	},
	{
		Key: "queue", Label: "Queue", Choices: Queues, Hint: "as it is", Common: true, Column: 5,
		Usage: "the `key` of the queue that the ticket goes to",
	},
	{
		Key: "disposition", Label: "Disposition", Choices: Dispositions, Hint: "as it is", Common: true, Column: 6,
		Usage: "the `path` joined by |",
	},
	{
		Key: "callback_time", Label: "Call back", Kind: CallbackTime, Hint: "tomorrow 10:00 · mon 9:00 · +90m", Common: true,
		Column: 4,
		Flag:   "callback", Usage: `when to call back by your clock, such as "2026-12-24 18:30" or "tomorrow 10:00"`,
	},
	{
		Key: "comment", Label: "Comment", Kind: Multiline, Hint: "what was said and done", Common: true, Column: 3,
		Usage: "what is to be said",
	},
}}
