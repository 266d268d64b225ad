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

// first is the ticket under the cursor of the sample desk.
const first = "713595179646"

// comment is a step that writes a comment on it.
var comment = []Step{press("c"), typed("Called back, the parcel is at the neighbour's.")}

// then goes on after a comment was written.
func then(steps ...Step) []Step { return append(comment[:2:2], steps...) }

// moves is what a colleague does to that ticket.
var moves = []Call{{"update-ticket", `[{"ticket_id":"` + first + `","sub_status":"CL","comment":"Solved on the phone"}]`}}

var updateScenes = []Scene{
	{Name: "update", Description: "the form of an update", Steps: []Step{press("u")}, WideGolden: true},
	{Name: "update-choices", Description: "sub-statuses to choose from", Steps: []Step{press("u"), typed("c")}, WideGolden: true},
	{Name: "update-comment", Description: "a long comment is written", WideGolden: true, Steps: []Step{
		press("c"),
		{Paste: "Dear customer,\n\nwe have looked into it: the parcel was handed to your neighbour at number 14 on Thursday. " +
			"If they do not have it, answer this message and we send another one the same day.\n\nKind regards\nAsha\n\nPS: the voucher stays valid."},
	}},
	{Name: "update-callback", Description: "a callback time is typed", Steps: []Step{press("b"), typed("mon 9:00")}},
	{Name: "update-callback-wrong", Description: "a time that cannot be understood", Steps: []Step{press("b"), typed("25:00"), press("ctrl+s")}},
	{Name: "update-closing", Description: "what closing a ticket will send", Steps: []Step{press("x")}},
	{Name: "update-nothing-changed", Description: "there is nothing to send yet", Steps: []Step{press("u", "ctrl+s")}},
	{Name: "update-saving", Description: "it is being sent", Steps: then(Step{Net: []Fault{hangs("update-ticket")}, Press: []string{"ctrl+s"}})},
	{Name: "update-saved", Description: "it was saved", Steps: then(press("ctrl+s")), WideGolden: true},
	{
		Name: "update-refused", Description: "the service refuses it", WideGolden: true,
		Steps: []Step{press("u"), typed("NOSUCH"), press("tab", "tab", "tab", "tab"), typed("A comment"), press("ctrl+s")},
	},
	{Name: "update-not-sent", Description: "it could not leave", Steps: then(Step{Net: []Fault{down}, Press: []string{"ctrl+s"}}), WideGolden: true},
	{
		Name: "update-conflict", Description: "the ticket has moved since the form was opened", WideGolden: true,
		Steps: then(Step{APICalls: moves, Press: []string{"ctrl+s"}}),
	},
	{
		Name: "update-unknown", Description: "the answer was lost, and nothing tells whether it was carried out", WideGolden: true,
		Steps: then(Step{Net: []Fault{{Kind: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s"}}),
	},
	{Name: "update-unknown-in-form", Description: "the form after that question", Steps: then(
		Step{Net: []Fault{{Kind: Gone, Op: "update-ticket"}}, Press: []string{"ctrl+s", "esc"}})},
	{
		Name: "update-found-out", Description: "the answer was lost, and the ticket shows the update",
		Steps: then(Step{Net: []Fault{{Kind: Lost, Op: "update-ticket"}}, Press: []string{"ctrl+s"}}),
	},
	{Name: "update-misunderstood", Description: "the service has understood another callback time", Steps: []Step{
		press("b"), typed("tomorrow 12:30"), {Net: []Fault{{Kind: Edit, Op: "update-ticket", Replace: "12:30", With: "00:30"}}, Press: []string{"ctrl+s"}},
	}},
	{Name: "update-restored", Description: "what was typed before is back after a crash", Steps: then(Step{Restart: true, Press: []string{"c"}}), WideGolden: true},
	{Name: "update-discard", Description: "a question before typing is thrown away", Steps: then(press("ctrl+x"))},
	{Name: "update-article", Description: "an answer from the FAQ beside the form", Steps: then(press("ctrl+f"), typed("refund"), press("enter")), WideGolden: true},
}

// moved is what a colleague makes of that customer.
const moved = `{"cm_id":1,"update":true,"customer_info":{"customer_id":"61078","update":true,"customer_name":"Tunde Bakare","city":"Ibadan","phone":"2340000025765","email_id":"tunde.bakare@example.org"}}`

// edits is the way to a form of the third ticket's customer with a new city in it.
func edits(then ...Step) []Step {
	return append([]Step{thirdTicket, press("E"), {Field: "City"}, press("ctrl+a", "ctrl+k"), typed("Edinburgh")}, then...)
}

var recordScenes = []Scene{
	{Name: "customer-new", Description: "the form of a new customer", Steps: []Step{press("N")}, WideGolden: true},
	{Name: "customer-new-tail", Description: "all its fields", Steps: []Step{press("N", "ctrl+t")}, WideGolden: true},
	{Name: "customer-new-incomplete", Description: "a phone number or an e-mail is needed", Steps: []Step{press("N"), typed("Tom Reid"), press("ctrl+s")}},
	{Name: "customer-edit", Description: "the form of a customer", Steps: []Step{thirdTicket, press("E")}, WideGolden: true},
	{Name: "customer-edit-review", Description: "what will be sent", Steps: edits(press("ctrl+s")), WideGolden: true},
	{Name: "customer-edit-conflict", Description: "the customer has moved since the form was opened", WideGolden: true, Steps: edits(
		Step{APICalls: []Call{{"update-customer", moved}}, Press: []string{"ctrl+s", "enter"}})},
	{Name: "customer-edit-saved", Description: "it was saved", Steps: edits(press("ctrl+s", "enter"))},
	{Name: "order-new", Description: "the form of a new order", Steps: []Step{thirdTicket, press("A")}, WideGolden: true},
	{Name: "order-new-tail", Description: "all its fields", Steps: []Step{thirdTicket, press("A", "ctrl+t")}},
	{Name: "order-new-review", Description: "what will be added", Steps: []Step{thirdTicket, press("A"), typed("ERP-2"), press("ctrl+s")}, WideGolden: true},
	{Name: "order-added", Description: "it was added", Steps: []Step{thirdTicket, press("A"), typed("ERP-2"), press("ctrl+s", "enter")}},
	{Name: "order-refused", Description: "the service refuses it", Steps: []Step{
		thirdTicket, press("A"), typed("ERP-2"),
		{Net: []Fault{{Kind: Refuse, Op: "add-order", With: "erp_order_id exists already"}}, Press: []string{"ctrl+s", "enter"}},
	}},
}
