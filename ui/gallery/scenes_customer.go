package gallery

// third is a ticket whose customer has orders and contacts.
var third = press("j", "j")

var customerScenes = []Scene{
	{Name: "customer", Shows: "the customer of a ticket", Way: []Step{third, press("C")}, Wide: true},
	{Name: "customer-alone", Shows: "the customer on the whole screen", Way: []Step{third, press("C", "C", "j", "j")}, Wide: true},
	{Name: "customer-end", Shows: "what else the record holds", Way: []Step{third, press("C", "C", "G")}},
	{Name: "customer-order", Shows: "one of their orders, unfolded", Way: []Step{third, press("C", "C", "j", "j", "enter")}, Wide: true},
	{
		Name: "customer-loading", Shows: "what the ticket tells of them, while the rest is fetched", Wide: true,
		Net: []Fault{hangs("get-customer"), hangs("pull-order")}, Way: []Step{third, press("C")},
	},
	{
		Name: "customer-failed", Shows: "they could not be fetched", Wide: true,
		Net: []Fault{{Does: Fail, Op: "get-customer", Says: "Something went wrong"}}, Way: []Step{third, press("C")},
	},
	{
		Name: "customer-unknown", Shows: "the service knows no such customer", Wide: true,
		Net: []Fault{{Does: Miss, Op: "get-customer", Says: "The given information does not exist"}}, Way: []Step{third, press("C")},
	},
	{Name: "customer-none", Shows: "a ticket that names no customer", Wide: true, Way: []Step{{Do: odd[2:3], Press: []string{"r", "g", "C"}}}},
	{
		Name: "customer-stale", Shows: "they could not be fetched again", Wide: true,
		Way: []Step{third, press("C"), {Net: []Fault{down}, Press: []string{"r"}}},
	},
	{
		Name: "customer-orders-failed", Shows: "their orders could not be fetched", Wide: true,
		Net: []Fault{{Does: Fail, Op: "pull-order", Says: "Something went wrong"}}, Way: []Step{third, press("C")},
	},
	{Name: "customer-copy", Shows: "what can be copied", Way: []Step{third, press("C", "C", "y")}, Wide: true},
	{Name: "find", Shows: "a customer is looked for among those known", Way: []Step{third, press("C", "F"), typed("rams")}, Wide: true},
	{Name: "find-by-phone", Shows: "near matches of a phone number", Way: []Step{press("F"), typed("4477")}},
	{Name: "find-start", Shows: "nothing is typed yet", Way: []Step{press("F")}},
	{Name: "find-nobody", Shows: "nobody known here fits", Way: []Step{press("F"), typed("zeppelin")}},
	{Name: "find-number", Shows: "a number that the service can be asked for", Way: []Step{press("F"), typed("61098")}},
	{Name: "find-no-such-number", Shows: "the service knows no such number", Way: []Step{press("F"), typed("4711"), press("enter")}},
	{Name: "find-back", Shows: "days are looked through one after the other", Way: []Step{
		press("F"), typed("zeppelin"), {Net: []Fault{{Does: Hang, Op: "pull-customer", Holds: "2026-11-12"}}, Press: []string{"ctrl+r"}, Await: "13 Nov"},
	}},
	{Name: "find-back-found", Shows: "somebody was found on an earlier day", Way: []Step{press("F"), typed("ana"), press("ctrl+r")}, Wide: true},
	{Name: "find-back-failed", Shows: "a day could not be looked through", Way: []Step{
		press("F"), typed("zeppelin"),
		{Net: []Fault{{Does: Fail, Op: "pull-customer", Holds: "2026-11-12", Says: "Something went wrong"}}, Press: []string{"ctrl+r"}},
	}},
}
