package cli

import (
	"strconv"

	"frontdesk/internal/wire"
)

// orderPullMembers are the flags of Pull Order (PROTOCOL.md 4.7). Those up to attr are the filters of which the
// interface requires at least one.
var orderPullMembers = []requestFlag[wire.PullOrderRequest]{
	{flag: "customer", usage: "of these customers, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.CustomerIDs }},
	{flag: "name", usage: "of customers of this name", field: func(r *wire.PullOrderRequest) *string { return &r.Name }},
	{flag: "enquiry", usage: "of these enquiries, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.EnquiryIDs }},
	{flag: "from", usage: "added from this `day` on", field: func(r *wire.PullOrderRequest) *string { return &r.GenerationStartDate }, date: true},
	{flag: "to", usage: "added up to this `day`", field: func(r *wire.PullOrderRequest) *string { return &r.GenerationEndDate }, date: true},
	{flag: "follow-up-from", usage: "with a next follow-up from this `day` on", field: func(r *wire.PullOrderRequest) *string { return &r.NextFollowupStartDate }, date: true},
	{flag: "follow-up-to", usage: "with a next follow-up up to this `day`", field: func(r *wire.PullOrderRequest) *string { return &r.NextFollowupEndDate }, date: true},
	{flag: "last-follow-up-from", usage: "with a last follow-up from this `day` on", field: func(r *wire.PullOrderRequest) *string { return &r.LastFollowupStartDate }, date: true},
	{flag: "last-follow-up-to", usage: "with a last follow-up up to this `day`", field: func(r *wire.PullOrderRequest) *string { return &r.LastFollowupEndDate }, date: true},
	{flag: "closure-from", usage: "expected to close from this `day` on", field: func(r *wire.PullOrderRequest) *string { return &r.ExpectedClosureStartDate }, date: true},
	{flag: "closure-to", usage: "expected to close up to this `day`", field: func(r *wire.PullOrderRequest) *string { return &r.ExpectedClosureEndDate }, date: true},
	{flag: "status", usage: "with one of these statuses, joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.Statuses }},
	{flag: "sub-status", usage: "with one of these sub-statuses, joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.SubStatuses }},
	{flag: "creator-or-assigned", usage: "made by or assigned to these employees, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.CreatorOrAssignedIDs }},
	{flag: "assigned-to", usage: "assigned to these employees, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.AssignToIDs }},
	{flag: "creator", usage: "made by these employees, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.CreatorIDs }},
	{flag: "not-assigned-to", usage: "assigned to others than these employees, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.NotAssignToIDs }},
	{flag: "country", usage: "of customers in this country", field: func(r *wire.PullOrderRequest) *string { return &r.Country }},
	{flag: "city", usage: "of customers in this town", field: func(r *wire.PullOrderRequest) *string { return &r.City }},
	{flag: "state", usage: "of customers in this state", field: func(r *wire.PullOrderRequest) *string { return &r.State }},
	{flag: "priority", usage: "with one of these priorities, joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.LeadPriorities }},
	{flag: "secondary-source", usage: "of customers from this secondary source", value: func(r *wire.PullOrderRequest) *flagValue { return idFlag(&r.SecondarySourceID) }},
	{flag: "client-reference", usage: "with these client references, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.ClientReferenceIDs }},
	{flag: "approved", usage: "with these approvals, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.ApprovedIDs }},
	{flag: "pricing-status", usage: "with this pricing status", field: func(r *wire.PullOrderRequest) *string { return &r.PricingStatus }},
	{flag: "attr", usage: "with this attribute, N from 1 to 15; may be given several times", value: func(r *wire.PullOrderRequest) *flagValue { return attributeFlag(&r.Attributes) }},
	{flag: "phone", usage: "and of customers with this phone number", field: func(r *wire.PullOrderRequest) *string { return &r.Phone }},
	{flag: "email", usage: "and of customers with this e-mail `address`", field: func(r *wire.PullOrderRequest) *string { return &r.Email }},
	{flag: "lead", usage: "and of these leads, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.LeadIDs }},
	{flag: "view", usage: "as this view has it, by its `id`", field: func(r *wire.PullOrderRequest) *string { return &r.ViewID }},
	{flag: "order", usage: "and these orders alone, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.OrderIDs }},
	{flag: "erp-order", usage: "and with this `id` in your own books", field: func(r *wire.PullOrderRequest) *string { return &r.ERPOrderID }},
	{flag: "created-from", usage: "and ordered from this `day` on", field: func(r *wire.PullOrderRequest) *string { return &r.CreateStartDate }, date: true},
	{flag: "created-to", usage: "and ordered up to this `day`", field: func(r *wire.PullOrderRequest) *string { return &r.CreateEndDate }, date: true},
	{flag: "booking-status", usage: "and with this booking status", field: func(r *wire.PullOrderRequest) *string { return &r.BookingStatus }},
	{flag: "booking-sub-status", usage: "and with this booking sub-status", field: func(r *wire.PullOrderRequest) *string { return &r.BookingSubStatus }},
	{flag: "booking-from", usage: "and booked from this `day` on", field: func(r *wire.PullOrderRequest) *string { return &r.BookingStartDate }, date: true},
	{flag: "booking-to", usage: "and booked up to this `day`", field: func(r *wire.PullOrderRequest) *string { return &r.BookingEndDate }, date: true},
	{flag: "assigned", usage: "and assigned to these, by the booking, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.AssignIDs }},
	{flag: "zone", usage: "and of these zones, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.ZoneIDs }},
	{flag: "block", usage: "and of this block", field: func(r *wire.PullOrderRequest) *string { return &r.BlockID }},
	{flag: "unit", usage: "and of this unit", field: func(r *wire.PullOrderRequest) *string { return &r.UnitID }},
	{flag: "approval-designation", usage: "and approved by these designations, `ids` joined by commas", field: func(r *wire.PullOrderRequest) *string { return &r.ApprovalDesignationIDs }},
	{flag: "agreement-from", usage: "and with an agreement from this `day` on", field: func(r *wire.PullOrderRequest) *string { return &r.AgreementStartDate }, date: true},
	{flag: "agreement-to", usage: "and with an agreement up to this `day`", field: func(r *wire.PullOrderRequest) *string { return &r.AgreementEndDate }, date: true},
	{flag: "erp-invoice", usage: "and with this invoice in your own books", field: func(r *wire.PullOrderRequest) *string { return &r.ERPInvoiceID }},
	{flag: "sort", usage: "sort by this, as the service understands it", field: func(r *wire.PullOrderRequest) *string { return &r.SortParam }},
	{flag: "limit", usage: "print at most so many orders, 1 to 10000", value: func(r *wire.PullOrderRequest) *flagValue {
		return intFlag(1, largestLimit, func(n int64) { r.Limit = strconv.FormatInt(n, 10) })
	}},
	{flag: "offset", usage: "leave out so many orders", value: func(r *wire.PullOrderRequest) *flagValue {
		return intFlag(0, largestID, func(n int64) { r.Offset = strconv.FormatInt(n, 10) })
	}},
}
