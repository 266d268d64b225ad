package gallery

var ticketScenes = []Scene{
	{Name: "ticket", Description: "one ticket", Steps: []Step{press("3", "enter")}, WideGolden: true},
	{Name: "ticket-end", Description: "its newest entry, attachments and whole record", Steps: []Step{press("3", "enter", "G")}, WideGolden: true},
	{Name: "ticket-callback", Description: "a ticket that waits for a callback", Steps: []Step{press("2", "enter")}, WideGolden: true},
	{
		Name: "ticket-loading", Description: "what the list knows, while the rest is fetched", Faults: []Fault{hangs("get-ticket")},
		Steps: []Step{press("3", "enter")}, WideGolden: true,
	},
	{
		Name: "ticket-failed", Description: "it could not be fetched", Faults: []Fault{{Kind: Fail, Op: "get-ticket", With: "Something went wrong"}},
		Steps: []Step{press("3", "enter")}, WideGolden: true,
	},
	{
		Name: "ticket-gone", Description: "the service knows it no more", Faults: []Fault{{Kind: Refuse, Op: "get-ticket", With: "No Data found"}},
		Steps: []Step{press("3", "enter")},
	},
	{Name: "ticket-stale", Description: "it could not be fetched again", Steps: []Step{press("3", "enter"), {Net: []Fault{down}, Press: []string{"r"}}}, WideGolden: true},
	{Name: "ticket-refreshing", Description: "it is fetched again", Steps: []Step{press("3", "enter"), {Net: []Fault{hangs("get-ticket")}, Press: []string{"r"}}}},
	{Name: "ticket-search", Description: "a word is looked for inside it", Steps: []Step{press("3", "enter", "/"), typed("freezer")}, WideGolden: true},
	{Name: "ticket-search-nothing", Description: "a word that is not in it", Steps: []Step{press("3", "enter", "/"), typed("zeppelin")}},
}
