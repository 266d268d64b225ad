// Package wire is the service's interface as Go: one typed value per operation, the JSON shapes of
// requests and records, lenient reading of answers into desk nouns and exact writing.
//
// PROTOCOL.md describes the interface and what is decided where it is silent. Its oddities live here and nowhere else:
// bodies that are arrays of one object, one that is absent, a second path, two operations on one path, message as text
// or payload, months from 0, lastConvesationTime.
package wire

import (
	"frontdesk/internal/desk"
)

// Host says which of the account's two hosts answers an operation.
type Host uint8

// The two hosts of PROTOCOL.md 1.1.
const (
	Base    Host = iota // {base_url}
	FAQHost             // {kms_url}, the FAQ content search alone
)

// AuthScheme says which credential an operation takes (PROTOCOL.md 1.4).
type AuthScheme uint8

// The two groups of credentials.
const (
	APIKey    AuthScheme = iota // customer, ticket and FAQ operations
	BasicAuth                   // order operations: user name and password
)

// BodyShape is the outer shape of an operation's request.
type BodyShape uint8

// The outer shapes of PROTOCOL.md 1.2.
const (
	BodyObject BodyShape = iota // one JSON object
	BodyArray                   // a JSON array of objects; we send one
	NoBody                      // no body and no content type
)

// OperationInfo describes an operation apart from its types: what the client, the service, the one-shot
// commands and the table of operations.md need to know of it.
type OperationInfo struct {
	Name        string // as frontdesk api names it: update-ticket
	Title       string // as the document names it: Update Ticket
	Section     int    // N of PROTOCOL.md 4.N
	Path        string // the path that the client calls
	Alias       string // a second path that the service answers, if any
	Host        Host
	Group       AuthScheme
	Body        BodyShape
	RecordsPath string // where an answer holds its records, members joined by "."; "." for the answer itself; empty when it is one record
	IsWrite     bool   // changes records: sent once, never repeated by itself
}

// Method is the HTTP method of every operation.
const Method = "POST"

// Operation is one operation: Req is what is sent, Ans what its answer is read into.
type Operation[Req, Ans any] struct {
	OperationInfo
	read func(*responseDecoder) (Ans, error)
}

// The ticket and FAQ operations (PROTOCOL.md 4.8 to 4.13).
var (
	AddTicket = Operation[AddTicketRequest, desk.TicketResult]{OperationInfo{
		Name: "add-ticket", Title: "Add Ticket", Section: 8,
		Path: "/add-ticket-from-other-source.html/v.2.0", Body: BodyArray, IsWrite: true,
	}, readReceipt}
	UpdateTicket = Operation[UpdateTicketRequest, desk.TicketResult]{OperationInfo{
		Name: "update-ticket", Title: "Update Ticket", Section: 9,
		Path: "/update-ticket-from-other-source.html/v.2.0", Body: BodyArray, IsWrite: true,
	}, readReceipt}
	GetTicket = Operation[GetTicketRequest, []desk.TicketDetails]{OperationInfo{
		Name: "get-ticket", Title: "Get Ticket", Section: 10,
		Path: "/search-ticket-by-ticket-id.html/v.2.0", Body: BodyObject, RecordsPath: ".",
	}, readDetails}
	PullTicket = Operation[PullTicketRequest, desk.TicketPage]{OperationInfo{
		Name: "pull-ticket", Title: "Pull Ticket", Section: 11,
		Path: "/select-ticket-between-start-and-end-dates.html/v.2.0", Body: BodyArray, RecordsPath: "message",
	}, readTicketPage}
	SearchFAQ = Operation[SearchFAQRequest, []desk.Article]{OperationInfo{
		Name: "search-faq", Title: "Search FAQ Content", Section: 12,
		Path: "/search-faq-contents.html", Host: FAQHost, Body: BodyArray, RecordsPath: "message.contents",
	}, readArticles}
	FAQCategories = Operation[EmptyRequest, []desk.Category]{OperationInfo{
		Name: "faq-categories", Title: "Get FAQ Category", Section: 13,
		Path: "/get-all-faq-categories.html", Body: NoBody, RecordsPath: "message.category",
	}, readCategories}
)

// Operations lists every operation in the document's order.
func Operations() []OperationInfo {
	return []OperationInfo{
		AddCustomer.OperationInfo, UpdateCustomer.OperationInfo, GetCustomer.OperationInfo, PullCustomer.OperationInfo,
		AddOrder.OperationInfo, UpdateOrder.OperationInfo, PullOrder.OperationInfo,
		AddTicket.OperationInfo, UpdateTicket.OperationInfo, GetTicket.OperationInfo, PullTicket.OperationInfo, SearchFAQ.OperationInfo, FAQCategories.OperationInfo,
	}
}

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
