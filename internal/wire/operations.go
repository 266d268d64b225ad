// Package wire describes the service's interface in Go: operations, requests and records, lenient decoding of
// responses into types of package desk, and strict encoding.
//
// PROTOCOL.md describes the interface, and the choices made where it is silent. Its irregularities are handled only
// in this package: bodies that are arrays of one object or absent, operations with two paths, two operations on one
// path, message as text or payload, months that count from 0, and lastConvesationTime.
package wire

import (
	"frontdesk/internal/desk"
)

// Host is the host that serves an operation.
type Host uint8

// The two hosts of an account (PROTOCOL.md 1.1).
const (
	Base    Host = iota // {base_url}
	FAQHost             // {kms_url}, for FAQ content search only
)

// AuthScheme is the kind of credential that an operation requires (PROTOCOL.md 1.4).
type AuthScheme uint8

// The credential kinds.
const (
	APIKey    AuthScheme = iota // customer, ticket and FAQ operations
	BasicAuth                   // order operations: user name and password
)

// BodyShape is the outer shape of a request body.
type BodyShape uint8

// The body shapes (PROTOCOL.md 1.2).
const (
	BodyObject BodyShape = iota // one JSON object
	BodyArray                   // a JSON array of objects; the client sends one
	NoBody                      // no body and no content type
)

// OperationInfo describes an operation without its Go types. The client, the service and the one-shot commands use
// it.
type OperationInfo struct {
	Name        string // name in frontdesk api: update-ticket
	Title       string // name in the interface: Update Ticket
	Section     int    // N of PROTOCOL.md 4.N
	Path        string // path used by the client
	Alias       string // second path that the service accepts, if any
	Host        Host
	Group       AuthScheme
	Body        BodyShape
	RecordsPath string       // path to the records in a response; "." for the response itself; empty for one record
	IsWrite     bool         // changes records: sent once, never retried automatically
	list        *listShape   // the list in a response; nil if it has none
	Limits      AnswerLimits // of an answer; the zero value, for records that are no answer, is that of lists
}

// Method is the HTTP method of all operations.
const Method = "POST"

// Operation is an operation with its request type and the type that its response is decoded into.
type Operation[Req, Ans any] struct {
	OperationInfo
	read func(*responseDecoder) (Ans, error)
}

// The ticket and FAQ operations (PROTOCOL.md 4.8 to 4.13).
var (
	AddTicket = Operation[AddTicketRequest, desk.TicketResult]{OperationInfo{
		Name: "add-ticket", Title: "Add Ticket", Section: 8,
		Path: "/add-ticket-from-other-source.html/v.2.0", Body: BodyArray, IsWrite: true, Limits: writeLimits,
	}, readTicketResult}
	UpdateTicket = Operation[UpdateTicketRequest, desk.TicketResult]{OperationInfo{
		Name: "update-ticket", Title: "Update Ticket", Section: 9,
		Path: "/update-ticket-from-other-source.html/v.2.0", Body: BodyArray, IsWrite: true, Limits: writeLimits,
	}, readTicketResult}
	GetTicket = Operation[GetTicketRequest, []desk.TicketDetails]{OperationInfo{
		Name: "get-ticket", Title: "Get Ticket", Section: 10,
		Path: "/search-ticket-by-ticket-id.html/v.2.0", Body: BodyObject, RecordsPath: ".", list: detailList, Limits: detailLimits,
	}, readDetails}
	PullTicket = Operation[PullTicketRequest, desk.TicketPage]{OperationInfo{
		Name: "pull-ticket", Title: "Pull Ticket", Section: 11,
		Path: "/select-ticket-between-start-and-end-dates.html/v.2.0", Body: BodyArray, RecordsPath: "message",
		list: ticketList, Limits: dayLimits,
	}, readTicketPage}
	SearchFAQ = Operation[SearchFAQRequest, []desk.Article]{OperationInfo{
		Name: "search-faq", Title: "Search FAQ Content", Section: 12,
		Path: "/search-faq-contents.html", Host: FAQHost, Body: BodyArray, RecordsPath: "message.contents",
		list: articleList, Limits: listLimits,
	}, readArticles}
	FAQCategories = Operation[EmptyRequest, []desk.Category]{OperationInfo{
		Name: "faq-categories", Title: "Get FAQ Category", Section: 13,
		Path: "/get-all-faq-categories.html", Body: NoBody, RecordsPath: "message.category",
		list: categoryList, Limits: listLimits,
	}, readCategories}
)

