package gallery

// thirdTicket is a ticket whose customer has orders and contacts.
var thirdTicket = press("j", "j")

var customerScenes = []Scene{
	{Name: "customer", Description: "the customer of a ticket", Steps: []Step{thirdTicket, press("C")}, WideGolden: true},
	{Name: "customer-alone", Description: "the customer on the whole screen", Steps: []Step{thirdTicket, press("C", "C", "j", "j")}, WideGolden: true},
	{Name: "customer-end", Description: "what else the record holds", Steps: []Step{thirdTicket, press("C", "C", "G")}},
	{Name: "customer-order", Description: "one of their orders, unfolded", Steps: []Step{thirdTicket, press("C", "C", "j", "j", "enter")}, WideGolden: true},
	{
		Name: "customer-loading", Description: "what the ticket tells of them, while the rest is fetched", WideGolden: true,
		Faults: []Fault{hangs("get-customer"), hangs("pull-order")}, Steps: []Step{thirdTicket, press("C")},
	},
	{
		Name: "customer-failed", Description: "they could not be fetched", WideGolden: true,
		Faults: []Fault{{Kind: Fail, Op: "get-customer", With: "Something went wrong"}}, Steps: []Step{thirdTicket, press("C")},
	},
	{
		Name: "customer-unknown", Description: "the service knows no such customer", WideGolden: true,
		Faults: []Fault{{Kind: Miss, Op: "get-customer", With: "The given information does not exist"}}, Steps: []Step{thirdTicket, press("C")},
	},
	{Name: "customer-none", Description: "a ticket that names no customer", WideGolden: true, Steps: []Step{{APICalls: hardTitles[2:3], Press: []string{"r", "g", "C"}}}},
	{
		Name: "customer-stale", Description: "they could not be fetched again", WideGolden: true,
		Steps: []Step{thirdTicket, press("C"), {Net: []Fault{down}, Press: []string{"r"}}},
	},
	{
		Name: "customer-orders-failed", Description: "their orders could not be fetched", WideGolden: true,
		Faults: []Fault{{Kind: Fail, Op: "pull-order", With: "Something went wrong"}}, Steps: []Step{thirdTicket, press("C")},
	},
	{Name: "customer-copy", Description: "what can be copied", Steps: []Step{thirdTicket, press("C", "C", "y")}, WideGolden: true},
	{Name: "find", Description: "a customer is looked for among those known", Steps: []Step{thirdTicket, press("C", "F"), typed("rams")}, WideGolden: true},
	{Name: "find-by-phone", Description: "near matches of a phone number", Steps: []Step{press("F"), typed("4477")}},
	{Name: "find-start", Description: "nothing is typed yet", Steps: []Step{press("F")}},
	{Name: "find-nobody", Description: "nobody known here fits", Steps: []Step{press("F"), typed("zeppelin")}},
	{Name: "find-number", Description: "a number that the service can be asked for", Steps: []Step{press("F"), typed("61098")}},
	{Name: "find-no-such-number", Description: "the service knows no such number", Steps: []Step{press("F"), typed("4711"), press("enter")}},
	{Name: "find-back", Description: "days are looked through one after the other", Steps: []Step{
		press("F"), typed("zeppelin"), {Net: []Fault{{Kind: Hang, Op: "pull-customer", BodyContains: "2026-11-12"}}, Press: []string{"ctrl+r"}, WaitFor: "13 Nov"},
	}},
	{Name: "find-back-found", Description: "somebody was found on an earlier day", Steps: []Step{press("F"), typed("ana"), press("ctrl+r")}, WideGolden: true},
	{Name: "find-back-failed", Description: "a day could not be looked through", Steps: []Step{
		press("F"), typed("zeppelin"),
		{Net: []Fault{{Kind: Fail, Op: "pull-customer", BodyContains: "2026-11-12", With: "Something went wrong"}}, Press: []string{"ctrl+r"}},
	}},
}

var newTicketScenes = []Scene{
	{Name: "new-ticket", Description: "the form of a new ticket", Steps: []Step{press("n")}, WideGolden: true},
	{Name: "new-ticket-incomplete", Description: "what is needed is missing", Steps: []Step{press("n", "ctrl+s")}},
	{Name: "new-ticket-wrong-date", Description: "a due date that does not exist", Steps: []Step{
		press("n"), typed("Voucher does not work"), press("tab", "tab"), typed("2026-02-30"), press("ctrl+s"),
	}},
	{Name: "new-ticket-opened", Description: "it was opened", Steps: []Step{press("n"), typed("Voucher does not work"), press("ctrl+s")}, WideGolden: true},
	{Name: "new-ticket-unknown", Description: "the answer was lost", Steps: []Step{
		press("n"), typed("Voucher does not work"),
		{Net: []Fault{{Kind: Gone, Op: "add-ticket"}}, Press: []string{"ctrl+s"}},
	}},
}
