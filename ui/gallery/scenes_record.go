package gallery

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
