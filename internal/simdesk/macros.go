package simdesk

import "frontdesk/internal/macro"

// macros are those of the desk's account.
var macros = []macro.Macro{
	{
		Name: "Refund sent", Key: "r", SubStatus: "CL", Disposition: "Account|Closed",
		Comment: "Dear {{customer}}, your refund for {{ticket}} is on its way. It takes three to five working days.",
	},
	{
		Name: "Not reached", Key: "n", SubStatus: "PS", Callback: "tomorrow 10:00",
		Comment: "Called, no answer. We call again on {{callback}}.\n\nKind regards\n{{agent}}",
	},
	{Name: "To the workshop", Key: "w", Queue: "HW_Q", Confirm: true},
	{Name: "Ask for the serial number", Comment: "Which number is on the label under the device?"},
}

// texts are the canned texts of the desk's account.
var texts = []macro.Text{
	{Name: "Greeting", Body: "Dear {{customer}},"},
	{Name: "Thanks", Body: "Thank you for your patience.\n\nKind regards\n{{agent}}"},
}
