package uitest

import (
	"frontdesk/internal/macro"
	"frontdesk/internal/schema"
)

// sceneBlocks are blocks of an account, for scenes that show them.
var sceneBlocks = schema.Blocks{
	{
		Path: "issue_category_details", Title: "Issue category", Block: true,
		Fields: []schema.Field{
			{
				Key: "issue_category_1", Label: "Category", Common: true, ForClosing: true,
				Choices: schema.Listed, Options: []string{"Late", "Damaged", "Other"},
			},
			{
				Key: "issue_category_2", Label: "Reason", Common: true,
				Choices: schema.Listed, DependsOn: "issue_category_details.issue_category_1",
				OptionsBy: map[string][]string{"Late": {"Courier", "Stock"}, "Damaged": {"Box", "Product"}},
			},
		},
	},
	{
		Path: "refund", Title: "Refund", Block: true,
		Fields: []schema.Field{
			{Key: "amount", Label: "Amount", Common: true, Kind: schema.Number, Hint: "in rupees"},
			{
				Key: "agreed", Label: "Agreed", Common: true,
				Kind: schema.YesNo, Choices: schema.Listed, Options: []string{"Yes", "No"},
			},
		},
	},
}

// sceneMacros are the macros of the account of scenes.
var sceneMacros = []macro.Macro{
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

// sceneTexts are the canned texts of that account.
var sceneTexts = []macro.Text{
	{Name: "Greeting", Body: "Dear {{customer}},"},
	{Name: "Thanks", Body: "Thank you for your patience.\n\nKind regards\n{{agent}}"},
}
