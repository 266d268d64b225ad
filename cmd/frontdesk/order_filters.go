package main

import (
	"strconv"

	"frontdesk/internal/wire"
)

// orderPullMembers are the request keys of Pull Order in the document's order; the first ones, up to attr, are filters
// of which one is needed.
var orderPullMembers = []member[wire.OrderPull]{
	{flag: "customer", usage: "of these customers, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.CustomerIDs }},
	{flag: "name", usage: "of customers of this name", into: func(r *wire.OrderPull) *string { return &r.Name }},
	{flag: "enquiry", usage: "of these enquiries, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.EnquiryIDs }},
	{flag: "from", usage: "added from this `day` on", into: func(r *wire.OrderPull) *string { return &r.GenerationStartDate }, day: true},
	{flag: "to", usage: "added up to this `day`", into: func(r *wire.OrderPull) *string { return &r.GenerationEndDate }, day: true},
	{flag: "follow-up-from", usage: "with a next follow-up from this `day` on", into: func(r *wire.OrderPull) *string { return &r.NextFollowupStartDate }, day: true},
	{flag: "follow-up-to", usage: "with a next follow-up up to this `day`", into: func(r *wire.OrderPull) *string { return &r.NextFollowupEndDate }, day: true},
	{flag: "last-follow-up-from", usage: "with a last follow-up from this `day` on", into: func(r *wire.OrderPull) *string { return &r.LastFollowupStartDate }, day: true},
	{flag: "last-follow-up-to", usage: "with a last follow-up up to this `day`", into: func(r *wire.OrderPull) *string { return &r.LastFollowupEndDate }, day: true},
	{flag: "closure-from", usage: "expected to close from this `day` on", into: func(r *wire.OrderPull) *string { return &r.ExpectedClosureStartDate }, day: true},
	{flag: "closure-to", usage: "expected to close up to this `day`", into: func(r *wire.OrderPull) *string { return &r.ExpectedClosureEndDate }, day: true},
	{flag: "status", usage: "with one of these statuses, joined by commas", into: func(r *wire.OrderPull) *string { return &r.Statuses }},
	{flag: "sub-status", usage: "with one of these sub-statuses, joined by commas", into: func(r *wire.OrderPull) *string { return &r.SubStatuses }},
	{flag: "creator-or-assigned", usage: "made by or assigned to these employees, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.CreatorOrAssignedIDs }},
	{flag: "assigned-to", usage: "assigned to these employees, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.AssignToIDs }},
	{flag: "creator", usage: "made by these employees, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.CreatorIDs }},
	{flag: "not-assigned-to", usage: "assigned to others than these employees, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.NotAssignToIDs }},
	{flag: "country", usage: "of customers in this country", into: func(r *wire.OrderPull) *string { return &r.Country }},
	{flag: "city", usage: "of customers in this town", into: func(r *wire.OrderPull) *string { return &r.City }},
	{flag: "state", usage: "of customers in this state", into: func(r *wire.OrderPull) *string { return &r.State }},
	{flag: "priority", usage: "with one of these priorities, joined by commas", into: func(r *wire.OrderPull) *string { return &r.LeadPriorities }},
	{flag: "secondary-source", usage: "of customers from this secondary source", value: func(r *wire.OrderPull) *understood { return id(&r.SecondarySourceID) }},
	{flag: "client-reference", usage: "with these client references, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.ClientReferenceIDs }},
	{flag: "approved", usage: "with these approvals, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.ApprovedIDs }},
	{flag: "pricing-status", usage: "with this pricing status", into: func(r *wire.OrderPull) *string { return &r.PricingStatus }},
	{flag: "attr", usage: "with this attribute, N from 1 to 15; may be given several times", value: func(r *wire.OrderPull) *understood { return attributes(&r.Attributes) }},
	{flag: "phone", usage: "and of customers with this phone number", into: func(r *wire.OrderPull) *string { return &r.Phone }},
	{flag: "email", usage: "and of customers with this e-mail `address`", into: func(r *wire.OrderPull) *string { return &r.Email }},
	{flag: "lead", usage: "and of these leads, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.LeadIDs }},
	{flag: "view", usage: "as this view has it, by its `id`", into: func(r *wire.OrderPull) *string { return &r.ViewID }},
	{flag: "order", usage: "and these orders alone, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.OrderIDs }},
	{flag: "erp-order", usage: "and with this `id` in your own books", into: func(r *wire.OrderPull) *string { return &r.ERPOrderID }},
	{flag: "created-from", usage: "and ordered from this `day` on", into: func(r *wire.OrderPull) *string { return &r.CreateStartDate }, day: true},
	{flag: "created-to", usage: "and ordered up to this `day`", into: func(r *wire.OrderPull) *string { return &r.CreateEndDate }, day: true},
	{flag: "booking-status", usage: "and with this booking status", into: func(r *wire.OrderPull) *string { return &r.BookingStatus }},
	{flag: "booking-sub-status", usage: "and with this booking sub-status", into: func(r *wire.OrderPull) *string { return &r.BookingSubStatus }},
	{flag: "booking-from", usage: "and booked from this `day` on", into: func(r *wire.OrderPull) *string { return &r.BookingStartDate }, day: true},
	{flag: "booking-to", usage: "and booked up to this `day`", into: func(r *wire.OrderPull) *string { return &r.BookingEndDate }, day: true},
	{flag: "assigned", usage: "and assigned to these, by the booking, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.AssignIDs }},
	{flag: "zone", usage: "and of these zones, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.ZoneIDs }},
	{flag: "block", usage: "and of this block", into: func(r *wire.OrderPull) *string { return &r.BlockID }},
	{flag: "unit", usage: "and of this unit", into: func(r *wire.OrderPull) *string { return &r.UnitID }},
	{flag: "approval-designation", usage: "and approved by these designations, `ids` joined by commas", into: func(r *wire.OrderPull) *string { return &r.ApprovalDesignationIDs }},
	{flag: "agreement-from", usage: "and with an agreement from this `day` on", into: func(r *wire.OrderPull) *string { return &r.AgreementStartDate }, day: true},
	{flag: "agreement-to", usage: "and with an agreement up to this `day`", into: func(r *wire.OrderPull) *string { return &r.AgreementEndDate }, day: true},
	{flag: "erp-invoice", usage: "and with this invoice in your own books", into: func(r *wire.OrderPull) *string { return &r.ERPInvoiceID }},
	{flag: "sort", usage: "sort by this, as the service understands it", into: func(r *wire.OrderPull) *string { return &r.SortParam }},
	{flag: "limit", usage: "print at most so many orders, 1 to 10000", value: func(r *wire.OrderPull) *understood {
		return figure(1, largestLimit, func(n int64) { r.Limit = strconv.FormatInt(n, 10) })
	}},
	{flag: "offset", usage: "leave out so many orders", value: func(r *wire.OrderPull) *understood {
		return figure(0, largestID, func(n int64) { r.Offset = strconv.FormatInt(n, 10) })
	}},
}
