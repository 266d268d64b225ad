// Package wire is the service's interface as Go: one typed value per operation, the JSON shapes of
// requests and records, lenient reading of answers into desk nouns and exact writing.
//
// PROTOCOL.md describes the interface and what is decided where it is silent. Its oddities live here and nowhere else:
// bodies that are arrays of one object, one that is absent, a second path, two operations on one path, message as text
// or payload, months from 0, lastConvesationTime.
package wire

import "frontdesk/internal/desk"

// Host says which of the account's two hosts answers an operation.
type Host uint8

// The two hosts of PROTOCOL.md 1.1.
const (
	Base Host = iota // {base_url}
	KMS              // {kms_url}, the FAQ content search alone
)

// Group says which credential an operation takes (PROTOCOL.md 1.4).
type Group uint8

// The two groups of credentials.
const (
	APIKey Group = iota // customer, ticket and FAQ operations
	Login               // order operations: user name and password
)

// Body is the outer shape of an operation's request.
type Body uint8

// The outer shapes of PROTOCOL.md 1.2.
const (
	Object Body = iota // one JSON object
	Array              // a JSON array of objects; we send one
	None               // no body and no content type
)

// Info describes an operation apart from its types: what the client, the service, the one-shot
// commands and the table of operations.md need to know of it.
type Info struct {
	Name    string // as frontdesk api names it: update-ticket
	Title   string // as the document names it: Update Ticket
	Section int    // N of PROTOCOL.md 4.N
	Path    string // the path that the client calls
	Alias   string // a second path that the service answers, if any
	Host    Host
	Group   Group
	Body    Body
	Records string // where an answer holds its records, members joined by "."; "." for the answer itself; empty when it is one record
	Write   bool   // changes records: sent once, never repeated by itself
}

// Method is the HTTP method of every operation.
const Method = "POST"

// Op is one operation: Req is what is sent, Ans what its answer is read into.
type Op[Req, Ans any] struct {
	Info
	read func(*answer) (Ans, error)
}

// The ticket and FAQ operations (PROTOCOL.md 4.8 to 4.13).
var (
	AddTicket = Op[TicketAdd, desk.Receipt]{Info{
		Name: "add-ticket", Title: "Add Ticket", Section: 8,
		Path: "/add-ticket-from-other-source.html/v.2.0", Body: Array, Write: true,
	}, readReceipt}
	UpdateTicket = Op[TicketUpdate, desk.Receipt]{Info{
		Name: "update-ticket", Title: "Update Ticket", Section: 9,
		Path: "/update-ticket-from-other-source.html/v.2.0", Body: Array, Write: true,
	}, readReceipt}
	GetTicket = Op[TicketGet, []desk.Detail]{Info{
		Name: "get-ticket", Title: "Get Ticket", Section: 10,
		Path: "/search-ticket-by-ticket-id.html/v.2.0", Body: Object, Records: ".",
	}, readDetails}
	PullTicket = Op[TicketPull, desk.TicketPage]{Info{
		Name: "pull-ticket", Title: "Pull Ticket", Section: 11,
		Path: "/select-ticket-between-start-and-end-dates.html/v.2.0", Body: Array, Records: "message",
	}, readTicketPage}
	SearchFAQ = Op[FAQSearch, []desk.Article]{Info{
		Name: "search-faq", Title: "Search FAQ Content", Section: 12,
		Path: "/search-faq-contents.html", Host: KMS, Body: Array, Records: "message.contents",
	}, readArticles}
	FAQCategories = Op[Nothing, []desk.Category]{Info{
		Name: "faq-categories", Title: "Get FAQ Category", Section: 13,
		Path: "/get-all-faq-categories.html", Body: None, Records: "message.category",
	}, readCategories}
)

// Operations lists every operation in the document's order.
func Operations() []Info {
	return []Info{
		AddCustomer.Info, UpdateCustomer.Info, GetCustomer.Info, PullCustomer.Info,
		AddOrder.Info, UpdateOrder.Info, PullOrder.Info,
		AddTicket.Info, UpdateTicket.Info, GetTicket.Info, PullTicket.Info, SearchFAQ.Info, FAQCategories.Info,
	}
}
