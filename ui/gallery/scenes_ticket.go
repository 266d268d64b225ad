package gallery

var ticketScenes = []Scene{
	{Name: "ticket", Shows: "one ticket", Way: []Step{press("3", "enter")}, Wide: true},
	{Name: "ticket-end", Shows: "its newest entry, attachments and whole record", Way: []Step{press("3", "enter", "G")}, Wide: true},
	{Name: "ticket-callback", Shows: "a ticket that waits for a callback", Way: []Step{press("2", "enter")}, Wide: true},
	{
		Name: "ticket-loading", Shows: "what the list knows, while the rest is fetched", Net: []Fault{hangs("get-ticket")},
		Way: []Step{press("3", "enter")}, Wide: true,
	},
	{
		Name: "ticket-failed", Shows: "it could not be fetched", Net: []Fault{{Does: Fail, Op: "get-ticket", Says: "Something went wrong"}},
		Way: []Step{press("3", "enter")}, Wide: true,
	},
	{
		Name: "ticket-gone", Shows: "the service knows it no more", Net: []Fault{{Does: Refuse, Op: "get-ticket", Says: "No Data found"}},
		Way: []Step{press("3", "enter")},
	},
	{Name: "ticket-stale", Shows: "it could not be fetched again", Way: []Step{press("3", "enter"), {Net: []Fault{down}, Press: []string{"r"}}}, Wide: true},
	{Name: "ticket-refreshing", Shows: "it is fetched again", Way: []Step{press("3", "enter"), {Net: []Fault{hangs("get-ticket")}, Press: []string{"r"}}}},
	{Name: "ticket-search", Shows: "a word is looked for inside it", Way: []Step{press("3", "enter", "/"), typed("freezer")}, Wide: true},
	{Name: "ticket-search-nothing", Shows: "a word that is not in it", Way: []Step{press("3", "enter", "/"), typed("zeppelin")}},
}
