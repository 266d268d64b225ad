package wire

import "frontdesk/internal/desk"

// The customer operations (PROTOCOL.md 4.1 to 4.4). Adding and updating are one path and one
// shape; Pull Customer has a second path, which the document's worked request uses.
var (
	AddCustomer = Operation[SaveCustomerRequest, desk.SaveResult]{OperationInfo{
		Name: "add-customer", Title: "Add Customer", Section: 1,
		Path: "/ms/customer/customer/api/v1/add-update", Body: BodyObject, IsWrite: true,
	}, readSaved}
	UpdateCustomer = Operation[SaveCustomerRequest, desk.SaveResult]{OperationInfo{
		Name: "update-customer", Title: "Update Customer", Section: 2,
		Path: "/ms/customer/customer/api/v1/add-update", Body: BodyObject, IsWrite: true,
	}, readSaved}
	GetCustomer = Operation[GetCustomerRequest, desk.Customer]{OperationInfo{
		Name: "get-customer", Title: "Get Customer", Section: 3,
		Path: "/search-customer-by-customer-id.html", Body: BodyArray, RecordsPath: "Customer Details",
	}, readCustomer}
	PullCustomer = Operation[PullCustomerRequest, []desk.Customer]{OperationInfo{
		Name: "pull-customer", Title: "Pull Customer by date range", Section: 4,
		Path: "/select-customer-between-start-and-end-dates.html", Alias: "/ms/customer-search/customer-search/api/v1", Body: BodyObject, RecordsPath: "message",
	}, readCustomers}
)

// The order operations (PROTOCOL.md 4.5 to 4.7). Adding and updating are one path and one shape.
var (
	AddOrder = Operation[SaveOrderRequest, desk.SaveResult]{OperationInfo{
		Name: "add-order", Title: "Add Order", Section: 5,
		Path: "/ms/customer/order/api/v1/add-update", Group: BasicAuth, Body: BodyObject, IsWrite: true,
	}, readSaved}
	UpdateOrder = Operation[SaveOrderRequest, desk.SaveResult]{OperationInfo{
		Name: "update-order", Title: "Update Order", Section: 6,
		Path: "/ms/customer/order/api/v1/add-update", Group: BasicAuth, Body: BodyObject, IsWrite: true,
	}, readSaved}
	PullOrder = Operation[PullOrderRequest, desk.OrderPage]{OperationInfo{
		Name: "pull-order", Title: "Pull Order", Section: 7,
		Path: "/ms/customer-search/order-search/api/v1/pull-internal", Group: BasicAuth, Body: BodyObject, RecordsPath: "message",
	}, readPurchases}
)
