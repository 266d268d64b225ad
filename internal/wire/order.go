package wire

import (
	"reflect"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// This file holds PROTOCOL.md 2.4 and 3.7, and the requests and responses of 4.5 to 4.7.

// OrderInfo is the block order_info.
type OrderInfo struct {
	ID              string       `json:"order_id"` // empty for a new order
	AssignName      string       `json:"assign_emp_name"`
	AssignCode      string       `json:"assign_emp_code"`
	AssignEmail     string       `json:"assign_emp_email"`
	DeliveryStatus  string       `json:"delivery_status"`
	ERPOrderID      string       `json:"erp_order_id"`
	ERPInvoiceNo    string       `json:"erp_invoice_no"`
	CreateDate      string       `json:"create_date"`
	Remarks         string       `json:"remarks"`
	InvoiceNo       string       `json:"invoice_no"`
	InvoiceDate     string       `json:"invoice_date"`
	UnitName        string       `json:"unit_name"`
	BlockName       string       `json:"block_name"`
	TicketID        string       `json:"ticket_id"`
	EncryptOrder    string       `json:"encryptOrder"`
	PaymentMode     string       `json:"payment_mode"`
	DealDetails     string       `json:"dealDetails"`
	AssociateFields CustomFields `json:"associate_fields"`
	Update          bool         `json:"update"` // true with an order_id, false without one
}

// SaveOrderRequest is an Add Order or Update Order request. Both use one path and one shape and are distinguished by
// order_info.update (PROTOCOL.md 4.5 and 4.6).
type SaveOrderRequest struct {
	Customer CustomerInfo  `json:"customer_info"`
	Contacts []ContactInfo `json:"contact_info"`
	Enquiry  EnquiryInfo   `json:"enquiry_info"`
	Order    OrderInfo     `json:"order_info"`
}

// PullOrderRequest is a Pull Order request (PROTOCOL.md 4.7). Empty fields do not filter.
type PullOrderRequest struct {
	Account int64 `json:"cmId"` // required, greater than 0
	OrderFilters
	Attributes
	Phone                  string `json:"phone,omitzero"`
	Email                  string `json:"email,omitzero"`
	LeadIDs                string `json:"leadIdStr,omitzero"`
	ViewID                 string `json:"viewId,omitzero"`
	OrderIDs               string `json:"orderIds,omitzero"`
	ERPOrderID             string `json:"erpOrderId,omitzero"`
	CreateStartDate        string `json:"createStartDate,omitzero"`
	CreateEndDate          string `json:"createEndDate,omitzero"`
	BookingStatus          string `json:"bookingStatus,omitzero"`
	BookingSubStatus       string `json:"bookingSubStatus,omitzero"`
	BookingStartDate       string `json:"bookingStartDate,omitzero"`
	BookingEndDate         string `json:"bookingEndDate,omitzero"`
	AssignIDs              string `json:"assignIdStr,omitzero"`
	ZoneIDs                string `json:"zoneIdStr,omitzero"`
	BlockID                string `json:"blockId,omitzero"`
	UnitID                 string `json:"unitId,omitzero"`
	ApprovalDesignationIDs string `json:"approvalDesignationIds,omitzero"`
	AgreementStartDate     string `json:"agreementStartDate,omitzero"`
	AgreementEndDate       string `json:"agreementEndDate,omitzero"`
	ERPInvoiceID           string `json:"erpInvoiceId,omitzero"`
	SortParam              string `json:"sortParam,omitzero"`
	Limit                  string `json:"limit,omitzero"`  // a number as text, as the interface types all keys
	Offset                 string `json:"offset,omitzero"` // a number as text
}

// OrderFilters are the filters of Pull Order, in the order of the interface. At least one of them or of attr1 to
// attr15 must be set.
type OrderFilters struct {
	CustomerIDsRequired      string   `json:"customer_Ids,omitzero"` // another spelling of customerIds in the interface
	Name                     string   `json:"name,omitzero"`
	EnquiryIDs               string   `json:"enquiryIds,omitzero"`
	GenerationStartDate      string   `json:"generationStartDate,omitzero"`
	GenerationEndDate        string   `json:"generationEndDate,omitzero"`
	NextFollowupStartDate    string   `json:"nextFollowupStartDate,omitzero"`
	NextFollowupEndDate      string   `json:"nextFollowupEndDate,omitzero"`
	LastFollowupStartDate    string   `json:"lastFollowupStartDate,omitzero"`
	LastFollowupEndDate      string   `json:"lastFollowupEndDate,omitzero"`
	ExpectedClosureStartDate string   `json:"expectedClosureStartDate,omitzero"`
	ExpectedClosureEndDate   string   `json:"expectedClosureEndDate,omitzero"`
	CustomerIDs              string   `json:"customerIds,omitzero"`
	Statuses                 string   `json:"statusStr,omitzero"`
	SubStatuses              string   `json:"subStatusStr,omitzero"`
	CreatorOrAssignedIDs     string   `json:"creatorOrAssignedIdStr,omitzero"`
	AssignToIDs              string   `json:"assignToIdsStr,omitzero"`
	CreatorIDs               string   `json:"creatorIdStr,omitzero"`
	NotAssignToIDs           string   `json:"notAssignToIdsStr,omitzero"`
	Country                  string   `json:"country,omitzero"`
	City                     string   `json:"city,omitzero"`
	State                    string   `json:"state,omitzero"`
	LeadPriorities           string   `json:"leadPriorityStr,omitzero"`
	SecondarySourceID        LooseInt `json:"secondarySourceId,omitzero"`
	ClientReferenceIDs       string   `json:"clientReferenceIds,omitzero"`
	ApprovedIDs              string   `json:"approvedIds,omitzero"`
	PricingStatus            string   `json:"pricingStatus,omitzero"`
}

// HasFilter reports whether at least one required filter is set. Paging keys, viewId and other keys do not count
// (PROTOCOL.md 4.7).
func (p PullOrderRequest) HasFilter() bool {
	return hasText(reflect.ValueOf(p.OrderFilters)) || hasText(reflect.ValueOf(p.Attributes)) ||
		p.SecondarySourceID.Value != 0
}

func hasText(filters reflect.Value) bool {
	for _, v := range filters.Fields() {
		if v.Kind() == reflect.String && !isBlank(v.String()) {
			return true
		}
	}
	return false
}

// readOrders decodes a Pull Order response (PROTOCOL.md 4.7). The interface does not show it, so every list or object
// that may be orders is decoded as such. An empty order is skipped.
func readOrders(d *responseDecoder) (desk.OrderPage, error) {
	var page desk.OrderPage
	var err error
	page.Total, err = d.readList(orderList, func() (bool, error) {
		var p desk.Order
		rest, err := orderTable.read(d, &p, noNested)
		p.Fields, p.Groups = rest.fields, rest.groups
		if err == nil && len(p.Fields)+len(p.Groups) > 0 {
			page.Orders = append(page.Orders, p)
		}
		return true, err
	})
	return page, err
}

// orderTable holds the fields of the order record (PROTOCOL.md 3.7), including the names that other records use
// for the same fields.
var orderTable = newTable("order", map[string]fieldSetter[desk.Order]{
	"order_id":        setOrderID,
	"orderId":         setOrderID,
	"customer_name":   setCustomerName,
	"customerName":    setCustomerName,
	"customer_id":     setCustomerID,
	"customerId":      setCustomerID,
	"delivery_status": func(p *desk.Order, v *value, _ *time.Location) { p.Delivery = v.internedLine() },
	"create_date":     func(p *desk.Order, v *value, _ *time.Location) { p.Created = showDate(v, nil).Line() },
	"erp_order_id":    func(p *desk.Order, v *value, _ *time.Location) { p.ERPOrder = v.line() },
	"invoice_no":      func(p *desk.Order, v *value, _ *time.Location) { p.Invoice = v.line() },
	"payment_mode":    func(p *desk.Order, v *value, _ *time.Location) { p.Payment = v.internedLine() },
	"ticket_id":       func(p *desk.Order, v *value, _ *time.Location) { p.Ticket = desk.NewID(v.text) },
	"enquiry_id":      func(p *desk.Order, v *value, _ *time.Location) { p.Enquiry = v.number() },
	"contact_id":      func(p *desk.Order, v *value, _ *time.Location) { p.Contact = v.number() },
})

// showNothing shows nothing. It is for order_info.update, which is an instruction and not a property of the order.
func showNothing(*value, *time.Location) (nothing safetext.Block) { return nothing }

func setOrderID(p *desk.Order, v *value, _ *time.Location) {
	if p.ID.IsZero() {
		p.ID = desk.NewID(v.text)
	}
}

func setCustomerName(p *desk.Order, v *value, _ *time.Location) {
	if p.CustomerName.IsEmpty() {
		p.CustomerName = v.line()
	}
}

func setCustomerID(p *desk.Order, v *value, _ *time.Location) {
	if p.Customer == 0 {
		p.Customer = v.number()
	}
}

// The types below are the responses of PROTOCOL.md 4.5 and 4.6, as our service writes them.

// SaveOrderResponse is an Add Order or Update Order response.
type SaveOrderResponse struct {
	Status  string     `json:"status"`
	Message string     `json:"message"`
	Order   SavedOrder `json:"Order"`
}

// SavedOrder is the object Order of a SaveOrderResponse.
type SavedOrder struct {
	Result      bool   `json:"result"`
	OrderID     int64  `json:"order_id,omitzero"` // Add Order only
	CustomerID  int64  `json:"customer_id"`
	EnquiryID   int64  `json:"enquiry_id"`
	Action      string `json:"action"`
	ActionEvent string `json:"action_event"` // EventOrderAdded or EventOrderUpdated
	ContactID   int64  `json:"contact_id"`
}
