package gallery

// moved is what a colleague makes of that customer.
const moved = `{"cm_id":1,"update":true,"customer_info":{"customer_id":"61078","update":true,"customer_name":"Tunde Bakare","city":"Ibadan","phone":"2340000025765","email_id":"tunde.bakare@example.org"}}`

// edits is the way to a form of the third ticket's customer with a new city in it.
func edits(then ...Step) []Step {
	return append([]Step{third, press("E"), {Field: "City"}, press("ctrl+a", "ctrl+k"), typed("Edinburgh")}, then...)
}

var recordScenes = []Scene{
	{Name: "customer-new", Shows: "the form of a new customer", Way: []Step{press("N")}, Wide: true},
	{Name: "customer-new-tail", Shows: "all its fields", Way: []Step{press("N", "ctrl+t")}, Wide: true},
	{Name: "customer-new-incomplete", Shows: "a phone number or an e-mail is needed", Way: []Step{press("N"), typed("Tom Reid"), press("ctrl+s")}},
	{Name: "customer-edit", Shows: "the form of a customer", Way: []Step{third, press("E")}, Wide: true},
	{Name: "customer-edit-review", Shows: "what will be sent", Way: edits(press("ctrl+s")), Wide: true},
	{Name: "customer-edit-conflict", Shows: "the customer has moved since the form was opened", Wide: true, Way: edits(
		Step{Do: []Call{{"update-customer", moved}}, Press: []string{"ctrl+s", "enter"}})},
	{Name: "customer-edit-saved", Shows: "it was saved", Way: edits(press("ctrl+s", "enter"))},
	{Name: "order-new", Shows: "the form of a new order", Way: []Step{third, press("A")}, Wide: true},
	{Name: "order-new-tail", Shows: "all its fields", Way: []Step{third, press("A", "ctrl+t")}},
	{Name: "order-new-review", Shows: "what will be added", Way: []Step{third, press("A"), typed("ERP-2"), press("ctrl+s")}, Wide: true},
	{Name: "order-added", Shows: "it was added", Way: []Step{third, press("A"), typed("ERP-2"), press("ctrl+s", "enter")}},
	{Name: "order-refused", Shows: "the service refuses it", Way: []Step{
		third, press("A"), typed("ERP-2"),
		{Net: []Fault{{Does: Refuse, Op: "add-order", Says: "erp_order_id exists already"}}, Press: []string{"ctrl+s", "enter"}},
	}},
}
