package simdesk

import "frontdesk/internal/schema"

// blocks are two of an account's own, for scenes that show them.
var blocks = schema.Blocks{
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
