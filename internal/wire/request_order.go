package wire

import (
	"slices"
	"strings"
)

// This file is PROTOCOL.md 2.4 and the requests of 4.5 to 4.7.

// OrderInfo is the block order_info.
type OrderInfo struct {
	ID              string       `json:"order_id"` // of an existing order; empty for a new one
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

// SaveOrderRequest is an Add Order or Update Order request: one path and one shape, told apart by
// order_info.update (PROTOCOL.md 4.5 and 4.6).
type SaveOrderRequest struct {
	Customer CustomerInfo  `json:"customer_info"`
	Contacts []ContactInfo `json:"contact_info"`
	Enquiry  EnquiryInfo   `json:"enquiry_info"`
	Order    OrderInfo     `json:"order_info"`
}

// PullOrderRequest is a Pull Order request (PROTOCOL.md 4.7); what is empty does not filter.
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
	Limit                  string `json:"limit,omitzero"`  // a number as text: the document types every key so
	Offset                 string `json:"offset,omitzero"` // likewise
}

// OrderFilters are the filters of Pull Order of which at least one must hold something, in the
// document's order and beside attr1 to attr15.
type OrderFilters struct {
	CustomerIDsRequired      string   `json:"customer_Ids,omitzero"` // spelled so where the document calls it required; means customerIds
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

// HasFilter says whether a filter of the document's list holds something; paging keys, viewId and
// the other request keys do not count (PROTOCOL.md 4.7).
func (p PullOrderRequest) HasFilter() bool {
	attributes := p.Values()
	return p.SecondarySourceID.Value != 0 || slices.ContainsFunc(slices.Concat(p.listed(), attributes[:]), func(s string) bool {
		return strings.TrimSpace(s) != ""
	})
}

func (f OrderFilters) listed() []string {
	return []string{
		f.CustomerIDsRequired, f.Name, f.EnquiryIDs, f.GenerationStartDate, f.GenerationEndDate, f.NextFollowupStartDate,
		f.NextFollowupEndDate, f.LastFollowupStartDate, f.LastFollowupEndDate, f.ExpectedClosureStartDate,
		f.ExpectedClosureEndDate, f.CustomerIDs, f.Statuses, f.SubStatuses, f.CreatorOrAssignedIDs, f.AssignToIDs,
		f.CreatorIDs, f.NotAssignToIDs, f.Country, f.City, f.State, f.LeadPriorities, f.ClientReferenceIDs,
		f.ApprovedIDs, f.PricingStatus,
	}
}