// Operations lists all operations in the order of the interface.
func Operations() []OperationInfo {
	return []OperationInfo{
		AddCustomer.OperationInfo,
		UpdateCustomer.OperationInfo,
		GetCustomer.OperationInfo,
		PullCustomer.OperationInfo,
		AddOrder.OperationInfo,
		UpdateOrder.OperationInfo,
		PullOrder.OperationInfo,
		AddTicket.OperationInfo,
		UpdateTicket.OperationInfo,
		GetTicket.OperationInfo,
		PullTicket.OperationInfo,
		SearchFAQ.OperationInfo,
		FAQCategories.OperationInfo,
	}
}

// The customer operations (PROTOCOL.md 4.1 to 4.4). Adding and updating share one path and one shape. Pull Customer
// has a second path, which the interface's example uses.
var (
	AddCustomer = Operation[SaveCustomerRequest, desk.SaveResult]{OperationInfo{
		Name: "add-customer", Title: "Add Customer", Section: 1,
		Path: "/ms/customer/customer/api/v1/add-update", Body: BodyObject, IsWrite: true, Limits: writeLimits,
	}, readSaveResult("customer")}
	UpdateCustomer = Operation[SaveCustomerRequest, desk.SaveResult]{OperationInfo{
		Name: "update-customer", Title: "Update Customer", Section: 2,
		Path: "/ms/customer/customer/api/v1/add-update", Body: BodyObject, IsWrite: true, Limits: writeLimits,
	}, readSaveResult("customer")}
	GetCustomer = Operation[GetCustomerRequest, desk.Customer]{OperationInfo{
		Name: "get-customer", Title: "Get Customer", Section: 3,
		Path: "/search-customer-by-customer-id.html", Body: BodyArray, RecordsPath: "Customer Details",
		list: customerList, Limits: listLimits,
	}, readCustomer}
	PullCustomer = Operation[PullCustomerRequest, []desk.Customer]{
		OperationInfo{
			Name:        "pull-customer",
			Title:       "Pull Customer by date range",
			Section:     4,
			Path:        "/select-customer-between-start-and-end-dates.html",
			Alias:       "/ms/customer-search/customer-search/api/v1",
			Body:        BodyObject,
			RecordsPath: "message",
			list:        customerList,
			Limits:      listLimits,
		},
		readCustomers,
	}
)

// The order operations (PROTOCOL.md 4.5 to 4.7). Adding and updating share one path and one shape.
var (
	AddOrder = Operation[SaveOrderRequest, desk.SaveResult]{OperationInfo{
		Name: "add-order", Title: "Add Order", Section: 5,
		Path: "/ms/customer/order/api/v1/add-update", Group: BasicAuth, Body: BodyObject, IsWrite: true, Limits: writeLimits,
	}, readSaveResult("order")}
	UpdateOrder = Operation[SaveOrderRequest, desk.SaveResult]{OperationInfo{
		Name: "update-order", Title: "Update Order", Section: 6,
		Path: "/ms/customer/order/api/v1/add-update", Group: BasicAuth, Body: BodyObject, IsWrite: true, Limits: writeLimits,
	}, readSaveResult("order")}
	PullOrder = Operation[PullOrderRequest, desk.OrderPage]{
		OperationInfo{
			Name:        "pull-order",
			Title:       "Pull Order",
			Section:     7,
			Path:        "/ms/customer-search/order-search/api/v1/pull-internal",
			Group:       BasicAuth,
			Body:        BodyObject,
			RecordsPath: "message",
			list:        orderList,
			Limits:      listLimits,
		},
		readOrders,
	}
)
