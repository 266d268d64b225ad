package wire

import "frontdesk/internal/desk"

// The customer operations (PROTOCOL.md 4.1 to 4.4). Adding and updating are one path and one
// shape; Pull Customer has a second path, which the document's worked request uses.
var (
	AddCustomer = Op[CustomerSave, desk.Saved]{Info{
		Name: "add-customer", Title: "Add Customer", Section: 1,
		Path: "/ms/customer/customer/api/v1/add-update", Body: Object, Write: true,
	}, readSaved}
	UpdateCustomer = Op[CustomerSave, desk.Saved]{Info{
		Name: "update-customer", Title: "Update Customer", Section: 2,
		Path: "/ms/customer/customer/api/v1/add-update", Body: Object, Write: true,
	}, readSaved}
	GetCustomer = Op[CustomerGet, desk.Customer]{Info{
		Name: "get-customer", Title: "Get Customer", Section: 3,
		Path: "/search-customer-by-customer-id.html", Body: Array, Records: "Customer Details",
	}, readCustomer}
	PullCustomer = Op[CustomerPull, []desk.Customer]{Info{
		Name: "pull-customer", Title: "Pull Customer by date range", Section: 4,
		Path: "/select-customer-between-start-and-end-dates.html", Alias: "/ms/customer-search/customer-search/api/v1", Body: Object, Records: "message",
	}, readCustomers}
)

// The order operations (PROTOCOL.md 4.5 to 4.7). Adding and updating are one path and one shape.
var (
	AddOrder = Op[OrderSave, desk.Saved]{Info{
		Name: "add-order", Title: "Add Order", Section: 5,
		Path: "/ms/customer/order/api/v1/add-update", Group: Login, Body: Object, Write: true,
	}, readSaved}
	UpdateOrder = Op[OrderSave, desk.Saved]{Info{
		Name: "update-order", Title: "Update Order", Section: 6,
		Path: "/ms/customer/order/api/v1/add-update", Group: Login, Body: Object, Write: true,
	}, readSaved}
	PullOrder = Op[OrderPull, desk.PurchasePage]{Info{
		Name: "pull-order", Title: "Pull Order", Section: 7,
		Path: "/ms/customer-search/order-search/api/v1/pull-internal", Group: Login, Body: Object, Records: "message",
	}, readPurchases}
)
